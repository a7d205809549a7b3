"""A learner with a history, packages made from it, and Anki as their judge."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, timedelta
from io import BytesIO
from random import Random
from zipfile import ZipFile
from zoneinfo import ZoneInfo

from anki_packages import AFTERNOON

from srs_roulette.anki import payload
from srs_roulette.anki.fields import fields_of
from srs_roulette.anki.writer import Note, Package, write
from srs_roulette.recall.anki_deck import make
from srs_roulette.scheduling.days import study_day, utc_ms
from srs_roulette.scheduling.forward import WEIGHTS
from srs_roulette.scheduling.fsrs import Scheduler
from srs_roulette.scheduling.replay import Kind
from srs_roulette.scheduling.spread import next_memory
from srs_roulette.scheduling.types import Rating
from srs_roulette.session.open import Wishes, sit_down
from srs_roulette.store.attempt import Attempt

ROLLOVER = 4

DECK = """\
id = "mine"
title = "Mine"
house = "european"
about = "For these tests."

[sections.one]
title = "Tables"

[sections.two]
title = "Draws"

[items.split]
section = "one"
family = "times_table"
bet = "split"
chips.each = "2..40"

[items.street]
section = "one"
family = "times_table"
bet = "street"
chips.each = "2..40"

[items.next]
section = "two"
family = "wheel"
mode = "right"

[items.call]
section = "two"
family = "call_value"
mode = "by"
call.each = ["voisins", "tiers"]
"""
ITEMS = 81
_SCHEDULER = Scheduler()
KEPT = '{"params":{},"house":{}}'
WORDS = {"expected": "Right is:"}


def variant(prompt="Split. Chips: 7.", **more):
    fields = [payload.Asked(name="pays", type="amount", label="to pay")]
    usual = {"seed": 1, "house": "european", "kept": KEPT, "head": "Tables", "prompt": prompt, "fields": fields}
    return payload.Variant(**usual | {"answer": ["119"], "told": ["119"], "working": ["7 x 17 = 119"]} | more)


def note(number=1, prompt="Split. Chips: 7.", **more):
    fields = fields_of(f"mine/{number}", [variant(prompt)], rollover=4, words=WORDS)
    usual = {"guid": f"srs:mine/{number}", "note_id": 1000 + number, "card_id": 1000 + number, "changed": 1_780_000_000}
    return Note(**usual | {"fields": fields, "deck": "Roulette::Mine", "tags": ("roulette",)} | more)


def package(notes):
    settings = {"retention": 0.9, "maximum_interval": 36500, "new_per_day": 10, "reviews_per_day": 200}
    return Package(notes=notes, zone=UTC, weights=WEIGHTS, today=20_777, **settings)


def taking(folder, *paths, then=()):
    """Return the steps of importing packages into a collection of its own; a list among them is a step."""
    folder.mkdir(parents=True, exist_ok=True)
    takes = [path if isinstance(path, list) else ["take", {"file": str(path)}] for path in paths]
    return [["open", {"path": str(folder / "c.anki2"), "fsrs": True}], *takes, *([step, {}] for step in then)]


class Learner:
    """A data file and a deck, in one zone."""

    def __init__(self, folder, zone="UTC"):
        self.folder, self.zone = folder, zone
        self.deck = folder / "mine.toml"
        self.deck.write_text(DECK, encoding="utf-8")

    def at(self, local):
        return local.replace(tzinfo=ZoneInfo(self.zone))

    def desk(self, now=AFTERNOON, *, writing=True):
        wishes = Wishes(
            database=self.folder / "learner.db",
            data_folder=self.folder,
            decks=(str(self.deck),),
            environ={"TZ": self.zone},
        )
        return sit_down(wishes, self.at(now), writing=writing)

    def package(self, name="deck.apkg", now=AFTERNOON, *, writing=True, variants=3, **options):
        path = self.folder / name
        with self.desk(now, writing=writing) as desk:
            made = make(desk, language="en", variants=variants, **options)
        write(path, made.package)
        return path

    def answer(self, store, item, rating, local, kind=Kind.REVIEW):
        moment = self.at(local)
        attempt = Attempt(
            id=utc_ms(moment),
            item_id=item,
            kind=kind,
            surface="terminal",
            zone=self.zone,
            study_day=study_day(moment, moment.tzinfo, ROLLOVER),
            rating=Rating(rating),
            verdict="wrong" if rating == Rating.AGAIN else "correct",
            elapsed_ms=1000 + len(item) * 100,
        )

        def schedule(memory):
            wanted = (memory, attempt.rating, attempt.study_day)
            return next_memory(_SCHEDULER, *wanted, item=item, cap=36500, spread=True)

        return store.record(attempt, schedule, seen=store.newest_attempt(item)).attempt

    def learn(self, days=40):
        """Leave items new, in review, overdue, lapsed and suspended; answers at all hours, as people give them."""
        rng = Random(self.zone)
        with self.desk() as desk:
            store, items = desk.store, list(desk.course().entries)
            store.connection.execute("PRAGMA synchronous = OFF")
            # Every sixth stays new, and of the others some are answered before they are due, some too late or never.
            seen = {item: number for number, item in enumerate(items) if number % 6}
            for day in range(days - 4):
                date = AFTERNOON.replace(hour=0) - timedelta(days=days - day)
                for moment in sorted(_moment(date, rng) for _ in range(60)):
                    memories = store.memories()
                    today = study_day(self.at(moment), ZoneInfo(self.zone), ROLLOVER)
                    ready = [
                        item
                        for item, number in seen.items()
                        if (memories[item].due_day <= today - number % 3 if item in memories else number < 3 * day + 4)
                    ]
                    if ready:
                        item, rating = rng.choice(ready), rng.choices(list(Rating), weights=(2, 1, 6, 1))[0]
                        self.answer(store, item, rating, moment)
                        if rating is Rating.AGAIN:
                            self.answer(store, item, Rating.GOOD, moment + timedelta(minutes=3), Kind.RELEARN)
            for item in items[4::9]:
                store.suspend(item, utc_ms(desk.now))
            return store.memories()


def _moment(date, rng):
    # Late in the evening, after midnight and early in the morning, where days are cut.
    hour = rng.choice((1, 2, 3, 5, 8, 12, 18, 22, 23))
    return date + timedelta(hours=hour, milliseconds=rng.randrange(55 * 60_000))


def collection(path):
    """Return the database in a package, as a connection to a copy."""
    with ZipFile(path) as packed:
        data = packed.read("collection.anki21")
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data)
    return connection


def altered(path, name, *statements, functions=()):
    """Write a package again after SQL on its database."""
    target = path.with_name(name)
    with ZipFile(path) as packed:
        members = {member: packed.read(member) for member in packed.namelist()}
    with closing(collection(path)) as connection:
        for called, arguments, function in functions:
            connection.create_function(called, arguments, function)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        members["collection.anki21"] = connection.serialize()
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        for member, data in members.items():
            packed.writestr(member, data)
    target.write_bytes(buffer.getvalue())
    return target
