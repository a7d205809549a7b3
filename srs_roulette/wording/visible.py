"""Signs that drive a terminal or turn a line round, shown instead of obeyed."""

from __future__ import annotations

import re
from typing import Final

_DELETE: Final = 0x7F
_PICTURES: Final = 0x2400
_PICTURE_OF_DELETE: Final = "\u2421"
_REPLACEMENT: Final = "\ufffd"

# Controls (C0, delete, C1), line and paragraph separators, direction embeddings, overrides and isolates, and lone
# surrogates, which no UTF-8 output can carry. The marks U+200E, U+200F and U+061C reorder nothing but themselves.
_driving: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]",
)


def visible(text: str) -> str:
    """Replace every control sign and direction override by a sign that is only seen; line breaks too.

    ESC becomes ``␛`` (the control pictures from U+2400), whatever has no picture U+FFFD. The length stays.
    """
    return _driving.sub(_picture, text)


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(_PICTURES + code)
    return _PICTURE_OF_DELETE if code == _DELETE else _REPLACEMENT
