"""What must hold of any draw of a family: sound, worked in true steps, and the same again from what is kept."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.draw import draw
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.reading import answer_text
from srs_roulette.session.kept import keep, rebuild
from srs_roulette.wording.catalog import load

_STEP = re.compile(r"(?:[^=]+: )?(?P<left>[\d.]+(?: [x+-] [\d.]+)+) = (?P<result>[\d.]+)")


def prompt(question):
    return load().text(question.message)


def worked(question):
    return [load().text(step) for step in question.working]


def draws(family, bands, house, seeds=200):
    """Draw and check; give each question."""
    skill = registry.family(family)
    for seed in range(seeds):
        question = draw(skill, bands, house, seed)
        assert list(complaints(question)) == [], (bands, seed)
        _steps(question)
        written = json.loads(json.dumps(encode(question.params), allow_nan=False))
        assert decode(skill.params, written) == question.params
        assert rebuild(SimpleNamespace(id=1, family=family, params=keep(question, house))) == question
        yield question


def _steps(question):
    lines, seen = worked(question), Counter()
    assert lines[-1].endswith(answer_text(question.expected, question)), lines
    for line in lines:
        if " = " in line:
            step = _STEP.fullmatch(line)
            assert step, line
            assert _reckoned(step["left"]) == Fraction(step["result"]), line
            if " + " in line and seen:
                assert Counter(step["left"].split(" + ")) <= seen, lines
        seen += Counter(re.findall(r"\d+(?:\.\d+)?", line))


def _reckoned(text):
    first, *rest = text.split(" ")
    total = Fraction(first)
    for sign, number in zip(rest[::2], rest[1::2], strict=True):
        other = Fraction(number)
        total = total * other if sign == "x" else total + other if sign == "+" else total - other
    return total
