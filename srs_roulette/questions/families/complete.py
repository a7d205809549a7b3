"""Completes: chips, cost, winnings, hits beside the number, two that overlap, a number to the maximum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.maximum import table_limits, vector
from srs_roulette.questions.parts import (
    Slips,
    added,
    amount_field,
    drawn_money,
    layout_house,
    named_product,
    pick,
    product,
    result,
    spot,
)
from srs_roulette.questions.types import Answer, Chip, Family, Field, FieldType, Key, Question, Scene, Solution, Unit
from srs_roulette.rules import completes, notation
from srs_roulette.rules.bets import SPECS, Kind
from srs_roulette.rules.completes import CLASSES, STATION
from srs_roulette.rules.limits import lay
from srs_roulette.rules.money import ONE, Money, money_text, times, units
from srs_roulette.rules.pockets import NUMBERS, Pocket
from srs_roulette.wording.message import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from srs_roulette.questions.types import Bands
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.rules.limits import Limits, Placed, Spread

ASKED: Final = Key(
    name="asked",
    values=("chips", "pays", "returned", "cost", "cash", "hit", "shared", "maximum", "place"),
    default=("chips",),
)
CLASS: Final = Key(name="number_class", values=tuple(CLASSES), default=tuple(CLASSES))
MODE: Final = Key(name="mode", values=("full", "flat"), default=("full",))
UNIT: Final = Key(name="unit", low=1, high=1000, default=(1, 2, 5, 10, 25))
PROFILE: Final = Key(name="profile", low=0, high=11, default=tuple(range(12)))
"""Place of a hit among the twelve profiles, commonest first (ROULETTE.md B7)."""
MAXIMUM: Final = Key(name="maximum", low=1, high=100_000, default=(50, 100, 200, 500))


_STATIONS: Final = (Kind.STRAIGHT, Kind.SPLIT, Kind.STREET, Kind.CORNER, Kind.SIX_LINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number the complete is on, and what the form adds."""

    on: str
    asked: str
    mode: str
    unit: str | None = None
    number: str | None = None
    """that falls"""
    other: str | None = None
    """number of a second complete"""
    maximum: str | None = None


class Complete(Family[Params]):
    """Everything about a number with all its spots."""

    name = "complete"
    params = Params
    keys = (CLASS, ASKED, MODE, PROFILE, UNIT, MAXIMUM)
    uses = (*layout_house, "limits", "minor_digits")
    house_sensitive = True

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:
        """Draw a number of the class, and a hit, a second number or a maximum where the form has one."""
        asked, mode = str(pick(bands, ASKED, rng)), str(pick(bands, MODE, rng))
        on = rng.choice(CLASSES[pick(bands, CLASS, rng)])
        if asked == "hit":
            # A layout with fewer spots round its zeros has fewer profiles: the rarest stands for those it lacks.
            profiles = _pairs(house.layout)
            on, number = rng.choice(profiles[min(pick(bands, PROFILE, rng), len(profiles) - 1)])
            return Params(on=on, asked=asked, mode=mode, unit=str(pick(bands, UNIT, rng)), number=number)
        if asked == "shared":
            touched = {p for bet, _ in _stations(house.layout, on, mode) for p in bet.covers}
            beside = [p for p in house.wheel.ring if p in touched and p != on]
            return Params(on=on, asked=asked, mode=mode, other=rng.choice(beside))
        if asked == "maximum":
            wanted = units(pick(bands, MAXIMUM, rng))
            return Params(on=on, asked=asked, mode="full", maximum=money_text(table_limits(house, wanted).straight))
        unit = str(pick(bands, UNIT, rng)) if asked in {"cost", "cash"} else None
        return Params(on=on, asked=asked, mode=mode, unit=unit)

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask one of the forms; each shows its own working."""
        on = Pocket(params.on)
        spots = _stations(house.layout, on, params.mode)
        form = _Form(params, house, on, spots)
        message, fields, right, slips, working = {
            "chips": form.chips,
            "pays": form.pays,
            "returned": form.returned,
            "cost": form.cost,
            "cash": form.cash,
            "hit": form.hit,
            "shared": form.shared,
            "maximum": form.maximum,
            "place": form.place,
        }[params.asked]()
        # Elsewhere chips would answer: they are counted, placed or limited.
        shown = params.asked in {"pays", "cash", "hit"}
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=message,
            fields=fields,
            expected=right,
            slips=slips.result(),
            working=working,
            picture=form.picture() if shown else (),
            scene=None if shown else Scene(marked=form.numbers()),
            solution=None if shown else Solution(chips=later(form.picture)()),
            number=Pocket(params.number) if params.number else None,
        )


Parts = tuple[Message, tuple[Field, ...], "Answer", Slips, tuple[Message, ...]]
Spots = tuple[tuple["Bet", int], ...]


@dataclass(frozen=True, slots=True)
class _Form:
    """One draw, asked in one of the ways."""

    params: Params
    house: HouseRules
    on: Pocket
    spots: Spots

    def _ask(self, **more: str | int | Message) -> Message:
        return say(f"prompt.complete.{self.params.asked}", on=self.on, mode=say(f"mode.{self.params.mode}"), **more)

    def picture(self) -> tuple[Chip, ...]:
        """Show every chip that the form is about."""
        if self.params.asked == "maximum":
            return tuple(
                Chip(bet=s.bet, chips=max(1, s.amount // ONE), amount=money_text(s.amount)) for s in self._laid().spots
            )
        spots = self._common() if self.params.other else self.spots
        unit = drawn_money(self.params.unit) if self.params.unit else None
        return tuple(Chip(bet=bet, chips=n, amount=money_text(times(unit, n)) if unit else None) for bet, n in spots)

    def numbers(self) -> tuple[Pocket, ...]:
        """List the numbers that have a complete."""
        return (self.on, Pocket(self.params.other)) if self.params.other else (self.on,)

    def chips(self) -> Parts:
        count = completes.chips(self.spots)
        right = {"chips": str(count)}
        slips = Slips("complete", right)
        slips.add("forty_for_all", {"chips": "40"})
        self._count_slips(slips, "chips", count, 1)
        lines = _grouped(self.spots, lambda _bet, n: n)
        working = (*(line for line, _ in lines), added([part for _, part in lines], count))
        return self._ask(), (amount_field("chips", Unit.UNITS),), right, slips, working

    def pays(self) -> Parts:
        units = completes.pays_units(self.spots, self.on)
        right = {"pays": str(units)}
        slips = Slips("complete", right)
        slips.chips("with_stake", units + completes.chips(self.spots))
        slips.chips("flat_for_full", sum(bet.odds for bet, _ in self.spots))
        self._station_slips(slips, self.spots, units, 1)
        slips.arithmetic()
        fields = (amount_field("pays", Unit.UNITS),)
        return self._ask(), fields, right, slips, _units_won(self.spots, units, self.params.mode)

    def returned(self) -> Parts:
        won, stands = completes.pays_units(self.spots, self.on), completes.chips(self.spots)
        right = {"returned": str(won + stands)}
        slips = Slips("complete", right)
        slips.add("stake_forgotten", {"returned": str(won)})
        slips.add("flat_for_full", {"returned": str(sum(bet.odds + 1 for bet, _ in self.spots))})
        slips.arithmetic("returned")
        working = (*_units_won(self.spots, won, self.params.mode), added([won, stands], won + stands))
        return self._ask(), (amount_field("returned", Unit.UNITS),), right, slips, working

    def cost(self) -> Parts:
        unit, count = drawn_money(self.params.unit), completes.chips(self.spots)
        cost = times(unit, count)
        right = {"cost": money_text(cost)}
        slips = Slips("complete", right)
        slips.cash("forty_for_all", 40 * unit, name="cost")
        self._count_slips(slips, "cost", count, unit)
        slips.arithmetic("cost")
        slips.unit_mixed(count, "cost")
        working = (product(count, money_text(unit), money_text(cost)),)
        return self._ask(unit=money_text(unit)), (amount_field("cost", Unit.CASH),), right, slips, working

    def cash(self) -> Parts:
        unit, won = drawn_money(self.params.unit), completes.pays_units(self.spots, self.on)
        pays = times(unit, won)
        right = {"pays": money_text(pays)}
        slips = Slips("complete", right)
        slips.cash("with_stake", unit * (won + completes.chips(self.spots)))
        slips.cash("flat_for_full", unit * sum(bet.odds for bet, _ in self.spots))
        self._station_slips(slips, self.spots, won, unit)
        slips.arithmetic()
        slips.unit_mixed(won)
        working = (
            *_units_won(self.spots, won, self.params.mode),
            product(won, money_text(unit), money_text(pays)),
        )
        return self._ask(unit=money_text(unit)), (amount_field("pays", Unit.CASH),), right, slips, working

    def hit(self) -> Parts:
        number, unit = Pocket(self.params.number or ""), drawn_money(self.params.unit)
        hit = completes.hit(self.spots, number)
        won, stays = completes.pays_units(self.spots, number), completes.chips(hit)
        right = {"pays": money_text(times(unit, won)), "chips": str(stays)}
        slips = Slips("complete", right)
        slips.cash("paid_in_full", unit * completes.pays_units(self.spots, self.on), number=number)
        slips.cash("with_stake", unit * (won + stays))
        if self.params.mode == "full":
            flat = money_text(times(unit, sum(bet.odds for bet, _ in hit)))
            slips.add("flat_for_full", {"pays": flat, "chips": str(len(hit))})
        for bet, n in hit if len(hit) > 1 else ():
            missed = {"pays": money_text(Money(unit * (won - bet.odds * n))), "chips": str(stays - n)}
            slips.add("station_missed", missed, spot=spot(bet), number=number)
        slips.arithmetic()
        slips.unit_mixed(won)
        fields = (amount_field("pays", Unit.CASH), amount_field("chips", Unit.UNITS))
        working = (
            *_units_won(hit, won, self.params.mode),
            product(won, money_text(unit), right["pays"]),
            result(" ".join(right.values())),
        )
        return self._ask(unit=money_text(unit), number=number), fields, right, slips, working

    def shared(self) -> Parts:
        other = Pocket(self.params.other or "")
        common = self._common()
        count = completes.chips(common)
        right = {"chips": str(count)}
        slips = Slips("complete", right)
        second = _stations(self.house.layout, other, self.params.mode)
        both = completes.chips(self.spots) + completes.chips(second)
        slips.add("added_up", {"chips": str(both)}, shared=count)
        for bet, n in common if len(common) > 1 else ():
            slips.add("station_missed", {"chips": str(count - n)}, spot=spot(bet), number=other)
        lines = [say("work.named_result", what=spot(bet), answer=str(n)) for bet, n in common]
        working = tuple(lines) if len(lines) == 1 else (*lines, added([n for _, n in common], count))
        return self._ask(other=other), (amount_field("chips", Unit.UNITS),), right, slips, working

    def _common(self) -> Spots:
        other = Pocket(self.params.other or "")
        return tuple((bet, n) for bet, n in self.spots if bet.wins(other))

    def maximum(self) -> Parts:
        limits, laid = self._limits(), self._laid()
        pays = laid.pays(laid.spots)
        right = {"cost": money_text(laid.total), "pays": money_text(pays)}
        slips = Slips("complete", right)
        slips.add("forty_for_all", {"cost": money_text(times(limits.straight, 40))})
        slips.add("with_stake", {"pays": money_text(Money(pays + laid.total))})
        one_of_each: dict[Kind, Placed] = {}
        for placed in laid.spots:
            one_of_each.setdefault(placed.bet.kind, placed)
        for placed in one_of_each.values():
            missed = {"cost": laid.total - placed.amount, "pays": pays - placed.amount * placed.bet.odds}
            texts = {name: money_text(Money(amount)) for name, amount in missed.items()}
            slips.add("station_missed", texts, spot=spot(placed.bet), number=self.on)
        for name in right:
            slips.arithmetic(name)
        if laid.total == times(limits.straight, completes.chips(self.spots)):
            slips.unit_mixed(completes.chips(self.spots), "cost")
            slips.unit_mixed(completes.pays_units(self.spots, self.on))
        lines = [
            named_product(spot(s.bet), money_text(s.amount), s.bet.odds, money_text(times(s.amount, s.bet.odds)))
            for s in laid.spots
        ]
        working = (
            *lines,
            added([money_text(s.amount) for s in laid.spots], right["cost"]),
            added([money_text(times(s.amount, s.bet.odds)) for s in laid.spots], right["pays"]),
            result(" ".join(right.values())),
        )
        fields = (amount_field("cost", Unit.CASH), amount_field("pays", Unit.CASH))
        return self._ask(limits=vector(self.house, limits, _STATIONS)), fields, right, slips, working

    def _limits(self) -> Limits:
        return table_limits(self.house, drawn_money(self.params.maximum))

    def _laid(self) -> Spread:
        limits = self._limits()
        # A chip worth the highest limit fills every spot: each stands at its own, which may be no multiple of another.
        return lay(self.spots, max(limits.cap(bet.kind) for bet, _ in self.spots), limits)

    def place(self) -> Parts:
        placed = {notation.write(bet): n for bet, n in self.spots}
        right = {"spots": placed}
        slips = Slips("complete", right)
        if self.params.mode == "full":
            slips.add("flat_for_full", {"spots": dict.fromkeys(placed, 1)})
        for bet, _ in self.spots:
            if bet.kind is Kind.SIX_LINE:
                rest = {text: n for text, n in placed.items() if text != notation.write(bet)}
                slips.add("six_line_missing", {"spots": rest})
        working = (result(" ".join(f"{text}={n}" for text, n in placed.items())),)
        return self._ask(), (Field("spots", FieldType.PLACEMENT, Unit.UNITS),), right, slips, working

    def _count_slips(self, slips: Slips, name: str, count: int, unit: int) -> None:
        def add(slip: str, chips: int) -> None:
            if unit == 1:
                slips.add(slip, {name: str(chips)})
            else:
                slips.cash(slip, chips * unit, name=name)

        if any(bet.kind is Kind.SIX_LINE for bet, _ in self.spots):
            add("six_line_missing", count - {bet.kind: n for bet, n in self.spots}[Kind.SIX_LINE])
        if self.params.mode == "full":
            add("flat_for_full", len(self.spots))
        else:
            add("full_for_flat", sum(SPECS[bet.kind].size for bet, _ in self.spots))

    def _station_slips(self, slips: Slips, spots: Spots, won: int, unit: int) -> None:
        seen: set[Kind] = set()
        for bet, n in spots:
            if bet.kind in seen:
                continue
            seen.add(bet.kind)
            wrong = unit * (won - bet.odds * n)
            text = str(wrong) if unit == 1 else money_text(Money(wrong))
            slips.add("station_missed", {"pays": text}, spot=spot(bet), number=self.on)


@lru_cache(maxsize=256)
def _stations(layout: Layout, on: Pocket, mode: str) -> Spots:
    return completes.complete(layout, on, "flat" if mode == "flat" else "full")


def _grouped(spots: Spots, worth: Callable[[Bet, int], int]) -> list[tuple[Message, int]]:
    """Work spots of one kind together: ``4 splits: 4 x 2 = 8``."""
    lines = []
    for of in Kind:
        same = [(bet, n) for bet, n in spots if bet.kind is of]
        if same:
            each = worth(*same[0])
            lines.append((named_product(say(f"kinds.{of.value}"), len(same), each, len(same) * each), len(same) * each))
    return lines


def _units_won(spots: Spots, won: int, mode: str) -> tuple[Message, ...]:
    """Work winnings in stations where the 36-per-station law holds, else kind by kind."""
    chips = completes.chips(spots)
    if mode == "full" and all(bet.kind is not Kind.FIVE for bet, _ in spots):
        whole = STATION * len(spots)
        return (
            say("work.stations", stations=len(spots), station=STATION, result=whole),
            say("work.difference", whole=str(whole), part=str(chips), result=str(won)),
        )
    lines = _grouped(spots, lambda bet, n: bet.odds * n)
    if len(lines) == 1:
        return (lines[0][0],)
    return (*(line for line, _ in lines), added([part for _, part in lines], won))


@lru_cache(maxsize=32)
def _pairs(layout: Layout) -> list[list[tuple[Pocket, Pocket]]]:
    """Group hits beside a complete's number by profile, commonest first."""
    profiles: dict[tuple[tuple[Kind, int], ...], list[tuple[Pocket, Pocket]]] = {}
    ring = (*layout.wheel.zeros, *NUMBERS)
    for on in ring:
        for number in ring:
            if number != on and (of := completes.profile(layout, on, number)):
                profiles.setdefault(of, []).append((on, number))
    return sorted(profiles.values(), key=lambda pairs: -len(pairs))


FAMILY = Complete()
