from __future__ import annotations

import pytest
from store_helpers import NOON

from srs_roulette.errors import NotFound
from srs_roulette.scheduling.types import ItemId

A = ItemId("deck/a")


def test_settings(store):
    assert (store.settings(), store.setting("zone")) == ({}, None)
    store.set_setting("zone", "Europe/Paris")
    store.set_setting("new_per_day", "10")
    store.set_setting("new_per_day", "5")
    assert store.settings() == {"zone": "Europe/Paris", "new_per_day": "5"}
    assert store.setting("new_per_day") == "5"
    store.set_setting("zone", None)
    store.set_setting("zone", None)
    assert store.settings() == {"new_per_day": "5"}


def test_suspending(store):
    assert store.suspend(A, 5)
    assert not store.suspend(A, 9)
    assert (store.suspended(), store.paused()) == ({A: 5}, {A})
    assert store.resume(A)
    assert not store.resume(A)
    assert (store.suspended(), store.paused()) == ({}, set())


def test_flags_pause_until_cleared(learner, store):
    done = learner.answer()
    flag = store.flag(done.attempt.id, "a split pays 17", 5)
    assert flag.item_id == A
    assert store.flags() == [flag]
    assert store.paused() == {A}
    assert store.suspended() == {}
    again = store.flag(done.attempt.id, "look again\udcff", 6)
    assert store.flags() == [again]
    store.suspend(A, 7)
    store.clear_flag(done.attempt.id, 8)
    assert (store.flags(), store.paused()) == ([], {A})
    store.resume(A)
    assert store.paused() == set()
    with pytest.raises(NotFound, match="no open flag"):
        store.clear_flag(done.attempt.id, 9)
    store.flag(done.attempt.id, "once more", 10)
    assert store.paused() == {A}


def test_only_an_attempt_can_be_flagged(store):
    with pytest.raises(NotFound, match="no attempt 5"):
        store.flag(5, "wrong", NOON)
    assert store.flags() == []


def test_sections_open_for_good(store):
    assert store.open_section("european", "tables", 5, "placement")
    assert not store.open_section("european", "tables", 6, "placement")
    assert store.opened_sections() == {("european", "tables"): "placement"}
    assert not store.open_section("european", "tables", 7, "asked")
    assert not store.open_section("european", "tables", 8, "placement")
    assert store.open_section("european", "mixed", 9, "asked")
    # Asking does not undo what a placement showed, and a placement shows it whatever was asked for before.
    assert store.opened_sections() == {("european", "tables"): "placement", ("european", "mixed"): "asked"}
    assert not store.open_section("european", "mixed", 10, "placement")
    assert set(store.opened_sections().values()) == {"placement"}
