"""What to do about an item that will not stick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from srs_roulette.cli import output
from srs_roulette.session.leeches import LOOKED_AT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from srs_roulette.session.course import Course
    from srs_roulette.session.leeches import Leech


def show(course: Course, found: Sequence[Leech], *, most: int | None = None) -> None:
    """Print leeches, each with what may help; beyond ``most`` only how many more there are."""
    shown = found[:most]
    for leech in shown:
        entry = leech.entry
        section = course.sections()[entry.section]
        output.say(f"Leech: {entry.id}, wrong {leech.wrong} of its last {LOOKED_AT}.", indent="  ")
        if section.lesson:
            output.say(f"  To read: srs-roulette lesson {section.key}", indent="    ")
        output.say(f"  To practise: srs-roulette drill {entry.family}", indent="    ")
        output.say(f"  To leave it: srs-roulette items suspend {entry.id}", indent="    ")
        output.say(
            f"  Its key is wrong: srs-roulette flag ID TEXT; for ID: srs-roulette history {entry.id}", indent="    "
        )
    if len(found) > len(shown):
        output.say(f"More leeches: {len(found) - len(shown)}. See: srs-roulette items --state leech")
