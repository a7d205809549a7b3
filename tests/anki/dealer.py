"""A learner who sits here on some days and with Anki, in a process of its own, on others."""

import json
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from anki_packages import anki
from typer.testing import CliRunner

from srs_roulette.cli.app import app
from srs_roulette.questions.reading import answer_text
from srs_roulette.session.open import Wishes, begin, sit_down
from srs_roulette.store.attempts import Store

DECK = """\
id = "mine"
title = "Mine"
house = "european"
about = "For these tests."

[sections.one]
title = "One"

[items.split]
section = "one"
family = "times_table"
bet = "split"
chips.each = "2..60"

[items.street]
section = "one"
family = "times_table"
bet = "street"
chips.each = "2..60"

[items.corner]
section = "one"
family = "times_table"
bet = "corner"
chips.each = "2..60"

[items.six_line]
section = "one"
family = "times_table"
bet = "six_line"
chips.each = "2..60"

[items.mixed]
section = "one"
family = "call_value"
mode = "by"
call = "voisins"
"""
FIRST = datetime(2026, 3, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
GUIDS = [f"srs:mine/split/{n}" for n in range(2, 14)]
STABILITY, DIFFICULTY = 2e-3, 5e-3
"""Relative tolerances of ANKI.md: Anki rounds the memory that it keeps."""


class Dealer:
    """A learner who sits here on some days and with Anki on others."""

    def __init__(self, folder, zone="UTC"):
        self.folder, self.zone = folder, zone
        self.home, self.collection = folder / "home", folder / "collection.anki2"
        (self.home / "decks").mkdir(parents=True)
        (self.home / "decks" / "mine.toml").write_text(DECK, encoding="utf-8")
        self.cli(0, "settings", "set", "decks", "mine")
        self.cli(0, "settings", "set", "zone", zone)
        self.cli(0, "settings", "set", "new_per_day", "6")
        self.chance = Random(5)

    def at(self, day, hour=18):
        """An instant of the learner's own zone."""
        return (FIRST + timedelta(days=day, hours=hour)).replace(tzinfo=ZoneInfo(self.zone))

    def study_day(self, day):
        return (FIRST - EPOCH).days + day

    def cli(self, day, *words, code=0):
        env = {"SRS_ROULETTE_HOME": str(self.home), "SRS_ROULETTE_NOW": self.at(day, 20).isoformat(), "TZ": "UTC"}
        done = CliRunner().invoke(app, words, env=env)
        assert done.exit_code == code, (done.stdout, done.stderr)
        return done

    def json(self, day, *words):
        return json.loads(self.cli(day, *words, "--json").stdout)

    def desk(self, day, *, writing=False):
        wishes = Wishes(database=self.home / "learner.db", data_folder=self.home, environ={})
        return sit_down(wishes, self.at(day), writing=writing)

    def store(self):
        return Store.for_reading(self.home / "learner.db")

    def sit(self, day):
        """Answer everything of a day, five in six right; return the ids of the attempts."""
        now, ids = self.at(day), []
        with self.desk(day, writing=True) as desk:
            sitting = begin(desk, desk.course(), Random(day))
            while not isinstance(asked := sitting.next(now), str):
                now += timedelta(seconds=20)
                right = answer_text(asked.question.expected, asked.question)
                text = right if self.chance.random() < 5 / 6 else "?"
                ids.append(sitting.answer(asked, text, 4000, now, {}).attempt.id)
        return ids

    def anki(self, day, *steps, hour=9):
        return anki(self.collection, self.at(day, hour), *steps, zone=self.zone)

    def memories_are_as_in_anki(self, cards, *, but=()):
        """Compare stability and difficulty of every card that has a memory there; return how many."""
        compared = 0
        with self.store() as store:
            for guid, *_, data in cards:
                item, kept = guid.removeprefix("srs:"), json.loads(data or "{}")
                if "s" not in kept or item in but:
                    continue
                ours = store.memory(item)
                assert ours.stability == pytest.approx(kept["s"], rel=STABILITY, abs=1e-4), item
                assert ours.difficulty == pytest.approx(kept["d"], rel=DIFFICULTY), item
                compared += 1
        return compared
