"""docs/cli.md names every key of ``stats --json``, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

from srs_roulette.recall.document import document

SHARE = ["n", "passed", "value", "low", "high"]
CLI = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def told_of():
    """Read the table: the keys of each object by its path."""
    part = CLI.partition("\n### What stats tells\n")[2].partition("\n## ")[0]
    found, place = {}, ""
    for row in re.findall(r"^\| (.*) \|$", part, re.MULTILINE)[2:]:
        where, keys, _ = re.split(r" ?\| ?", row)
        place = where.strip("`") or place
        found.setdefault(place, set()).update(re.findall(r"`(\w+)`", keys), SHARE if "a share" in keys else [])
    return found


def there_are(value, path=""):
    """Walk a document: the keys of each object by its path."""
    found = {}
    if isinstance(value, list):
        for one in value:
            for place, keys in there_are(one, f"{path}[]").items():
                found.setdefault(place, set()).update(keys)
    elif isinstance(value, dict):
        found[path or "the document"] = set(value)
        for key, inner in value.items():
            found |= there_are(inner, f"{path}.{key}".lstrip("."))
    return found


def test_every_key_is_explained(rich):
    there = there_are(document(rich))
    told = told_of()
    # A table is an object or a list with a row of its own.
    told["the document"] |= {path.partition(".")[0].removesuffix("[]") for path in told if path != "the document"}
    assert there.pop("definitions") == set(document(rich)["definitions"])
    assert told.pop("definitions") == set()
    assert told == there
