"""What is believed of the times that a page tells."""

import pytest

from srs_roulette.web.times import Times, times


@pytest.mark.parametrize(
    ("told", "since", "wall", "elapsed"),
    [
        ("3000", 3100, 3100, 3000),
        ("5100", 3100, 3100, 5100),  # within two seconds of the server's clock
        ("5101", 3100, 3100, 3100),  # longer than it can have been on the screen
        ("0", 3100, 3100, 0),
        ("", 3100, 3100, 3100),
        ("-5", 3100, 3100, 3100),
        ("3000.5", 3100, 3100, 3100),
        ("٣٠٠٠", 3100, 3100, 3100),
        ("9999999999", 3100, 3100, 3100),
        ("3000", None, 60_000, 3000),
        ("90000", None, 60_000, 60_000),
        ("", None, 60_000, 60_000),
        ("3000", None, None, 3000),
        ("", None, None, None),
        ("", None, -5000, None),
    ],
)
def test_the_elapsed_time(told, since, wall, elapsed):
    assert times({"elapsed": told}, since_put_ms=since, wall_ms=wall).elapsed_ms == elapsed


@pytest.mark.parametrize(
    ("first", "elapsed", "known"),
    [("900", "3000", 900), ("3000", "3000", 3000), ("3001", "3000", None), ("", "3000", None), ("900", "", None)],
)
def test_the_first_key_comes_before_the_answer(first, elapsed, known):
    found = times({"elapsed": elapsed, "first": first}, since_put_ms=3100, wall_ms=3100)
    assert found.first_key_ms == known


@pytest.mark.parametrize(
    ("wall", "jumped"), [(63_000, False), (63_001, True), (-57_000, False), (-57_001, True), (None, False)]
)
def test_clocks_that_part_by_more_than_a_minute(wall, jumped):
    found = times({"elapsed": "3000"}, since_put_ms=3000, wall_ms=wall)
    assert ("clock_jump" in found.flags) is jumped


def test_without_a_word_from_the_page_nothing_is_void():
    assert times({}, since_put_ms=10, wall_ms=10) == Times(elapsed_ms=10, first_key_ms=None, flags=())
