"""The package itself, and the texts in it: ANKI.md 11, 1, 10; cases 21, 28."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing
from datetime import UTC, timedelta
from zipfile import ZipFile

import pytest
from anki_packages import anki, judged
from export_helpers import (
    AFTERNOON,
    ITEMS,
    WORDS,
    collection,
    note,
    package,
    taking,
    variant,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from srs_roulette.anki import payload
from srs_roulette.anki.fields import fields_of, html
from srs_roulette.anki.reader import opened
from srs_roulette.anki.writer import Card, Review, deck_name, tag, write
from srs_roulette.errors import NotSaved


def test_the_package_is_what_ankis_own_writer_calls_legacy_2(learned):
    learner, _ = learned("UTC")
    path = learner.package()
    with ZipFile(path) as packed:
        assert packed.namelist() == ["meta", "collection.anki21", "media"]
        assert (packed.read("meta"), packed.read("media")) == (b"\x08\x02", b"{}")
    with closing(collection(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert "1" in json.loads(database.execute("SELECT dconf FROM col").fetchone()[0])
        now = AFTERNOON.replace(tzinfo=UTC).timestamp()
        for table in ("notes", "cards", "revlog"):
            newest = database.execute(f"SELECT max(id) FROM {table}").fetchone()[0]  # noqa: S608 - our names
            assert 0 < newest < now * 1000
        assert database.execute("SELECT max(mod) FROM notes").fetchone()[0] <= now
        kept = database.execute("SELECT count(DISTINCT guid), count(*) FROM notes").fetchone()
        assert kept[0] == kept[1]


def test_the_same_data_gives_the_same_bytes(learned):
    learner, _ = learned("Asia/Tokyo")
    first = learner.package("one.apkg").read_bytes()
    assert learner.package("two.apkg", AFTERNOON + timedelta(days=3)).read_bytes() == first


def test_a_learner_without_a_file_gets_the_same_package_every_time_and_no_file(learner):
    one = learner.package("one.apkg", writing=False).read_bytes()
    assert learner.package("two.apkg", AFTERNOON + timedelta(days=3), writing=False).read_bytes() == one
    assert not (learner.folder / "learner.db").exists()


def test_cards_are_new_in_the_order_of_the_deck_when_fresh(learned):
    learner, _ = learned("UTC")
    with closing(collection(learner.package(with_history=False))) as database:
        rows = database.execute(
            "SELECT type, queue, due FROM cards JOIN notes n ON n.id = nid ORDER BY cards.due"
        ).fetchall()
        assert rows == [(0, 0, place) for place in range(1, len(rows) + 1)]
        first = database.execute("SELECT flds FROM notes n JOIN cards ON nid = n.id WHERE due = 1").fetchone()[0]
        assert first.split("\x1f")[0] == "mine/split/2"
        assert database.execute("SELECT count(*) FROM revlog").fetchone() == (0,)


def test_anki_asks_new_cards_in_the_order_of_the_deck(learner):
    # By their titles the second section would come before the first.
    steps = [*taking(learner.folder / "a", learner.package()), ["queue", {"count": 3}]]
    assert judged(steps)[-1] == [f"srs:mine/split/{chips}" for chips in (2, 3, 4)]


# -- texts

AWKWARD = [
    "Stake <5 & >2 <b",
    "R&D",
    "5 < 6",
    "&lt;",
    "{{A}}",
    "{{c1::x}}",
    "[sound:x.mp3]",
    "[latex]x[/latex]",
    "[$]x[/$]",
    "two\nlines",
    "  leading blanks",
    r"\(x\) and \[y\]",
    "</script><script>alert(1)</script>",
    "\u2028 \u05d0\u05d1 \u0627\u0644",
]


def test_every_text_arrives_as_it_was_written(tmp_path, browser):
    write(tmp_path / "one.apkg", package([note(number, text) for number, text in enumerate(AWKWARD)]))
    guids = [f"srs:mine/{number}" for number in range(len(AWKWARD))]
    steps = taking(tmp_path / "a", tmp_path / "one.apkg", then=("notes",))
    *_, notes, sides = judged([*steps, ["render", {"guids": guids}]])
    assert notes["srs:mine/0"]["fields"][1] == '<p dir="auto">Tables</p><p dir="auto">Stake &lt;5 &amp; &gt;2 &lt;b</p>'
    page, plain = browser.new_page(), browser.new_context(java_script_enabled=False).new_page()
    for guid, text in zip(guids, AWKWARD, strict=True):
        assert sides[guid]["sounds"] == 0
        page.set_content(f"<style>{sides[guid]['css']}</style>{sides[guid]['front']}")
        assert page.evaluate("document.querySelector('.rc-prompt').textContent") == text
        # Without a script: the text of the field itself.
        plain.set_content(f"<style>{sides[guid]['css']}</style>{sides[guid]['front']}")
        shown = plain.locator("p").nth(1).inner_text()
        assert shown.replace("\xa0", " ") == text.replace("\u2028", "\n") or shown == text


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_any_text_survives_the_field(text):
    written = payload.written({"q": text, "list": [text], "n": 1, "none": None})
    assert json.loads(written) == {"q": text, "list": [text], "n": 1, "none": None}
    assert written.isascii()
    outside = written.replace(json.dumps(None), "")
    assert not set("<>&'()$") & set(outside)
    assert "{{" not in written
    assert "[[" not in written


def test_what_draws_share_stands_once_in_the_field():
    sheet = "<style>" + "x" * 5000 + "</style>"
    drawings = [f"<svg>{sheet}<text>{n}</text><b></b></svg>" for n in range(12)]
    draws = [variant(f"Chips: {n}.", picture=payload.Picture(wide=one, note="")) for n, one in enumerate(drawings)]
    field = payload.pack("mine/1", draws, rollover=4, words=WORDS)
    document = json.loads(field)
    assert len(field) < 10_000
    assert [one["q"] for one in document["v"]] == [one.prompt for one in draws]
    assert {"q", "p"} == set(document["v"][0])
    found = [[document["svg"][place] for place in one["p"][0][0]] for one in document["v"]]
    assert ["><".join(elements) for elements in found] == drawings


def test_any_text_survives_anki(tmp_path):
    texts = [
        '"quotes" \\ back',
        "</script>",
        "{{x}}",
        "[sound:a]",
        r"\(",
        "\u2028\u2029\ufeff",
        "\U0001f3b0",
        "\x00\x01",
        '<img src="x">',
    ]
    notes = [note(number, text) for number, text in enumerate(texts)]
    write(tmp_path / "one.apkg", package(notes))
    *_, found = judged(taking(tmp_path / "a", tmp_path / "one.apkg", then=("notes",)))
    for one in notes:
        assert found[one.guid]["fields"][4] == one.fields[4]


@pytest.mark.parametrize("legacy", [True, False])
def test_what_anki_exports_holds_the_fields_byte_for_byte(learner, legacy):
    course, texts = learner.package("course.apkg"), learner.folder / "texts.apkg"
    write(texts, package([note(number, text) for number, text in enumerate(AWKWARD)]))
    back = learner.folder / "back.apkg"
    takes = [{"do": "take", "file": str(path)} for path in (course, texts)]
    anki(learner.folder / "c.anki2", AFTERNOON, *takes, {"do": "export", "file": str(back), "legacy": legacy})
    sql, written = "SELECT guid, flds FROM notes ORDER BY guid", []
    for path in (course, texts):
        with closing(collection(path)) as database:
            written += database.execute(sql)
    with opened(back) as returned:
        assert returned.connection.execute(sql).fetchall() == sorted(written)


def test_no_card_has_an_empty_front(learner):
    *_, cards, empty = judged(taking(learner.folder / "a", learner.package(), then=("cards", "empty")))
    assert (len(cards), empty) == (ITEMS, 0)


def test_the_sign_between_fields_is_refused_with_the_notes_name(tmp_path):
    fields = ("mine/1", "a\x1fb", "", "", "")
    with pytest.raises(ValueError, match="srs:mine/1"):
        write(tmp_path / "one.apkg", package([note(fields=fields)]))
    assert list(tmp_path.iterdir()) == []


def test_a_text_is_escaped_once():
    assert html("a<b & [c]\nd") == "a&lt;b &amp; &#91;c]<br>d"


# -- names, files


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Dealer::Payouts", "Dealer:Payouts"),
        ("A::::B", "A:B"),
        ("::", "-"),
        (" x ", "x"),
        ('Übung "x"', 'Übung "x"'),
        ("a\nb", "a b"),
        ("x" * 300, "x" * 100),
        ("Default", "Default"),
        ("a\x00b", "ab"),
        ("", "-"),
    ],
)
def test_names_of_decks_are_cleaned(name, cleaned):
    assert deck_name("Roulette", name) == f"Roulette::{cleaned}"


def test_every_card_is_found_in_anki_whatever_its_deck_is_called(tmp_path):
    names = ["Dealer::Payouts", "A::::B", "::", " x ", 'Übung "x"', "a\nb", "y" * 300, "Default"]
    notes = [
        note(number, deck=deck_name("Roulette", name), tags=(tag("inside bets"),)) for number, name in enumerate(names)
    ]
    write(tmp_path / "one.apkg", package(notes))
    *_, cards, decks, found, check = judged(
        taking(tmp_path / "a", tmp_path / "one.apkg", then=("cards", "decks", "notes", "check"))
    )
    assert {guid: card["deck"] for guid, card in cards.items()} == {
        one.guid: one.deck.replace('"', '"') for one in notes
    }
    assert not any("blank" in name for name in decks)
    assert {tuple(one["tags"]) for one in found.values()} == {("inside_bets",)}
    assert check["fine"]


def test_a_file_that_is_not_ours_is_not_replaced(tmp_path):
    path = tmp_path / "one.apkg"
    path.write_bytes(b"reviews that are only here")
    with pytest.raises(NotSaved, match="Choose another name"):
        write(path, package([note()]))
    assert path.read_bytes() == b"reviews that are only here"


def test_a_fault_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "one.apkg"
    write(path, package([note()]))
    before = path.read_bytes()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(NotSaved, match="No space left"):
        write(path, package([note(2)]))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["one.apkg"]


def test_ten_thousand_notes_with_ten_answers_each_are_quick(tmp_path):
    start = 1_780_000_000_000
    card = Card(stability=9.0, difficulty=5.0, last_ms=start, last_day=20_600, due_day=20_610, reps=10, lapses=0)
    fields = fields_of("mine/1", [variant()] * 3, rollover=4, words=WORDS)
    notes = [
        note(
            number,
            fields=(f"mine/{number}", *fields[1:]),
            card=card,
            reviews=[
                Review(
                    id=start + 10 * number + k,
                    rating=3,
                    type=1,
                    interval=9,
                    last_interval=3,
                    difficulty=5.0,
                    elapsed_ms=900,
                )
                for k in range(10)
            ],
        )
        for number in range(10_000)
    ]
    begun = time.perf_counter()  # noqa: TID251 - what is measured here is how long it takes
    write(tmp_path / "one.apkg", package(notes))
    assert time.perf_counter() - begun < 10  # noqa: TID251
