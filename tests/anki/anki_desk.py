"""Anki at work, for tests: reads steps as JSON from stdin, does them with the ``anki`` package, prints what it saw.

Run as a process of its own. The package is under the AGPL, which the program never imports (docs/anki.md); the clock
is that of ``faketime``, a process for each day.
"""

import json
import sys

from anki.collection import (
    CardIdsLimit,
    Collection,
    DeckIdLimit,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)
from anki.decks import FilteredDeckConfig


def ids(col, guids):
    found = dict(col.db.all("select n.guid, c.id from cards c join notes n on n.id = c.nid"))
    return [found[guid] for guid in guids]


def make(col, step):
    """Notes with guids of ours in a deck, as a writer of packages would make them."""
    model = col.models.by_name("Dealer") or new_model(col)
    deck = col.decks.id(step.get("deck", "Dealer"))
    for guid, fields in step["notes"].items():
        note = col.new_note(model)
        note.guid = guid
        note.fields = [*fields, *[""] * (len(note.fields) - len(fields))]
        col.add_note(note, deck)
    col.decks.select(deck)


def new_model(col):
    model = col.models.new("Dealer")
    for name in ("Id", "Question", "Answer", "Explain", "Variants"):
        col.models.add_field(model, col.models.new_field(name))
    template = col.models.new_template("Card 1")
    template["qfmt"], template["afmt"] = "{{Id}}", "{{Id}} {{Answer}}"
    col.models.add_template(model, template)
    col.models.add(model)
    return col.models.by_name("Dealer")


def preset(col, step):
    """No learning steps, so that FSRS alone says when; as our own package sets it."""
    for conf in col.decks.all_config():
        conf["new"]["delays"] = step.get("learning", [])
        conf["lapse"]["delays"] = step.get("relearning", [])
        conf["new"]["perDay"] = conf["rev"]["perDay"] = 9999
        conf["maxTaken"] = step.get("max_taken", 60)
        conf["fsrsParams6"] = step.get("parameters", [])
        col.decks.save(conf)
    col.set_config("fsrs", True)


def bring(col, step):
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
    col.import_anki_package(ImportAnkiPackageRequest(package_path=step["file"], options=options))


def answer(col, step):
    """Answer what Anki puts next, or the cards named, with these buttons; ``at`` gives the ms of each answer."""
    given = []
    cards = ids(col, step["guids"]) if "guids" in step else None
    for n, rating in enumerate(step["ratings"]):
        if cards is None:
            queued = col.sched.get_queued_cards(fetch_limit=1)
            if not queued.cards:
                break
            card = col.get_card(queued.cards[0].card.id)
        else:
            card = col.get_card(cards[n])
        card.start_timer()
        states = col._backend.get_scheduling_states(card.id)
        done = col.sched.build_answer(card=card, states=states, rating=rating - 1)
        done.milliseconds_taken = step.get("taken", [1000 + 7 * n] * (n + 1))[n]
        if "at" in step:
            done.answered_at_millis = step["at"][n]
        col.sched.answer_card(done)
        given.append([col.get_note(card.nid).guid, rating, done.milliseconds_taken])
    return given


def filtered(col, step):
    deck = col.sched.get_or_create_filtered_deck(deck_id=0)
    deck.name = step.get("name", "Filtered")
    deck.config.reschedule = step["reschedule"]
    del deck.config.search_terms[:]
    deck.config.search_terms.append(
        FilteredDeckConfig.SearchTerm(search=step["search"], limit=100, order=FilteredDeckConfig.SearchTerm.Order.DUE)
    )
    col.decks.select(col.sched.add_or_update_filtered_deck(deck).id)


def move(col, step):
    deck = col.decks.id(step["deck"])
    if "parameters" in step:
        conf = col.decks.add_config("Other")
        conf["fsrsParams6"], conf["new"]["delays"], conf["lapse"]["delays"] = step["parameters"], [], []
        col.decks.save(conf)
        col.decks.set_config_id_for_deck_dict(col.decks.get(deck), conf["id"])
    col.set_deck(ids(col, step["guids"]), deck)


def export(col, step):
    limit = None
    if "deck" in step:
        limit = DeckIdLimit(col.decks.id(step["deck"]))
    if "guids" in step:
        limit = CardIdsLimit(ids(col, step["guids"]))
    options = ExportAnkiPackageOptions(
        with_scheduling=step.get("scheduling", True),
        with_deck_configs=True,
        with_media=True,
        legacy=step.get("legacy", False),
    )
    col.export_anki_package(out_path=step["file"], options=options, limit=limit)


def colpkg(col, step):
    col.export_collection_package(step["file"], include_media=True, legacy=step.get("legacy", False))


def dump(col, step):
    """The truth that a reader of packages is compared with."""
    del step
    rows = col.db.all(
        "select n.guid, r.id, r.ease, r.ivl, r.lastIvl, r.factor, r.time, r.type from revlog r"
        " join cards c on c.id = r.cid join notes n on n.id = c.nid order by r.id"
    )
    cards = col.db.all(
        "select n.guid, c.id, c.type, c.queue, c.due, c.ivl, c.odue, c.odid, c.data from cards c"
        " join notes n on n.id = c.nid order by c.id"
    )
    return {"rows": rows, "cards": cards, "today": col.sched.today}


def on_cards(act):
    def done(col, step):
        act(col, ids(col, step["guids"]), step)

    return done


STEPS = {
    "make": make,
    "preset": preset,
    "import": bring,
    "answer": answer,
    "filtered": filtered,
    "move": move,
    "export": export,
    "colpkg": colpkg,
    "dump": dump,
    "fsrs": lambda col, _: col.set_config("fsrs", True),
    "select": lambda col, step: col.decks.select(col.decks.id(step["deck"])),
    "undo": lambda col, _: col.undo(),
    "set_due": on_cards(lambda col, cards, step: col.sched.set_due_date(cards, step["days"])),
    "forget": on_cards(lambda col, cards, _: col.sched.schedule_cards_as_new(cards, reset_counts=True)),
    "grade_now": on_cards(lambda col, cards, step: col._backend.grade_now(card_ids=cards, rating=step["rating"] - 1)),
    "suspend": on_cards(lambda col, cards, _: col.sched.suspend_cards(cards)),
    "delete": on_cards(lambda col, cards, _: col.remove_notes_by_card(cards)),
    "sql": lambda col, step: [col.db.execute(step["sql"], *row) for row in step["rows"]],
}


def main():
    work = json.load(sys.stdin)
    col = Collection(work["collection"])
    said = [STEPS[step["do"]](col, step) for step in work["steps"]]
    col.close()
    # What Anki says of its own changes is not looked at.
    json.dump(said, sys.stdout, default=lambda _: None)


main()
