"""Which of Voisins, Tiers and Orphelins holds a number. Jeu zéro is no choice: it lies inside Voisins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from srs_roulette.questions.later import later
from srs_roulette.questions.parts import Slips, layout_house, pick
from srs_roulette.questions.types import Family, Field, FieldType, Key, Question
from srs_roulette.rules.announced import SECTIONS, section_of
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.wheels import SINGLE_ZERO
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from srs_roulette.questions.types import Bands, Slip
    from srs_roulette.rules.house import HouseRules

NUMBER: Final = Key(name="number", values=SINGLE_ZERO.ring, default=SINGLE_ZERO.ring)

_JEU_ZERO: Final = ("12", "35", "3", "26", "32", "15")


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The number."""

    number: str


class Section(Family[Params]):
    """The section of a number."""

    name = "section"
    params = Params
    keys = (NUMBER,)
    uses = layout_house

    def draw(self, bands: Bands, house: HouseRules, rng: Random) -> Params:  # noqa: ARG002 - one signature
        """Draw a number of the single-zero wheel."""
        return Params(number=str(pick(bands, NUMBER, rng)))

    def build(self, params: Params, house: HouseRules) -> Question:
        """Ask ``{n}. Section:``."""
        number = Pocket(params.number)
        section = section_of(number)
        return Question(
            family=self.name,
            house=house.id,
            layout=house.layout,
            params=params,
            message=say("prompt.section", number=number),
            fields=(Field("section", FieldType.CHOICE),),
            choices={"section": SECTIONS},
            expected={"section": section},
            slips=_slips(number, section),
            working=(say("work.section", number=number, answer=section),),
        )


@later
def _slips(number: Pocket, section: str) -> Sequence[Slip]:
    slips = Slips("section", {"section": section})
    for step in (1, -1):
        beside = SINGLE_ZERO.step(number, step)
        if section_of(beside) != section:
            slips.add("section_of_next", {"section": section_of(beside)}, number=number, beside=beside)
    if section == "orphelins":
        for wrong in ("voisins", "tiers"):
            slips.add("orphan_lost", {"section": wrong}, number=number)
    if number in _JEU_ZERO:
        slips.add("jeu_zero_as_tiers", {"section": "tiers"}, number=number)
    for other in (number.number - 1, number.number + 1):
        if 0 <= other <= len(SINGLE_ZERO.ring) - 1:
            slips.add("by_layout", {"section": section_of(Pocket(str(other)))})
    return slips.result()


FAMILY = Section()
