"""Finals against the rows of tests/oracles/calls.toml and last digits counted apart."""

import pytest
from limit_helpers import answer, ask, house, params, sound, text, wrong

from srs_roulette.errors import CallRefused
from srs_roulette.questions.calls import CHEVAL, FINALS

HOUSES = {"german": "splits", "french_law": "splits", "french_partage": "all_endings"}
"""decks/houses: all three play the zero."""


def _spots(on, cheval):
    """The spots of a final by its last digits, the zero played."""
    if "/" not in on:
        return [str(n) for n in range(37) if n % 10 == int(on)]
    first, second = (int(end) % 10 for end in on.split("/"))
    splits = [(n, n + 3) for n in range(34) if n % 10 == first]
    covered = {n for pair in splits for n in pair}
    left = [n for n in range(37) if n % 10 in {first, second} and n not in covered]
    return [f"{a}-{b}" for a, b in splits] + ([str(n) for n in left] if cheval == "all_endings" else [])


@pytest.mark.parametrize("where", HOUSES)
@pytest.mark.parametrize("mode", ["numbers", "chips", "place", "pays", "net"])
def test_drawn(where, mode):
    for question in sound("finals", where, range(60), mode=(mode,), on=(*FINALS, *CHEVAL)):
        asked = params(question)
        spots = _spots(asked["on"], HOUSES[where])
        if mode == "numbers":
            assert answer(question) == "-".join(sorted("-".join(spots).split("-"), key=int))
        elif mode == "chips":
            assert answer(question) == str(len(spots))
        elif mode == "place":
            assert question.expected["spots"] == dict.fromkeys(spots, 1)
        else:
            (hit,) = [spot for spot in spots if asked["number"] in spot.split("-")]
            by, odds = int(asked["by"]), 17 if "-" in hit else 35
            lost = (len(spots) - 1) * by if mode == "net" else 0
            assert answer(question) == str(odds * by - lost)
            assert by % 5 == 0 or where == "french_law"
            assert 0 < by <= (30 if where == "french_law" else 100)
            assert len(question.picture) == len(spots)


@pytest.mark.rows("calls", "finals")
def test_a_final_of_the_oracle(row):
    where = house("german", finals={"zero": row.get("zero", True), "cheval": "splits"})
    assert answer(ask("finals", where, mode="numbers", on=row["final"])) == "-".join(row["numbers"])
    assert answer(ask("finals", where, mode="chips", on=row["final"])) == str(row["chips"])
    for number in row["numbers"]:
        for asked in ("pays", "net"):
            question = ask("finals", where, mode=asked, on=row["final"], by="1", number=number)
            assert answer(question) == str(row[asked])


@pytest.mark.rows("calls", "finals_cheval")
def test_a_final_a_cheval_of_the_oracle(row):
    where = house("german", finals={"zero": row["zero"], "cheval": row["form"]})
    question = ask("finals", where, mode="place", on=row["final"])
    assert question.expected["spots"] == row["legs"]
    assert answer(ask("finals", where, mode="chips", on=row["final"])) == str(row["chips"])
    for hit in row["hits"]:
        for asked in ("pays", "net"):
            question = ask("finals", where, mode=asked, on=row["final"], by="1", number=hit["number"])
            assert answer(question) == str(hit[asked])


def test_worked_example():
    # ROULETTE.md E2 16.
    assert answer(ask("finals", "german", mode="pays", on="7", by="50", number="27")) == "1750"
    assert answer(ask("finals", "german", mode="net", on="7", by="50", number="27")) == "1650"
    assert answer(ask("finals", "german", mode="net", on="0/3", by="25", number="20")) == "350"


def test_wording():
    assert text(ask("finals", "german", mode="numbers", on="3").message) == "Final 3. Pockets:"
    assert text(ask("finals", "german", mode="chips", on="4/7").message) == "Final 4/7 à cheval. Chips:"
    paid = ask("finals", "german", mode="net", on="7", by="50", number="27")
    assert text(paid.message) == "Final 7 by 50. 27 falls. Net of this call, cash:"


def test_slips_of_chips():
    for digit in ("7", "8", "9"):
        question = ask("finals", "german", mode="chips", on=digit)
        assert wrong(question) == [("fourth_chip", "4")]
        assert text(question.slips[0].message) == f"There is no 3{digit}: the layout ends at 36."
    assert wrong(ask("finals", "german", mode="chips", on="3")) == [("third_only", "3")]
    assert wrong(ask("finals", "german", mode="chips", on="0")) == [("zero_lost", "3")]
    without = house("german", finals={"zero": False, "cheval": "splits"})
    zero = ask("finals", without, mode="chips", on="0")
    assert (answer(zero), wrong(zero)) == ("3", [("zero_played", "4")])
    assert text(zero.slips[0].message) == "In this house the zero is not played: final 0 has 3 chips."


def test_slips_of_left_over_endings():
    for on, left in (("4/7", "34"), ("5/8", "35"), ("6/9", "36"), ("7/10", "0"), ("8/11", "1"), ("9/12", "2")):
        splits, every = (ask("finals", where, mode="place", on=on) for where in ("german", "french_partage"))
        placed = splits.expected["spots"]
        assert every.expected["spots"] == placed | {left: 1}
        assert dict(every.slips[0].answer) == {"spots": placed}
        assert dict(splits.slips[0].answer) == {"spots": placed | {left: 1}}
        assert (every.slips[0].id, splits.slips[0].id) == ("left_over_missed", "left_over_played")
        chips = ask("finals", "french_partage", mode="chips", on=on)
        assert wrong(chips) == [("left_over_missed", "3"), ("numbers_as_chips", "7")]
        chips = ask("finals", "german", mode="chips", on=on)
        assert wrong(chips) == [("left_over_played", "4"), ("numbers_as_chips", "6")]
        numbers = ask("finals", "german", mode="numbers", on=on)
        assert wrong(numbers)[0][0] == "left_over_played"


def test_slips_of_numbers():
    assert wrong(ask("finals", "german", mode="numbers", on="0")) == [
        ("zero_lost", "10-20-30"),
        *(("number_missed", "0-10-20"), ("number_missed", "0-10-30"), ("number_missed", "0-20-30")),
    ]
    assert wrong(ask("finals", "german", mode="numbers", on="3"))[0] == ("first_digit", "3-30-31-32-33-34-35-36")
    without = house("german", finals={"zero": False, "cheval": "splits"})
    assert wrong(ask("finals", without, mode="numbers", on="0"))[0] == ("zero_played", "0-10-20-30")


def test_slips_of_pay():
    # Final 7 by 50: 17 x 50; 35 x 50 less 2 x 50; 36 x 50.
    pays = ask("finals", "german", mode="pays", on="7", by="50", number="27")
    assert wrong(pays)[:3] == [("split_for_straight", "850"), ("net_for_pay", "1650"), ("stake_included", "1800")]
    # Net: (17 - 2) x 50; (35 - 3) x 50; 35 x 50; (36 - 2) x 50.
    net = ask("finals", "german", mode="net", on="7", by="50", number="27")
    assert wrong(net)[:4] == [
        *(("split_for_straight", "750"), ("fourth_lost_too", "1600")),
        *(("pay_for_net", "1750"), ("stake_included", "1700")),
    ]
    # Four chips: (17 - 3) x 10; (35 - 4) x 10.
    four = ask("finals", "german", mode="net", on="3", by="10", number="13")
    assert wrong(four)[:3] == [("split_for_straight", "140"), ("all_chips_deducted", "310"), ("pay_for_net", "350")]
    split = ask("finals", "german", mode="pays", on="0/3", by="25", number="20")
    assert wrong(split)[0] == ("straight_for_split", "875")


@pytest.mark.parametrize("where", ["european", "english", "hungarian", "american", "surrender"])
def test_a_house_that_knows_no_finals_is_not_asked(where):
    with pytest.raises(CallRefused, match="knows no finals"):
        next(sound("finals", where, range(1)))
    with pytest.raises(CallRefused, match="knows no finals"):
        ask("finals", where, mode="numbers", on="3")


@pytest.mark.campaign
def test_many():
    modes = ("numbers", "chips", "place", "pays", "net")
    for where in HOUSES:
        assert len(list(sound("finals", where, range(2000), mode=modes, on=(*FINALS, *CHEVAL)))) == 2000
