"""A scripted season, day after day, through the protocol that scripts use."""

from __future__ import annotations

import json
import random
from datetime import date

import pytest
from sitting_helpers import FIRST, MORNING, QUIT, SECOND, THIRD, UNDO, answer, of_type

FACTS = 4


def day_number(text):
    return (date.fromisoformat(text) - MORNING.date()).days


def reviews_by_day(home, days, policy=answer):
    """Sit down every day, answer all; return the days on which each item came, and its due days."""
    came, due = {}, {}
    for day in range(days):
        said = home.talk(lambda objects: policy(objects[-1]), day=day)
        assert said[-1]["reason"] == "done"
        questions, feedbacks = of_type(said, "question"), of_type(said, "feedback")
        for question, feedback in zip(questions, feedbacks, strict=True):
            came.setdefault(question["item"], []).append(day)
            due.setdefault(question["item"], []).append(day_number(feedback["due"]))
    return came, due


def test_a_season_without_spread(home):
    home.run("settings", "set", "spread", "false")
    came, due = reviews_by_day(home, 63)
    assert len(came) == FACTS
    for item, days in came.items():
        assert days == [0, 2, 13, 59], item
        assert due[item] == [2, 13, 59, 59 + 163]
    assert home.json("due", "--deck", str(home.deck), day=63)["due"] == 0


def test_a_season_with_spread(home):
    came, due = reviews_by_day(home, 75)
    assert len(came) == FACTS
    for item, days in came.items():
        assert days[:2] == [0, 2]
        assert days[2] - 2 in range(11 - 1, 11 + 2), item
        # FSRS sees the days that went by, so the third interval follows the second: 46 after 11, on both sides of it.
        assert days[3] - days[2] in range(42 - 2, 50 + 3), item
        # What was said to be due is when it came.
        assert due[item][:-1] == days[1:]
    assert len({tuple(days) for days in came.values()}) > 1


def test_wrong_answers_are_learned_again(home):
    """On the day of its fourth question one item is answered wrong, then right; another wrong, wrong, then right."""
    home.run("settings", "set", "spread", "false")
    wrong = {FIRST: 1, SECOND: 2, THIRD: 0}
    came = {item: [] for item in wrong}

    def policy(question):
        left = wrong.get(question["item"], 0) if day == 59 else 0
        if left:
            wrong[question["item"]] -= 1
        return answer(question, not left)

    for day in (0, 2, 13, *range(59, 90)):
        said = home.talk(lambda objects: policy(objects[-1]), day=day)
        for question, feedback in zip(of_type(said, "question"), of_type(said, "feedback"), strict=True):
            if question["item"] in came:
                days = day_number(feedback["due"]) - day
                came[question["item"]].append((day, question["kind"], feedback["rating"], days))
    start = [(0, "review", "good", 2), (2, "review", "good", 11), (13, "review", "good", 46)]
    assert came[THIRD] == [*start, (59, "review", "good", 163)]
    assert [row[:3] for row in came[FIRST][3:5]] == [(59, "review", "again"), (59, "relearn", "good")]
    assert [row[:3] for row in came[SECOND][3:6]] == [
        (59, "review", "again"),
        (59, "relearn", "again"),
        (59, "relearn", "good"),
    ]
    # The series of LEARNING.md: 2, 11, 46, then 3, 8, 19; and 1, 2, 4, 7 after two wrong answers.
    assert [row[3] for row in came[FIRST][4:]] == [3, 8, 19, 42]
    assert [row[3] for row in came[SECOND][5:]][:4] == [1, 2, 4, 7]
    assert [row[0] for row in came[FIRST][5:]] == [62, 70, 89]


def test_undo_restores_a_season_exactly(home):
    reviews_by_day(home, 14)
    chance = random.Random(1)
    before = home.state(day=60)

    def policy(objects):
        kind = objects[-1]["type"]
        answered = len(of_type(objects, "feedback")) - len(of_type(objects, "undone"))
        steps.append(kind)
        # The last one is never answered, or the sitting would end before all is withdrawn.
        open_one = of_type(objects, "question")[-1]
        if len(steps) < 60 and open_one["left"] > 1 and (answered == 0 or chance.random() < 0.7):
            return answer(open_one, chance.random() < 0.5)
        return UNDO if answered else QUIT

    steps = []
    said = home.talk(policy, day=60)
    assert len(of_type(said, "undone")) == len(of_type(said, "feedback")) > 5
    assert home.state(day=60) == before
    assert (said[-1]["answered"], said[-1]["right"]) == (0, 0)


def play_until_killed(home, answers, day):
    """Answer, kill the process as soon as the last feedback is there; return the ids it acknowledged."""
    with home.process("review", "--jsonl", "--deck", str(home.deck), day=day) as process:
        acknowledged = []
        for _ in range(answers):
            question = json.loads(process.stdout.readline())
            if question["type"] == "end":
                break
            process.stdin.write(json.dumps(answer(question, correct=len(acknowledged) % 2 == 0)).encode() + b"\n")
            process.stdin.flush()
            acknowledged.append(json.loads(process.stdout.readline())["attempt"])
        process.kill()
        process.stdout.read()
    return acknowledged


def check_kills(home, rounds):
    chance = random.Random(7)
    acknowledged = []
    for day in range(rounds):
        acknowledged += play_until_killed(home, chance.randint(1, 5), day * 3)
        history = home.json("history")["attempts"]
        assert [one["id"] for one in history] == acknowledged
        items = {one["item"]: one["due"] for one in home.json("items", "--deck", str(home.deck))["items"] if one["due"]}
        assert items == {one["item"]: one["due"] for one in history}


def test_killed_right_after_a_feedback(home):
    check_kills(home, 3)


@pytest.mark.campaign
def test_killed_thirty_times(home):
    check_kills(home, 30)
