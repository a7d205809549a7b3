"""The style sheets, scripts and signs of the page, read once: no request names a file of the disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from srs_roulette.web.pictures import STYLE as PICTURES_STYLE

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    type: str
    tag: str
    """changes with the body; quoted as HTTP wants it"""


@cache
def assets() -> Mapping[str, Asset]:
    """Return the files by name, with the style sheet that the drawings share."""
    folder = files("srs_roulette.web").joinpath("static")
    found = {one.name: one.read_bytes() for one in folder.iterdir() if one.name.rpartition(".")[2] in _TYPES}
    found["pictures.css"] = PICTURES_STYLE.encode()
    return {name: _asset(name, body) for name, body in found.items()}


def _asset(name: str, body: bytes) -> Asset:
    return Asset(body=body, type=_TYPES[name.rpartition(".")[2]], tag=f'"{sha256(body).hexdigest()[:16]}"')
