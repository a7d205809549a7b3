"""Decks and items: how each stands and what it asks; suspended, resumed, made new again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from srs_roulette.errors import NotFound, RulesError, WrongUse, short_path
from srs_roulette.questions.reading import answer_text
from srs_roulette.scheduling.days import instant, utc_ms
from srs_roulette.scheduling.replay import Kind
from srs_roulette.session.states import STATES, found_by, listed
from srs_roulette.session.worded import Words
from srs_roulette.store.attempt import Attempt
from srs_roulette.web import pictures
from srs_roulette.web.call import go
from srs_roulette.web.pages.sitting import attempt_id
from srs_roulette.web.render import page
from srs_roulette.web.sittings import SURFACE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.responses import Response

    from srs_roulette.scheduling.types import ItemId
    from srs_roulette.session.course import Course, Entry
    from srs_roulette.session.open import Desk
    from srs_roulette.session.states import Listed
    from srs_roulette.store.attempts import Store
    from srs_roulette.web.call import Call
    from srs_roulette.wording.catalog import Catalog

_MOST: Final = 200
"""Items that one page lists."""
_DRAWS: Final = 4
_ATTEMPTS: Final = 20
"""The newest of an item that are shown."""


def listing(call: Call) -> Response:
    """List the sections; the items of one, or all that are searched for."""
    search, state, section = (call.query.get(name, "").strip() for name in ("q", "state", "section"))
    with call.desk() as opened:
        course = opened.course()
        rows = listed(course, opened.store)
    if state and state not in STATES:
        raise WrongUse(f"Items are listed by {', '.join(STATES)}.")
    keys = {f"{deck}/{key}": title.title for (deck, key), title in course.sections().items()}
    if section and section not in keys:
        raise NotFound("There is no such section.")
    found = [
        row
        for row in rows
        if (not section or section == "/".join(row.entry.section))
        and (not state or row.is_in(state))
        and (not search or found_by(row.entry, course, search))
    ]
    asked = bool(search or state or section)
    return page(
        "items.html",
        decks=course.decks,
        sections=[(key, title, _counts(rows, key)) for key, title in keys.items()],
        rows=found[:_MOST] if asked else [],
        more=max(0, len(found) - _MOST) if asked else 0,
        asked=asked,
        search=search,
        state=state,
        states=STATES,
        section=keys.get(section, ""),
    )


def item(call: Call) -> Response:
    """Show one item: how it stands, draws of it, its newest answers."""
    with call.desk() as opened:
        course, catalog, store = opened.course(), call.catalog(opened), opened.store
        entry = _entry(course, call.path["item"])
        [row] = [row for row in listed(course, store) if row.entry is entry]
        attempts = store.attempts(entry.id, limit=_ATTEMPTS) if store else []
        flags = [flag for flag in store.flags() if flag.item_id == entry.id] if store else []
    newest = attempts[-1] if attempts else None
    return page(
        "item.html",
        row=row,
        section=course.sections()[entry.section],
        language=catalog.language,
        draws=_draws(entry, catalog),
        attempts=[(instant(one.id).astimezone(opened.zone), one) for one in reversed(attempts)],
        flags=flags,
        reset=newest.id if newest and newest.kind is Kind.RESET else None,
    )


def suspend(call: Call) -> Response:
    """Suspend an item: it is not asked until it is resumed."""
    return _change(call, lambda opened, store, item: store.suspend(item, utc_ms(opened.now)))


def resume(call: Call) -> Response:
    """Resume an item, and clear the flags that pause it."""

    def change(opened: Desk, store: Store, item: ItemId) -> None:
        store.resume(item)
        for flag in store.flags():
            if flag.item_id == item:
                store.clear_flag(flag.attempt_id, utc_ms(opened.now))

    return _change(call, change)


def reset(call: Call) -> Response:
    """Make an item new again. Its history stays."""

    def change(opened: Desk, store: Store, item: ItemId) -> None:
        if store.memory(item) is not None:
            store.keep([_reset(opened, item)])

    return _change(call, change)


def undo(call: Call) -> Response:
    """Take a reset back."""
    number = attempt_id(call.form.get("attempt", ""))

    def change(opened: Desk, store: Store, item: ItemId) -> None:
        found = store.attempt(number)
        if found.kind is not Kind.RESET or found.item_id != item:
            raise NotFound("There is no such reset to take back.")
        store.undo(number, utc_ms(opened.now))

    return _change(call, change)


def _change(call: Call, change: Callable[[Desk, Store, ItemId], object]) -> Response:
    with call.desk(writing=True) as opened:
        entry = _entry(opened.course(), call.form.get("item", ""))
        if opened.store is not None:
            change(opened, opened.store, entry.id)
    call.sittings.renew_review()
    return go(f"/items/{quote(entry.id)}")


def _reset(opened: Desk, item: ItemId) -> Attempt:
    return Attempt(
        id=utc_ms(opened.now),
        item_id=item,
        kind=Kind.RESET,
        surface=SURFACE,
        zone=opened.zone_name,
        study_day=opened.today,
    )


def _entry(course: Course, text: str) -> Entry:
    found = course.find(text)
    if found is None:
        raise NotFound(f'There is no item "{short_path(text)}" in the decks in use.')
    return found


def _counts(rows: Sequence[Listed], section: str) -> dict[str, int]:
    here = [row.state for row in rows if "/".join(row.entry.section) == section]
    return {"all": len(here), **{state: here.count(state) for state in ("new", "suspended")}}


def _draws(entry: Entry, catalog: Catalog) -> list[dict[str, object]]:
    """Draw the item a few times, each with its answer; a pinned one is always the same."""
    found: dict[str, dict[str, object]] = {}
    for seed in range(_DRAWS):
        try:
            question = entry.draw(seed)
        except RulesError:
            continue
        words = Words(question, catalog)
        right = words.right(answer_text(question.expected, question))
        picture = pictures.as_asked(question)
        found[f"{words.prompt} {picture or right}"] = {
            "prompt": words.prompt,
            "picture": picture,
            "right": right,
            "working": words.steps,
        }
    return list(found.values())
