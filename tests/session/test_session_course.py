from __future__ import annotations

import pytest
from session_helpers import DECK, ONE, Learner, ids

from srs_roulette.errors import FileFaults, NotFound
from srs_roulette.scheduling.types import Rating

TWO = ["mine/call/voisins@european", "mine/call/tiers@european"]


class Last:
    def __init__(self, rating):
        self.rating = rating


def last(right, wrong=()):
    return {item: Last(Rating.GOOD) for item in right} | {item: Last(Rating.AGAIN) for item in wrong}


def open_sections(learner, right, wrong=(), opened=()):
    return {key for _, key in learner.desk().course().open(last(right, wrong), opened)}


def test_a_section_opens_at_four_fifths(learner):
    assert open_sections(learner, []) == {"one"}
    assert open_sections(learner, ONE[:3]) == {"one"}
    assert open_sections(learner, ONE[:3], ONE[3:]) == {"one"}
    assert open_sections(learner, ONE[:4]) == {"one", "two"}
    assert open_sections(learner, ONE[:4], ONE[4:]) == {"one", "two"}
    assert open_sections(learner, ONE + TWO) == {"one", "two", "three"}
    # A section that was opened for good stays so, and opens nothing else.
    assert open_sections(learner, [], opened=[("mine", "three")]) == {"one", "three"}


def test_a_section_that_was_forgotten_closes_again(learner):
    learner.sit(new=5).play()
    assert learner.sit(day=2, new=0).session.plan.queue.new
    sitting = learner.sit(day=2, hour=1, new=0)
    for _ in range(2):
        sitting.answer(sitting.next(), right=False)
    assert not learner.sit(day=2, hour=2, new=5).session.plan.queue.new


def test_answers_open_sections_in_the_same_sitting(learner):
    learner.set("new_per_day", "6")
    came, reason = learner.sit().play()
    assert ids(came) == [*ONE, TWO[0]]
    assert reason == "limit"


def test_required_sections(learner):
    course = learner.desk().course()
    assert sorted(course.required(("mine", "three"))) == [("mine", "one"), ("mine", "three"), ("mine", "two")]
    assert course.required(("mine", "one")) == [("mine", "one")]
    assert course.section("two") == ("mine", "two")
    with pytest.raises(NotFound, match='Did you mean "three"'):
        course.section("thre")


def test_asking_for_a_section_opens_it_for_good_and_asks_it_alone(learner):
    came, reason = learner.sit(section="two").play()
    assert (ids(came), reason) == (TWO, "done")
    assert set(learner.desk().store.opened_sections()) == {("mine", "one"), ("mine", "two")}
    # The next sitting still asks what comes first, then the rest of what is open.
    assert ids(learner.sit(hour=1).play()[0])[:5] == ONE


def test_a_section_alone_leaves_others_due_items(learner):
    learner.sit(new=5).play()
    came, _ = learner.sit(day=3, section="two", new=0).play()
    assert came == []
    assert learner.load(3).due == 5


@pytest.mark.parametrize(
    ("house", "refused"),
    [
        (None, []),
        ("european", []),
        ("german", []),
        ("american", ["mine/call/tiers@american", "mine/call/voisins@american"]),
    ],
)
def test_what_a_house_does_not_play_is_left_out(learner, house, refused):
    desk = learner.desk(house=house)
    course = desk.course()
    assert sorted(entry.id for entry in course.refused) == refused
    assert not course.entries.keys() & set(refused)
    assert all(entry.draw(0) for entry in course.entries.values())
    # A section of which nothing is left closes none that requires it.
    assert (("mine", "three") in course.open(last(ONE))) is bool(refused)


def test_what_turns_out_not_to_be_played_is_left_out_and_the_sitting_goes_on(tmp_path):
    """A fact that the sources of a house do not tell: no look at its cloth shows that."""
    file = tmp_path / "facts.toml"
    file.write_text(
        'id = "facts"\ntitle = "F"\nhouse = "european"\nabout = "F."\n[sections.s]\ntitle = "S"\n'
        '[items.fact]\nsection = "s"\nfamily = "procedure"\nfact.each = ["winning_stake", "marker"]\n',
        encoding="utf-8",
    )
    with Learner(tmp_path / "home", [str(file)], house="french_law") as learner:
        sitting = learner.sit(house="french_law")
        asked = sitting.next()
        assert asked.entry.id == "facts/fact/marker@french_law"
        sitting.answer(asked)
        assert [entry.id for entry in sitting.session.refused] == ["facts/fact/winning_stake@french_law"]
        assert sitting.next() == "done"


def test_items_are_found_with_and_without_house(learner):
    course = learner.desk().course()
    assert course.find("mine/call/voisins").id == TWO[0]
    assert course.find(" MINE/call/voisins@european ").id == TWO[0]
    assert course.find("mine/split/2").id == "mine/split/2"
    for text in ("mine/call/voisins@german", "mine/split/2@european", "mine/split", ""):
        assert course.find(text) is None


def test_the_house_is_in_the_id_where_it_matters(learner):
    assert "mine/call/voisins@german" in learner.desk(house="german").course().entries
    assert "mine/split/2" in learner.desk(house="german").course().entries
    learner.set("house", "french_law")
    assert "mine/call/voisins@french_law" in learner.desk().course().entries
    assert "mine/call/voisins@german" in learner.desk(house="german").course().entries
    with pytest.raises(NotFound, match='Did you mean "german"'):
        learner.desk(house="germa").course()


def test_memory_is_kept_apart_house_by_house(learner):
    learner.sit(section="two").play()
    came, _ = learner.sit(hour=1, section="two", house="german").play()
    assert came == [("mine/call/voisins@german", "review"), ("mine/call/tiers@german", "review")]
    memories = learner.desk().store.memories()
    assert {*TWO, "mine/call/voisins@german"} <= set(memories)
    # An item that no house changes has one memory for all.
    assert ids(learner.sit(hour=2, house="german", new=9).play()[0]) == [*ONE, "mine/next"]
    assert ids(learner.sit(hour=3, new=9).play()[0]) == []


def test_a_house_file_gives_its_id(learner, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('extends = "european"\nid = "ours"\nname = "Ours"\n', encoding="utf-8")
    course = learner.desk(house=str(file)).course()
    entry = course.find("mine/call/voisins@ours")
    assert entry.house == str(file)
    assert entry.draw(3).house == "ours"


def test_an_item_of_two_decks_counts_in_both(tmp_path, deck):
    """A deck in use beside another that borrows from it: neither opens before it should."""
    borrower = tmp_path / "borrower.toml"
    borrower.write_text(
        'id = "borrower"\ntitle = "B"\nhouse = "european"\nabout = "B."\n'
        '[[use]]\ndeck = "mine"\nsections = ["one", "two"]\n',
        encoding="utf-8",
    )
    for decks in ([borrower, deck], [deck, borrower]):
        with Learner(tmp_path / "home", map(str, decks)) as learner:
            course = learner.desk().course()
            assert {key for _, key in course.open({})} == {"one"}
            assert course.open(last(ONE)) >= {("mine", "two"), ("borrower", "two")}
            assert list(course.entries) == [
                *sorted(ONE, key=lambda item: (item < "mine/split", item)),
                *TWO,
                "mine/next",
            ]


def test_a_broken_deck_is_said(learner, tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text(DECK.replace('family = "odds"', 'family = "ods"'), encoding="utf-8")
    with pytest.raises(FileFaults, match="ods"):
        learner.desk(decks=(str(broken),)).course()
    with pytest.raises(NotFound, match="no deck"):
        learner.desk(decks=("nothing",)).course()
