"""An answer is judged by the question of its form, and counted once, whatever happened to tabs, servers and files."""

from __future__ import annotations

import pytest
from web_helpers import right, write_deck

from srs_roulette.errors import NotSaved
from srs_roulette.session.open import begin, sit_down
from srs_roulette.session.sitting import Asked
from srs_roulette.store.attempts import Store
from srs_roulette.store.marks import Marks


def live(home):
    return [(one.item_id, one.given, one.verdict, one.kind.value) for one in home.attempts()]


def test_a_sitting_to_its_end(home, page):
    shown = page.begin()
    for n in range(5):
        assert f"Left: {5 - n}" in shown.words
        home.clock.tick(3)
        told = page.follow(page.answer(shown, right(shown.item), elapsed="2900", first="1200"))
        assert told.words.startswith("✓ Right. 2.9 s, the first key after 1.2 s · Back on 2026-03-04")
        shown = page.get("/review")
        if shown.status == 303:
            break
    # The second section is open now that the first is known.
    assert "Voisins" in shown.words
    told = page.follow(page.answer(shown, "0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-29=2"))
    assert "✓ Right." in told.words
    over = page.follow(page.get("/review"))
    assert "Answered 6 Right 6 New 6 Time 0:14" in over.words
    assert "Come back on 2026-03-04." in over.words
    attempts = home.attempts()
    assert {one.surface for one in attempts} == {"page"}
    assert [one.elapsed_ms for one in attempts][:5] == [2900] * 5


def test_a_wrong_answer_is_explained_and_comes_back(home, page):
    shown = page.begin()
    count = int(shown.item[-1])
    told = page.follow(page.answer(shown, str(18 * count)))
    assert f"That is 18 times: the stake stays on the layout. Next Split. Chips: {count}." in told.words
    assert f"You {18 * count} Right {17 * count}" in told.words
    assert f"{count} x 17 = {17 * count}" in told.words
    came = []
    while (shown := page.get("/review")).status == 200 and len(came) < 5:
        came.append(shown.item)
        page.answer(shown, right(shown.item))
    assert came.index(f"mine/split/{count}") == 3
    assert live(home)[0][2:] == ("wrong", "review")
    assert live(home)[4][2:] == ("correct", "relearn")


def test_what_cannot_be_read_is_asked_again_and_not_kept(home, page):
    shown = page.begin()
    home.clock.tick(4)
    again = page.answer(shown, "1.234")
    assert again.status == 200
    assert '"1.234" can mean 1234 or 1.2340' in again.words
    assert again.fields() == shown.fields()
    assert home.attempts() == []
    home.clock.tick(4)
    page.answer(again, right(shown.item))
    # The clock went on, and the time counts: nothing else was done.
    assert [(one.elapsed_ms, one.flags) for one in home.attempts()] == [(8000, ())]


@pytest.mark.parametrize("times", [2, 5])
def test_a_form_that_is_sent_again_counts_once(home, page, times):
    shown = page.begin()
    replies = [page.answer(shown, right(shown.item) if n == 0 else "?") for n in range(times)]
    first = replies[0].header("location")
    assert {reply.header("location") for reply in replies[1:]} == {f"{first}?again"}
    told = page.follow(replies[1])
    assert "was answered before" in told.words
    assert "✓ Right." in told.words
    assert live(home) == [(shown.item, right(shown.item), "correct", "review")]


def test_two_tabs_show_one_question_and_the_second_answer_counts_nothing(home, page):
    first, second = page.begin(), page.get("/review")
    assert first.fields() == second.fields()
    page.answer(second, right(second.item))
    assert "again" in page.answer(first, "1").header("location")
    assert len(home.attempts()) == 1


def test_an_older_tab_is_judged_by_its_own_question(home, page):
    old = page.begin()
    home.clock.tick(5)
    page.answer(old, "?")
    page.post("/review/undo", {"attempt": str(home.attempts()[0].id)})
    page.answer(page.get("/review"), "?")
    new = page.get("/review")
    assert new.item != old.item
    # The withdrawn form tells its own story, not that of the question that is open now.
    told = page.follow(page.answer(old, right(old.item)))
    assert "was withdrawn" in told.words
    assert len(home.attempts()) == 1
    assert page.get("/review").fields() == new.fields()


def test_a_form_outlives_its_server(home):
    with home.page() as page:
        shown = page.begin()
        cookie = page.cookie
    home.clock.tick(7)
    with home.page(seed=2) as page:
        page.cookie = cookie
        told = page.follow(page.answer(shown, right(shown.item), elapsed="6500"))
        assert "✓ Right." in told.words
        again = page.answer(shown, "1")
        assert again.header("location").endswith("?again")
        assert page.get("/review").item != shown.item
    with home.page(seed=3) as page:
        assert page.answer(shown, "1").header("location").endswith("?again")
    assert live(home) == [(shown.item, right(shown.item), "correct", "review")]
    # Nobody knows what else was done meanwhile.
    assert [(one.elapsed_ms, one.flags) for one in home.attempts()] == [(6500, ("put_again",))]


def test_a_repeat_outlives_its_server_and_is_not_asked_twice(home):
    with home.page() as page:
        shown = page.begin()
        item = shown.item
        page.answer(shown, "?")
        while (shown := page.get("/review")).item != item:
            page.answer(shown, right(shown.item))
    with home.page(seed=2) as page:
        page.answer(shown, right(item))
        assert live(home)[-1] == (item, right(item), "correct", "relearn")
        while (shown := page.get("/review")).status == 200:
            assert shown.item != item
            page.answer(shown, "?" if "call" in shown.item else right(shown.item))
            if len(home.attempts()) > 20:
                break
    assert sum(one[0] == item for one in live(home)) == 2


def test_a_form_without_script_after_a_restart_is_read_again(home):
    with home.page() as page:
        shown = page.begin()
    with home.page(seed=2) as page:
        again = page.answer(shown, "much")
        assert '"much" is no number' in again.words
        assert again.fields() == shown.fields()
        page.answer(again, right(shown.item))
    assert len(home.attempts()) == 1


@pytest.mark.parametrize("change", ["bet", "item"])
def test_a_question_that_is_gone_is_said_and_nothing_is_kept(home, change):
    with home.page() as page:
        shown = page.begin()
    if change == "bet":
        write_deck(home.deck, bet="corner")
    else:
        home.deck.write_text(home.deck.read_text().replace("2..6", "12..16"))
    with home.page() as page:
        reply = page.answer(shown, right(shown.item))
    assert reply.status == 400
    assert "The decks or the house have changed since this question was shown" in reply.words
    assert home.attempts() == []


def test_an_open_question_outlives_an_edit_of_its_deck(home, page):
    shown = page.begin()
    write_deck(home.deck, bet="corner")
    assert "✓ Right." in page.follow(page.answer(shown, right(shown.item))).words


def test_a_terminal_in_between(home, page):
    shown = page.begin()
    with sit_down(home.wishes(), home.clock.now(), writing=True) as desk:
        session = begin(desk, desk.course(), home.world(seed=5).rng)
        while (asked := session.next(home.clock.now())).entry.id != shown.item:
            assert isinstance(asked, Asked)
        home.clock.tick(2)
        session.answer(asked, right(shown.item), 2000, home.clock.now(), {})
    home.clock.tick(2)
    told = page.follow(page.answer(shown, right(shown.item)))
    assert "answered elsewhere meanwhile" in told.words
    assert [(one.surface, one.kind.value) for one in home.attempts()] == [("terminal", "review"), ("page", "relearn")]


def test_undo_takes_back_the_one_that_was_meant(home, page):
    shown = page.begin()
    first = page.answer(shown, "?").header("location").rpartition("/")[2]
    home.clock.tick(1)
    second = page.answer(page.get("/review"), "?").header("location").rpartition("/")[2]
    reply = page.follow(page.post("/review/undo", {"attempt": first}))
    assert "Nothing was withdrawn" in reply.words
    assert len(home.attempts()) == 2
    back = page.follow(page.post("/review/undo", {"attempt": second}))
    assert "Withdrawn. The question comes again." in back.words
    assert "Nothing was withdrawn" in page.follow(page.post("/review/undo", {"attempt": second})).words
    again = page.answer(back, right(back.item))
    assert "✓ Right." in page.follow(again).words
    assert [(one.verdict, one.undone_ms is None) for one in home.attempts(include_undone=True)] == [
        ("wrong", True),
        ("wrong", False),
        ("correct", True),
    ]
    # It had been on the screen before: its time says nothing.
    assert home.attempts()[-1].flags == ("put_again",)


def test_a_page_that_was_shown_twice_voids_the_time(home, page):
    shown = page.begin()
    page.get("/review")
    home.clock.tick(2)
    page.answer(shown, right(shown.item), elapsed="1900")
    assert home.attempts()[0].flags == ("put_again",)


@pytest.mark.parametrize(
    ("told", "slept", "flags"),
    [
        ("", 0, ()),
        ("hidden", 0, ("hidden",)),
        ("pause hidden", 0, ("hidden", "pause")),
        ("lapse clock_back", 0, ()),
        ("", 90, ("clock_jump",)),
    ],
)
def test_what_voids_a_time(home, page, told, slept, flags):
    shown = page.begin()
    home.clock.tick(5, slept=slept)
    page.answer(shown, right(shown.item), elapsed="4000", void=told)
    assert [(one.elapsed_ms, one.flags) for one in home.attempts()] == [(4000, flags)]


def test_a_lesson_stands_before_the_first_question_of_its_section(home):
    write_deck(home.deck, lesson="Seventeen to one.\\n\\n{{felt 17-20=2}}\\n\\n{{felt 99=1}}\\n\\n<b>bold</b>")
    with home.page() as page:
        lesson = page.follow(page.post("/review/begin"))
        assert "Seventeen to one." in lesson.words
        assert lesson.text.count("<svg") == 1
        assert "&lt;b&gt;bold&lt;/b&gt;" in lesson.text
        assert page.get("/review").text == lesson.text
        shown = page.follow(page.post("/review/lesson"))
        page.answer(shown, right(shown.item))
        assert "Split." in page.get("/review").words


def test_a_flag_pauses_the_item(home, page):
    shown = page.begin()
    attempt = page.answer(shown, "?").header("location").rpartition("/")[2]
    unsaid = page.follow(page.post("/review/flag", {"attempt": attempt, "text": "  "}))
    assert "Write it here first" in unsaid.words
    told = page.follow(page.post("/review/flag", {"attempt": attempt, "text": "it pays <18>"}))
    assert "Flagged." in told.words
    with Store.for_reading(home.database) as store:
        assert [(one.item_id, one.text) for one in store.flags()] == [(shown.item, "it pays <18>")]
    for _ in range(4):
        other = page.get("/review")
        assert other.item != shown.item
        page.answer(other, right(other.item))
    kept = page.get(f"/items/{shown.item}")
    assert "it pays &lt;18&gt;" in kept.text
    page.post("/items/resume", {"item": shown.item})
    with Store.for_reading(home.database) as store:
        assert store.flags() == []


def test_an_answer_that_was_not_saved_is_said_and_stays_typed(page, monkeypatch):
    shown = page.begin()

    def full(_):
        raise NotSaved("the disk is full")

    monkeypatch.setattr(Marks, "transaction", full)
    reply = page.answer(shown, "119")
    assert reply.status == 503
    assert "the disk is full" in reply.words
    assert 'value="119"' in reply.text
    monkeypatch.undo()
    assert "✓ Right." in page.follow(page.answer(reply, right(shown.item))).words


def test_the_next_morning_is_another_plan(home, page):
    shown = page.begin()
    page.answer(shown, right(shown.item))
    home.clock.tick(2.5 * 86400)
    shown = page.get("/review")
    seen = set()
    while shown.status == 200 and "call" not in shown.item:
        seen.add(shown.item)
        page.answer(shown, right(shown.item))
        shown = page.get("/review")
    assert len(seen) == 5


def test_the_day_s_limit_ends_the_sitting(page):
    page.post("/settings", {"new_per_day": "1"})
    shown = page.begin()
    page.answer(shown, right(shown.item))
    assert "The day holds no more" in page.follow(page.get("/review")).words


def test_ending_early_keeps_everything(home, page):
    shown = page.begin()
    page.answer(shown, right(shown.item))
    over = page.follow(page.post("/review/end"))
    assert "Answered 1" in over.words
    assert "The rest waits for you." in over.words
    assert page.get("/review").header("location") == "/"
    assert list(home.folder.glob("backups/*")) != []


def test_several_fields_make_one_line(home):
    with home.page(wishes=home.wishes(decks=("european",))) as page:
        shown = page.begin(section="numbers")
        while "colour" not in shown.text:
            page.answer(shown, "?")
            shown = page.get("/review")
        boxes = [f"answer.{n}" for n in range(5)]
        assert all(f'name="{box}"' in shown.text for box in boxes)
        values = dict(zip(boxes, ["green", "neither", "neither", "none", "none"], strict=True))
        page.post("/review/answer", shown.fields() | values)
    assert home.attempts()[-1].given == "green neither neither none none"


def test_a_slow_answer_is_right_but_too_slow_for_the_table(home):
    home.deck.write_text(home.deck.read_text().replace('bet = "split"', 'bet = "split"\nlimit_seconds = 5'))
    with home.page() as page:
        shown = page.begin()
        home.clock.tick(6)
        told = page.follow(page.answer(shown, right(shown.item)))
        assert "Right. 6.0 s, too slow for the table: its limit is 5 s" in told.words
        begin = {"what": "test", "section": "one", "questions": "1", "enough": "50"}
        shown = page.follow(page.post("/practice/begin", begin))
        home.clock.tick(6)
        told = page.follow(page.answer(shown, right(shown.item), room="/practice"))
        assert "its limit is 5 s. In a test that is a fault." in told.words
        assert "right but too slow 1" in page.follow(page.get("/practice/question")).words


def test_an_answer_is_one_commit_and_a_fixed_number_of_statements(page):
    """The noise-free twin of the goal P3: from the answer to what is said of it."""
    counts = []
    shown = page.begin()
    for _ in range(4):
        statements = []
        page.within(lambda sittings, told=statements: sittings.review.store.connection.set_trace_callback(told.append))
        page.follow(page.answer(shown, right(shown.item)))
        page.within(lambda sittings: sittings.review.store.connection.set_trace_callback(None))
        assert sum(one.startswith("COMMIT") for one in statements) == 1
        counts.append(len(statements))
        shown = page.get("/review")
    # The first reads the times of the days before, once.
    assert len(set(counts[1:])) == 1
