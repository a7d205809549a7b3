"""The answer key of every card of every deck: what the card's own script says of right answers, slips and others.

The questions are made again from what each draw keeps, so nothing here rests on the answers that a card holds.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from srs_roulette.anki import model, payload
from srs_roulette.deck import find
from srs_roulette.questions import registry
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import answer_text
from srs_roulette.recall.anki_deck import make
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import StudyDay
from srs_roulette.session.kept import rebuild
from srs_roulette.session.open import Wishes, sit_down
from srs_roulette.session.worded import Words
from srs_roulette.store.attempt import Attempt
from srs_roulette.wording.catalog import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from srs_roulette.questions.types import Answer, Question

DRAWS = 4
DECKS = sorted(find.ids(find.installed()))

# Each try holds what is typed or tapped, field by field. A card that holds a single draw shows that one.
JUDGE = """([cards, script]) => cards.map(([field, draws]) => draws.map((tries, place) => {
    const data = JSON.parse(field);
    data.v = [data.v[place]];
    document.body.innerHTML = '<div class="rc-card" data-side="front"></div>'
        + '<script type="application/json" class="rc-data"></' + 'script>';
    document.querySelector(".rc-data").textContent = JSON.stringify(data);
    (0, eval)(script);
    const asked = Object.assign({}, data.all, data.v[0]).f;
    const fields = [...document.querySelectorAll(".rc-field")];
    return tries.map((values) => {
        fields.forEach((field, at) => {
            const box = field.querySelector("input");
            if (box) {
                box.value = values[at];
                box.dispatchEvent(new Event("input", {bubbles: true}));
                return;
            }
            const buttons = [...field.querySelectorAll("button")];
            buttons.filter((button) => button.dataset.turn).forEach((button) => button.click());
            values[at].forEach((key) => buttons[asked[at].choices.findIndex((one) => one[0] === key)].click());
        });
        const check = document.querySelector(".rc-check");
        if (check) { check.click(); }
        const said = document.querySelector(".rc-verdict");
        return [said.classList.contains("rc-right"), said.classList.contains("rc-wrong"), said.textContent];
    });
}))"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """An answer, and what the program says of it."""

    item: str
    given: list[object]
    passed: bool
    message: str | None
    """that must be the card's too"""


def tries_of(item: str, question: Question, offered: list[list[str]]) -> Iterator[Try]:
    """Try the right answer, that of each slip, and others near the right one."""
    words = Words(question, load("en"))
    near = list(near_answers(question, offered))
    for answer in (question.expected, *(slip.answer for slip in question.slips), *near):
        verdict = grade(question, answer)
        told = words.text(verdict.message) if verdict.message and verdict.slip else None
        yield Try(item=item, given=given(question, answer, offered), passed=verdict.passed, message=told)


def near_answers(question: Question, offered: list[list[str]]) -> Iterator[Answer]:
    """Change the right answer in one field, in each way that its kind allows."""
    for field, keys in zip(question.fields, offered, strict=True):
        right = question.expected[field.name]
        if isinstance(right, dict):
            changed = [right | {bet: chips + 1} for bet, chips in right.items()]
        elif isinstance(right, tuple):
            changed = [right[::-1], right[1:]]
        elif keys:
            changed = [key for key in keys if key != right]
        else:
            changed = [str(int(float(right)) + 1)] if field.type == "amount" else ["0", "36"]
        yield from ({**question.expected, field.name: value} for value in changed if value)


def given(question: Question, answer: Answer, offered: list[list[str]]) -> list[object]:
    """Write an answer as it is typed or tapped, field by field."""
    return [
        list(value) if keys and isinstance(value := answer[field.name], tuple)
        else [value] if keys
        else answer_text(answer, replace(question, fields=(field,)))
        for field, keys in zip(question.fields, offered, strict=True)
    ]  # fmt: skip


def cards_of(deck, folder):
    """Yield field and tries, draw by draw, of every card of a deck."""
    wishes = Wishes(database=folder / "none.db", data_folder=folder, decks=(deck,), environ={"TZ": "UTC"})
    with sit_down(wishes, datetime(2026, 11, 20, 15, tzinfo=UTC), writing=False) as desk:
        made, entries = make(desk, language="en", variants=DRAWS), desk.course().entries
    for note in made.package.notes:
        item, *_, field = note.fields
        document = json.loads(field)
        tries = []
        for own, drawn in zip(document["v"], payload.drawn(field), strict=True):
            kept = Attempt(
                id=1,
                item_id=item,
                kind=Kind.ANKI,
                surface="anki",
                zone="UTC",
                study_day=StudyDay(1),
                family=entries[item].family,
                params=drawn.kept,
            )
            offered = [[key for key, _ in one["choices"]] for one in (document["all"] | own)["f"]]
            tries.append(list(tries_of(item, rebuild(kept), offered)))
        yield field, tries


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_judges_as_the_program_does(browser, tmp_path, deck):
    cards = list(cards_of(deck, tmp_path))
    script = re.search(r"<script>(.*)</script>", model.card()[0], re.DOTALL)[1]
    page = browser.new_page()
    typed = [[field, [[one.given for one in draw] for draw in tries]] for field, tries in cards]
    judged = page.evaluate(JUDGE, [typed, script])
    page.close()
    tried = [one for _, tries in cards for draw in tries for one in draw]
    said = [one for card in judged for draw in card for one in draw]
    faults = [
        (one, text)
        for one, (right, wrong, text) in zip(tried, said, strict=True)
        if (right, wrong) != (one.passed, not one.passed) or one.message not in {None, text}
    ]
    assert faults == []


def test_the_decks_hold_every_skill(tmp_path):
    wishes = Wishes(database=tmp_path / "none.db", data_folder=tmp_path, decks=tuple(DECKS), environ={"TZ": "UTC"})
    with sit_down(wishes, datetime(2026, 11, 20, 15, tzinfo=UTC), writing=False) as desk:
        assert {one.family for one in desk.course().entries.values()} == set(registry.names())
