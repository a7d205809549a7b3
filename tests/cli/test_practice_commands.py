from __future__ import annotations

import pytest
from sitting_helpers import FIRST, SECOND

LESSON = (
    'title = "One"\nlesson = """\nRead this.\n\n{{felt 17=1 number=17}}\n\n{{wheel 0 2}}\n\n{{racetrack tiers}}\n"""'
)


def teach(home):
    text = home.deck.read_text(encoding="utf-8").replace('title = "One"', LESSON)
    home.deck.write_text(text, encoding="utf-8")


@pytest.fixture
def deck(home):
    return ["--deck", str(home.deck)]


def kinds(home):
    return [one["kind"] for one in home.json("history")["attempts"]]


# ---- drill, test, placement


def test_a_drill_in_a_pipe(home, deck):
    said = home.run("drill", "times-table", *deck, "--seed", "1", typed="?\n!\n!the key\nundo\nquit\n").stdout
    assert "Type the answer. Also: ? (not known), !text (it was judged wrongly), help, quit." in said
    assert said.count("Not known.") == 1
    assert "Write behind the ! what is wrong" in said
    assert "Flagged: mine/split/" in said
    assert "Here an answer stands" in said
    assert "Answered 1, right 0" in said
    assert kinds(home) == ["drill"]
    assert home.json("due", *deck)["new"] == 2  # three, one of them paused
    assert home.json("items", *deck)["items"][-1]["state"] == "new"


def test_a_sprint_says_the_best(home, deck):
    words = ["drill", "times_table", "--seconds", "300", *deck]
    said = home.run(*words, typed="34\n51\n68\n34\n51\n68\n34\n51\n68\n").stdout
    right = said.count("Right. ")
    assert "300 s left" in said
    assert f"Your best in 300 s: {right}." in said if right else "Your best" not in said
    assert "Nothing was answered." in home.run(*words, typed="").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["drill", "times_tabel"], 1, 'Did you mean "times_table"?'),
        (["drill", "finals"], 1, 'no items of the family "finals"'),
        (["drill", "--seconds", "2"], 2, "from 5 to 3600"),
        (["test", "oen"], 1, 'Did you mean "one"?'),
        (["test", "one", "--questions", "0"], 2, "from 1 to 500"),
        (["test", "one", "--pass", "101"], 2, "from 1 to 100"),
        (["lesson", "oen"], 1, 'Did you mean "one"?'),
        (["flag"], 2, "--help"),
        (["flag", "why"], 1, "no history yet"),
        (["flags", "clear", "1"], 1, "no history yet"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_faults_are_one_line_and_create_nothing(home, deck, words, code, said):
    fault = home.fault(*words, *deck, code=code)
    assert said in fault
    assert "\n" not in fault
    assert not home.folder.exists()


def test_a_test_and_its_score(home, deck):
    words = ["test", "one", "--questions", "4", "--seed", "1", *deck]
    said = home.run(*words, typed="?\n?\n?\n?\n").stdout
    assert "1 of 4 · One" in said
    assert "Score 0 %, 90 % wanted: not passed." in said
    order = [one["expected"] for one in home.json("history")["attempts"]]
    assert len(order) == 4
    said = home.run(*words, "--pass", "75", typed="\n".join([*order[:3], "?"]) + "\n").stdout
    assert "Answered 4, right in time 3." in said
    assert "Score 75 %, 75 % wanted: passed." in said
    said = home.run(*words, typed="?\n").stdout
    assert "Broken off, no score. Answered 1 of 4, right 0." in said
    assert set(kinds(home)) == {"test"}


def test_too_slow_in_a_test_is_said(home, deck):
    text = home.deck.read_text(encoding="utf-8").replace("chips.each", "limit_seconds = 0.000001\nchips.each")
    home.deck.write_text(text, encoding="utf-8")
    words = ["test", "one", "--questions", "1", "--seed", "1", *deck]
    home.run(*words, typed="?\n")
    right = home.json("history")["attempts"][0]["expected"]
    said = " ".join(home.run(*words, typed=f"{right}\n").stdout.split())
    # A millisecond may not have passed.
    assert ("In a test that is a fault." in said) is ("Score 0 %" in said)


def test_a_placement_and_its_summary(home, deck):
    home.run("placement", "--seed", "1", *deck, typed="?\n")
    said = home.run("placement", "--seed", "1", *deck, typed="?\n").stdout
    assert "1 · at most 6 · One" in said
    assert "one  open  One" in said
    assert "two        Two" in said
    assert "Broken off" not in said
    assert "Broken off: what was passed stays open." in home.run("placement", *deck, typed="").stdout
    assert set(kinds(home)) == {"test"}
    assert home.json("due", *deck)["new"] == 3


# ---- flags


def test_flags_from_the_command_line(home, deck):
    assert home.json("flags") == {"flags": []}
    assert "No key is flagged." in home.run("flags").stdout
    assert not home.folder.exists()
    home.sit(most=2)
    first, second = (one["id"] for one in home.json("history")["attempts"])
    assert "no item" not in home.fault("flag", str(first), code=2)
    assert home.json("flag", "17 is", "wrong") == {"attempt": second, "item": SECOND, "text": "17 is wrong"}
    assert f"flags clear {first}" in " ".join(home.run("flag", str(first), "typo").stdout.split())
    flags = home.json("flags")["flags"]
    assert [(one["item"], one["text"], one["given"], one["expected"]) for one in flags] == [
        (FIRST, "typo", "34", "34"),
        (SECOND, "17 is wrong", "51", "51"),
    ]
    assert flags[0]["params"]["chips"] == 2
    assert flags[0]["prompt"]
    shown = home.run("flags").stdout
    assert "typo" in shown
    assert "typed 34, key 34" in shown
    assert [one["state"] for one in home.json("items", *deck)["items"][:2]] == ["suspended"] * 2
    assert home.json("flags", "clear", str(first)) == {"cleared": first}
    home.run("flags", "clear", str(second))
    assert home.json("flags") == {"flags": []}
    assert "no open flag" in home.fault("flags", "clear", str(second))
    assert "no attempt 9999999999" in home.fault("flag", "9999999999", "why")


def test_a_flag_in_a_review(home, deck):
    said = home.run("review", *deck, typed="!early\n?\n!late\n51\n68\n").stdout
    assert "Nothing was answered yet" in said
    assert f"Flagged: {FIRST}, the last answer." in said
    assert "again" not in said.replace("asked again", "")
    assert [one["item"] for one in home.json("flags")["flags"]] == [FIRST]


# ---- lessons


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_lesson_with_its_drawings(home, deck, process, columns, encoding):
    teach(home)
    done = process(
        "lesson", "one", *deck, COLUMNS=str(columns), SRS_ROULETTE_HOME=str(home.folder), PYTHONIOENCODING=encoding
    )
    said = done.stdout.decode(encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert max(map(len, said.splitlines())) <= columns
    assert said.startswith("One\n\nRead this.\n")
    assert "{{" not in said
    assert all(number in said for number in ("17", "26", "27", "33"))
    assert said.isascii() is (encoding == "ascii")


def test_every_shipped_lesson_can_be_shown(cli):
    for section in cli.json("lesson")["sections"]:
        said = cli.run("lesson", section["section"], env={"COLUMNS": "40"}).stdout
        assert said.startswith(section["title"][:20])
        assert "{{" not in said
        assert max(map(len, said.splitlines())) <= 40


def test_lessons_as_facts(home, deck):
    teach(home)
    assert home.json("lesson", *deck)["sections"] == [
        {"deck": "mine", "section": "one", "title": "One", "open": True},
        {"deck": "mine", "section": "two", "title": "Two", "open": False},
    ]
    assert home.json("lesson", "one", *deck)["lesson"].startswith("Read this.")
    assert "has no lesson" in home.run("lesson", "two", *deck).stdout
    assert not home.folder.exists()


def test_a_review_in_a_pipe_teaches_nobody(home, deck):
    teach(home)
    said = home.run("review", *deck, typed="34\n51\n").stdout
    assert "Read this." not in said
    assert said.count("Right.") == 2


# ---- orphans


def test_orphans(home, deck):
    assert home.json("decks", "orphans", *deck) == {"orphans": []}
    assert "No history is orphaned" in home.run("decks", "orphans").stdout
    home.sit(most=2)
    assert home.json("decks", "orphans", *deck) == {"orphans": []}
    text = home.deck.read_text(encoding="utf-8").replace("[items.split]", "[items.splits]")
    home.deck.write_text(text, encoding="utf-8")
    assert home.json("decks", "orphans", *deck)["orphans"][0] == {
        "item": FIRST,
        "attempts": 1,
        "last_day": "2026-03-02",
        "suggestion": "mine/splits/2",
        "table": "[items.splits]",
        "was": 'was = ["split"]',
    }
    text = text.replace("[items.splits]", '[items.splits]\nwas = ["split"]')
    shown = " ".join(home.run("decks", "orphans", *deck).stdout.split())
    assert 'Then write in its deck, under [items.splits]: was = ["split"]' in shown
    home.deck.write_text(text, encoding="utf-8")
    # Whichever command comes first: the history follows.
    assert home.json("due", *deck)["new"] == 1
    assert home.json("decks", "orphans", *deck) == {"orphans": []}
    assert home.json("history", "mine/splits/2", *deck)["attempts"][0]["item"] == "mine/splits/2"
    assert [one["state"] for one in home.json("items", *deck)["items"][:3]] == ["review", "review", "new"]
    home.run("undo", day=1)
    assert home.json("due", *deck)["new"] == 2


def test_json_lines_say_the_step(home, deck):
    text = home.deck.read_text(encoding="utf-8")
    picture = '\n[items.picture]\nsection = "one"\nfamily = "picture"\n'
    home.deck.write_text(text.replace("[items.split]", f"{picture}\n[items.split]"), encoding="utf-8")
    draw = home.json("decks", "preview", "mine/picture", *deck, "--seed", "1")["draws"][0]
    step = draw["working"][0].rpartition("= ")[2]
    known = {slip["answer_text"] for slip in draw["slips"]} | {draw["answer_text"]}
    checked = home.json("check", "mine/picture", "--seed", "1", *deck, "--", step)
    assert ("That is the step: " in checked["message"]) is (step not in known)
