"""From here to Anki and back, with Anki itself at work in a process of its own, day by day under ``faketime``."""

from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dealer import FIRST, GUIDS, Dealer

from srs_roulette.anki.merge import Sort
from srs_roulette.anki.reader import opened
from srs_roulette.scheduling.days import iso
from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.kept import rebuild


@pytest.mark.parametrize("zone", ["UTC", pytest.param("Asia/Tokyo", marks=pytest.mark.campaign)])
def test_thirty_days_here_five_in_anki_and_ten_here(tmp_path, zone):
    dealer = Dealer(tmp_path, zone)
    ours = [id_ for day in range(30) for id_ in dealer.sit(day)]
    package = tmp_path / "there.apkg"
    dealer.cli(29, "export", "anki", str(package))
    with dealer.store() as store:
        before = store.attempts()
    assert [one.id for one in before] == ours

    given = five_days_in_anki(dealer, package)
    truth, files = exported(dealer)
    for file in files:
        with opened(file) as found:
            rows = [[f"srs:{found.cards[row.card].item}", row.ms, *row[2:]] for row in found.rows]
        assert rows == truth["rows"], file.name

    preview = dealer.json(34, "import", "anki", str(files[0]), "--dry-run")
    report = dealer.json(34, "import", "anki", str(files[0]))
    assert report | {"dry_run": True, "backup": None, "memory_differs": None} == preview
    assert (report["imported"], report["already_here"], report["memory_differs"]) == (len(given), len(ours), [])
    assert report["draws_known"] > len(given) / 2
    for file in files:
        again = dealer.json(34, "import", "anki", str(file))
        assert (again["imported"], again["already_here"]) == (0, len(ours) + len(given))

    brought = came_back_exactly(dealer, before, given, truth)
    due_as_in_anki(dealer, brought, truth)
    draws_are_of_the_notes(brought, files[0], report["draws_known"])
    assert dealer.memories_are_as_in_anki(truth["cards"]) > 100

    stats = dealer.json(34, "stats")
    days = {one["study_day"]: one["answers"] for one in stats["activity"]}
    there = Counter(iso(one.study_day) for one in brought)
    assert {day: days[day] for day in there} == there
    assert sum(days.values()) == stats["reviews"] == len(ours) + len(given)
    assert Counter(one["surface"] for one in dealer.json(34, "history")["attempts"]) == {
        "terminal": len(ours),
        "anki": len(given),
    }

    later = [id_ for day in range(35, 45) for id_ in dealer.sit(day)]
    with dealer.store() as store:
        assert [one.id for one in store.attempts()] == [*ours, *(one.id for one in brought), *later]
        assert store.differences() == {}
    again = dealer.json(45, "import", "anki", str(files[3]))
    assert (again["imported"], again["already_here"]) == (0, len(ours) + len(given))


def five_days_in_anki(dealer, package):
    """Import our package there and answer; return guid, button and ms of each answer, in order."""
    given = []
    for day in range(30, 35):
        start = [{"do": "take", "file": str(package)}, {"do": "fsrs"}] if day == 30 else []
        ratings = [dealer.chance.choice((1, 3, 3, 3, 2, 4)) for _ in range(25)]
        done = dealer.anki(day, *start, {"do": "select", "deck": "Roulette"}, {"do": "answer", "ratings": ratings})
        given += done[-1]
    assert len(given) > 80
    return given


def exported(dealer):
    """Return what Anki has, and its five kinds of export."""
    files = [dealer.folder / name for name in ("new.apkg", "old.apkg", "deck.apkg", "new.colpkg", "old.colpkg")]
    new, old, deck, every, every_old = map(str, files)
    steps = [
        {"do": "export", "file": new},
        {"do": "export", "file": old, "legacy": True},
        {"do": "export", "file": deck, "deck": "Roulette"},
        {"do": "dump"},
    ]
    truth = dealer.anki(34, *steps, hour=12)[-1]
    # A .colpkg closes the collection.
    dealer.anki(34, {"do": "colpkg", "file": every}, hour=12)
    dealer.anki(34, {"do": "colpkg", "file": every_old, "legacy": True}, hour=12)
    return truth, files


def came_back_exactly(dealer, before, given, truth):
    """Compare the log with what was there before and with every answer given in Anki; return those."""
    with dealer.store() as store:
        after = store.attempts()
        assert store.differences() == {}
    brought = [one for one in after if one.kind is Kind.ANKI]
    assert [one for one in after if one.kind is not Kind.ANKI] == before
    assert [[f"srs:{one.item_id}", one.rating.value, one.elapsed_ms] for one in brought] == given
    known = {one.id for one in before}
    assert [one.id for one in brought] == [row[1] for row in truth["rows"] if row[1] not in known]
    return brought


def due_as_in_anki(dealer, brought, truth):
    """Compare due days with Anki's, by its own count of days from today."""
    cards = {card[0].removeprefix("srs:"): card for card in truth["cards"]}
    with dealer.store() as store:
        for item in {one.item_id for one in brought}:
            queue, due = cards[item][3:5]
            if queue == 1:
                moment = datetime.fromtimestamp(due, ZoneInfo(dealer.zone)) - timedelta(hours=4)
                expected = dealer.study_day((moment.date() - FIRST.date()).days)
            else:
                expected = dealer.study_day(34) + due - truth["today"]
            assert store.memory(item).due_day == expected, item


def draws_are_of_the_notes(brought, file, count):
    """Compare the draws that are known with those in the notes; each makes its question again."""
    with opened(file) as found:
        seeds = {card.item: {one.seed for one in found.draws(id_)[1]} for id_, card in found.cards.items()}
    known = [one for one in brought if one.params]
    assert len(known) == count
    for one in known:
        assert one.seed in seeds[one.item_id]
        assert rebuild(one).family == one.family


@pytest.fixture
def dealer(tmp_path):
    return Dealer(tmp_path)


def begin_in_anki(dealer, *steps, guids=GUIDS, **preset):
    """Notes of ours in Anki, six of them answered on day 0."""
    return dealer.anki(
        0,
        {"do": "make", "notes": {guid: [guid.removeprefix("srs:"), "q", "a"] for guid in guids}},
        {"do": "preset", **preset},
        {"do": "answer", "guids": guids[:6], "ratings": [3, 3, 3, 3, 4, 3]},
        *steps,
    )


def brought_back(dealer, day, *steps, hour=9, export=None):
    """Do steps on a day, export, import, and return Anki's truth and the report of the import."""
    file = str(dealer.folder / "back.apkg")
    truth = dealer.anki(day, *steps, {"do": "dump"}, {"do": "export", "file": file, **(export or {})}, hour=hour)[-2]
    return truth, dealer.json(day, "import", "anki", file)


def kinds(report):
    return {name: count for name, count in report["kinds"].items() if count}


def test_rows_of_every_kind(dealer):
    begin_in_anki(dealer)
    truth, report = brought_back(
        dealer,
        2,
        {"do": "set_due", "guids": GUIDS[:1], "days": "5"},
        {"do": "forget", "guids": GUIDS[1:2]},
        {"do": "answer", "guids": GUIDS[1:2], "ratings": [4]},
        {"do": "grade_now", "guids": GUIDS[2:3], "rating": 3},
        {"do": "answer", "guids": GUIDS[3:4], "ratings": [1]},
        {"do": "undo"},
        {"do": "filtered", "name": "early", "search": "deck:Dealer -is:due -is:new prop:reps=1", "reschedule": True},
        {"do": "answer", "guids": GUIDS[4:5], "ratings": [3]},
        {"do": "filtered", "name": "cram", "search": "deck:Dealer is:due", "reschedule": False},
        {"do": "answer", "guids": GUIDS[5:6], "ratings": [1]},
    )
    assert [row[7] for row in truth["rows"][6:]] == [4, 4, 0, 1, 3, 3]
    assert kinds(report) == {
        Sort.LEARNING: 7,
        Sort.EARLY: 1,
        Sort.GRADE_NOW: 1,
        Sort.FORGET: 1,
        Sort.SET_DUE: 1,
        Sort.CRAM: 1,
    }
    assert report["imported"] == 9
    assert report["memory_differs"] == []
    assert dealer.memories_are_as_in_anki(truth["cards"]) == 6
    with dealer.store() as store:
        today = dealer.study_day(2)
        assert store.memory("mine/split/2").due_day == today + 5
        forgotten = store.memory("mine/split/3")
        assert (forgotten.reps, forgotten.last_day) == (1, today)
        assert [one.kind for one in store.attempts("mine/split/3")] == [Kind.ANKI, Kind.RESET, Kind.ANKI]
        assert [one.kind for one in store.attempts("mine/split/2")] == [Kind.ANKI, Kind.RESCHEDULE]
        assert len(store.attempts("mine/split/5")) == 1
        assert store.attempts("mine/split/4")[-1].elapsed_ms is None
        assert store.differences() == {}
    said = dealer.cli(2, "undo", code=1)
    assert "There is no attempt to withdraw" in said.stderr


def test_two_answers_in_one_millisecond(dealer):
    begin_in_anki(dealer)
    at = int(dealer.at(3, 9).timestamp() * 1000) - 5
    truth, report = brought_back(dealer, 3, {"do": "answer", "guids": GUIDS[:3], "ratings": [3, 3, 3], "at": [at] * 3})
    assert report["imported"] == 9
    with dealer.store() as store:
        assert [one.id for one in store.attempts()] == [row[1] for row in truth["rows"]]


def test_a_deleted_note_leaves_rows_that_are_counted(dealer):
    begin_in_anki(dealer)
    file = dealer.folder / "all.colpkg"
    dealer.anki(1, {"do": "delete", "guids": GUIDS[:2]}, {"do": "colpkg", "file": str(file)})
    report = dealer.json(1, "import", "anki", str(file))
    assert (report["imported"], report["deleted_rows"]) == (4, 2)
    assert "deleted in Anki" in dealer.cli(1, "import", "anki", str(file)).stdout


def test_an_export_without_scheduling_is_said_loudly(dealer):
    begin_in_anki(dealer)
    file = str(dealer.folder / "plain.apkg")
    dealer.anki(1, {"do": "export", "file": file, "scheduling": False})
    said = dealer.cli(1, "import", "anki", file)
    assert "reviews: 0" in said.stdout
    assert "Include scheduling information" in said.stderr


def test_a_card_moved_to_other_options_is_reckoned_by_ours_and_told(dealer):
    weights = [
        0.5,
        2.0,
        4.0,
        12.0,
        6.0,
        0.9,
        2.5,
        0.01,
        1.6,
        0.2,
        1.0,
        1.6,
        0.1,
        0.3,
        1.5,
        0.5,
        2.0,
        0.6,
        0.1,
        0.1,
        0.2,
    ]
    begin_in_anki(dealer)
    dealer.anki(1, {"do": "move", "deck": "Elsewhere", "guids": GUIDS[:2], "parameters": weights})
    truth, report = brought_back(
        dealer,
        4,
        {"do": "answer", "guids": GUIDS[:3], "ratings": [3, 3, 3]},
        export={"guids": GUIDS},
    )
    moved = ["mine/split/2", "mine/split/3"]
    assert report["memory_differs"] == moved
    assert dealer.memories_are_as_in_anki(truth["cards"], but=moved) == 4


def test_learning_steps_of_other_options(dealer):
    begin_in_anki(dealer, learning=[1.0, 10.0], relearning=[10.0])
    truth, report = brought_back(dealer, 0, {"do": "answer", "guids": GUIDS[:2], "ratings": [1, 3]}, hour=10)
    assert any(row[3] == -60 for row in truth["rows"])
    assert report["imported"] == 8
    assert dealer.memories_are_as_in_anki(truth["cards"]) == 6
    with dealer.store() as store:
        assert store.memory("mine/split/2").due_day == dealer.study_day(0)


def test_answers_here_and_there_are_replayed_in_the_order_of_time(dealer):
    begin_in_anki(dealer)
    file = str(dealer.folder / "back.apkg")
    dealer.anki(1, {"do": "export", "file": file})
    dealer.json(1, "import", "anki", file)
    here = dealer.sit(3)
    dealer.anki(2, {"do": "answer", "guids": GUIDS[:3], "ratings": [3, 1, 3]}, {"do": "export", "file": file})
    report = dealer.json(4, "import", "anki", file)
    assert (report["imported"], report["already_here"]) == (3, 6)
    with dealer.store() as store:
        ids = [one.id for one in store.attempts()]
        assert ids == sorted(ids)
        newest = {one.item_id: one for one in store.attempts()}
        for item in ("mine/split/2", "mine/split/3", "mine/split/4"):
            # The answer here was the later one: its due day holds.
            assert newest[item].id in here
            assert store.memory(item).due_day == newest[item].due_day
        assert store.differences() == {}
    assert dealer.cli(4, "doctor").stdout.startswith("All well")


def test_an_export_for_others_brings_back_nothing_of_ours(dealer):
    dealer.sit(0)
    fresh = str(dealer.folder / "fresh.apkg")
    dealer.cli(0, "export", "anki", fresh, "--fresh")
    report = dealer.json(0, "import", "anki", fresh)
    assert (report["rows"], report["imported"]) == (0, 0)
