"""The fields of a note: its draws for the script, and the first of them as plain HTML for where no script runs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from srs_roulette.anki import payload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from srs_roulette.anki.payload import Picture, Variant


def fields_of(
    item_id: str, variants: Sequence[Variant], *, rollover: int, words: Mapping[str, str]
) -> tuple[str, str, str, str, str]:
    """Return the values of ``model.FIELDS``; the arguments are those of ``payload.pack``."""
    first = variants[0]
    offered = ["(" + " / ".join(word for _, word in field.choices) + ")" for field in first.fields if field.choices]
    return (
        html(item_id),
        _lines([first.head, first.prompt]) + _shown(first.picture) + _lines(offered),
        _lines([words["expected"], *_labelled(first)]) + _shown(first.solution),
        _lines(first.working),
        payload.pack(item_id, variants, rollover=rollover, words=words),
    )


def html(text: str) -> str:
    """Write a plain text as field text that shows exactly it: escaped once, and no bracket that Anki would obey."""
    return escape(text, quote=False).replace("[", "&#91;").replace("\r\n", "\n").replace("\n", "<br>")


def _shown(picture: Picture | None) -> str:
    return _lines([picture.note]) + picture.wide if picture else ""


def _lines(texts: Iterable[str]) -> str:
    return "".join(f'<p dir="auto">{html(text)}</p>' for text in texts if text)


def _labelled(variant: Variant) -> list[str]:
    if len(variant.fields) == 1:
        return list(variant.told)
    return [f"{field.label}: {told}" for field, told in zip(variant.fields, variant.told, strict=True)]
