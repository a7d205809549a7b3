"""One process of ``anki_export.py``: read the fields of all notes and write them as a package, in one of three ways.

Each way imports only what it needs.
"""

from __future__ import annotations

import sys
from datetime import UTC
from pathlib import Path

ANSWERS = 10
FIELD, NOTE = "\x1f", "\x1e"
"""ends of a field and of a note in the file of fields"""
START = 1_780_000_000_000


def write_ours(path: Path, rows: list[list[str]], *, history: bool) -> None:
    """Write all notes with our writer."""
    from srs_roulette.anki.writer import Card, Note, Package, Review, write  # noqa: PLC0415
    from srs_roulette.scheduling.forward import WEIGHTS  # noqa: PLC0415
    from srs_roulette.scheduling.types import StudyDay  # noqa: PLC0415

    day = StudyDay(20_602)
    card = Card(stability=9.5, difficulty=5.2, last_ms=START, last_day=day, due_day=day, reps=ANSWERS, lapses=0)
    first = START - 10 * ANSWERS * len(rows)
    notes = [
        Note(
            guid=f"srs:deck/key/{place}",
            note_id=START + place,
            card_id=START + place,
            changed=START // 1000,
            fields=tuple(row),  # type: ignore[arg-type]
            deck="Roulette::Deck",
            tags=("roulette",),
            card=card if history else None,
            reviews=[Review(first + place + len(rows) * k, 3, min(k, 1), 9, 3, 5.2, 4200) for k in range(ANSWERS)]
            if history
            else (),
        )
        for place, row in enumerate(rows)
    ]
    rest = {"retention": 0.9, "maximum_interval": 36500, "new_per_day": 10, "reviews_per_day": 200}
    write(path, Package(notes=notes, zone=UTC, weights=WEIGHTS, today=day, **rest))  # type: ignore[arg-type]


def write_genanki(path: Path, rows: list[list[str]]) -> None:
    """Write all notes with genanki."""
    import genanki  # type: ignore[import-untyped] # noqa: PLC0415

    from srs_roulette.anki import model  # noqa: PLC0415 - the same note type

    front, back, css = model.card()
    kind = genanki.Model(
        model.MODEL_ID,
        "Roulette",
        fields=[{"name": name} for name in model.FIELDS],
        templates=[{"name": "Card", "qfmt": front, "afmt": back}],
        css=css,
    )
    deck = genanki.Deck(START, "Roulette::Deck")
    for place, row in enumerate(rows):
        deck.add_note(genanki.Note(model=kind, fields=row, tags=["roulette"], guid=f"srs:deck/key/{place}"))
    genanki.Package(deck).write_to_file(path)


if __name__ == "__main__":
    way, target, given = sys.argv[1:]
    fields = [note.split(FIELD) for note in Path(given).read_text(encoding="utf-8").split(NOTE)]
    if way == "genanki":
        write_genanki(Path(target), fields)
    else:
        write_ours(Path(target), fields, history=way == "history")
