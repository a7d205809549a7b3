from __future__ import annotations

import pytest
from session_helpers import Learner, at, ids

from srs_roulette.errors import NotSaved
from srs_roulette.scheduling.types import ItemId


def rename(deck, old, new, *was):
    """Call a table of the deck otherwise; ``was`` are the names that it says it had."""
    text = deck.read_text(encoding="utf-8").replace("was = ", "was_ = ")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("was_"))
    listed = f"\nwas = {list(was)}".replace("'", '"') if was else ""
    deck.write_text(text.replace(f"[items.{old}]", f"[items.{new}]{listed}") + "\n", encoding="utf-8")


def standing(learner, day):
    """All that the program knows, with items by their values: the keys differ."""
    desk = learner.desk(at(day))
    course, store = desk.course(), desk.store

    def plain(item):
        return item.replace("/stapel", "/split").replace("/ruf", "/call").replace("/zuruf", "/call")

    return {
        "memories": {plain(item): memory for item, memory in store.memories().items()},
        "last": {plain(item): last for item, last in store.last_attempts().items()},
        "attempts": sorted((a.id, plain(a.item_id), a.kind, a.due_day, a.undone_ms) for a in store.attempts()),
        "days": [(store.new_begun(desk.today), store.reviews_done(desk.today), desk.today)],
        "load": learner.load(day),
        "faults": store.differences(),
        "open": course.open(store.last_attempts(), store.opened_sections()),
    }


def season(learner, days, wrong=()):
    for day in days:
        learner.sit(day, new=3).play(wrong=wrong)


@pytest.mark.parametrize("cut", [1, 2, 5])
def test_a_renamed_item_goes_on_as_if_it_had_always_been_called_so(tmp_path, deck, cut):
    with Learner(tmp_path / "a", [str(deck)]) as learner:
        season(learner, range(cut), {"mine/split/3": 1})
        season(learner, range(cut, 9))
        wanted = standing(learner, 9)
    with Learner(tmp_path / "b", [str(deck)]) as learner:
        season(learner, range(cut), {"mine/split/3": 1})
        rename(deck, "split", "stapel", "split")
        rename_call = deck.read_text(encoding="utf-8").replace("[items.call]", '[items.ruf]\nwas = ["call"]')
        deck.write_text(rename_call, encoding="utf-8")
        season(learner, range(cut, 9))
        found = standing(learner, 9)
    # The spread of due days is drawn from the id, so only a season without spread could be the same throughout.
    assert {key: found[key] for key in ("days", "faults", "open")} == {
        key: wanted[key] for key in ("days", "faults", "open")
    }
    assert found["memories"].keys() == wanted["memories"].keys()


def test_at_once_nothing_has_changed_but_the_name(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        season(learner, range(3), {"mine/split/3": 2})
        before = standing(learner, 2)
        rename(deck, "split", "stapel", "split")
        after = standing(learner, 2)
        assert after == before
        assert after["faults"] == {}
        store = learner.desk(at(2)).store
        assert ItemId("mine/stapel/2") in store.memories()
        assert ItemId("mine/split/2") not in store.memories()
        assert {a.item_id for a in store.attempts(ItemId("mine/stapel/2"))} == {"mine/stapel/2"}
        # The log keeps what was written.
        rows = store.connection.execute("SELECT DISTINCT item_id FROM attempts").fetchall()
        assert ("mine/split/2",) in rows
        assert ("mine/stapel/2",) not in rows


def test_undo_reaches_back_over_a_rename(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(new=1).play()
        learner.sit(5, new=0).play()
        before = learner.desk().store.memories()[ItemId("mine/split/2")]
        rename(deck, "split", "stapel", "split")
        came, _ = learner.sit(40, new=0).play()
        assert ids(came) == ["mine/stapel/2"]
        store = learner.desk().store
        assert store.memories()[ItemId("mine/stapel/2")].reps == before.reps + 1
        store.undo(None, 1)
        assert store.memories() == {ItemId("mine/stapel/2"): before}
        store.undo(None, 2)
        store.undo(None, 3)
        assert store.memories() == {}
        assert store.last_attempts() == {}
        assert learner.sit(41).next().new


def test_a_rename_under_an_open_sitting(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(new=2).play()
        sitting = learner.sit(5, new=0)
        first = sitting.next()
        done = sitting.answer(first)
        before = learner.desk().store.memories()
        asked = sitting.next()
        rename(deck, "split", "stapel", "split")
        learner.desk(at(5)).course()  # as any look-up does that sees the new name
        with pytest.raises(NotSaved, match=r"mine/split/\d is called mine/stapel/\d now\. This answer was not saved"):
            sitting.answer(asked)
        store = learner.desk().store
        renamed = {ItemId(item.replace("/split/", "/stapel/")): memory for item, memory in before.items()}
        assert store.memories() == renamed
        # What was answered before can still be withdrawn, and reaches the item under its new name.
        assert sitting.undo().id == done.attempt.id
        assert store.memories()[ItemId(first.entry.id.replace("/split/", "/stapel/"))].reps == 1
        assert store.differences() == {}


def test_a_history_that_began_anew_is_joined(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(new=1).play()
        rename(deck, "split", "stapel")
        learner.sit(1, new=1).play()
        store = learner.desk().store
        assert {item: memory.reps for item, memory in store.memories().items()} == {
            "mine/split/2": 1,
            "mine/stapel/2": 1,
        }
        rename(deck, "stapel", "stapel", "split")
        desk = learner.desk(at(1))
        desk.course()
        assert {item: memory.reps for item, memory in desk.store.memories().items()} == {"mine/stapel/2": 2}
        assert desk.store.new_begun(desk.today) == 0
        assert [row[:2] for row in desk.store.histories()] == [("mine/stapel/2", 2)]
        assert not desk.store.differences()


def test_a_second_rename_and_one_back(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(new=1).play()
        wanted = list(learner.desk().store.memories().values())
        for old, new in (("split", "one"), ("one", "two"), ("two", "split"), ("split", "one")):
            rename(deck, old, new, old)
            desk = learner.desk()
            desk.course()
            assert desk.store.memories() == dict(zip([ItemId(f"mine/{new}/2")], wanted, strict=True))
            assert not desk.store.differences()


def test_a_name_that_another_item_takes_is_no_old_one_any_more(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(new=1).play()
        rename(deck, "split", "stapel", "split")
        learner.desk().course()
        rename(deck, "stapel", "split")
        desk = learner.desk()
        desk.course()
        assert list(desk.store.memories()) == ["mine/split/2"]
        assert not desk.store.aliases().get(ItemId("mine/split/2"))


def test_pauses_flags_and_houses_follow(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(section="two").play()
        store = learner.desk().store
        last = store.last_attempts()
        first, second = last.values()
        store.flag(first.id, "why", 1)
        store.suspend(list(last)[1], 1)
        rename(deck, "call", "ruf", "call")
        desk = learner.desk()
        desk.course()
        assert desk.store.paused() == {"mine/ruf/tiers@european", "mine/ruf/voisins@european"}
        assert desk.store.flag(second.id, "too", 2).item_id in desk.store.memories()
        assert {one.item_id for one in desk.store.flags()} <= desk.store.memories().keys()


def test_a_clock_set_back_before_a_rename(tmp_path, deck):
    with Learner(tmp_path / "home", [str(deck)]) as learner:
        learner.sit(5, new=2).play()
        learner.sit(1, new=1).play()
        before = standing(learner, 5)
        rename(deck, "split", "stapel", "split")
        assert standing(learner, 5) == before
