"""``undo`` takes back all that an answer did: the memory, the log, the counts, the figures, whatever stood between."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sitting_helpers import FIRST, UNDO, answer, of_type

DERIVED = ("memories", "suspended", "flagged", "settings", "opened_sections")


def everything(home, day):
    """All that a learner or the file tells, but for what was withdrawn."""
    told = [home.json(word, "--deck", str(home.deck), day=day) for word in ("history", "items", "due", "stats")]
    with closing(sqlite3.connect(home.database)) as file:
        rows = [file.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in DERIVED]  # noqa: S608
        live = file.execute("SELECT * FROM attempts WHERE undone_ms IS NULL ORDER BY id").fetchall()
    return told, rows, live, home.json("--deck", str(home.deck), day=day)


def test_answer_by_answer_back_to_the_beginning(home):
    home.sit(False, True, True, False)
    seen = [everything(home, 3)]
    for correct in (True, False, False, True):
        home.sit(correct, day=3, most=1)
        seen.append(everything(home, 3))
    assert len({str(one) for one in seen}) == 5
    for before in reversed(seen[:-1]):
        # Each time the program is started anew.
        home.run("undo", day=3)
        assert everything(home, 3) == before
        told, *_, today = before
        counts = [told[2]["due"], told[2]["new"], told[3]["reviews"], today["due"], today["new"], today["streak"]]
        assert min(counts) >= 0
    home.run("doctor", day=3)


def test_right_then_withdrawn_then_wrong_is_one_wrong_answer(home):
    home.sit(True, most=1)
    home.run("undo")
    home.sit(False, most=1)
    (one,) = home.json("history")["attempts"]
    assert (one["item"], one["verdict"], one["rating"]) == (FIRST, "wrong", "again")
    assert len(home.json("history", "--all")["attempts"]) == 2
    told = home.json("stats", "--deck", str(home.deck))
    assert [(day["answers"], day["new"]) for day in told["activity"]] == [(1, 1)]


def test_three_times_in_a_row_and_after_the_last_question(home):
    before = home.state()

    def policy(objects):
        done, undone = (len(of_type(objects, kind)) for kind in ("feedback", "undone"))
        return answer(objects[-1]) if done < 3 and not undone else UNDO if undone < 3 else None

    objects = home.talk(policy)
    assert [one["attempt"] for one in of_type(objects, "undone")] == [
        one["attempt"] for one in reversed(of_type(objects, "feedback"))
    ]
    assert (objects[-1]["answered"], objects[-1]["right"]) == (0, 0)
    assert home.state() == before
    home.sit()
    assert of_type(home.sit(most=0), "end")[0]["reason"] == "done"
    last = home.json("history")["attempts"][-1]["id"]
    assert home.json("undo")["undone"]["id"] == last


def test_an_answer_that_made_a_leech(home):
    home.run("settings", "set", "new_per_day", "1")
    home.sit(True, most=1)
    days = iter(range(1, 400))
    for correct in (False, False, False, True, False, False):
        while not home.json("due", "--deck", str(home.deck), day=(day := next(days)))["due"]:
            pass
        home.sit(correct, True, day=day, words=("--new", "0"))
        before = everything(home, day)
        leeches = home.json("items", "--state", "leech", "--deck", str(home.deck), day=day)["items"]
    assert leeches == []
    words = ("--new", "0", "--ahead")
    while not home.json("items", "--state", "leech", "--deck", str(home.deck), day=day)["items"]:
        before = everything(home, day)
        home.sit(False, day=day, most=1, words=words)
    home.run("undo", day=day)
    assert everything(home, day) == before


@pytest.mark.parametrize("json", [True, False])
def test_nothing_to_withdraw_is_a_line_and_no_success(home, json):
    words = ["--json"] * json
    assert "\n" not in home.fault(*words, "undo")
    home.sit(most=1)
    home.run("undo")
    assert home.fault(*words, "undo") == "There is no attempt to withdraw."
