"""A sentence before it has a language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = Union[str, int, "Message", tuple[Union[str, "Message"], ...]]
"""What may stand in a Message: a Message is put into words first, a tuple becomes a list in words."""


@dataclass(frozen=True, slots=True)
class Message:
    """What to say (``id``, a dotted key of the language files) and the values that stand in it."""

    id: str
    values: Mapping[str, Value] = field(default_factory=dict)


def say(key: str, /, **values: Value) -> Message:
    """Make a Message: ``say("prompt.times_table", bet=..., chips=7)``."""
    return Message(key, values)
