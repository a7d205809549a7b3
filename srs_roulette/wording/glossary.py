"""The dealer's dictionary (glossary.toml): terms in English and what stands for them in other languages."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from srs_roulette.errors import NotFound, short

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES: Final = ("fr", "de", "hu", "ar")
"""Beside English, in the order in which they are shown."""

_marked: Final = re.compile(r"(?P<word>.+) \[(?P<sources>[^\]]+)\]")
_apart: Final = re.compile(r" / |[(),:;«»\"“”]")
_blanks: Final = re.compile(r"[\s'’_.-]+")
_TATWEEL: Final = "\u0640"
_NEAR: Final = 0.6
"""Likeness from which a word is worth a hint, as for every other name (``errors.did_you_mean``)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with where it stands: source documents, ``web``, ``proposed``."""

    text: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """An entry of the dictionary."""

    id: str
    group: str
    """bets, table or rules"""
    english: tuple[str, ...]
    means: str
    """in English; empty where the term says it all"""
    words: Mapping[str, tuple[Word, ...]]
    """by language; none where nothing is known"""


@cache
def terms() -> tuple[Term, ...]:
    """List the dictionary in its order, read once."""
    # Not a path: the package may lie in a zip.
    text = files("srs_roulette.wording").joinpath("glossary.toml").read_text(encoding="utf-8")
    return tuple(_term(key, row) for key, row in tomllib.loads(text)["terms"].items())


def find(text: str) -> tuple[Term, ...]:
    """Find the terms that a word of any language means; case, accents and dashes do not count.

    Those that the word is; else those of which it is one of several words, in which it stands, begins a word, or is
    any part of one.

    :raises NotFound: there are none; names the nearest word
    """
    wanted = fold(text)
    ranked = [(rank, term) for term in terms() if wanted and (rank := _rank(wanted, term)) is not None]
    if not ranked:
        raise NotFound(f'The dictionary has no "{short(text)}".{_hint(wanted)} See: srs-roulette words')
    best = min(rank for rank, _ in ranked)
    return tuple(term for rank, term in ranked if rank == best)


def fold(text: str) -> str:
    """Return the form in which words are compared: no case, accents, vowel signs or dashes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    bare = "".join(c for c in apart if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return _blanks.sub(" ", bare.replace(_TATWEEL, "")).strip()


def _term(key: str, row: Mapping[str, Any]) -> Term:
    return Term(
        id=key,
        group=row["group"],
        english=tuple(row["en"]),
        means=row.get("means", ""),
        words={language: tuple(map(_word, row.get(language, ()))) for language in LANGUAGES},
    )


def _word(text: str) -> Word:
    found = _marked.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" does not say where it stands.')
    return Word(found["word"], tuple(found["sources"].split(", ")))


def _whole(term: Term) -> list[str]:
    return [*term.english, term.id, *(word.text for words in term.words.values() for word in words)]


def _parts(term: Term) -> list[str]:
    """Give the words of entries that hold several, such as ``rouge / noir``."""
    return [part.strip() for text in _whole(term) for part in _apart.split(text) if part.strip() not in {"", text}]


def _rank(wanted: str, term: Term) -> int | None:
    """Tell how well a term is meant, 0 best; ``None``: not at all."""
    whole = {fold(text) for text in _whole(term)}
    if wanted in whole:
        return 0
    if wanted in {fold(text) for text in _parts(term)}:
        return 1
    for rank, around in enumerate((" {} ", " {}", "{}"), 2):
        if any(around.format(wanted) in f" {text} " for text in whole):
            return rank
    return None


def _hint(wanted: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a miss needs it

    texts = [text for term in terms() for text in (*_whole(term), *_parts(term))]
    # The first spelling of a word is the one shown.
    known = {fold(text): text for text in reversed(texts)}
    near = get_close_matches(wanted, known, n=1, cutoff=_NEAR)
    return f' Did you mean "{known[near[0]]}"?' if near else ""
