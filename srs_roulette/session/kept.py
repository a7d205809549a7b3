"""What is kept of a question with its attempt, and the question rebuilt from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from srs_roulette.errors import NotFound, SrsRouletteError, short
from srs_roulette.questions import registry
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.questions.reading import answer_text
from srs_roulette.rules.house_file import restored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


def misfits(attempts: Iterable[Attempt]) -> Iterator[tuple[Attempt, str]]:
    """Rebuild every question that attempts kept; give those that fail, with what is wrong, the end of a sentence.

    One that was judged by older rules may have another answer now, which is why it keeps the answer of then.
    """
    for attempt in attempts:
        if attempt.params is None:
            continue
        try:
            question = rebuild(attempt)
            expected = answer_text(question.expected, question)
        except (SrsRouletteError, LookupError, TypeError, ValueError, AttributeError) as fault:
            yield attempt, f"keeps a question that cannot be made again ({short(' '.join(str(fault).split()))})"
            continue
        if attempt.rules_version == RULES_VERSION and attempt.expected not in {None, expected}:
            then, now = short(attempt.expected or ""), short(expected)
            yield attempt, f"was judged by the answer {then}, but its question has the answer {now}"
