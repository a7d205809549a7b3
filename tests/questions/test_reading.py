import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from srs_roulette.questions.reading import UNKNOWN, Unreadable, answer_text, read
from srs_roulette.questions.types import Field, FieldType, Question, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.wording.catalog import load
from srs_roulette.wording.message import say

EVERY = st.text(st.characters(exclude_categories=()))

COLOURS = ("red", "black", "green")
SIZES = ("right", "too_much", "too_little")
ORDERED_BETS = ("17-20", "17", "red")


def question(*fields, expected=None, choices=None, layout=SINGLE):
    return Question(
        family="hand",
        house="european",
        layout=layout,
        params=None,
        message=say("prompt.hand"),
        fields=fields,
        expected=expected or {},
        working=(say("working.hand"),),
        choices=choices or {},
    )


def one(type_=FieldType.AMOUNT, unit=Unit.NONE, expected=None, choices=None, layout=SINGLE):
    return question(
        Field("x", type_, unit),
        expected={"x": expected},
        choices=None if choices is None else {"x": choices},
        layout=layout,
    )


CHIPS = one(unit=Unit.CHIPS, expected="1750")
CASH = one(unit=Unit.CASH, expected="1750")
PERCENT = one(unit=Unit.PERCENT, expected="2.7")


def value(raw, asked, names=None):
    answer = read(raw, asked, names or {})
    assert not isinstance(answer, Unreadable), load().text(answer.message)
    assert answer is not UNKNOWN
    return answer["x"]


def why(raw, asked, names=None):
    """The id and the words of a refusal."""
    answer = read(raw, asked, names or {})
    assert isinstance(answer, Unreadable), answer
    return answer.message.id.removeprefix("reading."), load().text(answer.message)


# -- amounts: the tables of the published failures


@pytest.mark.parametrize("asked", [CHIPS, CASH], ids=["chips", "cash"])
@pytest.mark.parametrize(
    "raw",
    [
        "1750",
        "  1750\t",
        "01750",
        "0000001750",
        "+1750",
        "1,750",
        "1 750",
        "1\u00a0750",
        "1\u202f750",
        "1'750",
        "1\u2019750",
        "\u0661\u0667\u0665\u0660",
        "\uff11\uff17\uff15\uff10",
        "\u0967\u096d\u096b\u0966",
        "1750\u200f",
        "\u200e1750",
        "\ufeff1750",
        "\u20661750\u2069",
        "\u061c17\u200e50",
    ],
)
def test_read_as_1750(asked, raw):
    assert value(raw, asked) == "1750"


@pytest.mark.parametrize("asked", [CHIPS, CASH], ids=["chips", "cash"])
@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "blank"),
        ("   \t", "blank"),
        ("\u00a0\u202f", "blank"),
        ("\u200e\ufeff", "blank"),
        ("-", "number"),
        ("+", "number"),
        ("1.750,00", "number"),
        ("1.750.000", "number"),
        ("1,7,50", "number"),
        ("1,75,000", "number"),
        ("1,750 000", "number"),
        ("1  750", "number"),
        ("17 50", "number"),
        ("1_750", "number"),
        ("1e3", "number"),
        ("0x6d6", "number"),
        ("\u00b2", "number"),
        ("1\u00b2", "number"),
        ("\u2460", "number"),
        ("\u00bd", "number"),
        ("\u20ac1750", "number"),
        ("1750 chips", "number"),
        ("119abc", "number"),
        ("x", "number"),
        ("nan", "number"),
        ("inf", "number"),
        ("--5", "number"),
        ("5-", "number"),
        ("- 5", "number"),
        ("1750.", "number"),
        (".5", "number"),
        ("9" * 5000, "too_long"),
        ("9" * 31, "too_long"),
        ("17\x0050", "signs"),
        ("\udcff\udcfe", "signs"),
        ("17\x1b[2J", "signs"),
    ],
)
def test_asked_again(asked, raw, reason):
    found, words = why(raw, asked)
    assert found == reason
    assert words.endswith(".")
    assert len(words) < 150


@pytest.mark.parametrize("asked", [CHIPS, CASH], ids=["chips", "cash"])
@pytest.mark.parametrize(
    ("raw", "first", "second"),
    [
        ("1.750", "1750", "1.75"),
        ("1,75", "175", "1.75"),
        ("-1.750", "-1750", "-1.75"),
        ("119.000", "119000", "119"),
        ("1,7500", "17500", "1.75"),
        ("1750,5", "17505", "1750.5"),
        ("1234,567", "1234567", "1234.567"),
        ("0,750", "750", "0.75"),
        ("12,125", "12125", None),
        ("12.125", "12125", "12.1250"),
    ],
)
def test_two_readings_are_both_named(asked, raw, first, second):
    if second is None:
        assert value(raw, asked) == first
        return
    found, words = why(raw, asked)
    assert found == "ambiguous"
    assert f"mean {first} or {second}." in words


@pytest.mark.parametrize(
    ("raw", "amount"),
    [
        ("12.50", "12.5"),
        ("12.5", "12.5"),
        ("012.50", "12.5"),
        ("0.125", "0.125"),
        ("1750.00", "1750"),
        ("1750.125", "1750.125"),
        ("1,750.50", "1750.5"),
        ("1,750.500", "1750.5"),
        ("12.1250", "12.125"),
        ("\u0661\u0662.\u0665", "12.5"),
        ("-0.50", "-0.5"),
    ],
)
def test_cash_has_decimals(raw, amount):
    assert value(raw, CASH) == amount


@pytest.mark.parametrize("raw", ["119.0", "12.50", "1750.00", "0.125", "1,750.50"])
def test_chips_have_none(raw):
    assert why(raw, CHIPS)[0] == "whole"


@pytest.mark.parametrize(
    ("raw", "amount"),
    [
        ("2.70", "2.7"),
        ("2,70", "2.7"),
        ("2.7", "2.7"),
        ("2.703", "2.703"),
        ("2,703", "2.703"),
        ("48", "48"),
        ("0,5", "0.5"),
    ],
)
def test_a_percentage_has_either_decimal_sign_and_no_thousands(raw, amount):
    assert value(raw, PERCENT) == amount


def test_odds_have_decimals_for_the_fair_odds_of_the_five():
    assert value("6.2", one(unit=Unit.TO_ONE)) == "6.2"


@pytest.mark.parametrize("raw", ["-1750", "\u22121750", "-1,750", "-01750"])
def test_a_minus_is_a_number_of_its_own(raw):
    assert value(raw, CHIPS) == "-1750"


@pytest.mark.parametrize("raw", ["0", "00", "-0", "+0", "0,000", "000"])
def test_zero(raw):
    if raw == "0,000":
        assert why(raw, CHIPS)[0] == "ambiguous"
    else:
        assert value(raw, CHIPS) == "0"


def test_twenty_nines_are_a_number():
    assert value("9" * 20, CHIPS) == "9" * 20


@pytest.mark.parametrize("raw", ["?", " ? ", "\uff1f", "\u061f", "\u200e?"])
def test_not_known(raw):
    assert read(raw, CHIPS) is UNKNOWN
    assert read(raw, one(FieldType.TEXT)) is UNKNOWN


def test_a_refusal_does_not_repeat_a_whole_page():
    assert len(why("x" * 3000, CHIPS)[1]) < 150
    assert why("x" * 5000, one(FieldType.TEXT))[0] == "too_long"


# -- choices


NAMES = {"red": "rouge", "black": "noir", "green": "vert é", "right": "right", "too_much": "too much"}
COLOUR = one(FieldType.CHOICE, choices=COLOURS)


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("red", "red"),
        ("RED", "red"),
        (" Rouge", "red"),
        ("roug\u200ee", "red"),
        ("NOIR", "black"),
        ("vert e", "green"),
        ("VERT E\u0301", "green"),
        ("2", "black"),
        ("\u0662", "black"),
        ("g", "green"),
        ("v", "green"),
        ("bl", "black"),
    ],
)
def test_choice_by_key_name_place_or_beginning(raw, key):
    assert value(raw, COLOUR, NAMES) == key


@pytest.mark.parametrize("raw", ["r\u00b2", "blue", "0", "4", "-1", "redd", "9" * 40, "_", "-", "\u00b2", "\u2461"])
def test_an_unknown_choice_names_the_choices(raw):
    reason, words = why(raw, COLOUR, NAMES)
    assert reason == "choice"
    assert "rouge, noir, vert é" in words


def test_an_underscore_in_a_key_is_typed_in_any_way():
    asked = one(FieldType.CHOICE, choices=SIZES)
    for raw in ("too_much", "too much", "Too-Much", "too m"):
        assert value(raw, asked) == "too_much"
    assert why("too", asked)[0] == "choice"


def test_a_full_name_wins_over_a_longer_one():
    asked = one(FieldType.CHOICE, choices=("orphelins_plein", "orphelins"))
    assert value("Orphelins", asked) == "orphelins"
    assert why("orph", asked)[0] == "choice"


def test_two_choices_of_one_name_are_told_apart_by_key_only():
    asked, names = one(FieldType.CHOICE, choices=("a", "b")), {"a": "same", "b": "same"}
    assert why("same", asked, names)[0] == "choice"
    assert value("b", asked, names) == "b"


def test_no_places_where_a_choice_is_a_number():
    asked = one(FieldType.CHOICE, choices=("35", "17", "11"))
    assert value("17", asked) == "17"
    assert value("\uff11\uff17", asked) == "17"
    for raw in ("1", "2", "3", "-17", "170"):
        assert why(raw, asked)[0] == "choice"
    bets = one(FieldType.CHOICE, choices=("17-20", "red"))
    for raw in ("1", "17", "17-2"):
        assert why(raw, bets)[0] == "choice"


def test_a_place_that_contradicts_a_name_is_asked_again():
    names = {"dozen1": "1st dozen", "dozen2": "2nd dozen"}
    assert value("2", one(FieldType.CHOICE, choices=("dozen1", "dozen2")), names) == "dozen2"
    assert why("2", one(FieldType.CHOICE, choices=("dozen2", "dozen1")), names)[0] == "choice"


# -- pockets


@pytest.mark.parametrize(("raw", "name"), [("7", "7"), ("07", "7"), (" 36 ", "36"), ("0", "0"), ("\u0667", "7")])
def test_pocket(raw, name):
    assert value(raw, one(FieldType.POCKET)) == name


@pytest.mark.parametrize("raw", ["37", "00", "000", "-7", "+7", "7.0", "x", "7 8", "\u00b2", "9" * 50])
def test_no_pocket_of_the_wheel(raw):
    assert why(raw, one(FieldType.POCKET))[0] == "pocket"


def test_both_zeros_of_the_double_zero_wheel():
    asked = one(FieldType.POCKET, layout=DOUBLE)
    assert value("00", asked) == "00"
    assert value("0", asked) == "0"
    assert why("000", asked)[0] == "pocket"


@pytest.mark.parametrize(
    "raw", ["26 0 32", "26-0-32", "26/0/32", "26,0;32", "32, 0, 26", "0 - 26 - 32", "26 0 26 32", "\u0662\u0666 0 32"]
)
def test_pockets_in_any_order_with_any_separators(raw):
    assert value(raw, one(FieldType.POCKETS)) == ("0", "26", "32")


@pytest.mark.parametrize("raw", ["-26 0", "26,", "26 00", "26 x", "26+0", "-", ","])
def test_no_pockets(raw):
    assert why(raw, one(FieldType.POCKETS))[0] == "pockets"


def test_no_pocket_at_all_is_none():
    assert value("None", one(FieldType.POCKETS)) == ()
    assert value("keine", one(FieldType.POCKETS), {"none": "Keine"}) == ()
    assert value("none", one(FieldType.ORDER, expected=())) == ()


def test_a_run_keeps_its_order_and_its_doubles():
    asked = one(FieldType.ORDER, expected=("26", "0", "32"))
    assert value("32 0-26/26", asked) == ("32", "0", "26", "26")
    assert why("32 x", asked)[0] == "pockets"


# -- lists of bets and choices


BETS = one(FieldType.ORDER, expected=ORDERED_BETS)


@pytest.mark.parametrize(
    "raw", ["17-20 17 red", "20/17, plein 17, rouge", "17-20,17 red", "split 17/20; straight up 17; RED"]
)
def test_bets_in_order(raw):
    assert value(raw, BETS) == ORDERED_BETS


def test_no_list_of_bets():
    assert why("17-20 splt", BETS)[0] == "bet"
    assert why("17-20, 3-4", BETS)[0] == "bet"
    assert "do not touch" in why("3-4", BETS)[1]
    assert why("1\u00b2", BETS)[0] == "placement"
    assert why("17,", BETS)[0] == "bet"
    assert why("1-" * 100, BETS)[0] == "too_long"


def test_choices_in_order():
    asked = one(FieldType.ORDER, expected=COLOURS, choices=COLOURS)
    for raw in ("red black green", "red-black-green", "RED, noir, v", "1 2 3"):
        assert value(raw, asked, NAMES) == COLOURS
    sizes = one(FieldType.ORDER, expected=SIZES, choices=SIZES)
    assert value("right, too much, too little", sizes) == SIZES
    assert value("right too_much too_little", sizes) == SIZES
    assert why("right blue", sizes)[0] == "choice"


def test_bets_offered_as_choices_are_read_in_any_spelling():
    asked = one(FieldType.ORDER, expected=ORDERED_BETS, choices=("17", "17-20", "red"))
    assert value("20/17 17 rouge", asked) == ORDERED_BETS
    assert why("20/17 18", asked)[0] == "choice"


# -- placements


PLACEMENT = one(FieldType.PLACEMENT, expected={"0-2-3": 2, "4-7": 1})


@pytest.mark.parametrize(
    "raw",
    [
        "0-2-3=2 4-7=1",
        "4-7 0-2-3:2",
        "0-2-3 = 2, 4/7",
        "0-2-3;0-2-3;7-4",
        "trio023=\u0662 4/7=1",
        "trio 0-2-3=2, split 4-7",
    ],
)
def test_placement(raw):
    assert value(raw, PLACEMENT) == {"0-2-3": 2, "4-7": 1}


def test_placement_words_with_blanks():
    assert value("1st dozen=3", PLACEMENT) == {"dozen1": 3}
    assert value("1st dozen=3, red", PLACEMENT) == {"dozen1": 3, "red": 1}
    assert value("17-18-20-21 16/21", PLACEMENT) == {"17-18-20-21": 1, "16-21": 1}


@pytest.mark.parametrize("raw", ["17=0", "17=-1", "17=", "=2", "17=1=2", "17=1.5", "17=9999999", "17=x", "17=\u00b2"])
def test_no_placement(raw):
    assert why(raw, PLACEMENT)[0] == "placement"


def test_an_impossible_spot_is_refused_by_name():
    reason, words = why("3-4=2", PLACEMENT)
    assert reason == "bet"
    assert "3-4" in words
    assert "call" in why("7-2-2", PLACEMENT)[1]


def test_an_empty_cloth_is_none():
    assert value("none", PLACEMENT) == {}


# -- texts


@pytest.mark.parametrize("raw", ["carr\u00e9", "carre\u0301", "  CARRÉ ", "\u200fcarré"])
def test_texts_are_compared_in_one_form(raw):
    assert value(raw, one(FieldType.TEXT)) == "carr\u00e9"


def test_a_text_keeps_one_blank_and_a_straight_apostrophe():
    assert value("Rien  ne\u00a0va\tplus", one(FieldType.TEXT)) == "rien ne va plus"
    assert value("l\u2019orphelin", one(FieldType.TEXT)) == "l'orphelin"


# -- several fields


TOTAL_CHANGE = question(Field("total", unit=Unit.CASH), Field("change", unit=Unit.CASH))


ODDS = question(Field("pays", unit=Unit.TO_ONE), Field("numbers", unit=Unit.POCKETS))


@pytest.mark.parametrize("raw", ["35 1", "35 to 1 1", "35:1 1", "35 : 1 1"])
def test_odds_as_dealers_say_them(raw):
    assert read(raw, ODDS) == {"pays": "35", "numbers": "1"}


def test_odds_are_to_one_and_to_nothing_else():
    one_field = one(unit=Unit.TO_ONE)
    assert value("6 to 1", one_field) == "6"
    assert value("1 to 1", one_field) == "1"
    assert why("35 for 1", one_field)[0] == "number"
    assert why("35 to 12", one_field)[0] == "number"
    assert why("7:2", one_field)[0] == "number"
    assert why("35 to 1", one(unit=Unit.CHIPS))[0] == "number"
    assert read("2 1", ODDS) == {"pays": "2", "numbers": "1"}


def test_a_blank_separates_fields():
    assert read("1,750  20", TOTAL_CHANGE) == {"total": "1750", "change": "20"}
    assert read("1'750\u00a012.5", TOTAL_CHANGE) == {"total": "1750", "change": "12.5"}
    assert read("1 750", TOTAL_CHANGE) == {"total": "1", "change": "750"}
    assert read("?", TOTAL_CHANGE) is UNKNOWN


@pytest.mark.parametrize(("raw", "given"), [("1750", 1), ("1 750 20", 3)])
def test_too_few_or_too_many_values_say_what_is_asked(raw, given):
    reason, words = why(raw, TOTAL_CHANGE)
    assert reason == ("too_few" if given < 2 else "too_many")
    assert "2 values" in words
    assert "total, change" in words
    assert f"Typed: {given}." in words


def test_one_unreadable_field_makes_the_line_unreadable():
    assert why("100 x", TOTAL_CHANGE)[0] == "number"


def test_the_only_list_takes_what_the_others_leave():
    middle = question(Field("chips"), Field("numbers", FieldType.POCKETS), Field("cost"))
    wanted = {"chips": "3", "numbers": ("7", "17", "27"), "cost": "30"}
    assert read("3 7 17, 27 30", middle) == wanted
    assert read("3 7-17-27 30", middle) == wanted
    assert why("3 30", middle)[0] == "too_few"


def test_a_placement_stands_last_and_takes_the_rest():
    asked = question(Field("numbers", FieldType.POCKETS), Field("spots", FieldType.PLACEMENT))
    assert read("0-2-3 0-2-3=2 red", asked) == {"numbers": ("0", "2", "3"), "spots": {"0-2-3": 2, "red": 1}}


def test_two_lists_are_a_word_each():
    asked = question(Field("numbers", FieldType.POCKETS), Field("stations", FieldType.POCKETS))
    assert read("1-2 3", asked) == {"numbers": ("1", "2"), "stations": ("3",)}
    assert why("1 2 3", asked)[0] == "too_many"


# -- for every text, for every answer


wholes = st.integers(-(10**25), 10**25).map(str)
decimals = st.from_regex(r"-?(0|[1-9][0-9]{0,8})\.[0-9]{0,4}[1-9]", fullmatch=True)
pockets = st.sampled_from(SINGLE.wheel.ring).map(str)
bets = st.sampled_from(SINGLE.bets).map(notation.write)
double_bets = st.sampled_from(DOUBLE.bets).map(notation.write)
in_layout_order = st.sets(pockets).map(lambda s: tuple(sorted(s, key=SINGLE_RANK.index)))
SINGLE_RANK = [str(n) for n in range(37)]

FORMS = {
    "whole": (Field("x", unit=Unit.CHIPS), wholes, None),
    "cash": (Field("x", unit=Unit.CASH), wholes | decimals, None),
    "percent": (Field("x", unit=Unit.PERCENT), wholes | decimals, None),
    "to_one": (Field("x", unit=Unit.TO_ONE), wholes | decimals, None),
    "choice": (Field("x", FieldType.CHOICE), st.sampled_from(SIZES), SIZES),
    "number": (Field("x", FieldType.CHOICE), st.sampled_from(("35", "17", "8")), ("35", "17", "8")),
    "pocket": (Field("x", FieldType.POCKET), pockets, None),
    "pockets": (Field("x", FieldType.POCKETS), in_layout_order, None),
    "run": (Field("x", FieldType.ORDER), st.lists(pockets).map(tuple), None),
    "choices": (Field("x", FieldType.ORDER), st.lists(st.sampled_from(SIZES)).map(tuple), SIZES),
    "bets": (Field("x", FieldType.ORDER), st.lists(bets, max_size=20).map(tuple), None),
    "placement": (Field("x", FieldType.PLACEMENT), st.dictionaries(bets, st.integers(1, 99), max_size=20), None),
    "text": (Field("x", FieldType.TEXT), st.from_regex(r"[a-zé']+( [a-zé']+)*", fullmatch=True), None),
}
EXPECTED = {"run": ("26", "0", "32"), "bets": ORDERED_BETS}


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(form, data):
    field, values, choices = FORMS[form]
    answer = {"x": data.draw(values)}
    expected = {"x": EXPECTED.get(form, answer["x"])}
    asked = question(field, expected=expected, choices={"x": choices} if choices else None)
    assert read(answer_text(answer, asked), asked) == answer


@given(st.data())
@settings(deadline=None)
def test_several_fields_are_read_back(data):
    narrow = sorted(set(FORMS) - {"placement", "text"})
    forms = data.draw(st.lists(st.sampled_from(narrow), min_size=1, max_size=4))
    forms += data.draw(st.sampled_from([[], ["placement"], ["text"]]))
    fields, answer, choices, expected = [], {}, {}, {}
    for place, form in enumerate(forms):
        field, values, keys = FORMS[form]
        name = f"f{place}"
        fields.append(Field(name, field.type, field.unit))
        answer[name] = data.draw(values)
        expected[name] = EXPECTED.get(form, answer[name])
        if keys:
            choices[name] = keys
    asked = question(*fields, expected=expected, choices=choices)
    assert read(answer_text(answer, asked), asked) == answer


@given(double_bets, st.integers(1, 10**6 - 1))
@settings(deadline=None)
def test_every_spot_of_the_double_zero_cloth_is_read_back(bet, chips):
    asked = one(FieldType.PLACEMENT, layout=DOUBLE)
    assert read(answer_text({"x": {bet: chips}}, asked), asked) == {"x": {bet: chips}}


@pytest.mark.parametrize("form", FORMS)
@given(raw=EVERY | st.text(string.digits + " -/,;=.?redblack\u00a0\u2212\u00b2\u0661"))
@settings(max_examples=80, deadline=None)
def test_no_text_raises_and_what_is_read_is_canonical(form, raw):
    field, _, choices = FORMS[form]
    asked = question(field, expected={"x": EXPECTED.get(form, ())}, choices={"x": choices} if choices else None)
    answer = read(raw, asked)
    if isinstance(answer, Unreadable):
        load().text(answer.message).encode()
    elif answer is not UNKNOWN:
        assert read(answer_text(answer, asked), asked) == answer


@given(EVERY)
@settings(deadline=None)
def test_only_digits_signs_and_separators_are_a_number(raw):
    answer = read(raw, CASH)
    if isinstance(answer, dict):
        allowed = "+-\u2212.,'\u2019\u200e\u200f\u061c\ufeff\u2066\u2067\u2068\u2069"
        assert all(c.isdecimal() or c.isspace() or c in allowed for c in raw)


@given(st.integers(0, 10**12), st.sampled_from([",", " ", "'", "\u2019", "\u00a0", "\u202f"]))
@settings(deadline=None)
def test_groups_of_three_are_the_number(number, mark):
    assert value(f"{number:,}".replace(",", mark), CHIPS) == str(number)


@given(st.from_regex(r"\d{1,6}[., '_-]\d{1,6}", fullmatch=True))
@settings(deadline=None)
def test_a_mark_among_digits_is_never_dropped_unless_it_groups_threes(raw):
    answer = read(raw, CHIPS)
    if isinstance(answer, dict):
        assert len(raw) > 4
        assert not raw[-3:].strip("".join(c for c in raw if c.isdecimal()))
        assert raw[-4] in ", '"


def test_a_name_of_two_words_among_several_fields():
    question = ask_name_spot()
    names = {"straight": "straight up", "split": "split", "six_line": "six line"}
    for typed in ("straight up 35", "Straight  Up, 35", "straight 35", "straight up; 35"):
        assert read(typed, question, names) == {"bet": "straight", "pays": "35"}
    assert read("six line 5", question, names) == {"bet": "six_line", "pays": "5"}
    assert isinstance(read("up 35", question, names), Unreadable)


def ask_name_spot():
    return Question(
        family="made",
        house="european",
        layout=SINGLE,
        params=None,
        message=say("prompt.made"),
        fields=(Field("bet", FieldType.CHOICE), Field("pays")),
        choices={"bet": ("straight", "split", "six_line")},
        expected={"bet": "straight", "pays": "35"},
        working=(),
    )


def test_a_comma_behind_a_value_divides():
    question = Question(
        family="made",
        house="european",
        layout=SINGLE,
        params=None,
        message=say("prompt.made"),
        fields=(Field("pays"), Field("take")),
        expected={"pays": "1750", "take": "4"},
        working=(),
    )
    assert read("1,750, 4", question) == {"pays": "1750", "take": "4"}
