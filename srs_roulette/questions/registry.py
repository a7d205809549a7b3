"""Families by name. A family is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import NotFound, did_you_mean, short
from srs_roulette.questions import families

if TYPE_CHECKING:
    from srs_roulette.questions.types import Family


@cache
def names() -> tuple[str, ...]:
    """List every family: the modules of ``families/``."""
    return tuple(sorted(module.name for module in iter_modules(families.__path__)))


@cache
def family(name: str) -> Family[Any]:
    """Return a family.

    :raises NotFound: there is none of that name
    """
    if name not in names():
        raise NotFound(f'There is no family "{short(name)}".{did_you_mean(name, names())}')
    found: Family[Any] = import_module(f"{families.__name__}.{name}").FAMILY
    return found
