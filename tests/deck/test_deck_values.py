from __future__ import annotations

import pytest


def bands(items, key):
    return [item.bands[key] for item in items]


def ids(items):
    return [item.id for item in items]


def test_pin_each_and_any(item):
    items = item('bet = "split"\nchips.each = "1..3"')
    assert ids(items) == ["d/a/1", "d/a/2", "d/a/3"]
    assert bands(items, "chips") == [(1,), (2,), (3,)]
    assert bands(items, "bet") == [("split",)] * 3
    (one,) = item('bet.any = ["split", "street"]\nchips.any = [1, "5..7", "10..20 step 5"]')
    assert one.id == "d/a"
    assert one.bands == {"bet": ("split", "street"), "chips": (1, 5, 6, 7, 10, 15, 20)}


def test_values_stand_in_ids_in_the_order_of_the_family(item):
    items = item('chips.each = [2, 1]\nbet.each = ["street", "split"]')
    assert ids(items) == ["d/a/street/2", "d/a/street/1", "d/a/split/2", "d/a/split/1"]


def test_bands_hold_what_the_deck_says_in_the_order_of_the_family(item):
    (one,) = item('chips = 3\nbet = "split"')
    assert list(one.bands) == ["bet", "chips"]
    (one,) = item("stake = 5", "pay")
    assert one.bands == {"stake": ("5",)}


def test_pockets_as_texts_or_numbers(item):
    items = item('number.each = ["0", "00", 7, "35..36"]', "announce")
    assert bands(items, "number") == [("0",), ("00",), ("7",), ("35",), ("36",)]
    assert ids(item('number.each = "0..36"', "announce"))[-1] == "d/a/36"


@pytest.mark.parametrize(
    ("written", "read"),
    [("5", "5"), ('"5"', "5"), ('"2.50"', "2.5"), ('"0.29"', "0.29"), ("1_000", "1000"), ("0x11", "17")],
)
def test_money_is_exact(item, written, read):
    (one,) = item(f"stake = {written}", "pay")
    assert one.bands["stake"] == (read,)


def test_money_of_ids_and_ranges(item):
    assert ids(item('stake.each = ["2.50", "5..15 step 5"]', "pay")) == ["d/a/2.5", "d/a/5", "d/a/10", "d/a/15"]


def test_decimals_are_those_of_the_house(item, faults):
    assert item('stake = "2.125"\nhouse = "english"', "pay")
    assert "has more than 0 decimals" in faults(item, 'stake = "2.5"\nhouse = "german"', "pay")[0]


def test_lists_as_values(item):
    (one,) = item('bets = ["17", "0-1"]\ncounts = ["1..3", 5]', "mixed")
    assert one.bands["bets"] == (("17", "0-1"),)
    assert one.bands["counts"] == ((1, 2, 3, 5),)
    items = item('bets.each = [["17", "0-1"], ["3-6"]]\ncounts.any = [[1], [2, 2]]', "mixed")
    assert ids(items) == ["d/a/17-0-1", "d/a/3-6"]
    assert items[0].bands["counts"] == ((1,), (2, 2))


KIND = "one of straight, split, street, corner, six_line"
CHIPS = "a whole number from 1 to 60"
MONEY = "write a positive amount such as 25 or 2.50"
A = "deck.toml: items.a."
REFUSED = [
    # skill, lines, place, what is said
    ("times", 'bet = "splt"\nchips = 1', "bet", f'is "splt": {KIND} is allowed. Did you mean "split"?'),
    ("times", 'bet = "Split"\nchips = 1', "bet", 'Did you mean "split"?'),
    ("times", "bet = 3\nchips = 1", "bet", f"is 3: {KIND}"),
    ("times", 'bet = "split"', "chips", "is missing: times needs it."),
    ("times", 'bet = "split"\nchips = "5"', "chips", f'is "5": {CHIPS}'),
    ("times", 'bet = "split"\nchips = 5.0', "chips", f"is 5.0: {CHIPS}"),
    ("times", 'bet = "split"\nchips = 1e3', "chips", "is 1000.0"),
    ("times", 'bet = "split"\nchips = -5', "chips", "is -5"),
    ("times", 'bet = "split"\nchips = 0', "chips", "is 0"),
    ("times", 'bet = "split"\nchips = 61', "chips", "is 61"),
    ("times", 'bet = "split"\nchips = nan', "chips", "is nan"),
    ("times", 'bet = "split"\nchips = inf', "chips", "is inf"),
    ("times", 'bet = "split"\nchips = true', "chips", "is true"),
    ("times", 'bet = "split"\nchips = 100000000000000000000000', "chips", "is 100000000000000000000000"),
    ("times", 'bet = "split"\nchips = 2027-02-28', "chips", "is the date or time 2027-02-28"),
    ("times", 'bet = "split"\nchips = 12:30:00', "chips", "is the date or time 12:30:00"),
    ("times", 'bet = "split"\nchips = [1, 2]', "chips", "is a list: write .any for a band or .each"),
    ("times", 'bet = "split"\nchips = "1..20"', "chips", 'is the range "1..20": write .any'),
    ("times", 'bet = "split"\nchips = {}', "chips", "is an empty table"),
    (
        "times",
        'bet = "split"\nchips.each = []',
        "chips.each",
        "is an empty list: write a list such as [1, 2] or a range",
    ),
    ("times", 'bet = "split"\nchips.any = []', "chips.any", "is an empty list"),
    ("times", 'bet = "split"\nchips.any = ""', "chips.any", 'is the text ""'),
    (
        "times",
        'bet.any = "split"\nchips = 1',
        "bet.any",
        f'is the text "split": write a list such as [1, 2] or a range such as "1..20" or "5..100 step 5", {KIND}',
    ),
    ("times", 'bet = "split"\nchips.any = 5', "chips.any", "is 5: write a list"),
    ("times", 'bet = "split"\nchips.any = true', "chips.any", "is true: write a list"),
    ("times", 'bet = "split"\nchips.any = "20..1"', "chips.any", 'the range "20..1" is reversed: write "1..20"'),
    ("times", 'bet = "split"\nchips.any = "1..20 step 0"', "chips.any", "has step 0"),
    ("times", 'bet = "split"\nchips.any = "1..20000"', "chips.any", "has more than 10,000 values"),
    ("times", 'bet = "split"\nchips.any = "0..60"', "chips.any", f"is 0: {CHIPS}"),
    ("times", 'bet = "split"\nchips.any = ["1...5"]', "chips.any", 'is no range: write "1..20"'),
    ("times", 'bet = "split"\nchips.any = ["1..2.5"]', "chips.any", "is no range"),
    ("times", 'bet = "split"\nchips.any = [1, 3, "3..5"]', "chips.any", "holds 3 twice."),
    ("times", 'bet = "split"\nchips.each = [1, 1]', "chips.each", "holds 1 twice."),
    ("times", 'bet = "split"\nchips.any = [[1]]', "chips.any", f"is a list: {CHIPS}"),
    ("times", 'bet = "split"\nchips.any = [1, true]', "chips.any", f"is true: {CHIPS}"),
    ("times", 'bet = "split"\nchips.each = [1]\nchips.any = [2]', "chips", "each and any do not share a key"),
    ("times", 'bet = "split"\nchips.each.any = [1]', "chips.each", "each and any do not nest"),
    ("times", 'bet = "split"\nchips.any = [{each = [1]}]', "chips.any", "each and any do not nest"),
    (
        "times",
        'bet = "split"\nchips.eahc = [1]',
        "chips.eahc",
        'unknown key; write a value, .each or .any. Did you mean "each"?',
    ),
    ("announce", "number = 37", "number", "is 37: one of 0, 00, 1"),
    ("announce", 'number = "07"', "number", 'is "07"'),
    ("announce", "number = -1", "number", "is -1"),
    ("announce", "number = 17.0", "number", "is 17.0"),
    ("announce", 'number.each = "30..37"', "number.each", "is 37"),
    ("pay", "stake = 0", "stake", "0 is no stake: write a positive amount."),
    ("pay", "stake = -5", "stake", MONEY),
    ("pay", "stake = 2.5", "stake", "is 2.5: an amount such as 25 or 2.50"),
    ("pay", "stake = 1e3", "stake", "is 1000.0"),
    ("pay", "stake = nan", "stake", "is nan"),
    ("pay", "stake = inf", "stake", "is inf"),
    ("pay", "stake = false", "stake", "is false"),
    ("pay", 'stake = "1e-12"', "stake", MONEY),
    ("pay", 'stake = "NaN"', "stake", MONEY),
    ("pay", 'stake = "0.001"', "stake", "more than 2 decimals"),
    ("pay", 'stake = "-5"', "stake", MONEY),
    ("pay", 'stake = ""', "stake", MONEY),
    ("pay", f"stake = 1{'0' * 40}", "stake", MONEY),
    ("pay", 'stake.each = "0..10 step 5"', "stake.each", "0 is no stake"),
    ("pay", 'stake.any = ["5", "5.00"]', "stake.any", "holds 5 twice."),
    ("pay", 'stake = 5\nside = "1"', "side", 'is "1": one of 1, 2 is allowed.'),
    ("mixed", 'bets = "17"', "bets", 'is "17": a list is wanted, each entry one of 0-1'),
    ("mixed", "bets = []", "bets", "is an empty list"),
    ("mixed", 'bets.any = ["17"]', "bets.any", 'holds "17": a list of lists is wanted'),
    ("mixed", 'counts.any = "1..5"', "counts.any", "write a list of lists, each entry a whole number from 1 to 20"),
    ("mixed", "counts.any = [[]]", "counts.any", "holds an empty list"),
    ("mixed", 'counts.each = [["21..22"]]', "counts.each", "is 21"),
    ("mixed", "counts.each = [[1, 2], [1, 2]]", "counts.each", "holds 1, 2 twice."),
]


@pytest.mark.parametrize("case", REFUSED, ids=[f"{lines} at {place}" for _, lines, place, _ in REFUSED])
def test_refused_at_the_place(item, faults, case):
    skill, lines, place, said = case
    (line,) = faults(item, lines, skill)
    assert line.startswith(f"{A}{place}: ")
    assert said in line


@pytest.mark.parametrize("spot", ["3-4", "6-7", "33-34", "0-4", "1-5", "17-17", "35-38", "2-3-4", "1-9", "0-1-3"])
def test_a_bet_that_does_not_exist_is_refused_by_name(item, faults, spot):
    (line,) = faults(item, f'spot = "{spot}"', "mixed")
    assert line.startswith(f'{A}spot: is "{spot}": one of 0-1, ')


def test_a_long_value_or_one_with_control_characters_stays_one_line(item, faults):
    (line,) = faults(item, f'bet = "\\u001b[2J\\n{"x" * 500}"\nchips = 1')
    assert "\x1b" not in line
    assert "␛[2J␊" in line
    assert len(line) < 200


def test_each_values_must_fit_an_id(item, faults):
    said = faults(item, 'word.each = ["A", "b c"]', "words")
    assert [line.split(": ")[1] for line in said] == ["items.a.word.each"] * 2
    assert ids(item('word.each = ["b/c"]', "words")) == ["d/a/b-c"]
    (line,) = faults(item, 'word.each = ["b/c", "b-c"]', "words")
    assert line == "deck.toml: items.a: makes the item d/a/b-c 2 times."


def test_a_flood_of_items_is_refused(item, faults):
    lists = ", ".join(f'["1..{n}", 20]' for n in range(1, 19))
    assert len(item(f"counts.each = [{lists}]", "mixed")) == 18
    (line,) = faults(item, 'stake.each = ["1..9000"]\nside.each = [1, 2]', "pay")
    assert line == "deck.toml: items.a: makes 18,000 items: at most 10,000."
    (line,) = faults(item, 'stake.any = ["1..9000", "9001..18000"]', "pay")
    assert "has 18,000 values" in line
