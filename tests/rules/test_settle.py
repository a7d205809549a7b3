"""Settling spins, prison, sharing, the order of payment; and all positions against rules written apart."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs_roulette.errors import RuleRefused
from srs_roulette.rules import house_file, notation
from srs_roulette.rules.money import Money, money_text, read_money, total
from srs_roulette.rules.pockets import Pocket
from srs_roulette.rules.settle import Stake, lock, move, settle
from srs_roulette.rules.zero_rules import Fate, ZeroRule, on_zero

HOUSES = list(house_file.house_files())


def _house(name, minimum=None, **changes):
    table = house_file.table_of(name)
    if minimum:
        changes["limits"] = table["limits"] | {"minimum_outside": minimum}
    return house_file.build(table | changes, name) if changes else house_file.house(name)


def _stake(house, bet, amount, level=None):
    return Stake(bet=notation.read(bet, house.layout), amount=read_money(amount, 3), level=level)


def _line(line):
    return (
        notation.write(line.bet),
        line.bet.kind.value,
        line.bet.odds,
        line.outcome,
        line.level,
        *(money_text(amount) for amount in (line.stake, line.pays, line.returned, line.taken, line.held)),
    )


def _known(line):
    return (
        *(line[key] for key in ("bet", "kind", "odds", "outcome")),
        line.get("level"),
        *(line[key] for key in ("stake", "pays", "returned", "taken", "held")),
    )


def _one(house, bet, amount, number, level=None, *, share=False):
    """Settle one stake and show (outcome, returned, taken, held, level)."""
    (line,) = settle(house, Pocket(number), [_stake(house, bet, amount, level)], share=share).lines
    return (line.outcome, *(money_text(a) for a in (line.returned, line.taken, line.held)), line.level)


@pytest.mark.rows("settlements", "spins")
def test_a_spin_is_settled_line_by_line(row):
    house = _house(row["house"])
    stakes = [_stake(house, line["bet"], line["stake"]) for line in row["lines"]]
    spin = settle(house, house.wheel.pocket(row["number"]), stakes)
    assert sorted(map(_line, spin.lines), key=str) == sorted(map(_known, row["lines"]), key=str)
    for key in ("pays", "returned", "taken", "held"):
        assert money_text(getattr(spin, key)) == row[key]
    assert spin.number == row["number"]


@pytest.mark.rows("settlements", "prison")
def test_a_stake_in_prison(row):
    house = _house(row["house"], row["minimum"])
    assert house.zero.minimum == read_money(row["minimum"])
    stake = _stake(house, row["bet"], row["stake"])
    if row["level_before"]:
        stake = lock(house, stake, row["level_before"])
    if "move" in row:
        stake = move(house, stake, notation.read(row["move"], house.layout))
    spin = settle(house, Pocket(row["number"]), [stake], share=row["share"])
    (line,) = spin.lines
    assert line.outcome == row["outcome"]
    for key in ("pays", "returned", "taken", "held"):
        assert money_text(getattr(line, key)) == row[key]
    assert (line.level or 0) == row["level_after"]


@pytest.mark.rows("settlements", "prison_sequences")
def test_a_stake_is_followed_through_its_spins(row):
    house = _house(row["house"], row["minimum"])
    stake, outcomes = _stake(house, row["bet"], row["stake"]), []
    for number in row["numbers"]:
        (line,) = settle(house, Pocket(number), [stake]).lines
        outcomes.append(line.outcome)
        stake = Stake(bet=stake.bet, amount=line.held, level=line.level)
    assert outcomes == row["outcomes"]


@pytest.mark.rows("payout_tables", "stakes")
def test_stakes_of_10_and_25_win_and_return(row):
    house = _house("european")
    bet = next(bet for bet in house.layout.bets if bet.kind == row["kind"])
    for amount in ("10", "25"):
        spin = settle(house, bet.covers[0], [Stake(bet=bet, amount=read_money(amount))])
        assert money_text(spin.pays) == row[f"stake_{amount}"]
        assert money_text(Money(spin.pays + read_money(amount))) == row[f"with_stake_{amount}"]


@pytest.mark.rows("payout_tables", "progressive_return")
def test_a_spot_with_as_many_chips_as_numbers_returns_36(row):
    house = _house("american" if row["kind"] == "five" else "european")
    bet = next(bet for bet in house.layout.bets if bet.kind == row["kind"])
    spin = settle(house, bet.covers[0], [Stake(bet=bet, amount=Money(row["chips"]))])
    assert spin.pays + row["chips"] == row["returned"]


# Order of payment


@pytest.mark.rows("houses", "orders")
def test_winners_are_paid_in_the_houses_order(row):
    house = _house(row["house"])
    spin = settle(house, Pocket(row["number"]), [_stake(house, bet, "10") for bet in row["bets"]])
    assert [notation.write(line.bet) for line in spin.lines] == row["order"]


# ROULETTE.md D2: columns, high, odd, 3rd dozen, black, red, 2nd dozen, even, low, 1st dozen; six lines, streets,
# corners, splits, straight-up, far chips first. The others (DECKS.md): even chances, dozens, columns; six lines,
# corners, streets, splits, plein.
AMERICAN_17 = (
    "column2 odd black dozen2 low 16-21 13-18 16-17-18 17-18-20-21 16-17-19-20 14-15-17-18 13-14-16-17 "
    "17-20 16-17 14-17 17"
)
AMERICAN_2 = "column2 black even low dozen1 1-6 1-2-3 00-2-3 0-1-2 2-3-5-6 1-2-4-5 0-00-1-2-3 2-3 1-2 00-2 0-2 2"
OTHERS_1 = "red dozen1 column1 1-6 1-2-4-5 1-2-3 1-4 1"


@pytest.mark.parametrize(
    ("name", "number", "order"),
    [
        ("american", "17", AMERICAN_17),
        ("surrender", "17", AMERICAN_17),
        ("american", "2", AMERICAN_2),
        ("european", "1", OTHERS_1),
        ("english", "1", OTHERS_1),
        ("hungarian", "1", OTHERS_1),
    ],
)
def test_all_kinds_of_winners_are_paid_in_order_however_they_were_given(name, number, order):
    house, wanted = _house(name), order.split()
    for given_order in (wanted, wanted[::-1], sorted(wanted)):
        spin = settle(house, Pocket(number), [_stake(house, bet, "10") for bet in given_order])
        assert [notation.write(line.bet) for line in spin.lines] == wanted


def test_equal_winners_are_paid_as_they_were_given():
    house = _house("european")
    for given_order in (["red", "odd", "low"], ["low", "red", "odd"]):
        spin = settle(house, Pocket("1"), [_stake(house, bet, "10") for bet in given_order])
        assert [notation.write(line.bet) for line in spin.lines] == given_order


def test_trio_ranks_with_street_and_first_four_and_five_with_corner():
    # DECKS.md.
    european, american = _house("european"), _house("american")

    def rank(house, text):
        return house.pay_rank(notation.read(text, house.layout))

    assert rank(european, "0-1-2") == rank(european, "1-2-3")
    assert rank(european, "0-1-2-3") == rank(european, "1-2-4-5")
    assert rank(american, "0-00-1-2-3") == rank(american, "1-2-4-5")


def test_what_a_house_does_not_rank_is_paid_between_its_outside_and_its_inside_list():
    house = _house("european", pay_order_outside=["column"], pay_order_inside=["straight", "corner"])
    wanted = ["column2", "dozen2", "17-20", "17", "13-14-16-17"]
    for given_order in (wanted, wanted[::-1]):
        spin = settle(house, Pocket("17"), [_stake(house, bet, "10") for bet in given_order])
        assert [notation.write(line.bet) for line in spin.lines] == wanted
    house = _house("european", pay_order_outside=[], pay_order_inside=[])
    spin = settle(house, Pocket("1"), [_stake(house, bet, "10") for bet in reversed(OTHERS_1.split())])
    assert [notation.write(line.bet) for line in spin.lines] == OTHERS_1.split()


def _apart_bets(house, text):
    one, other = (notation.read(bet, house.layout) for bet in text.split())
    assert house.ranks_apart(one, other) == house.ranks_apart(other, one)
    return house.ranks_apart(one, other)


@pytest.mark.rows("houses", "orders")
def test_a_house_ranks_what_its_source_ranks(row):
    house = _house(row["house"])
    assert all(_apart_bets(house, " ".join(pair)) for pair in combinations(row["order"], 2))


@pytest.mark.rows("houses", "unranked")
def test_a_house_does_not_rank_what_its_source_leaves_open(row):
    assert not _apart_bets(_house(row["house"]), " ".join(row["bets"]))


@pytest.mark.parametrize(
    ("name", "bets", "apart"),
    [
        # ROULETTE.md D2: far chips first. Farther is along the table.
        ("american", "17-20 14-17", True),
        ("american", "17-20 16-17", True),
        ("american", "16-20 13-17", True),
        ("american", "16-20 17-21", False),
        ("american", "16-17 17-18", False),
        ("american", "17-20 17-18", False),
        ("american", "0-1-2 00-2-3", False),
        ("american", "1-2-3 00-2-3", True),
        ("american", "red even", True),
        ("european", "17-20 14-17", False),
        ("european", "red even", False),
        ("european", "column2 dozen2", True),
        ("european", "0-2-3 1-2-3", False),
        # Document 004: the even chances first, the plein last; the rest lies between.
        ("english", "red 17-20", True),
        ("english", "17-20 17", True),
        # Document 003: after the dozens what lies round the number.
        ("hungarian", "dozen2 13-18", True),
        ("hungarian", "red 17", True),
    ],
)
def test_which_of_two_winners_a_house_pays_first(name, bets, apart):
    assert _apart_bets(_house(name), bets) is apart


def test_losers_stand_last_as_given_after_half_held_and_freed():
    house = _house("german")
    stakes = [
        _stake(house, "17", "10"),
        _stake(house, "red", "10", 2),
        _stake(house, "black", "25"),
        _stake(house, "0", "10"),
        _stake(house, "low", "40"),
        _stake(house, "dozen1", "10"),
    ]
    spin = settle(house, Pocket("0"), stakes, share=True)
    assert [(notation.write(line.bet), line.outcome) for line in spin.lines] == [
        *(("0", "wins"), ("low", "half"), ("black", "held")),
        *(("17", "loses"), ("red", "loses"), ("dozen1", "loses")),
    ]
    spin = settle(house, Pocket("1"), [_stake(house, "red", "10", 1), _stake(house, "low", "10", 2)])
    assert [(line.outcome, line.level) for line in spin.lines] == [("held", 1), ("freed", None)]


# Sharing, moving, locking


@pytest.mark.parametrize(
    ("stake", "shared"), [("10", False), ("20", True), ("30", False), ("40", True), ("50", False), ("25", False)]
)
def test_a_locked_stake_is_shared_on_request_only_on_an_even_multiple_of_the_minimum(stake, shared):
    # Document 002; the minimum is 10.
    house = _house("german", "10")
    outcome, returned, taken, held, level = _one(house, "red", stake, "0", share=True)
    if shared:
        half = money_text(Money(read_money(stake) // 2))
        assert (outcome, returned, taken, held, level) == ("half", half, half, "0", None)
    else:
        assert (outcome, returned, taken, held, level) == ("held", "0", "0", stake, 1)


def test_a_house_that_never_shares_locks_what_is_asked_to_be_shared():
    # The command refuses the request; the rule itself does not give in to it either.
    terms = _house("german", sharing="never").zero
    assert on_zero(terms, read_money("40"), share=True) == Fate(outcome="held", held=read_money("40"), level=1)


def test_without_that_condition_every_stake_is_shared_on_request():
    house = _house("german", sharing_needs_even_multiple=False)
    assert _one(house, "red", "25", "0", share=True) == ("half", "12.5", "12.5", "0", None)
    assert _one(house, "red", "25", "0") == ("held", "0", "0", "25", 1)


def test_a_house_that_always_shares_does_so_unasked():
    house = _house("german", sharing="always")
    assert _one(house, "red", "40", "0") == ("half", "20", "20", "0", None)
    # Document 002: a quarter from double prison.
    assert _one(house, "red", "40", "0", 1) == ("half", "10", "30", "0", None)


def test_three_levels_share_an_eighth():
    house = _house("german", prison_levels=3, sharing="always", sharing_needs_even_multiple=False, minor_digits=3)
    assert _one(house, "red", "0.001", "0", 2) == ("half", "0.000125", "0.000875", "0", None)


@pytest.mark.parametrize("name", ["european", "french_partage", "english", "american", "surrender"])
def test_a_house_that_never_shares_refuses_the_request(name):
    with pytest.raises(RuleRefused, match=f'"{name}" does not share'):
        settle(_house(name), Pocket("0"), [], share=True)


def test_sharing_does_not_touch_other_bets_or_other_numbers():
    house = _house("german")
    assert _one(house, "dozen1", "40", "0", share=True) == ("loses", "0", "40", "0", None)
    assert _one(house, "red", "40", "2", share=True) == ("loses", "0", "40", "0", None)
    assert _one(house, "red", "40", "1", share=True) == ("wins", "0", "0", "0", None)


def test_a_locked_stake_moves_to_another_even_chance_and_stays_locked():
    house = _house("german")
    moved = move(house, _stake(house, "red", "40", 2), notation.read("high", house.layout))
    assert (notation.write(moved.bet), money_text(moved.amount), moved.level) == ("high", "40", 2)


def test_a_free_stake_and_a_move_to_a_dozen_are_refused():
    house = _house("german")
    with pytest.raises(RuleRefused, match="Only a locked stake is moved"):
        move(house, _stake(house, "red", "40"), notation.read("odd", house.layout))
    with pytest.raises(RuleRefused, match="only to another even chance"):
        move(house, _stake(house, "red", "40", 1), notation.read("dozen1", house.layout))


@pytest.mark.parametrize("name", [name for name in HOUSES if name != "german"])
def test_only_the_german_house_moves_and_locks(name):
    house = _house(name)
    with pytest.raises(RuleRefused, match=f'"{name}" moves no locked stake'):
        move(house, _stake(house, "red", "40", 1), notation.read("odd", house.layout))
    with pytest.raises(RuleRefused, match=f'"{name}" has no prison: there is no level 1'):
        lock(house, _stake(house, "red", "40"), 1)


@pytest.mark.parametrize("level", [0, -1, 3])
def test_a_level_that_the_prison_lacks_is_refused(level):
    house = _house("german")
    with pytest.raises(RuleRefused, match=f"levels 1 to 2: there is no level {level}"):
        lock(house, _stake(house, "red", "40"), level)


def test_only_even_chances_are_locked():
    house = _house("german")
    assert lock(house, _stake(house, "red", "40"), 2).level == 2
    for bet in ("dozen1", "column3", "17", "17-20"):
        assert lock(house, _stake(house, bet, "40"), 1).level is None


# Halves and the second zero


@pytest.mark.parametrize(
    ("half", "returned", "taken", "held", "level"),
    [
        ("exact", "12.5", "12.5", "0", None),
        ("house", "12", "13", "0", None),
        ("player", "13", "12", "0", None),
        ("prison", "12", "12", "1", 1),
    ],
)
def test_an_odd_half_goes_as_the_house_says(half, returned, taken, held, level):
    house = _house("french_partage", half=half, minor_digits=0)
    assert _one(house, "red", "25", "0") == ("half", returned, taken, held, level)
    # An even one is halved in every house.
    assert _one(house, "red", "24", "0") == ("half", "12", "12", "0", None)


@pytest.mark.parametrize(
    ("half", "returned", "taken", "held"),
    [
        ("exact", "0.025", "0.025", "0"),
        ("house", "0.02", "0.03", "0"),
        ("player", "0.03", "0.02", "0"),
        ("prison", "0.02", "0.02", "0.01"),
    ],
)
def test_the_odd_part_of_a_half_is_the_smallest_money_of_the_house(half, returned, taken, held):
    house = _house("english", half=half)
    assert _one(house, "low", "0.05", "0")[1:4] == (returned, taken, held)


@pytest.mark.parametrize(
    ("half", "returned", "taken", "held"),
    [
        ("exact", "2.5", "7.5", "0"),
        ("house", "2", "8", "0"),
        ("player", "3", "7", "0"),
        ("prison", "2", "7", "1"),
    ],
)
def test_a_quarter_from_double_prison_is_rounded_like_a_half(half, returned, taken, held):
    house = _house("german", half=half, minor_digits=0, sharing_needs_even_multiple=False)
    assert _one(house, "red", "10", "0", 1, share=True)[1:4] == (returned, taken, held)


@pytest.mark.parametrize(
    ("second_zero", "on_level_1"),
    [
        ("next_level", ("held", "0", "0", "40", 2)),
        ("locked", ("held", "0", "0", "40", 1)),
        ("half", ("half", "20", "20", "0", None)),
        ("freed", ("freed", "40", "0", "0", None)),
    ],
)
def test_a_second_zero_does_what_the_house_says(second_zero, on_level_1):
    house = _house("german", second_zero=second_zero)
    assert _one(house, "red", "40", "0") == ("held", "0", "0", "40", 1)
    assert _one(house, "red", "40", "0", 1) == on_level_1


def test_beyond_the_last_level_a_locked_stake_is_lost():
    for levels in (1, 2, 3):
        house = _house("german", prison_levels=levels)
        for level in range(1, levels):
            assert _one(house, "red", "40", "0", level) == ("held", "0", "0", "40", level + 1)
        assert _one(house, "red", "40", "0", levels) == ("loses", "0", "40", "0", None)


def test_on_two_zeros_both_zeros_lock_and_take():
    house = _house("german", wheel="double_zero", trios=["0-1-2"], zero_splits=["0-00"], first_four=False)
    for zero in ("0", "00"):
        assert _one(house, "red", "40", zero) == ("held", "0", "0", "40", 1)
        assert _one(house, "red", "40", zero, 2) == ("loses", "0", "40", "0", None)


# Properties


@st.composite
def _spins(draw):
    house = _house(draw(st.sampled_from(HOUSES)))
    number = draw(st.sampled_from(house.wheel.ring))
    share = house.zero.sharing != "never" and draw(st.booleans())
    levels = house.zero.levels if house.zero.rule is ZeroRule.PRISON else 0
    stakes = []
    for bet, units in draw(
        st.lists(st.tuples(st.sampled_from(house.layout.bets), st.integers(1, 10**6)), min_size=1, max_size=6)
    ):
        level = draw(st.integers(0, levels)) or None if bet.even_chance else None
        stakes.append(Stake(bet=bet, amount=Money(units * house.zero.minor), level=level))
    return house, number, stakes, share


@given(spin=_spins())
def test_stakes_together_settle_as_each_alone(spin):
    house, number, stakes, share = spin
    together = settle(house, number, stakes, share=share)
    alone = [settle(house, number, [stake], share=share).lines[0] for stake in stakes]
    assert sorted(map(_line, together.lines), key=str) == sorted(map(_line, alone), key=str)
    for key in ("pays", "returned", "taken", "held"):
        assert getattr(together, key) == total([getattr(line, key) for line in alone])


@given(spin=_spins())
def test_every_stake_is_accounted_for(spin):
    house, number, stakes, share = spin
    for line in settle(house, number, stakes, share=share).lines:
        if line.outcome == "wins":
            assert (line.returned, line.taken, line.held) == (0, 0, 0)
            assert line.pays == line.stake * line.bet.odds
            assert number in line.bet.covers
        else:
            assert line.pays == 0
            assert line.stake == line.returned + line.taken + line.held
            assert min(line.returned, line.taken, line.held) >= 0
        assert (line.level is None) == (line.held == 0)
        if line.outcome == "freed":
            assert line.returned == line.stake


# P7: rules written apart, from the lists of the oracle and the odds of document 000

ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}


def _apart(oracle, wheel):
    """Every position as the text of its bet and its numbers."""
    known = oracle("positions")
    spots = {}
    for kind, names in known[wheel]["spots"].items():
        for name in names:
            first, _, last = name.partition("-")
            spots[name] = (
                {str(n) for n in range(int(first), int(last) + 1)} if kind == "six_line" else set(name.split("-"))
            )
    return spots | {name: set(numbers) for name, numbers in known["outside"].items()}


def _apart_line(numbers, number, zero_rule):
    if number in numbers:
        return ("wins", ODDS[len(numbers)] * 100, 0, 0, 0)
    if number in {"0", "00"} and len(numbers) == 18:
        return {"none": ("loses", 0, 0, 100, 0), "half": ("half", 0, 50, 50, 0), "prison": ("held", 0, 0, 0, 100)}[
            zero_rule
        ]
    return ("loses", 0, 0, 100, 0)


RULES = [
    ("european", "none"),
    ("french_partage", "half"),
    ("german", "prison"),
    ("american", "none"),
    ("surrender", "half"),
]


@pytest.mark.parametrize(("name", "zero_rule"), RULES)
def test_all_positions_on_all_numbers_settle_as_rules_written_apart(name, zero_rule, oracle):
    house = _house(name)
    apart = _apart(oracle, house.wheel.name)
    bets = {text: notation.read(text, house.layout) for text in apart}
    assert len(bets) == len(set(bets.values())) == len(house.layout.bets)
    stakes = [Stake(bet=bet, amount=Money(100)) for bet in bets.values()]
    for number in house.wheel.ring:
        lines = {line.bet: line for line in settle(house, number, stakes).lines}
        assert len(lines) == len(stakes)
        for text, bet in bets.items():
            line = lines[bet]
            found = (line.outcome, line.pays, line.returned, line.taken, line.held)
            assert found == _apart_line(apart[text], number, zero_rule), (text, number)


def _pairs(house, zero_rule, oracle, numbers_of_pair):
    apart = _apart(oracle, house.wheel.name)
    single = {
        number: {text: _apart_line(numbers, number, zero_rule) for text, numbers in apart.items()}
        for number in house.wheel.ring
    }
    stakes = {text: Stake(bet=notation.read(text, house.layout), amount=Money(100)) for text in apart}
    for place, (one, other) in enumerate(combinations(apart, 2)):
        for number in numbers_of_pair(place):
            spin = settle(house, number, [stakes[one], stakes[other]])
            expected = [a + b for a, b in zip(single[number][one][1:], single[number][other][1:], strict=True)]
            assert [spin.pays, spin.returned, spin.taken, spin.held] == expected, (one, other, number)


@pytest.mark.parametrize(("name", "zero_rule"), RULES[2:4])
def test_all_pairs_of_positions_settle_as_the_sum_of_both(name, zero_rule, oracle):
    house = _house(name)
    ring = list(house.wheel.ring)
    random.Random(7).shuffle(ring)
    _pairs(house, zero_rule, oracle, lambda place: (ring[place % len(ring)],))


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "zero_rule"), RULES)
def test_all_pairs_of_positions_on_all_numbers_settle_as_the_sum_of_both(name, zero_rule, oracle):
    house = _house(name)
    _pairs(house, zero_rule, oracle, lambda _: house.wheel.ring)
