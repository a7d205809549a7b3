"""The shipped houses against their sources, and every fault of a broken house file."""

import re
from dataclasses import fields
from fractions import Fraction

import pytest

from srs_roulette.errors import FileFaults, NotFound
from srs_roulette.rules import house_file
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.house import Finals, HouseRules
from srs_roulette.rules.money import money_text, read_money

HOUSES = ["american", "english", "european", "french_law", "french_partage", "german", "hungarian", "surrender"]
EACH = pytest.mark.parametrize("name", HOUSES)


def test_eight_houses_are_shipped_and_load():
    assert list(house_file.house_files()) == HOUSES
    for name in HOUSES:
        assert house_file.house(name).id == name


# What a source settles

_IN_ZERO = {"sharing": "sharing", "prison_levels": "levels", "second_zero": "second_zero", "move_prisoner": "move"}


def _value(house, key):
    """The value of a key of DECKS.md in the house as built."""
    zero = _IN_ZERO | {"sharing_needs_even_multiple": "sharing_needs_even_multiple"}
    if key in zero:
        return getattr(house.zero, zero[key])
    if key in {"trios", "zero_splits"}:
        return ["-".join(spot) for spot in getattr(house.layout, key)]
    built = {
        "wheel": lambda: house.wheel.name,
        "zero_rule": lambda: house.zero.rule.value,
        "first_four": lambda: house.layout.first_four,
        "chip_step": lambda: money_text(house.chip_step),
        "pay_order_first": lambda: house.pay_order_outside[0],
        "pay_order_last": lambda: house.pay_order_inside[-1],
    }
    value = built[key]() if key in built else getattr(house, key)
    return list(value) if isinstance(value, tuple) else value


def _limit(house, key):
    kind = Kind(key.removeprefix("limits."))
    return house.limits.straight if kind is Kind.STRAIGHT else house.limits.highest[kind]


def _assert_limit(house, key, row):
    highest = _limit(house, key)
    if "factor" in row:
        assert highest == Fraction(row["factor"])
        return
    # Multiples of the table minimum, and of the straight-up limit.
    assert highest == row["times_minimum"] * house.limits.minimum_inside
    assert Fraction(highest, house.limits.straight) == Fraction(row["ratio_to_straight"])


def _assert_list(value, row):
    match row.get("compare"):
        case "set":
            assert set(value) == set(row["value"])
            assert len(value) == len(row["value"])
        case "contains":
            assert [entry for entry in value if entry in row["value"]] == row["value"]
        case _:
            assert value == row["value"]
    assert value[: len(row.get("first", []))] == row.get("first", [])


@pytest.mark.rows("houses", "houses")
def test_every_value_that_a_source_settles_stands_in_its_house(row):
    name, settled = row
    house = house_file.house(name)
    for key, known in settled.items():
        compare = known.get("compare")
        if key.startswith("limits."):
            _assert_limit(house, key, known)
        elif compare in {"absent", "present"}:
            assert (_value(house, key) is None) == (compare == "absent"), key
            assert (key in house_file.table_of(name)) == (compare == "present"), key
        elif isinstance(known["value"], list):
            _assert_list(_value(house, key), known)
        else:
            assert _value(house, key) == known["value"], key


def test_the_oracle_speaks_of_every_shipped_house(oracle):
    assert sorted(oracle("houses")["houses"]) == HOUSES


def test_german_shares_half_only_on_an_even_multiple_and_the_third_zero_loses():
    # Document 002.
    zero = house_file.house("german").zero
    assert (zero.sharing, zero.sharing_needs_even_multiple, zero.levels, zero.second_zero) == (
        *("on_request", True),
        *(2, "next_level"),
    )


@EACH
def test_a_house_has_every_key_of_its_file_in_its_rules(name):
    table, house = house_file.table_of(name), house_file.house(name)
    assert set(house_file.KEYS) - set(table) <= {"finals"}
    named = {field.name for field in fields(HouseRules)}
    for key in set(table) & named - {"wheel", "chip_step", "denominations", "limits", "finals"}:
        assert _value(house, key) == table[key], key
    assert [money_text(coin) for coin in house.denominations] == table["denominations"]
    assert (house.finals is None) == ("finals" not in table)


# Sources


def _values_with_comments(name):
    """Lines of a house file that hold a value, with their comment."""
    text = house_file.house_files()[name].read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith(("#", "[", "id =", "name =", "extends =", "sources =")):
            yield line, line.partition("#")[2]


def _documents(name):
    """The documents that a house and those it extends name as sources."""
    text = house_file.house_files()[name].read_text(encoding="utf-8")
    parent = re.search(r'^extends = "(\w+)"', text, re.MULTILINE)
    inherited = _documents(parent[1]) if parent else set()
    return inherited | set(re.findall(r'"(\d{3})_\w+\.txt"', text))


@EACH
def test_every_value_of_a_house_file_says_where_it_comes_from(name):
    lines = list(_values_with_comments(name))
    assert lines
    for line, comment in lines:
        assert re.search(r"seed \d{3}|ROULETTE\.md|ours", comment), line


@EACH
def test_a_value_from_a_document_names_one_that_the_house_lists(name):
    documents = _documents(name)
    for line, comment in _values_with_comments(name):
        assert set(re.findall(r"seed (\d{3})", comment)) <= documents, line


@EACH
def test_a_house_lists_its_sources(name):
    for source in house_file.house(name).sources:
        assert re.fullmatch(r"(000|002|003|004)_\w+\.txt|ROULETTE\.md .+", source)


# Broken files


def _write(tmp_path, text, name="mine.toml"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _faults(path):
    with pytest.raises(FileFaults) as caught:
        house_file.house(str(path))
    assert all(fault.startswith(str(path)) for fault in caught.value.faults)
    assert all("\n" not in fault for fault in caught.value.faults)
    return [fault.removeprefix(str(path)).removeprefix(": ") for fault in caught.value.faults]


HEAD = 'id = "mine"\nextends = "european"\n'

ZERO_RULES = "none, half, la_partage, half_collected, surrender, prison"

ONE_FAULT = [
    ("neigbours = [2]\n", 'neigbours: unknown key. Did you mean "neighbours"?'),
    ("zzz = 1\n", "zzz: unknown key. Known: announce, call_bets, "),
    (
        'zero_rule = "la_partge"\n',
        f'zero_rule: must be one of {ZERO_RULES}, not "la_partge". Did you mean "la_partage"?',
    ),
    ("zero_rule = 1\n", f"zero_rule: must be one of {ZERO_RULES}, not 1."),
    ('wheel = "single"\n', 'wheel: must be one of single_zero, double_zero, not "single". Did you mean "single_zero"?'),
    ("stack = true\n", "stack: must be a whole number from 2 to 100, not True."),
    ("stack = 1\n", "stack: must be a whole number from 2 to 100, not 1."),
    ("stack = 20.0\n", "stack: must be a whole number from 2 to 100, not 20.0."),
    ("call_bets = 1\n", "call_bets: must be true or false, not 1."),
    ('far_first = "no"\n', 'far_first: must be true or false, not "no".'),
    ("zero_name = 5\n", "zero_name: must be a text, not 5."),
    ("chip_step = 2.5\n", "chip_step: must be an amount such as 100 or 2.50, not 2.5."),
    ("chip_step = true\n", "chip_step: must be an amount such as 100 or 2.50, not True."),
    ('chip_step = "5,0"\n', 'chip_step: must be an amount such as 100 or 2.50, not "5,0". "5,0" is no amount'),
    ('chip_step = "0"\n', 'chip_step: must be an amount such as 100 or 2.50, not "0". 0 is no amount'),
    ('chip_step = "0.125"\n', 'chip_step: must be an amount such as 100 or 2.50, not "0.125". The amount 0.125 has'),
    ("chip_step = 2024-01-01\n", "chip_step: must be an amount such as 100 or 2.50, not 2024-01-01."),
    (f"stack = 0x{'F' * 6000}\n", "stack: is a number of thousands of digits."),
    (f"chip_step = 0x{'F' * 6000}\n", "chip_step: is a number of thousands of digits."),
    (f"neighbours = [0x{'F' * 6000}]\n", "neighbours.0: is a number of thousands of digits."),
    ("neighbours = []\n", "neighbours: must be a list that is not empty, not []."),
    ("neighbours = 2\n", "neighbours: must be a list that is not empty, not 2."),
    ("neighbours = [2, 2]\n", "neighbours: must be a list without repeats, not [2, 2]."),
    ("neighbours = [2, 19]\n", "neighbours: must be a whole number from 1 to 18, not 19."),
    ('orphelins = ["splits"]\n', 'orphelins: must be one of split, straight, not "splits". Did you mean "split"?'),
    ('pay_order_outside = ["evens"]\n', "pay_order_outside: must be one of even, dozen, column, "),
    ('trios = ["1-2-3"]\n', 'trios: must be 3 different numbers with a zero among them, not "1-2-3".'),
    ('trios = ["0-1"]\n', 'trios: must be 3 different numbers with a zero among them, not "0-1".'),
    ('trios = ["0-1-1"]\n', 'trios: must be 3 different numbers with a zero among them, not "0-1-1".'),
    ("trios = [12]\n", "trios: must be 3 different numbers with a zero among them, not 12."),
    ('trios = "0-1-2"\n', 'trios: must be a list, not "0-1-2".'),
    ('trios = ["0-2-37"]\n', 'trios: must be a spot such as 0-1, not "0-2-37". There is no pocket "37"'),
    ('trios = ["0-1-2", "2-1-0"]\n', "trios: must be a list without repeats, not ['0-1-2', '2-1-0']."),
    ('zero_splits = ["0-1", "1-0"]\n', "zero_splits: must be a list without repeats, not ['0-1', '1-0']."),
    ('zero_splits = ["0-00"]\n', 'zero_splits: must be pockets of the single-zero wheel, not "0-00".'),
    ('zero_rule = "prison"\n', "prison_levels: must be at least 1 where zero_rule is prison."),
    ("prison_levels = 4\n", "prison_levels: must be a whole number from 0 to 3, not 4."),
    ("colour_set = 150\n", "colour_set: must be whole stacks of 20."),
    ("finals = { zero = true }\n", "finals: must be a table with zero and cheval, not {'zero': True}."),
    ('finals = { zero = 1, cheval = "splits" }\n', "finals.zero: must be true or false, not 1."),
    ('finals = { zero = true, cheval = "split" }\n', 'finals.cheval: must be one of splits, all_endings, not "split"'),
    ("minor_digits = -1\n", "minor_digits: must be a whole number from 0 to 3, not -1."),
    ("limits = 5\n", "limits: must be a table of limits, not 5."),
    ('[limits]\nsplt = "2x"\n', 'limits.splt: unknown key. Did you mean "split"?'),
    ('[limits]\nsplit = "2.5x"\n', 'limits.split: must be an exact factor such as 2x or 10/3x, not "2.5x".'),
    ('[limits]\nsplit = "0x"\n', 'limits.split: must be an exact factor such as 2x or 10/3x, not "0x".'),
    ('[limits]\nsplit = "1/0x"\n', 'limits.split: must be an exact factor such as 2x or 10/3x, not "1/0x".'),
    ('[limits]\nsplit = "x2"\n', 'limits.split: must be an amount such as 100 or 2.50, not "x2".'),
    # A factor without its x is an amount: 2 is under the minimum of 5.
    ('[limits]\nsplit = "2"\n', 'limits.split: must be at least the minimum_inside of 5, not "2".'),
    ("[limits]\nsix_line = 2.0\n", "limits.six_line: must be an amount such as 100 or 2.50, not 2.0."),
    ('[limits]\nsplit = "1/40x"\n', 'limits.split: must be at least the minimum_inside of 5, not "1/40x".'),
    ('[limits]\nstraight = "2x"\n', 'limits.straight: must be an amount such as 100 or 2.50, not "2x".'),
    ("[limits]\neven = -5\n", "limits.even: must be an amount such as 100 or 2.50, not -5."),
    ('[limits]\nminimum_outside = "1500"\n', 'limits.dozen: must be at least the minimum_outside of 1500, not "1000".'),
]


@pytest.mark.parametrize(("text", "fault"), ONE_FAULT, ids=[text[:40] for text, _ in ONE_FAULT])
def test_a_fault_is_said_with_its_key_and_what_is_allowed(tmp_path, text, fault):
    faults = _faults(_write(tmp_path, HEAD + text))
    assert faults[0].startswith(fault), faults
    assert len(faults) == (2 if "1500" in text else 1), faults


def test_a_bad_id_is_named(tmp_path):
    path = _write(tmp_path, 'id = "My House"\nextends = "european"\n')
    assert _faults(path) == ['id: must be made of a-z 0-9 . _ -, not "My House".']


def test_first_four_is_refused_on_two_zeros(tmp_path):
    (fault,) = _faults(_write(tmp_path, 'id = "mine"\nextends = "american"\nfirst_four = true\n'))
    assert fault.startswith("first_four: must be false on the double-zero layout")


def test_another_wheel_needs_its_own_spots_round_the_zeros(tmp_path):
    faults = _faults(_write(tmp_path, 'id = "mine"\nextends = "american"\nwheel = "single_zero"\n'))
    assert {fault.partition(":")[0] for fault in faults} == {"trios", "zero_splits"}
    assert all("pockets of the single-zero wheel" in fault for fault in faults)


def test_a_house_that_extends_none_must_say_every_key_but_finals(tmp_path):
    faults = _faults(_write(tmp_path, 'id = "mine"\n'))
    assert faults == [f"{key}: is missing." for key in house_file.KEYS if key not in {"id", "finals"}]


def test_a_missing_limit_is_named(tmp_path):
    text = house_file.house_files()["european"].read_text(encoding="utf-8")
    text = text.replace('id = "european"', 'id = "mine"')
    cut = re.sub(r"^corner = .*\n|^minimum_inside = .*\n", "", text, flags=re.MULTILINE)
    assert _faults(_write(tmp_path, cut)) == ["limits.corner: is missing.", "limits.minimum_inside: is missing."]


def test_all_faults_of_a_file_are_said_in_one_run(tmp_path):
    text = (
        'id = 1\nextends = "european"\nneigbours = [2]\nzero_rule = "la_partge"\nstack = true\n'
        'trios = ["1-2-3", "0-38-2"]\n[limits]\nsplit = "twice"\nsplt = 1\n'
    )
    faults = _faults(_write(tmp_path, text))
    assert sorted({fault.partition(":")[0] for fault in faults}) == [
        *("id", "limits.split", "limits.splt", "neigbours", "stack", "trios", "zero_rule"),
    ]
    assert len(faults) == 8


def test_several_faults_between_keys_are_said_in_one_run(tmp_path):
    text = 'id = "A"\nextends = "european"\nzero_rule = "prison"\ncolour_set = 50\n[limits]\nsplit = "1"\n'
    faults = _faults(_write(tmp_path, text))
    assert [fault.partition(":")[0] for fault in faults] == ["id", "prison_levels", "colour_set", "limits.split"]


def test_a_long_value_is_shortened_and_control_characters_are_shown(tmp_path):
    (fault,) = _faults(_write(tmp_path, HEAD + 'marker = "' + "x" * 500 + '"\n'))
    assert fault.endswith(f'not "{"x" * 39}....')
    (fault,) = _faults(_write(tmp_path, HEAD + 'marker = "\\u001b[2J"\n', "other.toml"))
    assert "\x1b" not in fault
    assert "\N{SYMBOL FOR ESCAPE}[2J" in fault


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_a_byte_order_mark_and_either_line_end_are_accepted(tmp_path, mark, end):
    text = mark + HEAD.encode().replace(b"\n", end) + b'chip_step = "10"' + end
    assert house_file.house(str(_write(tmp_path, text))).chip_step == read_money("10")


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (HEAD.encode("utf-16"), "line 1 is not UTF-8 text: save the file as UTF-8."),
        (HEAD.encode() + b'name = "Caf\xe9"\n', "line 3 is not UTF-8 text: save the file as UTF-8."),
        (b'id = "mine"\nstack = \n', "is not valid TOML: .*at line 2, column 9.*"),
        (b'id = "mine"\nid = "mine"\n', "is not valid TOML: .*at line 2, column 12.*"),
        (b"stack = " + b"9" * 5000, "is not valid TOML: a number too long, or tables or lists nested too deeply."),
        (b"x = " + b"[" * 100_000, "is not valid TOML: a number too long, or tables or lists nested too deeply."),
        (b"#" * 1_000_001, "is larger than 1,000,000 bytes: no deck or house is."),
    ],
    ids=["utf-16", "latin-1", "no value", "twice", "number", "nested", "large"],
)
def test_a_file_that_cannot_be_read_says_why_and_where(tmp_path, raw, fault):
    (said,) = _faults(_write(tmp_path, raw))
    assert re.fullmatch(fault, said)


def test_an_empty_file_misses_every_key(tmp_path):
    faults = _faults(_write(tmp_path, b""))
    assert len(faults) == len(house_file.KEYS) - 1
    assert faults[0] == "id: is missing."


def test_a_folder_and_a_missing_file_are_no_house(tmp_path):
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert _faults(folder) == ["is a folder, not a TOML file."]
    (fault,) = _faults(tmp_path / "missing.toml")
    assert fault.startswith("cannot be read: No such file")


@pytest.mark.parametrize(
    ("parent", "hint"),
    [('"europan"', ' Did you mean "european"?'), ('"mine.toml"', ""), ("5", ""), ('["european"]', "")],
)
def test_extends_names_a_shipped_house_only(tmp_path, parent, hint):
    (fault,) = _faults(_write(tmp_path, f'id = "mine"\nextends = {parent}\n'))
    assert fault.startswith("extends: must name a shipped house, not ")
    assert hint in fault


def test_an_unknown_house_suggests_the_nearest():
    with pytest.raises(NotFound, match=r'There is no house "europan"\. Did you mean "european"'):
        house_file.house("europan")
    with pytest.raises(NotFound, match="houses list"):
        house_file.table_of("zzzzz")


# A house of one's own


def test_a_house_of_ones_own_states_only_what_differs(tmp_path):
    text = (
        'id = "club"\nextends = "german"\nneighbours = [3]\nchip_step = 2\n[limits]\nstraight = 60\nstreet = "10/3x"\n'
    )
    own = house_file.house(str(_write(tmp_path, text)))
    german = house_file.house("german")
    assert (own.id, own.neighbours, own.chip_step) == ("club", (3,), read_money("2"))
    assert own.zero == german.zero
    assert own.limits.cap(Kind.STREET) == read_money("200")
    assert own.limits.cap(Kind.SPLIT) == read_money("120")
    assert own.limits.minimum_inside == german.limits.minimum_inside


def test_spots_round_the_zero_are_kept_in_layout_order(tmp_path):
    text = HEAD + 'zero_splits = ["1-0", "3-0"]\ntrios = ["2-1-0"]\n'
    layout = house_file.house(str(_write(tmp_path, text))).layout
    assert layout.zero_splits == (("0", "1"), ("0", "3"))
    assert layout.trios == (("0", "1", "2"),)


def test_amounts_may_be_whole_numbers_and_denominations_stand_ascending(tmp_path):
    text = HEAD + 'denominations = [25, "5", 1]\nminor_digits = 0\n'
    own = house_file.house(str(_write(tmp_path, text)))
    assert own.denominations == (read_money("1"), read_money("5"), read_money("25"))
    assert own.zero.minor == read_money("1")


def test_finals_are_read_where_a_house_knows_them(tmp_path):
    text = HEAD + 'finals = { zero = false, cheval = "all_endings" }\n'
    assert house_file.house(str(_write(tmp_path, text))).finals == Finals(zero=False, cheval="all_endings")


@EACH
def test_a_house_is_restored_from_all_its_values(name):
    assert house_file.restored(house_file.table_of(name)) == house_file.house(name)


def test_a_house_is_restored_from_the_values_that_were_kept():
    kept = {"zero_rule": "la_partage", "zero_name": "la partage", "half": "house"}
    restored = house_file.restored(kept)
    assert (restored.zero.rule.value, restored.zero.name, restored.zero.half) == ("half", "la partage", "house")
    assert restored.limits == house_file.house("european").limits
    with pytest.raises(FileFaults, match="kept house values: half: must be one of"):
        house_file.restored({"half": "hous"})


def test_houses_may_be_keys_of_a_cache():
    assert len({house_file.house(name) for name in HOUSES}) == 8
    assert house_file.house("german") is house_file.house("german")
