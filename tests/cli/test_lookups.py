from __future__ import annotations

import pytest

SPOT = {"bet", "kind", "chips", "amount"}
LINE = ["bet", "kind", "stake", "odds", "outcome", "pays", "returned", "taken", "held", "level"]


def test_settle_as_in_the_contract(cli):
    found = cli.json("settle", "17", "17/20=100", "13-17=100", "16-21=100", "red=100")
    assert list(found) == ["house", "number", "announce", "lines", "pays", "returned", "taken", "held"]
    assert found["house"] == "european"
    assert found["number"] == "17"
    assert found["announce"] == {"colour": "black", "parity": "odd", "half": "low", "dozen": 2, "column": 2}
    assert [list(line) for line in found["lines"]] == [LINE] * 4
    split = {"bet": "17-20", "kind": "split", "stake": "100", "odds": 17, "outcome": "wins", "pays": "1700"}
    nothing = {"returned": "0", "taken": "0", "held": "0", "level": None}
    assert split | nothing in found["lines"]
    assert [line["bet"] for line in found["lines"]] == ["16-21", "13-14-16-17", "17-20", "red"]
    assert {key: found[key] for key in ("pays", "returned", "taken", "held")} == {
        "pays": "3000",
        "returned": "0",
        "taken": "100",
        "held": "0",
    }


def test_a_zero_has_no_boxes(cli):
    announce = {"colour": "green", "parity": None, "half": None, "dozen": None, "column": None}
    assert cli.json("settle", "0", "0=10")["announce"] == announce
    assert cli.json("settle", "00", "00=10", "--house", "american")["announce"] == announce


def test_every_outside_bet_loses_on_zero(cli):
    for bet in (
        "red",
        "black",
        "odd",
        "even",
        "low",
        "high",
        *(f"{box}{n}" for box in ("dozen", "column") for n in "123"),
    ):
        assert cli.json("settle", "0", f"{bet}=10")["taken"] == "10"


@pytest.mark.parametrize(
    ("words", "pays", "taken"),
    [
        (["0", "0=10"], "350", "0"),
        (["36", "36=10"], "350", "0"),
        (["00", "0-00-1-2-3=10", "--house", "american"], "60", "0"),
        (["0", "0-1-2-3=10"], "80", "0"),
        (["00", "0-00=10", "--house", "american"], "170", "0"),
        (["00", "0=10", "--house", "american"], "0", "10"),
        (["5", "dozen1=70", "dozen3=70", *(f"{n}=10" for n in range(13, 24))], "140", "180"),
        (["13", "dozen1=70", "dozen3=70", *(f"{n}=10" for n in range(13, 24))], "350", "240"),
        (["24", "dozen1=70", "dozen3=70", *(f"{n}=10" for n in range(13, 24))], "0", "250"),
        (["7", "7=500", "red=500", "odd=500"], "18500", "0"),
        (["8", "8=1000"], "35000", "0"),
        (["1", "1=0.29", "2=0.35"], "10.15", "0.35"),
        (["1", "1-2=0.35", "1-4=2.30"], "45.05", "0"),
        (["1", "1-2-3=0.70"], "7.7", "0"),
        (["2", *["red=0.10"] * 10], "0", "1"),
    ],
)
def test_settled_sums(cli, words, pays, taken):
    found = cli.json("settle", *words)
    assert (found["pays"], found["taken"]) == (pays, taken)


def test_half_back_only_on_zero(cli):
    def settle(number, *bets):
        found = cli.json("settle", number, *bets, "--house", "french_partage")
        return found["returned"], found["taken"]

    assert settle("2", "red=25") == ("0", "25")
    assert settle("0", "red=25") == ("12.5", "12.5")
    assert settle("0", "red=5", "odd=75", "low=2.50") == ("41.25", "41.25")
    assert settle("0", "column1=25", "5=25") == ("0", "50")


def test_prison(cli):
    def line(number, *words):
        return cli.json("settle", number, *words, "--house", "german")["lines"][0]

    assert line("0", "red=25")["held"] == "25"
    assert line("0", "red=25")["level"] == 1
    freed = line("1", "red=25", "--prison", "1")
    assert (freed["outcome"], freed["pays"], freed["returned"], freed["level"]) == ("freed", "0", "25", None)
    assert line("2", "red=25", "--prison", "1")["taken"] == "25"
    assert line("0", "red=25", "--prison", "1")["level"] == 2
    moved = line("2", "red=25", "--prison", "1", "--move", "black")
    assert (moved["bet"], moved["outcome"]) == ("black", "freed")
    assert line("0", "red=100", "--share")["outcome"] == "half"


def test_a_bet_given_twice_gives_two_lines(cli):
    lines = cli.json("settle", "1", "red=10", "rouge=20")["lines"]
    assert [(line["bet"], line["stake"]) for line in lines] == [("red", "10"), ("red", "20")]


def test_settle_judges_no_limit(cli):
    assert cli.json("settle", "1", "1=1000000", "2=1")["pays"] == "35000000"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["37", "red=1"], 1, '"37"'),
        (["-1", "red=1"], 1, '"-1"'),
        (["00", "red=1"], 1, "single-zero"),
        (["17", "red"], 2, "BET=STAKE"),
        (["17", "rde=5"], 1, '"red"'),
        (["17", "3-4=5"], 1, "3-4"),
        (["17", "0-00-1-2-3=10"], 1, "0-00-1-2-3"),
        (["17", "17-20=-5"], 1, '17-20: "-5"'),
        (["17", "red=0"], 1, "red: "),
        (["17", "red=1e3"], 1, '"1e3"'),
        (["17", "red=nan"], 1, '"nan"'),
        (["17", "red=0.001"], 1, "0.001"),
        (["17", f"red=1{'0' * 60}"], 1, "..."),
        (["17", "-5=10"], 1, '"-5"'),
        (["17", "red=5", "--prison", "1"], 2, "no prison"),
        (["17", "red=5", "--prison", "x"], 2, "--prison"),
        (["17", "red=5", "--prison", "3", "--house", "german"], 2, "levels 1 to 2"),
        (["17", "red=5", "--prison", "-1", "--house", "german"], 2, '"-1"'),
        (["17", "red=5", "--share"], 1, "does not share"),
        (["17", "red=5", "--move", "odd", "--house", "german"], 2, "--prison"),
    ],
)
def test_settle_refuses(cli, words, code, said):
    assert said in cli.fault("settle", *words, code=code)


CALL = ["call", "numbers", "chips", "value", "total", "change", "capped", "spots", "hit", "pays", "taken", "net"]


def test_call_as_in_the_contract(cli):
    found = cli.json("call", "voisins", "--for", "1500", "--maximum", "100", "--hit", "0")
    assert list(found) == CALL
    assert found["call"] == "voisins"
    assert " ".join(found["numbers"]) == "22 18 29 7 28 12 35 3 26 0 32 15 19 4 21 2 25"
    assert found["spots"][0] == {"bet": "0-2-3", "kind": "trio", "chips": 2, "amount": "300"}
    assert all(set(spot) == SPOT for spot in found["spots"])
    expected = [9, "170", "1490", "10", ["0-2-3"], "0", "3300", "1190", "2110"]
    assert [
        found[k] for k in ("chips", "value", "total", "change", "capped", "hit", "pays", "taken", "net")
    ] == expected


def test_call_by_value(cli):
    found = cli.json("call", "tiers", "--by", "10")
    assert (found["value"], found["total"], found["change"], found["hit"], found["net"]) == (
        "10",
        "60",
        None,
        None,
        None,
    )


def test_call_without_money(cli):
    found = cli.json("call", "orphelins")
    assert list(found) == CALL
    assert [found[k] for k in CALL[3:6]] == [None, None, None]
    assert found["capped"] == []
    assert {spot["amount"] for spot in found["spots"]} == {None}
    in_chips = cli.json("call", "voisins", "--hit", "0")
    assert [in_chips[k] for k in CALL[8:]] == ["0", "22", "7", "15"]


def test_a_hit_beside_the_call_pays_nothing(cli):
    found = cli.json("call", "tiers", "--by", "5", "--hit", "0")
    assert [found[k] for k in CALL[8:]] == ["0", "0", "30", "-30"]


def test_more_than_the_spots_hold_is_change(cli):
    found = cli.json("call", "voisins", "--for", "1800", "--maximum", "100")
    assert (found["total"], found["value"], found["change"]) == ("1700", "200", "100")


def test_the_house_s_own_limits_hold_without_maximum(cli):
    assert cli.json("call", "jeu_zero", "--for", "550")["capped"] == ["26"]
    assert cli.json("complete", "17", "--unit", "150")["capped"] != []


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["call", "neighbours", "0"], "26 0 32"),
        (["call", "Nachbarn", "32"], "0 32 15"),
        (["call", "neighbours", "17", "--each-side", "2"], "2 25 17 34 6"),
        (["call", "finals", "7"], "7 17 27"),
    ],
)
def test_calls_with_a_number(cli, words, numbers):
    house = "german" if "--each-side" in words or "finals" in words else "european"
    found = cli.json(*words, "--house", house)["numbers"]
    assert " ".join(numbers.split()) in " ".join(found)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["voisin"], 1, '"voisins"'),
        (["voisins", "--for", "40"], 1, "45"),
        (["voisins", "--by", "7"], 1, "5 or 10"),
        (["voisins", "--by", "2"], 1, "such as 5."),
        (["voisins", "--by", "-5"], 1, '"-5" is no value'),
        (["voisins", "--by", "5", "--for", "100"], 2, "not both"),
        (["voisins", "--hit", "37"], 1, '"37"'),
        (["voisins", "5"], 1, "takes no number"),
        (["voisins", "--maximum", "x"], 1, '"x" is no maximum'),
        (["neighbours"], 1, "needs a number"),
        (["neighbours", "-1"], 1, '"-1"'),
        (["neighbours", "17", "--each-side", "0"], 2, "--each-side"),
        (["neighbours", "17", "--each-side", "5"], 1, "takes neighbours with"),
        (["voisins", "--house", "american"], 1, "takes no call bets"),
        (["voisins", "--maximum", "50", "--house", "french_law"], 1, "follow no other maximum"),
        (["orphelins_plein"], 1, "en plein"),
        (["voisins", "--maxmum", "50"], 2, '"--maximum"'),
    ],
)
def test_call_refuses(cli, words, code, said):
    assert said in cli.fault("call", *words, code=code)


COMPLETE = ["number", "mode", "chips", "cost", "spots", "capped"]
COMPLETE_HIT = ["hit", "stations", "pays_units", "pays", "taken_units", "kept_units"]


def test_complete_as_in_the_contract(cli):
    found = cli.json("complete", "17", "--unit", "25", "--hit", "20")
    assert list(found) == COMPLETE + COMPLETE_HIT
    assert all(set(spot) == SPOT for spot in found["spots"])
    spots = found.pop("spots")
    assert len(spots) == 12
    assert found == {
        "number": "17",
        "mode": "full",
        "chips": 40,
        "cost": "1000",
        "capped": [],
        "hit": "20",
        "stations": 4,
        "pays_units": 128,
        "pays": "3200",
        "taken_units": 24,
        "kept_units": 16,
    }


def test_complete_without_a_hit(cli):
    found = cli.json("complete", "17", "--flat")
    assert (found["mode"], found["chips"], found["cost"]) == ("flat", 12, "12")
    assert [found[key] for key in COMPLETE_HIT] == [None] * 6


def test_complete_under_a_maximum_pays_what_stands(cli):
    found = cli.json("complete", "17", "--unit", "25", "--maximum", "10", "--hit", "17")
    assert found["cost"] == "400"
    assert len(found["capped"]) == 12
    assert (found["pays_units"], found["pays"]) == (392, "3920")


def test_complete_hit_elsewhere(cli):
    found = cli.json("complete", "17", "--hit", "0")
    assert [found[key] for key in COMPLETE_HIT] == ["0", 0, 0, "0", 40, 0]


def test_two_completes_share(cli):
    found = cli.json("complete", "17", "20", "--unit", "100", "--maximum", "100", "--hit", "17")
    assert found["numbers"] == ["17", "20"]
    assert (found["stations"], found["shared_units"], found["union_units"], found["chips"]) == (4, 16, 64, 80)
    assert {spot["bet"] for spot in found["shared"]} == set(found["capped"])
    assert {spot["amount"] for spot in found["second"] if spot["bet"] in found["capped"]} == {"0"}
    assert found["cost"] == "6400"
    assert found["pays"] == "39200"
    assert all(set(spot) == SPOT for key in ("shared", "first", "second") for spot in found[key])
    far = cli.json("complete", "1", "36")
    assert (far["stations"], far["shared"], far["hit"], far["pays"]) == (0, [], None, None)


@pytest.mark.parametrize(
    ("words", "said"),
    [(["37"], '"37"'), (["17", "--unit", "0"], "unit"), (["17", "--hit", "00"], "no pocket 00"), (["17", "x"], '"x"')],
)
def test_complete_refuses(cli, words, said):
    assert said in cli.fault("complete", *words, code=1)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["32", "--each-side", "1"], "0 32 15"),
        (["26", "--each-side", "1"], "3 26 0"),
        (["0"], "3 26 0 32 15"),
        (["3"], "12 35 3 26 0"),
        (["5"], "23 10 5 24 16"),
        (["10"], "8 23 10 5 24"),
        (["0", "--each-side", "2", "--house", "american"], "14 2 0 28 9"),
        (["00", "--each-side", "2", "--house", "american"], "13 1 00 27 10"),
    ],
)
def test_neighbours(cli, words, numbers):
    found = cli.json("neighbours", *words)
    assert list(found) == ["number", "each_side", "numbers"]
    assert found["numbers"] == numbers.split()
    assert len(found["numbers"]) == 2 * found["each_side"] + 1


def test_neighbours_round_the_wheel(cli):
    assert len(set(cli.json("neighbours", "0", "--each-side", "18")["numbers"])) == 37
    assert "1 to 18" in cli.fault("neighbours", "0", "--each-side", "19", code=2)
    # A digit of another script is no digit of a command line.
    assert "--each-side" in cli.fault("neighbours", "0", "--each-side", "٣", code=2)
    assert '"-1"' in cli.fault("neighbours", "-1", code=1)


@pytest.mark.parametrize(
    ("final", "numbers", "chips"),
    [
        ("0", "0 10 20 30", 4),
        ("6", "6 16 26 36", 4),
        ("7", "7 17 27", 3),
        ("2/5", "2 5 12 15 22 25 32 35", 4),
        ("2-5", "2 5 12 15 22 25 32 35", 4),
    ],
)
def test_finals(cli, final, numbers, chips):
    found = cli.json("finals", final)
    assert list(found) == ["final", "numbers", "spots", "chips"]
    assert found["final"] == final.replace("-", "/")
    assert found["numbers"] == numbers.split()
    assert (found["chips"], len(found["spots"])) == (chips, chips)
    assert all(set(spot) == {"bet", "kind", "chips"} for spot in found["spots"])


def test_finals_refuses(cli):
    assert '"10"' in cli.fault("finals", "10", code=1)
    assert '"-3"' in cli.fault("finals", "-3", code=1)


def test_wheel(cli):
    found = cli.json("wheel")
    assert list(found) == ["wheel", "numbers"]
    assert found["wheel"] == "single_zero"
    assert found["numbers"][:4] == ["0", "32", "15", "19"]
    assert len(cli.json("wheel", "--house", "american")["numbers"]) == 38


def test_layout(cli):
    found = cli.json("layout", "17/20=3", "red=10", "17-20=1")
    assert list(found) == ["spots", "drawing"]
    assert found["spots"] == [
        {"bet": "17-20", "kind": "split", "chips": 4},
        {"bet": "red", "kind": "red", "chips": 10},
    ]
    assert "(4)" in found["drawing"]
    assert "(4)" in cli.run("layout", "17-20=4").stdout
    assert "17-20" in cli.fault("layout", "17/20=0", code=2)
    assert "CHIPS" in cli.fault("layout", "17", code=2)


def test_houses(cli):
    houses = cli.json("houses", "list")["houses"]
    assert {"id": "european", "name": "European, Croupier Assistant rules", "wheel": "single_zero"} in houses
    assert [house["id"] for house in houses] == sorted(house["id"] for house in houses)
    shown = cli.json("houses", "show", "german")
    assert shown["prison_levels"] == 2
    assert shown["limits"]["split"] == "2x"
    # What a house does not state it takes from the house it extends; what it does not know is null.
    european = cli.json("houses", "show", "european")
    assert list(shown) == list(european)
    assert european["finals"] is None
    assert cli.json("houses", "show", "--house", "german") == shown
    assert "limits.minimum_outside" in cli.run("houses", "show", "american").stdout
    assert '"german"' in cli.fault("houses", "show", "germn", code=1)


def test_a_house_file(cli, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "european"\nid = "mine"\n', encoding="utf-8")
    assert cli.json("settle", "1", "1=5", "--house", str(file))["house"] == "mine"
    faulty = tmp_path / "faulty.toml"
    faulty.write_text('extends = "european"\nid = "mine"\nstak = 20\nhalf = "no"\n', encoding="utf-8")
    result = cli.run("wheel", "--house", str(faulty), code=1)
    assert [line.count(str(faulty)) for line in result.stderr.splitlines()] == [1, 1]
    assert '"stack"' in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["settle", "0", "red=25", "16-21=10", "dozen1=5", "0=5", "--house", "german"],
        ["call", "voisins", "--for", "1500", "--hit", "0"],
        ["complete", "17", "20", "--unit", "60", "--hit", "17"],
        ["complete", "0", "--hit", "2"],
        ["houses", "show", "german"],
        ["houses", "list"],
        ["neighbours", "0"],
        ["finals", "7"],
        ["wheel"],
    ],
)
def test_text_says_the_same_at_every_width(cli, words):
    wide = cli.run(*words, env={"COLUMNS": "300"}).stdout
    for columns in ("80", "40", "20", "10", "1", "0", "-3", "x"):
        narrow = cli.run(*words, env={"COLUMNS": columns}).stdout
        assert narrow.split() == wide.split()
    longest = max(map(len, wide.split()))
    assert all(len(line) <= max(40, longest + 2) for line in cli.run(*words, env={"COLUMNS": "40"}).stdout.splitlines())
