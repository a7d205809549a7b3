"""P8: questions built, answered and graded in one process, over all families.

A question is drawn, its right answer typed, read and graded. Its time is given against that of settling one mixed spin
of six bets, both taken in turn, so that the figures hold on any machine. Questions a second on this one go to stderr.
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from statistics import median
from time import process_time_ns
from typing import TYPE_CHECKING

from srs_roulette.deck import find, loader
from srs_roulette.questions import registry
from srs_roulette.questions.draw import draw
from srs_roulette.questions.grading import grade
from srs_roulette.questions.reading import answer_text, read
from srs_roulette.rules import notation
from srs_roulette.rules.house_file import house
from srs_roulette.rules.money import units
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.settle import Stake, settle

if TYPE_CHECKING:
    from srs_roulette.deck.types import Item

ROUNDS = 5
"""Rounds whose ratios the median is taken of; one more before them fills the caches."""
DRAWS = 100
"""Of a family in a round, at least: every item as often as any other."""
SPINS = 2000
SPIN = ("17", "17-20", "13-14-16-17", "16-21", "red", "dozen2")
GOAL = 5000
"""Questions a second."""


def ask(item: Item, seed: int) -> None:
    """Draw, answer and grade one question."""
    question = draw(registry.family(item.family), item.bands, house(item.house or item.deck_house), seed)
    names = {key: key for keys in question.choices.values() for key in keys}
    verdict = grade(question, read(answer_text(question.expected, question), question, names))  # type: ignore[arg-type]
    if not verdict.passed:
        raise AssertionError(item.id)


def spins() -> float:
    """Return the seconds that one spin takes to settle."""
    european = house("european")
    stakes = [Stake(bet=notation.read(text, european.layout), amount=units(10)) for text in SPIN]
    start = process_time_ns()
    for _ in range(SPINS):
        settle(european, Pocket("17"), stakes)
    return (process_time_ns() - start) / SPINS / 1e9


def family(items: list[Item], first: int) -> tuple[float, int]:
    """Return the seconds that a round of a family takes, and its questions."""
    each = -(-DRAWS // len(items))
    start = process_time_ns()
    for seed in range(first, first + each):
        for item in items:
            ask(item, seed)
    return (process_time_ns() - start) / 1e9, each * len(items)


def main() -> None:
    """Measure every family and print the ratios."""
    decks = loader.load_all(find.installed())
    every = {item.id: item for deck in decks for item in deck.items}
    by_family: dict[str, list[Item]] = {}
    for item in every.values():
        by_family.setdefault(item.family, []).append(item)
    costs: dict[str, list[float]] = {name: [] for name in sorted(by_family)}
    seconds: dict[str, list[float]] = {name: [] for name in costs}
    for turn in range(ROUNDS + 1):
        for name, found in costs.items():
            spin = spins()
            took, count = family(by_family[name], 1000 * turn)
            if turn:
                found.append(took / count / spin)
                seconds[name].append(took / count)
    shares = {name: len(items) / len(every) for name, items in by_family.items()}
    print("## P8 questions")
    print()
    print(f"srs-roulette {version('srs-roulette')}, Python {platform.python_version()}. Time of a question, in spins")
    print(f"settled; {len(every)} items of {len(costs)} families, median of {ROUNDS} rounds.")
    print()
    print("| family | items | spins a question |")
    print("| --- | --- | --- |")
    for name, found in costs.items():
        print(f"| {name} | {len(by_family[name])} | {median(found):.1f} |")
    print(f"| every item alike | {len(every)} | {sum(shares[name] * median(costs[name]) for name in costs):.1f} |")
    print(f"| every family alike | | {sum(median(found) for found in costs.values()) / len(costs):.1f} |")
    items_rate = 1 / sum(shares[name] * median(seconds[name]) for name in costs)
    families_rate = len(costs) / sum(median(found) for found in seconds.values())
    rates = ", ".join(f"{name} {1 / median(found):.0f}" for name, found in seconds.items())
    print(
        f"questions a second here, goal {GOAL}: {items_rate:.0f} by items, {families_rate:.0f} by families",
        file=sys.stderr,
    )
    print(rates, file=sys.stderr)


if __name__ == "__main__":
    main()
