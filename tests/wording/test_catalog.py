import subprocess
import sys
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import srs_roulette
from srs_roulette.errors import NotFound
from srs_roulette.questions.types import Unit
from srs_roulette.wording import catalog
from srs_roulette.wording.catalog import Catalog, load
from srs_roulette.wording.message import Message, say
from srs_roulette.wording.visible import visible

SMALL = Catalog(
    "xx",
    {"list.separator": " + ", "plain": "Chips: {chips}", "list": "<{items}>", "twice": "{a} {a}", "bare": "{}"},
)


def test_values_stand_where_the_sentence_wants_them():
    assert SMALL.text(say("plain", chips=7)) == "Chips: 7"
    assert SMALL.text(say("twice", a="17/20")) == "17/20 17/20"


def test_a_value_that_is_a_message_is_worded_and_a_list_uses_the_separator_of_the_language():
    assert SMALL.text(say("list", items=("a", say("plain", chips=2), "b"))) == "<a + Chips: 2 + b>"
    assert SMALL.text(say("list", items=())) == "<>"


def test_without_a_separator_a_list_has_commas():
    assert Catalog("xx", {"list": "{items}"}).text(say("list", items=("a", "b"))) == "a, b"


def test_braces_in_a_value_are_not_filled_in():
    assert SMALL.text(say("plain", chips="{chips} {other} {0} {{")) == "Chips: {chips} {other} {0} {{"


def test_braces_without_a_name_are_left_alone():
    assert SMALL.text(say("bare")) == "{}"


def test_an_unknown_id_and_a_missing_value_are_faults_of_the_program_that_name_themselves():
    with pytest.raises(KeyError, match=r"no\.such"):
        SMALL.text(say("no.such"))
    with pytest.raises(KeyError, match="chips"):
        SMALL.text(say("plain"))


def test_has():
    assert SMALL.has("plain")
    assert not SMALL.has("no.such")


def test_signs_that_drive_a_terminal_are_seen_in_values():
    shown = SMALL.text(say("plain", chips="\x1b]0;x\x07\x1b[2J\u202e17/20\u2066"))
    assert shown == "Chips: \u241b]0;x\u2407\u241b[2J\ufffd17/20\ufffd"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x00", "\u2400"),
        ("\x1b", "\u241b"),
        ("\n\t", "\u240a\u2409"),
        ("\x7f", "\u2421"),
        ("\x9b", "\ufffd"),
        ("\u202a\u202e\u2069\u2028", "\ufffd" * 4),
        ("\udcff", "\ufffd"),
        ("carré 17/20 רולטה رقائق \u200f", "carré 17/20 רולטה رقائق \u200f"),
    ],
)
def test_visible(raw, shown):
    assert visible(raw) == shown


@given(st.text(st.characters(exclude_categories=())))
@settings(deadline=None)
def test_visible_text_can_be_printed_and_stays_as_long(text):
    shown = visible(text)
    assert len(shown) == len(text)
    shown.encode()
    assert visible(shown) == shown


def test_english_is_loaded_once():
    assert load() is load("en")
    assert load().language == "en"


def test_an_unknown_language_names_the_nearest_or_all():
    with pytest.raises(NotFound, match=r'no language "eng".* Did you mean "en"'):
        load("eng")
    with pytest.raises(NotFound, match=r"Known: .*en"):
        load("../../pyproject")


def test_a_language_falls_back_to_english_key_by_key(tmp_path, monkeypatch):
    (tmp_path / "en.toml").write_text('[list]\nseparator = ", "\n[a.b]\nc = "sea"\nd = "{x}"\n', encoding="utf-8")
    (tmp_path / "yy.toml").write_text('[list]\nseparator = "; "\n[a.b]\nc = "Meer"\n', encoding="utf-8")
    monkeypatch.setattr(catalog, "_folder", lambda: tmp_path)
    catalog._load.cache_clear()
    try:
        other = load("yy")
        assert other.text(say("a.b.c")) == "Meer"
        assert other.text(say("a.b.d", x=("1", "2"))) == "1; 2"
        assert load("en").text(say("a.b.c")) == "sea"
        assert catalog.languages() == ("en", "yy")
    finally:
        catalog._load.cache_clear()


def test_every_unit_has_a_label():
    assert all(load().has(f"unit.{unit.value}") for unit in Unit if unit is not Unit.NONE)


def test_every_english_sentence_is_text_on_one_line():
    def leaves(table):
        for value in table.values():
            yield from leaves(value) if isinstance(value, dict) else [value]

    sentences = list(leaves(tomllib.loads(files("srs_roulette.wording").joinpath("en.toml").read_text("utf-8"))))
    assert sentences
    assert all(isinstance(s, str) and s and "\n" not in s for s in sentences)


def test_the_language_files_are_found_in_a_zip(tmp_path):
    package = Path(srs_roulette.__file__).parent
    archive = tmp_path / "app.zip"
    with zipfile.ZipFile(archive, "w") as bundle:
        for name in ("__init__.py", "errors.py"):
            bundle.write(package / name, f"srs_roulette/{name}")
        for file in (package / "wording").iterdir():
            if file.suffix in {".py", ".toml"}:
                bundle.write(file, f"srs_roulette/wording/{file.name}")
    program = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from srs_roulette.wording.catalog import load\n"
        "from srs_roulette.wording.message import say\n"
        "assert '.zip' in sys.modules['srs_roulette'].__file__\n"
        "print(load().text(say('unit.chips')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("chips\n", "")


def test_a_message_is_a_value():
    assert say("a", b=1) == Message("a", {"b": 1})
