"""P6: a package of 10,000 notes beside genanki's, the whole process. Needs genanki, which nothing else does.

Both read the same fields from a file and write them under the same note type; in a third run each of our notes has a
memory and ten answers, which genanki cannot write.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from _anki_writer import ANSWERS, FIELD, NOTE

from srs_roulette.anki.fields import fields_of
from srs_roulette.anki.payload import Asked, Variant

NOTES = 10_000
ROUNDS = 5
"""Rounds whose ratios the median is taken of; one more before them fills the caches."""
WAYS = ("genanki", "new", "history")
WRITER = Path(__file__).with_name("_anki_writer.py")


def make_fields(path: Path) -> None:
    """Write the fields of all notes, each with two draws without a picture."""
    asked = [Asked(name="pays", type="amount", unit="chips", label="to pay")]
    rows = []
    for place in range(NOTES):
        variants = [
            Variant(
                seed=chips,
                house="european",
                kept=f'{{"params":{{"bet":"split","chips":{chips}}},"house":{{}}}}',
                head="The tables",
                prompt=f"Split. Chips: {chips}. To pay, chips:",
                fields=asked,
                answer=[str(17 * chips)],
                told=[str(17 * chips)],
                working=[f"{chips} x 17 = {17 * chips}"],
            )
            for chips in (place % 97 + 2, place % 89 + 3)
        ]
        rows.append(fields_of(f"deck/key/{place}", variants, rollover=4, words={"expected": "Right is:"}))
    path.write_text(NOTE.join(map(FIELD.join, rows)), encoding="utf-8")


def main() -> None:
    """Run all ways in turn and print their ratios."""
    try:
        rival = version("genanki")
    except PackageNotFoundError:
        print("P6 needs genanki: pip install genanki", file=sys.stderr)
        return
    times: dict[str, list[int]] = {way: [] for way in WAYS}
    sizes: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        fields = Path(folder, "fields")
        make_fields(fields)
        for _ in range(ROUNDS + 1):
            for way in WAYS:
                path = Path(folder, f"{way}.apkg")
                path.unlink(missing_ok=True)
                begun = perf_counter_ns()
                subprocess.run([sys.executable, WRITER, way, path, fields], check=True)
                times[way].append(perf_counter_ns() - begun)
                sizes[way] = path.stat().st_size
    print(f"## P6 export to Anki\n\nsrs-roulette {version('srs-roulette')}, genanki {rival}, Python", end=" ")
    print(
        f"{platform.python_version()}.\n{NOTES:,} notes, the same fields, whole process; median of {ROUNDS} rounds.\n"
    )
    print("| | times as fast as genanki | size of genanki's file |\n| --- | --- | --- |")
    for way, told in (("new", "new cards"), ("history", f"memory and {ANSWERS} answers each")):
        faster = median(a / b for a, b in list(zip(times["genanki"], times[way], strict=True))[1:])
        print(f"| {told} | {faster:.1f} | {sizes[way] / sizes['genanki']:.2f} |")
        print(f"{told}: {median(times[way]) / 1e9:.2f} s, {sizes[way]:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
