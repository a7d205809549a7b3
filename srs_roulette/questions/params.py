"""A family's drawn parameters as JSON values, both ways."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

P = TypeVar("P")


def encode(params: Any) -> dict[str, Any]:  # noqa: ANN401 - any family's dataclass
    """Turn a params dataclass into JSON values; tuples become lists, and what a form does not use is left out.

    A mapping in it holds JSON values already: the parameters of a question within the question.
    """
    values = {f.name: getattr(params, f.name) for f in fields(params)}
    return {name: _listed(value) for name, value in values.items() if value is not None}


def decode(kind: type[P], values: Mapping[str, Any]) -> P:
    """Turn JSON values back into a params dataclass."""
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in values.items()})


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
