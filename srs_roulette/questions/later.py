"""What a right answer never looks at, slips and working, is made when it is first read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


class Later(Sequence[T]):
    """A tuple that is made when it is first read; equal to any sequence of the same."""

    __slots__ = ("_made", "_make")
    __hash__ = None  # type: ignore[assignment]  # as the question that holds it has none

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        """``make`` gives the same whenever it is called."""
        self._make = make
        self._made: tuple[T, ...] | None = None

    def _all(self) -> tuple[T, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __repr__(self) -> str:
        return repr(self._all())


def later(function: Callable[P, Sequence[T]]) -> Callable[P, Sequence[T]]:
    """Put off a function of arguments that never change until its result is read."""

    @wraps(function)
    def put_off(*args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
        return Later(partial(function, *args, **kwargs))

    return put_off
