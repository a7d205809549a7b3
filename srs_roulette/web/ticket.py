"""What the form of a question carries, so that its answer is judged by that very question and counted once.

The question is drawn again from its item and its seed, and must come out as it was shown (``mark``): so a form outlives
the server that made it, and a form whose deck or house has changed is refused instead of judged by another question.
``before`` says how many attempts of this very draw the log held when it was put. As soon as the log holds one more, the
form was answered, in this tab or another, before a restart or after it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self

from srs_roulette.errors import SrsRouletteError
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.types import ItemId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from srs_roulette.session.sitting import Asked

_LARGEST: Final = 2**63 - 1
_LONGEST: Final = 400
"""Signs of an item's id, far beyond any deck's."""
_KINDS: Final = {kind.value: kind for kind in (Kind.REVIEW, Kind.RELEARN, Kind.DRILL, Kind.TEST)}


class BrokenForm(SrsRouletteError):
    """The form is none of ours, or was changed on its way."""

    def __init__(self) -> None:
        super().__init__("This form is broken: nothing was counted. Go back to the question and answer it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A question as it was put."""

    item: ItemId
    seed: int
    mark: str
    """a digest of the drawn parameters and the house values"""
    before: int
    kind: Kind
    new: bool
    seen: int | None
    """the item's newest attempt when the question was put"""
    shown: int
    """when it was put, UTC ms"""

    @classmethod
    def of(cls, asked: Asked, *, before: int, shown: int) -> Self:
        """Write the ticket of a question."""
        return cls(
            item=asked.entry.id,
            seed=asked.seed,
            mark=mark(asked.kept),
            before=before,
            kind=asked.kind,
            new=asked.new,
            seen=asked.seen,
            shown=shown,
        )

    def same_draw(self, other: Ticket) -> bool:
        """Tell whether both are of one question as it was put, not of a repeat of it after an undo."""
        return (self.item, self.seed, self.before, self.mark) == (other.item, other.seed, other.before, other.mark)

    def fields(self) -> dict[str, str]:
        """Return the hidden fields of the form."""
        values = {name: "" if value is None else str(value) for name, value in asdict(self).items()}
        return values | {"new": str(int(self.new))}

    @classmethod
    def read(cls, form: Mapping[str, str]) -> Self:
        """Read the hidden fields.

        :raises BrokenForm: one is missing or no such value
        """
        try:
            told = {field.name: form[field.name] for field in fields(cls)}
            if len(told["item"]) > _LONGEST:
                raise BrokenForm
            return cls(
                item=ItemId(told["item"]),
                seed=_whole(told["seed"]),
                mark=told["mark"],
                before=_whole(told["before"]),
                kind=_KINDS[told["kind"]],
                new=bool(("0", "1").index(told["new"])),
                seen=_whole(told["seen"]) if told["seen"] else None,
                shown=_whole(told["shown"]),
            )
        except (KeyError, ValueError) as fault:
            raise BrokenForm from fault


def mark(kept: str) -> str:
    """Return a digest of what is kept of a question."""
    return sha256(kept.encode()).hexdigest()[:16]


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST)) and int(text) <= _LARGEST):
        raise ValueError(text)
    return int(text)
