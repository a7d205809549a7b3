"""Even chances on zero, against rules of each house written apart and the rows of tests/oracles/settlements.toml."""

from collections import Counter
from decimal import Decimal

import pytest
from limit_helpers import answer, ask, house, params, sound, text, wrong

from srs_roulette.errors import RuleRefused
from srs_roulette.rules.house_file import house_files

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EVEN = {
    "red": lambda n: n in REDS,
    "black": lambda n: n not in REDS,
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n % 2 == 0,
    "low": lambda n: n <= 18,
    "high": lambda n: n >= 19,
}
HALF = ("english", "french_partage", "french_law", "surrender")
LOCKS = ("share", "quarter", "next", "double", "moved")


def _plain(number):
    """An amount as it is typed."""
    whole = Decimal(number)
    return str(int(whole)) if whole == int(whole) else str(whole.normalize())


def _fate(bet, stake, numbers, to=None):
    """Follow a stake by document 002: two levels, one win a level, the zero beyond the second takes it."""
    level = 0
    for place, number in enumerate(numbers):
        if number == "0":
            level += 1
            if level > 2:
                return "lost 0"
        elif not EVEN[bet](int(number)):
            return "lost 0"
        else:
            level -= 1
            if level == 0:
                return f"freed {_plain(stake)}"
        bet = to if to and place == 0 else bet
    return "locked 0"


@pytest.mark.parametrize("where", sorted(house_files()))
def test_one_zero(where):
    zeros = Counter()
    for question in sound("zero", where, range(60), mode=("one",)):
        asked = params(question)
        even, *rest = map(Decimal, asked["stakes"])
        assert asked["bets"][0] in EVEN
        assert not set(asked["bets"][1:]) & set(EVEN)
        back = even / 2 if where in HALF else Decimal(0)
        taken = sum(rest) + (Decimal(0) if where == "german" else even - back)
        assert answer(question) == f"{_plain(back)} {_plain(taken)}"
        zeros[question.number] += 1
    assert set(zeros) == ({"0", "00"} if where in {"american", "surrender"} else {"0"})


@pytest.mark.parametrize("mode", ["share", "quarter"])
def test_sharing(mode):
    allowed = Counter()
    for question in sound("zero", "german", range(100), mode=(mode,)):
        asked = params(question)
        stake, minimum = int(asked["stakes"][0]), int(asked["minimum"])
        even = stake % (2 * minimum) == 0
        back = Decimal(stake) / (2 if mode == "share" else 4)
        assert answer(question) == (f"yes {_plain(back)}" if even else "no 0")
        allowed[even] += 1
    assert min(allowed.values()) > 25


@pytest.mark.parametrize("mode", ["next", "double", "moved"])
def test_locked(mode):
    came = Counter()
    for question in sound("zero", "german", range(150), mode=(mode,)):
        asked = params(question)
        numbers, (bet,), (stake,) = asked["numbers"], asked["bets"], asked["stakes"]
        to = asked.get("to")
        assert answer(question) == _fate(bet, stake, numbers, to)
        assert question.number == numbers[-1]
        came[question.expected["outcome"]] += 1
        assert numbers.count("0") == (1 if mode != "double" else 2 + (numbers[-1] == "0"))
        # A stake that is gone is followed no further.
        assert len(numbers) == 2 or _fate(bet, stake, numbers[:-1], to) == "locked 0"
        if to:
            assert to != bet
            assert EVEN[bet](int(numbers[1])) != EVEN[to](int(numbers[1]))
    assert set(came) == {"freed", "lost"} | ({"locked"} if mode == "double" else set())
    assert min(came.values()) > 15


@pytest.mark.rows("settlements", "prison_sequences")
def test_a_sequence_of_the_oracle(row):
    named = {"held": "locked", "freed": "freed", "loses": "lost"}
    question = ask(
        "zero", mode="double", bets=(row["bet"],), stakes=(row["stake"],), numbers=tuple(row["numbers"]), where="german"
    )
    assert question.expected["outcome"] == named[row["outcomes"][-1]]


def _one(where, **bets):
    return ask("zero", where, mode="one", bets=tuple(bets), stakes=tuple(bets.values()), numbers=("0",))


def _locked(*numbers, bet="red", stake="40", to=None, mode="double", where="german"):
    return ask("zero", where, mode=mode, bets=(bet,), stakes=(stake,), numbers=numbers, to=to)


def _share(stake, *, mode="share", where="german"):
    numbers = ("0",) * (1 if mode == "share" else 2)
    return ask("zero", where, mode=mode, bets=("red",), stakes=(stake,), numbers=numbers, minimum="10")


def test_worked_examples():
    # ROULETTE.md E2 6, 15, 19.
    assert answer(_one("european", red="130")) == "0 130"
    assert answer(_one("french_partage", red="130")) == "65 65"
    assert answer(_one("english", red="130")) == "65 65"
    assert answer(_one("german", red="130")) == "0 0"
    assert answer(_one("surrender", even="50")) == "25 25"
    assert answer(_share("40")) == "yes 20"
    assert answer(_share("50")) == "no 0"
    assert answer(_share("40", mode="quarter")) == "yes 10"
    assert answer(_locked("0", "1", mode="next")) == "freed 40"
    assert answer(_locked("0", "0", "0")) == "lost 0"


def test_wording():
    assert text(_one("french_partage", red="130", dozen2="20").message) == (
        "La partage. red: 130, 2nd dozen: 20. 0 falls. Back to the player now; taken, cash:"
    )
    assert text(_one("european", red="130").message).startswith("No zero rule. red: 130. 0 falls.")
    assert text(_one("german", red="130").message).startswith("En prison, nobody asks to share. red: 130. 0 falls.")
    assert text(_share("40").message) == (
        "En prison. Minimum: 10. red: 40. 0 falls, the player asks to share. Allowed, yes or no; back, cash:"
    )
    moved = _locked("0", "2", to="even", mode="moved")
    assert text(moved.message) == (
        "En prison, nobody asks to share. red: 40. 0 falls, the stake is moved to even, then 2 falls. "
        "Freed, lost, locked or halved; back, cash:"
    )


def test_slips_of_one_zero():
    bets = {"red": "40", "dozen2": "30"}
    half = _one("french_partage", **bets)
    assert answer(half) == "20 50"
    assert wrong(half) == [
        *(("nothing_back", "0 70"), ("dozen_halved", "35 35")),
        *(("all_back", "40 30"), ("prison_for_half", "0 30")),
    ]
    prison = _one("german", **bets)
    assert answer(prison) == "0 30"
    assert wrong(prison) == [("half_for_prison", "20 50"), ("taken_at_once", "0 70"), ("dozen_locked", "0 0")]
    none = _one("european", **bets)
    assert answer(none) == "0 70"
    assert wrong(none) == [("half_without_rule", "20 50"), ("locked_without_rule", "0 30")]


def test_slips_of_sharing():
    odd = _share("50")
    assert wrong(odd) == [("shared_odd", "yes 25"), ("quarter_in_prison", "yes 12.5"), ("all_back", "yes 50")]
    even = _share("40")
    assert wrong(even) == [("not_shared", "no 0"), ("quarter_in_prison", "yes 10"), ("all_back", "yes 40")]
    double = _share("40", mode="quarter")
    assert wrong(double) == [("not_shared", "no 0"), ("half_in_double", "yes 20"), ("all_back", "yes 40")]
    assert text(odd.slips[0].message) == "No even multiple of 10: no sharing."


def test_slips_of_a_locked_stake():
    freed = _locked("0", "1", mode="next")
    assert wrong(freed) == [("prison_paid", "freed 80"), ("freed_kept", "freed 0"), ("still_locked", "locked 0")]
    lost = _locked("0", "2", mode="next")
    assert wrong(lost) == [("loser_locked", "locked 0"), ("zero_halves", "halved 20")]
    double = _locked("0", "0", "1")
    assert answer(double) == "locked 0"
    assert wrong(double) == [
        *(("one_win_frees_double", "freed 40"), ("prison_paid", "freed 80"), ("zero_loses_at_once", "lost 0")),
    ]
    third = _locked("0", "0", "0")
    assert wrong(third) == [("last_zero_locked", "locked 0"), ("zero_halves", "halved 20")]


def test_slips_of_a_moved_stake():
    # 2 is black and even: from red to even it is freed, from black to odd lost.
    freed = _locked("0", "2", to="even", mode="moved")
    assert answer(freed) == "freed 40"
    assert wrong(freed, "old_chance_counts") == [("old_chance_counts", "lost 0")]
    lost = _locked("0", "2", bet="black", to="odd", mode="moved")
    assert answer(lost) == "lost 0"
    assert wrong(lost, "old_chance_counts") == [("old_chance_counts", "freed 40")]
    assert text(lost.slips[0].message) == "The stake now stands on odd."


def test_working_of_a_locked_stake():
    assert [text(step) for step in _locked("0", "0", "1", "2").working] == [
        *("0: locked on level 1", "0: locked on level 2", "1: locked on level 1", "2: red loses", "= lost 0"),
    ]
    assert [text(step) for step in _locked("0", "2", to="even", mode="moved").working] == [
        *("0: locked on level 1", "moved: even", "2: even wins", "= freed 40"),
    ]


@pytest.mark.parametrize("mode", LOCKS)
def test_only_a_house_with_a_prison_is_asked_about_one(mode):
    for where in (*HALF, "european", "american", "hungarian"):
        with pytest.raises(RuleRefused, match=f'nothing to ask for "{mode}"'):
            next(sound("zero", where, range(1), mode=(mode,)))


@pytest.mark.parametrize(
    ("mode", "change"),
    [
        *(("share", {"sharing": "never"}), ("quarter", {"sharing": "never"})),
        *(("quarter", {"prison_levels": 1}), ("quarter", {"second_zero": "half"})),
        *(("next", {"sharing": "always"}), ("double", {"sharing": "always"}), ("moved", {"move_prisoner": False})),
    ],
)
def test_what_a_prison_leaves_to_ask(mode, change):
    with pytest.raises(RuleRefused):
        next(sound("zero", house("german", **change), range(1), mode=(mode,)))


@pytest.mark.parametrize(
    ("change", "numbers", "wanted"),
    [
        ({"prison_levels": 1}, ("0", "0"), "lost 0"),
        ({"prison_levels": 3}, ("0", "0", "0"), "locked 0"),
        ({"second_zero": "half"}, ("0", "0"), "halved 20"),
        ({"second_zero": "freed"}, ("0", "0"), "freed 40"),
        ({"second_zero": "locked"}, ("0", "0"), "locked 0"),
    ],
)
def test_second_zeros_of_other_houses(change, numbers, wanted):
    other = house("german", **change)
    assert answer(_locked(*numbers, where=other)) == wanted
    for question in sound("zero", other, range(30), mode=("double",)):
        assert params(question)["numbers"][:2] == ["0", "0"]


@pytest.mark.parametrize(("half", "wanted"), [("exact", "12.5 12.5"), ("house", "12 13"), ("player", "13 12")])
def test_an_odd_half_goes_as_the_house_says(half, wanted):
    assert answer(_one(house("french_partage", half=half, minor_digits=0), red="25")) == wanted


def test_without_the_condition_any_stake_is_shared():
    free = house("german", sharing_needs_even_multiple=False)
    assert answer(_share("50", where=free)) == "yes 25"


@pytest.mark.campaign
def test_many():
    for where in house_files():
        assert len(list(sound("zero", where, range(1000), mode=("one",)))) == 1000
    for mode in LOCKS:
        assert len(list(sound("zero", "german", range(1000), mode=(mode,)))) == 1000
