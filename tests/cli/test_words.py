"""The dealer's dictionary: the data, the search, the printed page."""

import re
import tomllib
import unicodedata
from importlib.resources import files

import pytest

from srs_roulette.cli.commands import words as page
from srs_roulette.errors import NotFound
from srs_roulette.wording.catalog import languages, load
from srs_roulette.wording.direction import isolated
from srs_roulette.wording.glossary import LANGUAGES, find, fold, terms
from srs_roulette.wording.message import say

SOURCES = {"000", "002", "003", "004", "web", "proposed"}
# The nine terms of source document 000, as it writes them.
NINE = ["Straight", "Split", "Street", "Corner", "Six line", "الجيران", "Complete", "الرهان المعلن", "Dolly"]


def test_every_term_is_whole():
    assert len(terms()) == 92
    assert len({term.id for term in terms()}) == 92
    for term in terms():
        assert term.english
        assert load().has(f"dictionary.{term.group}")
        assert any(term.words.values())
        for words in term.words.values():
            for word in words:
                assert word.sources
                assert set(word.sources) <= SOURCES
                assert word.text == unicodedata.normalize("NFC", word.text).strip()


def test_the_file_has_no_unknown_key():
    text = files("srs_roulette.wording").joinpath("glossary.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(text)["terms"].values():
        assert set(row) <= {"group", "en", "means", *LANGUAGES}


def test_the_dictionary_is_no_language():
    assert "glossary" not in languages()
    assert "en" in languages()


@pytest.mark.parametrize("word", NINE)
def test_the_terms_of_the_source_document_are_found(word):
    assert find(word)


@pytest.mark.parametrize(
    ("word", "english", "language", "sources"),
    [
        ("carré", "corner", "fr", ("002",)),
        ("Kolonne", "column", "de", ("002", "004")),
        ("sáv", "column", "hu", ("003",)),
        ("الدولي", "dolly", "ar", ("000",)),
        ("sixain", "six line", "fr", ("web",)),
        ("gereblye", "rake", "hu", ("proposed",)),
        ("rien ne va plus", "no more bets", "fr", ("002", "004")),
    ],
)
def test_the_marks_say_where_a_word_stands(word, english, language, sources):
    (term,) = find(word)
    assert term.english[0] == english
    assert next(w.sources for w in term.words[language] if w.text == word) == sources


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("RATEAU", "rake"),
        ("râteau", "rake"),
        ("carre", "corner"),
        ("noir", "red / black"),
        ("jeu zero", "Jeu zéro"),
        ("sav", "column"),
        ("orphelins", "Orphelins"),
        ("sixain", "six line"),
        ("Grosse Serie", "Voisins du zéro"),
        ("الموزع", "dealer"),
        ("hatszám", None),
        ("to 1", "odds"),
        ("straight_up", "straight up"),
        ("straight-up", "straight up"),
        ("partagez", "Partagez la masse, s'il vous plaît"),
        ("s’il vous plait", "Partagez la masse, s'il vous plaît"),
    ],
)
def test_case_accents_and_dashes_do_not_count(typed, english):
    if english is None:
        with pytest.raises(NotFound):
            find(typed)
    else:
        assert english in [term.english[0] for term in find(typed)]


def test_a_whole_word_comes_before_its_part():
    assert [term.id for term in find("plein")] == ["straight_up"]
    assert [term.id for term in find("split")] == ["split"]
    assert len(find("spl")) > 1


@pytest.mark.parametrize(("typed", "near"), [("sipn", "spin"), ("carree", "carré"), ("Kolone", "Kolonne")])
def test_a_miss_names_the_nearest(cli, typed, near):
    said = cli.fault("words", typed, code=1)
    assert f'"{typed}"' in said
    assert f'Did you mean "{near}"?' in said


@pytest.mark.parametrize("typed", ["zzzzzz", "", " ", "?", "\u0301", "x" * 5000, "\x1b[2J"])
def test_nonsense_is_one_line(cli, typed):
    said = cli.fault("words", typed, code=1)
    assert "\x1b" not in said
    assert len(said) < 200


def test_fold():
    assert fold("Œuvre RÂTEAU") == "oeuvre rateau"
    assert fold("große") == "grosse"
    assert fold("رصّة") == fold("رصة")
    assert fold("à-cheval") == "a cheval"


def test_json(cli):
    (word,) = cli.json("words", "rouge")["words"]
    assert list(word) == ["id", "group", "en", "means", *LANGUAGES]
    assert word["fr"] == [{"word": "rouge / noir", "sources": ["000", "002"]}]
    assert len(cli.json("words")["words"]) == 92


def test_words_of_several_parts_need_no_quotes(cli):
    assert cli.json("words", "rien", "ne", "va", "plus")["words"][0]["id"] == "no_more_bets"


@pytest.mark.parametrize("columns", [80, 40])
def test_no_line_is_wider_than_the_terminal(cli, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = cli.run("words").stdout + cli.run("words", "a").stdout
    for line in [*text.splitlines(), *page._entries(terms(), load())]:
        seen = [c for c in line if not unicodedata.combining(c) and unicodedata.category(c) != "Cf"]
        assert len(seen) <= columns, line


def test_a_page_holds_every_word_with_its_source(process):
    text = process("words", "column", COLUMNS="80", PYTHONUTF8="1").stdout.decode()
    for word in ("column", "colonne 34, 35, 36", "Kolonne (002, 004)", "sáv (003)", "العمود", "French", "Hungarian"):
        assert word in text


@pytest.mark.parametrize("columns", [80, 40, 15])
def test_arabic_stands_apart_on_every_line(monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    page._print(page._entries(terms(), load()))
    text = capsys.readouterr().out
    assert len(re.findall("[\u0600-\u06ff]+", text)) > 100
    for line in text.splitlines():
        assert line.count("\u2068") == line.count("\u2069")
        outside = re.sub("\u2068[^\u2069]*\u2069", "", line)
        assert not re.search("[\u0600-\u06ff]", outside), line


@pytest.mark.parametrize(
    ("line", "apart"),
    [
        ("  Arabic  الرقم (000)", "  Arabic  \u2068الرقم\u2069 (000)"),
        ("بـ 100 للرقاقة / بـ 900 (000)", "\u2068بـ 100 للرقاقة / بـ 900\u2069 (000)"),
        ("«مقابل 1» (000)", "\u2068«مقابل 1»\u2069 (000)"),
        ("يجمع (000), يزيل (000)", "\u2068يجمع\u2069 (000), \u2068يزيل\u2069 (000)"),
        ("carré (002)", "carré (002)"),
        ("ال", "\u2068ال\u2069"),
        ("أ", "\u2068أ\u2069"),
    ],
)
def test_isolated(line, apart):
    assert isolated(line) == apart


def test_a_plain_terminal_gets_no_marks_and_no_question_marks(process):
    done = process("words", "zero", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert "Arabic" not in text
    assert "?" not in text
    assert "zero (002)" in text


def test_every_label_is_worded():
    for key in (*LANGUAGES, "bets", "table", "rules", "sources", "more"):
        assert load().text(say(f"dictionary.{key}"))
