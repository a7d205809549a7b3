from __future__ import annotations

import pytest

LINE = ["bet", "kind", "stake", "odds", "outcome", "pays", "returned", "taken", "held", "level"]
PLAYER = ["colour", "value", "lines", "pays", "pays_chips", "returned", "taken", "held"]
TWO = ["red:17-20=5", "blue:17=3", "--value", "red=5", "--value", "blue=2"]


def _players(found):
    return {player["colour"]: player for player in found["players"]}


def test_players_as_in_the_contract(cli):
    found = cli.json("settle", "17", *TWO)
    assert list(found) == ["house", "number", "announce", "lines", "pays", "returned", "taken", "held", "players"]
    assert [list(line) for line in found["lines"]] == [LINE] * 2
    assert [list(player) for player in found["players"]] == [PLAYER] * 2
    red, blue = found["players"]
    assert (red["colour"], red["value"], red["pays"], red["pays_chips"], red["taken"]) == ("red", "5", "425", 85, "0")
    assert (blue["colour"], blue["value"], blue["pays"], blue["pays_chips"]) == ("blue", "2", "210", 105)
    assert found["pays"] == "635"


def test_without_a_colour_there_are_no_players(cli):
    assert "players" not in cli.json("settle", "17", "17-20=5")


def test_players_are_never_set_off(cli):
    # Red wins 8 x 4 on the corner and loses 3 on black 22; blue loses 6. Neither sum touches the other.
    found = cli.json("settle", "16", "red:16-20=4", "red:22=3", "blue:22=6", *TWO[2:])
    red, blue = found["players"]
    assert (red["pays"], red["pays_chips"], red["taken"]) == ("160", 32, "15")
    assert (blue["pays"], blue["pays_chips"], blue["taken"]) == ("0", 0, "12")
    assert (found["pays"], found["taken"]) == ("160", "27")


def test_two_colours_on_one_spot_and_cash_beside_them(cli):
    found = cli.json("settle", "17", "red:17=2", "blue:17=5", "17=10", *TWO[2:])
    # Both stacks are worth 10: equal lines, and each player has its own.
    assert [(line["bet"], line["stake"], line["pays"]) for line in found["lines"]] == [("17", "10", "350")] * 3
    assert {colour: p["pays_chips"] for colour, p in _players(found).items()} == {"red": 70, "blue": 175}
    assert found["pays"] == "1050"
    assert sum(len(player["lines"]) for player in found["players"]) == 2


def test_the_first_colon_ends_the_colour(cli):
    red = cli.json("settle", "18", "red:red=4", "red:1st dozen=1", "--value", "red=2.50")["players"][0]
    assert [(line["bet"], line["stake"]) for line in red["lines"]] == [("red", "10"), ("dozen1", "2.5")]
    assert (red["value"], red["pays"], red["pays_chips"], red["taken"]) == ("2.5", "10", 4, "2.5")


def test_players_stand_in_the_order_of_their_bets(cli):
    found = cli.json("settle", "17", "blue:17=1", "red:17=1", "blue:18=1", "--value", "red=5", "--value", "blue=2")
    assert [player["colour"] for player in found["players"]] == ["blue", "red"]
    assert [len(player["lines"]) for player in found["players"]] == [2, 1]


def test_zero_rules_player_by_player(cli):
    bets = ("0", "red:red=5", "blue:red=3", "blue:0=1", *TWO[2:])
    partage = _players(cli.json("settle", *bets, "--house", "french_partage"))
    assert (partage["red"]["returned"], partage["red"]["taken"], partage["red"]["pays_chips"]) == ("12.5", "12.5", 0)
    assert (partage["blue"]["returned"], partage["blue"]["taken"], partage["blue"]["pays_chips"]) == ("3", "3", 35)
    prison = _players(cli.json("settle", *bets, "--house", "german"))
    assert (prison["red"]["held"], prison["blue"]["held"], prison["blue"]["taken"]) == ("25", "6", "0")
    freed = cli.json("settle", "1", "red:red=5", "--value", "red=5", "--prison", "1", "--house", "german")["players"]
    assert (freed[0]["pays"], freed[0]["returned"]) == ("0", "25")


def test_moved_and_shared(cli):
    words = ("red:red=4", "--value", "red=5", "--house", "german")
    moved = cli.json("settle", "2", *words, "--prison", "1", "--move", "black")["players"][0]
    assert (moved["lines"][0]["bet"], moved["returned"]) == ("black", "20")
    shared = cli.json("settle", "0", *words, "--share")["players"][0]
    assert (shared["returned"], shared["taken"]) == ("10", "10")


def test_sums_of_the_players_and_cash_are_the_whole(cli):
    found = cli.json("settle", "20", "red:17-20=5", "blue:20=1", "red:black=9", "odd=30", "dozen2=10", *TWO[2:])
    cash_pays, cash_taken = 20, 30
    assert float(found["pays"]) == cash_pays + sum(float(p["pays"]) for p in found["players"])
    assert float(found["taken"]) == cash_taken + sum(float(p["taken"]) for p in found["players"])


def test_told_player_by_player(cli):
    said = cli.run("settle", "17", "red:17-20=5", "red:red=2", "17=10", "blue:18=1", *TWO[2:]).stdout
    assert said.splitlines() == [
        "17, black, odd, low (house: european)",
        "red, a chip 5:",
        "  split 17/20  25  wins   17 to 1 pays 425",
        "  red          10  loses  10 taken",
        "Pays 425 (85 chips), takes 10.",
        "blue, a chip 2:",
        "  straight 18  2  loses  2 taken",
        "Pays 0, takes 2.",
        "cash:",
        "  straight 17  10  wins  35 to 1 pays 350",
        "Pays 350, takes 0.",
    ]


@pytest.mark.parametrize("columns", ["10", "40", "200"])
def test_narrow_and_plain_terminals(process, columns):
    done = process("settle", "17", *TWO, COLUMNS=columns, PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"85" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["red:17=5"], 2, "--value red=5"),
        (["red:17=5", "blue:17=1", "--value", "red=5"], 2, "--value blue=5"),
        (["red:17=5", "--value", "red=5", "--value", "blue=2"], 2, "no bet is of that colour"),
        (["17=5", "--value", "red=2"], 2, "no bet is of that colour"),
        (["red:17=5", "--value", "red=5", "--value", "red=2"], 2, "twice"),
        (["red:17=5", "--value", "red"], 2, "COLOUR=VALUE"),
        (["red:17=5", "--value", "=5"], 2, '"" is no colour'),
        (["red:17=5", "--value"], 2, "needs a value"),
        (["Red:17=5", "--value", "red=5"], 2, '"Red" is no colour'),
        (["17:20=5", "--value", "red=5"], 2, '"17" is no colour'),
        ([":17=5"], 2, '"" is no colour'),
        (["red:17", "--value", "red=5"], 2, "BET=CHIPS"),
        (["red:17=0", "--value", "red=5"], 2, "whole number"),
        (["red:17=2.5", "--value", "red=5"], 2, "whole number"),
        (["red:17=-1", "--value", "red=5"], 2, "whole number"),
        (["red:17=5", "--value", "red=0"], 1, "value of red"),
        (["red:17=5", "--value", "red=1e3"], 1, "value of red"),
        (["red:17=5", "--value", "red=0.001"], 1, "0.001"),
        (["red:3-4=5", "--value", "red=5"], 1, "3-4"),
        ([f"{'r' * 60}:17=5"], 2, "is no colour"),
    ],
)
def test_refused_in_one_line(cli, words, code, said):
    assert said in cli.fault("settle", "17", *words, code=code)
