"""Every statement of the four source documents stands in docs/statements.md, and what it names exists."""

import re
import tomllib
from pathlib import Path

import pytest
import typer.main

from srs_roulette.cli.app import app
from srs_roulette.deck import loader
from srs_roulette.questions import registry
from srs_roulette.rules import house_file
from srs_roulette.wording import glossary

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
PROCEDURE = ROOT / "srs_roulette" / "questions" / "families" / "procedure.toml"
FACTS = tomllib.loads(PROCEDURE.read_text(encoding="utf-8"))["facts"]
DECKS = {deck.id: deck for deck in loader.load_all(loader.find.installed())}

DOCUMENTS = {"S1": ("000", 54), "S2": ("002", 33), "S3": ("003", 26), "S4": ("004", 11)}
"""The document that the decks and facts call so, and how many statements it makes."""
PREFIXES = ("family", "item", "fact", "house", "command", "term", "lesson")


def rows(document):
    """Read the table of a document: number, what it says, what covers it."""
    section = re.split(r"^## ", PAGE.partition(f"\n## {document}: ")[2], maxsplit=1, flags=re.MULTILINE)[0]
    found = [line.strip("|").split("|") for line in section.splitlines() if re.match(r"\| \d+ \|", line)]
    assert all(len(cells) == 3 for cells in found), "a row has three cells"
    return [(int(number), says.strip(), covered.strip()) for number, says, covered in found]


def named(text):
    """List what a text names, such as ``("fact", "dolly")``."""
    return re.findall(rf"`({'|'.join(PREFIXES)}):([^`]+)`", text)


ROWS = [(document, *row) for document in DOCUMENTS for row in rows(document)]


def family_exists(name):
    name, _, form = name.partition("/")
    if name not in registry.names():
        return False
    forms = [value for key in registry.family(name).keys if key.name in {"mode", "asked"} for value in key.values]
    return not form or form in forms


def item_exists(name):
    return any(name in {item.id, f"{item.deck}/{item.key}"} for deck in DECKS.values() for item in deck.items)


def command_exists(name):
    program = typer.main.get_command(app)
    context = program.make_context("srs-roulette", [], resilient_parsing=True)
    return program.get_command(context, name) is not None


def lesson_exists(name):
    deck, _, section = name.rpartition("/")
    found = DECKS[deck or "european"].sections.get(section)
    return found is not None and bool(found.lesson.strip())


EXISTS = {
    "family": family_exists,
    "item": item_exists,
    "fact": FACTS.__contains__,
    "house": house_file.KEYS.__contains__,
    "command": command_exists,
    "term": {term.id for term in glossary.terms()}.__contains__,
    "lesson": lesson_exists,
}


@pytest.mark.parametrize(("document", "count"), [(name, count) for name, (_, count) in DOCUMENTS.items()])
def test_no_statement_is_missing(document, count):
    assert [number for number, _, _ in rows(document)] == list(range(1, count + 1))


@pytest.mark.parametrize(("document", "number", "says", "covered"), ROWS, ids=lambda value: str(value)[:12])
def test_a_statement_is_covered_or_says_why_not(document, number, says, covered):
    where = f"{document} {number}"
    assert says, where
    assert named(covered) or covered.startswith(("no rule: ", "*open*: ")), where
    assert not re.search(r"\*open\*(?!: \w)", covered), f"{where}: open, but what?"


@pytest.mark.parametrize(("kind", "name"), sorted(set(named(PAGE))), ids=":".join)
def test_what_a_statement_names_exists(kind, name):
    assert EXISTS[kind](name), f"{kind}:{name}"


def test_all_code_in_the_tables_has_a_known_prefix():
    for document, number, _, covered in ROWS:
        words = re.findall(r"`([^`]+)`", covered)
        assert len(words) == len(named(covered)), f"{document} {number}: {words}"


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_stands_in_the_table_of_each_of_its_documents(fact):
    for document, (source, _) in DOCUMENTS.items():
        told = {name for _, _, covered in rows(document) for kind, name in named(covered) if kind == "fact"}
        assert source not in FACTS[fact].get("sources", ()) or fact in told, f"{document} does not name fact:{fact}"
    assert ("fact", fact) in named(PAGE)


def test_the_facts_that_no_deck_asks_are_those_of_the_list():
    items = [item for deck in DECKS.values() for item in deck.items if item.family == "procedure"]
    asked = {fact for item in items for fact in item.bands.get("fact", tuple(FACTS))}
    listed = re.findall(r"^\* `fact:(.+)`$", PAGE, re.MULTILINE)
    assert listed == [fact for fact in FACTS if fact not in asked], "run scripts/docs"


def test_the_form_that_no_deck_asks():
    forms = {form for deck in DECKS.values() for i in deck.items if i.family == "announce" for form in i.bands["mode"]}
    assert "call" not in forms, "docs/statements.md says that no deck asks it"


def test_no_statement_is_longer_than_a_line():
    """They are our own short words, not sentences of the documents."""
    for document, number, says, _ in ROWS:
        assert len(says) < 120, f"{document} {number}"
