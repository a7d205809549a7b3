"""From which side a picture of the cloth is seen: the keys of decks, and the scene that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from srs_roulette.questions.types import Key, Scene

if TYPE_CHECKING:
    from srs_roulette.questions.types import Side, View

VIEW: Final = Key(name="view", values=("player", "dealer"), default=("player", "dealer"))
ZERO_SIDE: Final = Key(name="zero_side", values=("left", "right"), default=("left", "right"))


def seen_from(view: View | None, zero_side: Side | None) -> Scene | None:
    """Show the chips from a side of the cloth; attempts of older versions were drawn from none."""
    return Scene(view=view, zero_side=zero_side) if view else None
