"""What is kept of a question with its attempt, and the question rebuilt from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from srs_roulette.errors import NotFound
from srs_roulette.questions import registry
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.rules.house_file import restored

if TYPE_CHECKING:
    from srs_roulette.questions.types import Question
    from srs_roulette.rules.house import HouseRules
    from srs_roulette.store.attempt import Attempt

RULES_VERSION = "1"
"""Raised whenever the engine would answer an old question otherwise."""


def keep(question: Question, rules: HouseRules) -> str:
    """Write the drawn parameters and the house values used, so that no deck or house file is needed again."""
    family = registry.family(question.family)
    kept = {"params": encode(question.params), "house": kept_values(family.uses, rules)}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def rebuild(attempt: Attempt) -> Question:
    """Rebuild the question of a past attempt.

    :raises NotFound: the attempt kept none
    """
    if attempt.params is None or attempt.family is None:
        raise NotFound(f"Attempt {attempt.id} keeps no question.")
    kept = json.loads(attempt.params)
    family = registry.family(attempt.family)
    return family.build(decode(family.params, kept["params"]), restored(kept["house"]))
