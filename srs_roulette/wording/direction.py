"""Words written from right to left, set apart so that they turn nothing else on their line round."""

from __future__ import annotations

import re
from typing import Final

_OPEN: Final = "\u2068"
_CLOSE: Final = "\u2069"
ISOLATES: Final = _OPEN + _CLOSE
"""First strong isolate, pop directional isolate."""

_RTL: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
# From a letter written from right to left to the last one, or a figure after it, with no Latin letter, comma or
# bracket between: a phrase, not a list.
_phrase: Final = re.compile(rf"«?[{_RTL}](?:[{_RTL}0-9 «»:/.-]*[{_RTL}0-9»])?")


def isolated(line: str) -> str:
    """Set every right-to-left phrase of one line apart; the line itself stays left to right."""
    return _phrase.sub(lambda found: f"{_OPEN}{found[0]}{_CLOSE}", line)
