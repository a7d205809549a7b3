"""Messages into sentences: one TOML file a language, English where a language has no words yet."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import NotFound, did_you_mean, short
from srs_roulette.wording.message import Message
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from srs_roulette.wording.message import Value

ENGLISH: Final = "en"
SEPARATOR: Final = "list.separator"
"""Id of what stands between the items of a list."""

_SUFFIX: Final = ".toml"
_NO_LANGUAGE: Final = frozenset({"glossary"})
"""Files beside those of the languages."""
_place: Final = re.compile(r"\{(\w+)\}")


class Catalog:
    """The sentences of one language, by dotted id."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        """``templates`` hold ``{name}`` where a value of the message stands."""
        self.language = language
        self._templates = templates

    def has(self, id: str) -> bool:  # noqa: A002 - the name it has in Message
        """Tell whether there is a sentence of that id."""
        return id in self._templates

    def text(self, message: Message) -> str:
        """Put a message into words.

        Values go in as they are, braces included, save that signs which drive a terminal are shown as symbols.

        :raises KeyError: no such id, or a value that the sentence needs is missing: a mistake of the program
        """
        template = self._templates.get(message.id)
        if template is None:
            raise KeyError(f'There is no wording for "{message.id}" ({self.language}).')

        def put(place: re.Match[str]) -> str:
            if place[1] not in message.values:
                raise KeyError(f'The wording of "{message.id}" needs a value "{place[1]}" ({self.language}).')
            return self._worded(message.values[place[1]])

        return _place.sub(put, template)

    def _worded(self, value: Value) -> str:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple):
            return self._templates.get(SEPARATOR, ", ").join(self._worded(item) for item in value)
        return visible(str(value))


def languages() -> tuple[str, ...]:
    """List the languages there are files for."""
    files_there = (file.name for file in _folder().iterdir())
    names = (name.removesuffix(_SUFFIX) for name in files_there if name.endswith(_SUFFIX))
    return tuple(sorted(name for name in names if name not in _NO_LANGUAGE))


def load(language: str = ENGLISH) -> Catalog:
    """Return the catalogue of a language, read once; what it does not word is in English.

    :raises NotFound: there is no such language
    """
    return _load(language)


@cache
def _load(language: str) -> Catalog:
    known = languages()
    if language not in known:
        hint = did_you_mean(language, known) or f" Known: {', '.join(known)}."
        raise NotFound(f'There is no language "{short(visible(language))}".{hint}')
    english = _templates(ENGLISH)
    return Catalog(language, english if language == ENGLISH else {**english, **_templates(language)})


def _folder() -> Traversable:
    # Not a path: the package may lie in a zip.
    return files("srs_roulette.wording")


def _templates(language: str) -> dict[str, str]:
    table = tomllib.loads(_folder().joinpath(f"{language}{_SUFFIX}").read_text(encoding="utf-8"))
    flat: dict[str, str] = {}
    _flatten(table, "", flat)
    return flat


def _flatten(table: Mapping[str, Any], above: str, flat: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(value, f"{above}{key}.", flat)
        else:
            flat[f"{above}{key}"] = str(value)
