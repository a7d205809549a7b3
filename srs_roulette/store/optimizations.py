"""Which FSRS weights hold: the newest adopted row of ``optimizations``, else the package's defaults.

Rows are only added. One whose parameters are null puts the defaults in force again.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from srs_roulette.errors import BadSetting
from srs_roulette.scheduling.parameters import Parameters
from srs_roulette.store import queries
from srs_roulette.store.faults import guard
from srs_roulette.store.history import History

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEFAULTS = "null"


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimization:
    """Personal weights in force, and how they came about."""

    id: int
    made_ms: int
    """UTC ms"""
    weights: tuple[float, ...]
    fsrs_version: str
    """of the package that reckoned the memories then"""
    evaluation: Mapping[str, Any]
    """how they were judged, as ``optimize`` wrote it"""


class Optimizations(History):
    """The data file's small tables and its log, and the weights in force."""

    def optimization(self) -> Optimization | None:
        """Return the personal weights in force; None: the package's defaults are."""
        with guard(self.path):
            row = self.connection.execute(queries.IN_FORCE).fetchone()
            if row is None or row[1] == _DEFAULTS:
                return None
            number, parameters, made_ms, fsrs_version, evaluation = row
            return Optimization(
                id=number,
                made_ms=made_ms,
                weights=_weights(parameters),
                fsrs_version=fsrs_version,
                evaluation=json.loads(evaluation),
            )

    def parameters_id(self) -> int | None:
        """Return the id of the personal weights in force; None for the defaults."""
        with guard(self.path):
            row = self.connection.execute(queries.IN_FORCE).fetchone()
        return None if row is None or row[1] == _DEFAULTS else int(row[0])

    def weights(self) -> tuple[float, ...] | None:
        """Return the personal weights in force; None for the defaults."""
        found = self.optimization()
        return found.weights if found else None

    def decay(self) -> float:
        """Return the weight in force that shapes the forgetting curve, for ``scheduling.recall``."""
        return Parameters(weights=self.weights()).decay

    def _write_optimization(
        self, weights: tuple[float, ...] | None, *, made_ms: int, fsrs_version: str, evaluation: Mapping[str, Any]
    ) -> None:
        """Put weights in force, or the defaults with None, within a transaction of the caller."""
        held = Parameters(weights=weights).weights
        values = (made_ms, json.dumps(held), fsrs_version, json.dumps(evaluation))
        self.connection.execute(queries.ADOPT, values)


def _weights(text: str) -> tuple[float, ...]:
    try:
        weights = Parameters(weights=tuple(json.loads(text))).weights
    except (ValueError, TypeError, BadSetting) as error:
        raise sqlite3.DataError(f"weights that FSRS cannot have: {error}") from error
    if weights is None:
        raise sqlite3.DataError("no weights where some should be")
    return weights
