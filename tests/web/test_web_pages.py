"""The pages beside the sitting: the day, items, practice, settings, statistics."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from web_helpers import right

from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.settings import SETTINGS, load
from srs_roulette.store.attempts import Store


def kept(home):
    with Store.for_reading(home.database) as store:
        return store.settings()


def paused(home):
    with Store.for_reading(home.database) as store:
        return store.paused()


def answered(page, count):
    shown = page.begin()
    for _ in range(count):
        page.answer(shown, right(shown.item))
        shown = page.get("/review")
    return shown


# ---- the day


def test_the_day_before_and_after_a_sitting(home, page):
    before = page.get("/")
    assert "Today 2026-03-02 Mine Due 0 New 5" in before.words
    assert ">Begin<" in before.text
    answered(page, 2)
    assert "Your sitting is open. Answered in it: 2." in page.get("/").words
    page.post("/review/end")
    home.clock.tick(2 * 86400)
    assert "Due 2" in page.get("/").words


def test_done_for_today(page):
    answered(page, 5)
    shown = page.get("/review")
    page.answer(shown, "?")
    page.answer(page.get("/review"), "0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-29=2")
    assert page.get("/review").header("location") == "/review/over"
    assert "Done for today. Next due:" in page.get("/").words


def test_a_pause_is_said(page):
    page.post("/settings", {"pause_until": "2026-03-09"})
    assert "Paused until 2026-03-09" in page.get("/").words
    over = page.follow(page.follow(page.post("/review/begin")))
    assert "Paused until 2026-03-09: nothing is due." in over.words


def test_one_section_alone_is_opened_for_good(page):
    shown = page.begin(section="two")
    assert "Voisins" in shown.words
    page.post("/review/end")
    reply = page.post("/review/begin", {"section": "three"})
    assert reply.status == 404
    assert 'There is no section "three".' in reply.words


def test_what_is_due_later_comes_if_it_is_asked_for(home, page):
    answered(page, 5)
    page.post("/review/end")
    shown = page.begin(ahead="1")
    page.answer(shown, "0-2-3=2 4-7 12-15 18-21 19-22 32-35 25-29=2")
    assert "Split." in page.get("/review").words
    assert len(home.attempts()) == 6


# ---- items


def test_items_are_found_and_listed(page):
    answered(page, 2)
    assert "One 5 3 – Two 1 1 –" in page.get("/items").words
    found = page.get("/items?section=mine/one")
    assert found.text.count('<th scope="row">') == 5
    assert page.get("/items?state=review").text.count('<th scope="row">') == 2
    assert "No item is like that." in page.get("/items?q=nothing").words
    assert page.get("/items?state=odd").status == 400
    assert page.get("/items?section=mine/three").status == 404


def test_an_item_with_its_draws_and_answers(home, page):
    shown = page.begin()
    page.answer(shown, "20")
    told = page.get(f"/items/{quote(shown.item)}")
    assert f"Split. Chips: {shown.item[-1]}." in told.words
    assert right(shown.item) in told.words
    assert "2026-03-02 10:00 wrong 20" in told.words
    assert page.get("/items/mine/split/99").status == 404
    assert len(home.attempts()) == 1


def test_a_draw_shows_its_picture_and_no_working_that_is_the_answer_again(page):
    shown = page.get("/items/mine/call")
    (draw,) = re.findall(r'<section class="card">.*?</section>', shown.text, re.DOTALL)
    assert "<ol" not in draw
    assert "<ol" in page.get("/items/mine/split/2").text


def test_suspended_resumed_new_again_and_taken_back(home, page):
    shown = page.begin()
    item = {"item": shown.item}
    page.answer(shown, right(shown.item))
    first = page.follow(page.post("/items/suspend", item))
    assert "State suspended" in first.words
    assert paused(home) == {shown.item}
    assert "State review" in page.follow(page.post("/items/resume", item)).words
    assert paused(home) == frozenset()
    new = page.follow(page.post("/items/reset", item))
    assert "State new" in new.words
    assert [one.kind for one in home.attempts()] == [Kind.REVIEW, Kind.RESET]
    page.post("/items/reset", item)
    reset = home.attempts()[-1]
    assert len(home.attempts()) == 2
    wrong = page.post("/items/undo", item | {"attempt": str(home.attempts()[0].id)})
    assert wrong.status == 404
    back = page.follow(page.post("/items/undo", item | {"attempt": str(reset.id)}))
    assert "State review" in back.words
    for path in ("/items/suspend", "/items/resume", "/items/reset"):
        assert page.post(path, {"item": "mine/none"}).status == 404


def test_a_suspended_item_is_not_asked_in_the_sitting_that_goes_on(page):
    shown = page.begin()
    page.post("/items/suspend", {"item": shown.item})
    came = set()
    while (shown := page.get("/review")).status == 200 and "split" in shown.item:
        came.add(shown.item)
        page.answer(shown, right(shown.item))
    assert len(came) == 4


# ---- settings


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("new_per_day", "501"),
        ("new_per_day", "-1"),
        ("new_per_day", "ten"),
        ("retention", "0.5"),
        ("retention", "1"),
        ("rollover", "13"),
        ("zone", "Mars/Base"),
        ("zone", "../../etc/passwd"),
        ("exam_date", "2026-02-30"),
        ("lang", "xx"),
        ("house", "nowhere"),
        ("decks", "nothing"),
        ("grading", "<b>"),
    ],
)
def test_a_setting_outside_its_range_is_said_and_the_old_value_kept(home, page, key, value):
    page.post("/settings", {"new_per_day": "7"})
    before = kept(home)
    reply = page.post("/settings", {key: value})
    assert reply.status == 200
    assert re.search(rf'Not kept, the old value holds: <a href="#{key}">[^<]+</a>\.', reply.text)
    assert "<b>" not in re.sub(r"<b dir", "", reply.text)
    assert kept(home) == before


def test_the_first_value_that_is_not_kept_has_the_focus(page):
    reply = page.post("/settings", {"rollover": "99", "retention": "5"})
    assert re.findall(r'<input id="(\w+)"[^>]* autofocus>', reply.text) == ["retention"]


def test_a_good_setting_is_kept_beside_a_bad_one(home, page):
    page.post("/settings", {"new_per_day": "12", "rollover": "99", "exam_date": "2026-09-01"})
    assert kept(home) == {"new_per_day": "12", "exam_date": "2026-09-01"}
    assert page.post("/settings", {"exam_date": "", "new_per_day": "12"}).header("location") == "/settings?saved"
    assert kept(home) == {"new_per_day": "12"}
    assert "Saved." in page.get("/settings?saved").words


def test_the_form_as_it_stands_changes_nothing(home, page):
    page.post("/settings", {"new_per_day": "12"})
    shown = page.get("/settings").text
    form = dict(re.findall(r'<input id="(\w+)" name="\1" value="([^"]*)"', shown))
    form |= dict.fromkeys(re.findall(r'<select id="(\w+)"', shown), "")
    for name, options in re.findall(r'<select id="(\w+)".*?>(.*?)</select>', shown, re.DOTALL):
        form[name] = re.search(r'value="([^"]*)" selected', options)[1]
    assert form.keys() == SETTINGS.keys() - {"decks"}
    decks = re.findall(r'name="decks" value="([^"]*)" checked', shown)
    page.post("/settings", form | {"decks": decks, "decks.shown": "1"})
    assert load(kept(home)) == load({"new_per_day": "12"})


def test_decks_and_house_are_picked(home):
    with home.page(wishes=home.wishes(decks=())) as page:
        page.post("/settings", {"decks": ["basics", "calls"], "decks.shown": "1", "house": "german"})
        assert kept(home) == {"decks": "basics calls", "house": "german"}
        assert "Announced bets" in page.get("/").words
        reply = page.post("/settings", {"decks.shown": "1"})
        assert reply.status == 303
        assert "decks" not in kept(home)


def test_a_sitting_goes_on_by_the_new_settings(home, page):
    shown = page.begin()
    page.post("/settings", {"grading": "latency"})
    assert page.answer(shown, right(shown.item)).status == 303
    assert len(home.attempts()) == 1


# ---- practice


def test_a_sprint_counts_what_was_in_time_and_keeps_the_best(home, page):
    def sprint(times):
        shown = page.follow(page.post("/practice/begin", {"what": "drill", "family": "times_table", "seconds": "30"}))
        for seconds in times:
            home.clock.tick(seconds)
            page.answer(shown, right(shown.item), room="/practice")
            shown = page.get("/practice/question")
        return page.follow(shown)

    over = sprint([10, 10, 15])
    assert "Time is up Answered 3 Right 2 Right a minute 4.0" in over.words
    assert "Right, but too late: 1." in over.words
    assert "Your best in 30 s: 2." in over.words
    assert "Your best in 30 s: 3, before 2." in sprint([5, 5, 5, 16]).words
    assert "Your best in 30 s: 3." in sprint([31]).words
    assert {(one.kind, one.surface, one.due_day) for one in home.attempts()} == {(Kind.DRILL, "page", None)}
    with Store.for_reading(home.database) as store:
        assert store.memories() == {}


def test_a_sprint_ends_without_an_answer(home, page):
    page.follow(page.post("/practice/begin", {"what": "drill", "family": "times_table", "seconds": "30"}))
    home.clock.tick(31)
    assert "Time is up" in page.follow(page.get("/practice/question")).words


def test_a_practice_counts_a_form_once_and_ends_with_its_server(home):
    with home.page() as page:
        shown = page.follow(page.post("/practice/begin", {"what": "drill", "family": "times_table"}))
        for _ in range(3):
            page.answer(shown, right(shown.item), room="/practice")
        assert len(home.attempts()) == 1
        shown = page.get("/practice/question")
    with home.page(seed=2) as page:
        reply = page.answer(shown, right(shown.item), room="/practice")
        assert reply.status == 404
        assert "the answer was not counted" in reply.words
        assert page.get("/practice/question").header("location") == "/practice"
    assert len(home.attempts()) == 1


def test_a_practice_offers_nothing_to_take_back(page):
    shown = page.follow(page.post("/practice/begin", {"what": "drill", "family": "times_table"}))
    told = page.follow(page.answer(shown, "?", room="/practice"))
    assert "Not known." in told.words
    assert "ndo" not in told.words + page.get("/practice/question").words


def test_a_form_of_practice_counts_nothing_in_a_review(home, page):
    shown = page.follow(page.post("/practice/begin", {"what": "drill", "family": "times_table"}))
    reply = page.answer(shown, right(shown.item))
    assert reply.status == 400
    assert "your answer was not counted" in reply.words
    assert home.attempts() == []


def test_a_test_has_a_score(page):
    begin = {"what": "test", "section": "one", "questions": "4", "enough": "75"}
    shown = page.follow(page.post("/practice/begin", begin))
    for n in range(4):
        assert f"Test, {n + 1} of 4" in shown.words
        page.answer(shown, "?" if n == 2 else right(shown.item), room="/practice")
        shown = page.get("/practice/question")
    over = page.follow(shown)
    assert "75 %, 75 % wanted: passed ." in over.words
    page.post("/practice/begin", begin)
    page.get("/practice/question")
    assert "Broken off, no score. Answered 0 of 4" in page.follow(page.post("/practice/end")).words


def test_the_placement_opens_what_is_known(page):
    shown = page.follow(page.post("/practice/begin", {"what": "placement"}))
    for _ in range(3):
        page.answer(shown, right(shown.item), room="/practice")
        shown = page.get("/practice/question")
    page.answer(shown, "?", room="/practice")
    over = page.follow(page.get("/practice/question"))
    assert "One placed Two open" in over.words


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({}, 400, "Choose what to practise"),
        ({"what": "drill", "seconds": "4"}, 400, "a whole number from 5 to 3600"),
        ({"what": "drill", "seconds": "99999"}, 400, "a whole number from 5 to 3600"),
        ({"what": "drill", "family": "wheel"}, 404, "have no items of the family"),
        ({"what": "drill", "family": "whel"}, 404, "Did you mean"),
        ({"what": "test", "section": "x", "questions": "5", "enough": "90"}, 404, "no section"),
        ({"what": "test", "section": "one", "questions": "0", "enough": "90"}, 400, "from 1 to 500"),
        ({"what": "test", "section": "one", "questions": "5", "enough": "101"}, 400, "from 1 to 100"),
    ],
)
def test_a_practice_that_cannot_begin(page, form, status, said):
    reply = page.post("/practice/begin", form)
    assert reply.status == status
    assert said in reply.words


# ---- statistics, and what stands in files


def test_the_statistics_are_those_of_the_terminal(page):
    answered(page, 3)
    shown = page.get("/stats")
    assert "Long-term recall" in shown.words
    assert "Answers counted: 3." in shown.words
    assert ".st-page" in page.get("/stats.css").text


def test_no_page_has_a_style_or_a_script_of_its_own(page):
    shown = answered(page, 3)
    pages = [shown, *(page.get(path) for path in ("/", "/items", "/practice", "/settings", "/stats", "/table"))]
    for one in pages:
        assert not re.search(
            r"<style|\sstyle=|<script(?! type=\"module\" src=)|javascript:|https?://(?!www\.w3\.org/2000/svg)", one.text
        )


def test_a_file_is_sent_once(page):
    first = page.get("/static/style.css")
    assert first.status == 200
    again = page.get("/static/style.css", if_none_match=first.header("etag"))
    assert (again.status, again.body) == (304, b"")


def test_a_broken_file_is_said(home, page):
    home.folder.mkdir()
    home.database.write_bytes(b"no database at all")
    reply = page.get("/")
    assert reply.status == 503
    assert "is no database" in reply.words
    assert page.post("/review/begin").status == 503
    assert home.database.read_bytes() == b"no database at all"


def test_a_broken_deck_is_said(home, page):
    home.deck.write_text("id = ")
    reply = page.get("/")
    assert reply.status == 400
    assert "mine.toml" in reply.words
