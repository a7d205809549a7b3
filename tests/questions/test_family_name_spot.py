"""Spots by picture, call, name and place, judged by rules of the layout written down here again."""

import json
from random import Random

import pytest

from srs_roulette.questions.complaints import complaints
from srs_roulette.questions.families.name_spot import FAMILY, PLACES, SORTS, Params
from srs_roulette.questions.params import decode, encode
from srs_roulette.questions.parts import kept_values
from srs_roulette.rules.house_file import house, restored
from srs_roulette.wording.catalog import load

EUROPEAN, AMERICAN = house("european"), house("american")
MODES = ("name", "call", "place", "ambiguous")
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
BOXES = {
    "red": [n for n in range(1, 37) if n in RED],
    "black": [n for n in range(1, 37) if n not in RED],
    "odd": range(1, 37, 2),
    "even": range(2, 37, 2),
    "low": range(1, 19),
    "high": range(19, 37),
    **{f"dozen{d}": range(12 * d - 11, 12 * d + 1) for d in (1, 2, 3)},
    **{f"column{c}": range(c, 37, 3) for c in (1, 2, 3)},
}


def pockets(bet):
    """The numbers of a bet in notation; a six line is written by its ends."""
    if bet in BOXES:
        return [str(n) for n in BOXES[bet]]
    parts = bet.split("-")
    if len(parts) == 2 and int(parts[1]) - int(parts[0]) == 5:
        return [str(n) for n in range(int(parts[0]), int(parts[1]) + 1)]
    return parts


def sort_of(bet):
    numbers = pockets(bet)
    if bet in BOXES:
        return bet[:-1] if bet[-1].isdigit() else "even_chance"
    zero = {"0", "00"} & set(numbers)
    if len(numbers) == 2 and not zero:
        return "split_street" if int(numbers[1]) - int(numbers[0]) == 1 else "split_across"
    return {
        1: "straight",
        2: "zero_split",
        3: "trio" if zero else "street",
        4: "first_four" if zero else "corner",
        5: "five",
        6: "six_line",
    }[len(numbers)]


def place_of(bet):
    """Where a chip lies, as the source documents 000 and 003 say it."""
    return {
        "straight": "on_number",
        "street": "outer_line",
        "six_line": "outer_two_rows",
        "corner": "four_meet",
        "trio": "zero_meets_two",
        "first_four": "zero_corner",
        "five": "zero_corner",
        "column": "box_at_end",
        "dozen": "box_beside",
        "even_chance": "box_beside",
    }.get(sort_of(bet), "between_two")


def drawn(mode, seed, rules=EUROPEAN, **bands):
    wanted = {key: value if isinstance(value, tuple) else (value,) for key, value in bands.items()}
    return FAMILY.build(FAMILY.draw({"mode": (mode,), **wanted}, rules, Random(seed)), rules)


def built(mode, bet, rules=EUROPEAN, **more):
    return FAMILY.build(Params(mode=mode, bet=bet, **more), rules)


def slips(question):
    return {(slip.id, *(str(value) for value in slip.answer.values())) for slip in question.slips}


@pytest.mark.parametrize("rules", [EUROPEAN, AMERICAN], ids=["single", "double"])
@pytest.mark.parametrize("mode", MODES)
def test_answers_follow_from_the_parameters(mode, rules):
    for seed in range(200):
        question = drawn(mode, seed, rules, bet=SORTS, language=("en", "fr"))
        bet = encode(question.params)["bet"]
        numbers = pockets(bet)
        expected = {
            "name": {
                "bet": sort_of(bet).replace("_street", "").replace("_across", ""),
                "pays": str(ODDS[len(numbers)]),
            },
            "call": {"numbers": tuple(numbers)},
            "place": {"place": place_of(bet), "spots": {bet: 1}},
            "ambiguous": {"dealer": "asks_first"},
        }[mode]
        if expected.get("bet") == "zero_split":
            expected["bet"] = "split"
        assert dict(question.expected) == expected, bet
        assert list(complaints(question)) == []


@pytest.mark.parametrize("sort", SORTS)
def test_a_pinned_sort_is_drawn(sort):
    rules = AMERICAN if sort == "five" else EUROPEAN
    for seed in range(20):
        assert sort_of(drawn("name", seed, rules, bet=sort).params.bet) == sort


@pytest.mark.parametrize("seed", range(40))
def test_a_call_never_lists_its_numbers(seed):
    for rules in (EUROPEAN, AMERICAN):
        question = drawn("call", seed, rules, language=("en", "fr"))
        assert len(question.expected["numbers"]) > 2
        assert "-".join(question.expected["numbers"]) not in load().text(question.message)


@pytest.mark.parametrize(
    ("bet", "language", "call"),
    [
        ("4-9", "fr", "transversale 4-9"),
        ("19-20-21", "fr", "transversale 19-21"),
        ("23-24-26-27", "fr", "carré 23-27"),
        ("16-17-18", "en", "street 16-18"),
        ("0-1-2", "fr", "trois premiers"),
        ("0-1-2", "en", "first three"),
        ("0-1-2-3", "fr", "quatre premiers"),
        ("0-1-2-3", "en", "first four"),
        ("dozen2", "fr", "12M"),
        ("column1", "fr", "colonne 34"),
        ("14-17", "fr", "cheval 14/17"),
    ],
)
def test_calls_in_the_words_of_the_house(bet, language, call):
    # E2 no. 14 and source document 002.
    assert load().text(built("call", bet, language=language).message) == f'Call: "{call}". Pockets:'


def test_a_picture_has_one_chip_and_only_where_it_is_asked_about():
    assert [(chip.bet.box, chip.chips) for chip in built("name", "column2").picture] == [("column2", 1)]
    for mode, more in (("call", {"language": "en"}), ("place", {"language": "en"}), ("ambiguous", {"on": "4"})):
        assert built(mode, "4-5-7-8", **more).picture == ()


def test_slips_of_names():
    assert {("six_line_as_street", "street", "11"), ("for_one", "six_line", "6")} <= slips(built("name", "4-9"))
    assert {("street_as_six_line", "six_line", "5"), ("street_corner", "street", "8")} <= slips(built("name", "4-5-6"))
    assert {("trio_as_street", "street", "11"), ("covers_as_pays", "trio", "3")} <= slips(built("name", "0-2-3"))
    assert ("first_four_as_six_line", "six_line", "5") in slips(built("name", "0-1-2-3"))
    assert ("street_corner", "corner", "11") in slips(built("name", "17-18-20-21"))
    assert ("five_as_first_four", "first_four", "8") in slips(built("name", "0-00-1-2-3", AMERICAN))
    assert ("boxes", "dozen", "2") in slips(built("name", "column3"))


def test_slips_of_calls():
    def of(bet):
        return {(s.id, s.answer["numbers"]) for s in built("call", bet, language="fr").slips}

    assert of("4-9") == {("six_line_as_street", ("4", "5", "6")), ("ends_only", ("4", "9"))}
    assert of("19-20-21") == {
        ("street_as_six_line", ("19", "20", "21", "22", "23", "24")),
        ("ends_only", ("19", "21")),
    }
    assert of("34-35-36") == {
        ("street_as_six_line", ("31", "32", "33", "34", "35", "36")),
        ("ends_only", ("34", "36")),
    }
    assert of("23-24-26-27") == {("ends_only", ("23", "27")), ("all_between", ("23", "24", "25", "26", "27"))}
    assert of("0-1-2") == {("trio_as_street", ("1", "2", "3"))}
    assert of("0-1-2-3") == {
        ("first_four_as_six_line", ("1", "2", "3", "4", "5", "6")),
        ("without_zero", ("1", "2", "3", "4")),
    }


def test_slips_of_places():
    def of(bet):
        return {(s.id, s.answer["place"], *s.answer["spots"]) for s in built("place", bet, language="en").slips}

    assert ("other_split", "between_two", "14-17") in of("14-15")
    assert ("other_split", "between_two", "14-15") in of("14-17")
    # 15 closes its street and 34 has none above: there is no other split to name.
    assert not any(slip[0] == "other_split" for slip in of("15-18") | of("34-35"))
    assert ("trio_as_street", "outer_line", "1-2-3") in of("0-1-2")
    assert ("first_four_as_six_line", "outer_two_rows", "1-6") in of("0-1-2-3")
    assert ("six_line_as_street", "outer_line", "16-17-18") in of("16-21")
    assert ("other_place", "outer_two_rows", "16-17-18") in of("16-17-18")


def test_slips_of_an_unclear_chip():
    question = built("ambiguous", "17-20", on="17")
    assert slips(question) == {("guessed", "reads_line"), ("guessed", "reads_number"), ("too_late", "asks_after")}
    assert len(question.choices["dealer"]) >= 4


def test_the_number_touches_the_line():
    for seed in range(100):
        params = drawn("ambiguous", seed).params
        numbers = pockets(params.bet)
        assert params.on in numbers
        if sort_of(params.bet) == "street":
            assert params.on == numbers[0]


def test_choices():
    assert len(built("name", "17").choices["bet"]) == 11
    assert built("place", "17", language="en").choices["place"] == PLACES


def test_the_other_wheel_has_its_own_spot_in_place_of_one_it_lacks():
    assert drawn("name", 1, AMERICAN, bet="first_four").params.bet == "0-00-1-2-3"
    assert drawn("name", 1, EUROPEAN, bet="five").params.bet == "0-1-2-3"


@pytest.mark.parametrize("rules", [EUROPEAN, AMERICAN], ids=["single", "double"])
@pytest.mark.parametrize("mode", MODES)
def test_parameters_and_house_values_rebuild_the_question(mode, rules):
    for seed in range(60):
        question = drawn(mode, seed, rules, language=("en", "fr"))
        params = decode(Params, json.loads(json.dumps(encode(question.params))))
        assert params == question.params
        kept = json.loads(json.dumps(kept_values(FAMILY.uses, rules)))
        assert FAMILY.build(params, restored(kept)) == question


def test_no_house_changes_the_answer():
    assert not FAMILY.house_sensitive
    german = house("german")
    for seed in range(50):
        params = FAMILY.draw({"mode": MODES}, EUROPEAN, Random(seed))
        assert FAMILY.build(params, german).expected == FAMILY.build(params, EUROPEAN).expected
