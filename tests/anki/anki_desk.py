"""Anki itself, at work and as the judge of packages: steps as JSON on stdin, what each gave as JSON on stdout.

A program of its own. The anki package is AGPL: our package never imports it, and neither do the tests' own processes.
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
from anki.deck_config_pb2 import UpdateDeckConfigsRequest
from anki.decks import FilteredDeckConfig

BUTTONS = ("again", "hard", "good", "easy")
SEEN = "select n.guid, c.id from cards c join notes n on n.id = c.nid where c.type = 2"


class Anki:
    def __init__(self):
        self.col = None

    def open(self, path, *, fsrs=None):
        self.col = Collection(path)
        if fsrs is not None:
            self.col.set_config("fsrs", fsrs)

    def close(self):
        self.col.close()

    def ids(self, guids):
        found = dict(self.col.db.all("select n.guid, c.id from cards c join notes n on n.id = c.nid"))
        return [found[guid] for guid in guids]

    # -- at work

    def make(self, notes, deck="Dealer"):
        """Notes with guids of ours in a deck, as a writer of packages would make them."""
        model = self.col.models.by_name("Dealer") or self.new_model()
        deck = self.col.decks.id(deck)
        for guid, fields in notes.items():
            note = self.col.new_note(model)
            note.guid = guid
            note.fields = [*fields, *[""] * (len(note.fields) - len(fields))]
            self.col.add_note(note, deck)
        self.col.decks.select(deck)

    def new_model(self):
        models = self.col.models
        model = models.new("Dealer")
        for name in ("Id", "Question", "Answer", "Explain", "Variants"):
            models.add_field(model, models.new_field(name))
        template = models.new_template("Card 1")
        template["qfmt"], template["afmt"] = "{{Id}}", "{{Id}} {{Answer}}"
        models.add_template(model, template)
        models.add(model)
        return models.by_name("Dealer")

    def preset(self, *, learning=(), relearning=()):
        """No learning steps, so that FSRS alone says when; as our own package sets it."""
        for conf in self.col.decks.all_config():
            conf["new"]["delays"], conf["lapse"]["delays"] = list(learning), list(relearning)
            conf["new"]["perDay"] = conf["rev"]["perDay"] = 9999
            conf["maxTaken"] = 60
            self.col.decks.save(conf)
        self.fsrs()

    def fsrs(self):
        self.col.set_config("fsrs", True)

    def turn_on_fsrs(self):
        """As one does it in the options of a deck, which computes the memory of every card."""
        top = self.col.decks.id_for_name("Roulette")
        request = self.col.decks.get_deck_configs_for_update(top)
        # The last one is the deck's own.
        configs = sorted(
            (one.config for one in request.all_config), key=lambda one: one.id == request.current_deck.config_id
        )
        update = UpdateDeckConfigsRequest(
            target_deck_id=top, configs=configs, fsrs=True, limits=request.current_deck.limits
        )
        self.col.decks.update_deck_configs(update)

    def take(self, file):
        """Import a package as docs/anki.md says: notes are updated if newer, which nobody has to tick."""
        options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
        log = self.col.import_anki_package(ImportAnkiPackageRequest(package_path=file, options=options)).log
        return {name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting")}

    def export(self, file, *, deck=None, guids=None, scheduling=True, legacy=False):
        limit = DeckIdLimit(self.col.decks.id(deck)) if deck else CardIdsLimit(self.ids(guids)) if guids else None
        options = ExportAnkiPackageOptions(
            with_scheduling=scheduling, with_deck_configs=True, with_media=True, legacy=legacy
        )
        self.col.export_anki_package(out_path=file, options=options, limit=limit)

    def colpkg(self, file, *, legacy=False):
        self.col.export_collection_package(file, include_media=True, legacy=legacy)

    def select(self, deck):
        self.col.decks.select(self.col.decks.id(deck))

    def answer(self, ratings, *, guids=None, at=None):
        """Answer what Anki puts next, or the cards named, with these buttons; ``at`` gives the ms of each answer."""
        given = []
        cards = guids and self.ids(guids)
        for n, rating in enumerate(ratings):
            if not cards:
                queued = self.col.sched.get_queued_cards(fetch_limit=1).cards
                if not queued:
                    break
            card = self.col.get_card(cards[n] if cards else queued[0].card.id)
            card.start_timer()
            states = self.col._backend.get_scheduling_states(card.id)
            done = self.col.sched.build_answer(card=card, states=states, rating=rating - 1)
            done.milliseconds_taken = 1000 + 7 * n
            if at:
                done.answered_at_millis = at[n]
            self.col.sched.answer_card(done)
            given.append([self.col.get_note(card.nid).guid, rating, done.milliseconds_taken])
        return given

    def undo(self):
        self.col.undo()

    def filtered(self, name, search, *, reschedule):
        deck = self.col.sched.get_or_create_filtered_deck(deck_id=0)
        deck.name, deck.config.reschedule = name, reschedule
        del deck.config.search_terms[:]
        order = FilteredDeckConfig.SearchTerm.Order.DUE
        deck.config.search_terms.append(FilteredDeckConfig.SearchTerm(search=search, limit=100, order=order))
        self.col.decks.select(self.col.sched.add_or_update_filtered_deck(deck).id)

    def move(self, deck, guids, parameters):
        """Put cards into a deck with options of its own."""
        deck = self.col.decks.id(deck)
        conf = self.col.decks.add_config("Other")
        conf["fsrsParams6"], conf["new"]["delays"], conf["lapse"]["delays"] = parameters, [], []
        self.col.decks.save(conf)
        self.col.decks.set_config_id_for_deck_dict(self.col.decks.get(deck), conf["id"])
        self.col.set_deck(self.ids(guids), deck)

    def set_due(self, guids, days):
        self.col.sched.set_due_date(self.ids(guids), days)

    def forget(self, guids):
        self.col.sched.schedule_cards_as_new(self.ids(guids), reset_counts=True)

    def grade_now(self, guids, rating):
        self.col._backend.grade_now(card_ids=self.ids(guids), rating=rating - 1)

    def delete(self, guids):
        self.col.remove_notes_by_card(self.ids(guids))

    def edit(self, guid, *, field, text, tag):
        note = self.col.get_note(self.col.db.scalar("select id from notes where guid = ?", guid))
        note[field] = text
        note.add_tag(tag)
        self.col.update_note(note)

    # -- as the judge

    def dump(self):
        """The truth that a reader of packages is compared with."""
        cards = self.col.db.all(
            "select n.guid, c.id, c.type, c.queue, c.due, c.ivl, c.odue, c.odid, c.data from cards c"
            " join notes n on n.id = c.nid order by c.id"
        )
        return {"rows": self.log(), "cards": cards, "today": self.col.sched.today}

    def cards(self):
        """Every card by the guid of its note, days as days from today."""
        today = self.col.sched.today
        rows = self.col.db.all(
            "select n.guid, c.id, c.type, c.queue, c.due, c.ivl, c.factor, c.reps, c.lapses, c.left, c.data, c.did"
            " from cards c join notes n on n.id = c.nid"
        )
        found = {}
        for guid, cid, kind, queue, due, ivl, factor, reps, lapses, left, data, did in rows:
            memory = self.col.get_card(cid).memory_state
            found[guid] = {
                "type": kind,
                "queue": queue,
                "ivl": ivl,
                "factor": factor,
                "reps": reps,
                "lapses": lapses,
                "left": left,
                "due": due - today if kind == 2 else due,
                "data": json.loads(data or "{}"),
                "memory": [memory.stability, memory.difficulty] if memory else None,
                "deck": self.col.decks.name(did),
            }
        return found

    def log(self):
        return self.col.db.all(
            "select n.guid, r.id, r.ease, r.ivl, r.lastIvl, r.factor, r.time, r.type"
            " from revlog r join cards c on c.id = r.cid join notes n on n.id = c.nid order by r.id"
        )

    def notes(self):
        rows = self.col.db.all("select guid, id, mod, tags, flds from notes")
        return {
            guid: {"id": id_, "mod": mod, "tags": tags.split(), "fields": flds.split("\x1f")}
            for guid, id_, mod, tags, flds in rows
        }

    def types(self):
        return {one.name: self.col.models.get(one.id) for one in self.col.models.all_names_and_ids()}

    def decks(self):
        return [one.name for one in self.col.decks.all_names_and_ids()]

    def check(self):
        """The check of the database, as the menu has it."""
        text, fine = self.col.fix_integrity()
        return {"text": text, "fine": fine}

    def empty(self):
        """What the menu calls empty cards: those whose front says nothing."""
        return len(self.col.get_empty_cards().notes)

    def queue(self, count):
        """The guids of the notes that come next."""
        self.select("Roulette")
        found = self.col.sched.get_queued_cards(fetch_limit=count).cards
        return [self.col.get_note(one.card.note_id).guid for one in found]

    def next_states(self):
        """Memory after each of the four buttons, for every card that has one."""
        found = {}
        for guid, cid in self.col.db.all(SEEN):
            states = self.col._backend.get_scheduling_states(cid)
            found[guid] = [_memory(getattr(states, name)) for name in BUTTONS]
        return found

    def recomputed(self):
        """Memory that Anki computes from the log alone."""
        states = ((guid, self.col.compute_memory_state(cid)) for guid, cid in self.col.db.all(SEEN))
        return {guid: [state.stability, state.difficulty] for guid, state in states}

    def render(self, guids):
        """Both sides as Anki hands them to a page, and the style sheet."""
        found = {}
        for guid, cid in zip(guids, self.ids(guids), strict=True):
            out = self.col.get_card(cid).render_output()
            found[guid] = {"front": out.question_text, "back": out.answer_text, "css": out.css}
            found[guid]["sounds"] = len(out.question_av_tags) + len(out.answer_av_tags)
        return found


def _memory(state):
    normal = state.normal
    inner = normal.review if normal.HasField("review") else normal.relearning.review
    if normal.HasField("learning"):
        inner = normal.learning
    return [inner.memory_state.stability, inner.memory_state.difficulty]


anki = Anki()
json.dump([getattr(anki, name)(**arguments) for name, arguments in json.load(sys.stdin)], sys.stdout)
