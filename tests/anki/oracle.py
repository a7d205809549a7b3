"""Anki itself as the judge of a package: steps in as JSON on stdin, what Anki found out as JSON on stdout.

A program of its own. The anki package is AGPL: our package never imports it, and neither do the tests' own processes.
"""

import json
import sys
import traceback

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from anki.deck_config_pb2 import UpdateDeckConfigsRequest
from anki.import_export_pb2 import ImportAnkiPackageUpdateCondition as Condition


class Oracle:
    def __init__(self):
        self.col = None

    def open(self, path, *, fsrs=True):
        self.col = Collection(path)
        self.col.set_config("fsrs", fsrs)

    def close(self):
        self.col.close()

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

    def take(self, path, *, scheduling=True, presets=True, always=False, merge=False):
        options = ImportAnkiPackageOptions(
            merge_notetypes=merge,
            with_scheduling=scheduling,
            with_deck_configs=presets,
            update_notes=Condition.IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_ALWAYS
            if always
            else Condition.IMPORT_ANKI_PACKAGE_UPDATE_CONDITION_IF_NEWER,
        )
        log = self.col.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=options)).log
        return {name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting")}

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

    def presets(self):
        return self.col.decks.all_config()

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
        self.col.decks.select(self.col.decks.id_for_name("Roulette"))
        found = self.col.sched.get_queued_cards(fetch_limit=count).cards
        return [self.col.get_note(one.card.note_id).guid for one in found]

    def next_states(self):
        """Memory after each of the four buttons, for every card that has one."""
        found = {}
        for guid, cid in self.col.db.all(
            "select n.guid, c.id from cards c join notes n on n.id = c.nid where c.type = 2"
        ):
            states = self.col._backend.get_scheduling_states(cid)
            found[guid] = [_memory(getattr(states, name)) for name in ("again", "hard", "good", "easy")]
        return found

    def recomputed(self):
        """Memory that Anki computes from the log alone."""
        found = {}
        for guid, cid in self.col.db.all(
            "select n.guid, c.id from cards c join notes n on n.id = c.nid where c.type = 2"
        ):
            state = self.col.compute_memory_state(cid)
            found[guid] = [state.stability, state.difficulty]
        return found

    def edit(self, guid, *, field, text, tag=None):
        note = self.col.get_note(self.col.db.scalar("select id from notes where guid = ?", guid))
        note[field] = text
        if tag:
            note.add_tag(tag)
        self.col.update_note(note)

    def render(self, guids):
        """Both sides as Anki hands them to a page, and the style sheet."""
        found = {}
        for guid in guids:
            cid = self.col.db.scalar("select c.id from cards c join notes n on n.id = c.nid where n.guid = ?", guid)
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


def main():
    oracle, answers = Oracle(), []
    for name, arguments in json.load(sys.stdin):
        try:
            answers.append(getattr(oracle, name)(**arguments))
        except Exception:  # noqa: BLE001 - whatever Anki says of a package is the answer
            answers.append({"fault": traceback.format_exc()})
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
