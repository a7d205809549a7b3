"""Families and houses made up for these tests: what a deck file may say is independent of the shipped ones."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar

import pytest

from srs_roulette.deck import loader
from srs_roulette.deck.known import Houses
from srs_roulette.errors import FileFaults, NotFound
from srs_roulette.questions.types import Chip, Family, Field, Key, Question
from srs_roulette.wording.message import say

KINDS = ("straight", "split", "street", "corner", "six_line")
SPOTS = ("0-1", "0-2", "0-3", "3-6", "34-35", "17", "0-1-2", "0-2-3", "32-36", "31-36", "dozen1")
POCKETS = ("0", "00", *(str(n) for n in range(1, 37)))


@dataclass(frozen=True)
class Params:
    bet: str
    chips: int


class Times(Family[Params]):
    answer_in_prompt = "its questions are only as sound as a test makes them"
    name: ClassVar[str] = "times"
    params = Params
    keys: ClassVar[tuple[Key, ...]] = (Key(name="bet", values=KINDS), Key(name="chips", low=1, high=60))

    def draw(self, bands, house, rng):  # noqa: ARG002 - as every family
        return Params(rng.choice(bands.get("bet", KINDS)), rng.choice(bands.get("chips", (1, 2))))

    def build(self, params, house):
        return Question(
            family=self.name,
            house=house.id,
            layout=None,
            params=params,
            message=say("prompt.times"),
            fields=(Field("pays"),),
            expected={"pays": str(params.chips * 17)},
            working=(say("working.times"),),
        )


class Announce(Times):
    name = "announce"
    keys = (Key(name="number", values=POCKETS),)


class Pay(Times):
    name = "pay"
    keys = (Key(name="stake", money=True), Key(name="side", values=(1, 2), default=(1, 2)))


class Mixed(Times):
    name = "mixed"
    keys = (
        Key(name="bets", values=SPOTS, is_list=True, default=(("17", "0-1"),)),
        Key(name="counts", low=1, high=20, is_list=True, default=((1, 2),)),
        Key(name="spot", values=SPOTS, default=SPOTS),
    )


class Zero(Times):
    name = "zero"
    house_sensitive = True
    keys = (Key(name="chips", low=1, high=60, default=(1, 2, 3)), Key(name="bet", values=KINDS, default=("split",)))


class Words(Times):
    name = "words"
    keys = (Key(name="word", values=("A", "b c", "b/c", "b-c")),)


FAMILIES = {family.name: family for family in (Times(), Announce(), Pay(), Mixed(), Zero(), Words())}
HOUSES = {
    "european": SimpleNamespace(id="european", minor_digits=2),
    "german": SimpleNamespace(id="german", minor_digits=0),
    "english": SimpleNamespace(id="english", minor_digits=3),
}


@pytest.fixture(scope="session")
def family():
    """The made-up families by name, as the registry gives them."""

    def of(name):
        if name not in FAMILIES:
            raise NotFound(name)
        return FAMILIES[name]

    return of


@pytest.fixture(scope="session")
def family_class():
    return Times


@pytest.fixture(scope="session")
def chip_class():
    return Chip


@pytest.fixture(scope="session")
def house():
    return HOUSES.__getitem__


@pytest.fixture(scope="session")
def names(family, house):
    """What a deck may name here, as arguments of the loader."""
    return {"family": family, "family_names": tuple(FAMILIES), "houses": Houses(tuple(HOUSES), house)}


@pytest.fixture
def write(tmp_path):
    """Write a deck file; a text is put as it is."""

    def to(text, name="deck.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return to


HEAD = 'id = "d"\ntitle = "D"\nhouse = "european"\n'
SECTION = '[sections.s]\ntitle = "S"\n'


@pytest.fixture
def deck(write, names):
    """Load a deck of one section ``s`` from the text of its items."""

    def of(items, *, head=HEAD, sections=SECTION):
        return loader.load(write(head + sections + items), library=(), **names)

    return of


@pytest.fixture
def item(deck):
    """Load the items of one table ``a`` from its lines."""

    def of(lines, family="times"):
        return deck(f'[items.a]\nsection = "s"\nfamily = "{family}"\n{lines}\n').items

    return of


@pytest.fixture
def faults(tmp_path):
    """Call and return the lines of the faults, each without the folder of the test."""

    def of(call, *arguments, **options):
        with pytest.raises(FileFaults) as caught:
            call(*arguments, **options)
        lines = [line.replace(f"{tmp_path}/", "") for line in caught.value.faults]
        assert all("\n" not in line for line in lines)
        return lines

    return of
