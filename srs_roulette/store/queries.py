"""What is asked of the data file, in SQL. tests/store/test_store_plans.py holds each to its index."""

# ruff: noqa: S608 - every value is bound; what is put together here are this module's own names

from srs_roulette.store.attempt import COLUMNS, MEMORY_COLUMNS

# Word for word the conditions of the partial indexes of migrations.py, or SQLite would not use them.
_LIVE = "undone_ms IS NULL AND kind NOT IN ('drill', 'test')"
_LIVE_DAY = "undone_ms IS NULL AND kind IN ('review', 'relearn', 'anki')"

_MARKS = ", ".join("?" * (COLUMNS.count(",") + 1))
INSERT = f"INSERT INTO attempts ({COLUMNS}) VALUES ({_MARKS})"
# Ids only: with few rows SQLite would rather read and sort an index.
FREE = """
    SELECT a.id + 1 FROM attempts a NOT INDEXED
    WHERE a.id >= ? AND NOT EXISTS (SELECT 1 FROM attempts b WHERE b.id = a.id + 1) ORDER BY a.id LIMIT 1
"""
REMEMBER = f"""
    INSERT INTO memories (item_id, {MEMORY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (item_id) DO UPDATE SET
        stability = excluded.stability, difficulty = excluded.difficulty, due_day = excluded.due_day,
        last_day = excluded.last_day, reps = excluded.reps, lapses = excluded.lapses
"""
DUE = f"""
    SELECT m.item_id, {MEMORY_COLUMNS} FROM memories m
    WHERE m.due_day <= ?
      AND NOT EXISTS (SELECT 1 FROM suspended s WHERE s.item_id = m.item_id)
      AND NOT EXISTS (SELECT 1 FROM flagged f WHERE f.item_id = m.item_id AND f.cleared_ms IS NULL)
"""
NEWEST = f"SELECT id FROM attempts WHERE item_id = ? AND {_LIVE} ORDER BY id DESC LIMIT 1"
NEWEST_LATE = f"""
    SELECT l.attempt_id FROM late l JOIN attempts a ON a.id = l.attempt_id
    WHERE l.item_id = ? AND l.after_id >= ? AND {_LIVE} ORDER BY l.after_id DESC, l.seq DESC LIMIT 1
"""
_LOG = f"FROM attempts a LEFT JOIN late l ON l.attempt_id = a.id WHERE {_LIVE}"
_EVENTS = f"SELECT a.item_id, a.kind, a.rating, a.study_day, a.due_day {_LOG}"
_IN_ORDER = "ORDER BY coalesce(l.after_id, a.id), coalesce(l.seq, 0)"
# An item has a memory exactly when it was seen since it was last new, so the log itself need not be read through.
LAST = f"""
    SELECT m.item_id, a.id, a.kind, a.verdict, a.rating, a.study_day, a.due_day
    FROM memories m LEFT JOIN attempts a ON a.id = (
        SELECT b.id FROM attempts b
        WHERE b.item_id = m.item_id AND {_LIVE} AND b.kind NOT IN ('reset', 'reschedule')
        ORDER BY b.id DESC LIMIT 1)
"""
LAST_OF = f"""
    SELECT id, kind, verdict, rating, study_day, due_day FROM attempts
    WHERE item_id = ? AND {_LIVE} AND kind NOT IN ('reset', 'reschedule') ORDER BY id DESC LIMIT 1
"""
# CROSS keeps the planner from going through the attempts where there are few.
LAST_RATINGS = f"""
    SELECT m.item_id, m.reps, a.rating FROM memories m CROSS JOIN attempts a ON a.id IN (
        SELECT b.id FROM attempts b
        WHERE b.item_id = m.item_id AND {_LIVE} AND b.kind NOT IN ('reset', 'reschedule')
        ORDER BY b.id DESC LIMIT ?1)
    WHERE m.reps >= ?2 ORDER BY a.id
"""
OUT_OF_ORDER = "SELECT DISTINCT item_id FROM late"
HAS_LATE = "SELECT 1 FROM late WHERE item_id = ? LIMIT 1"
RATED = f"""
    SELECT item_id, kind, rating, study_day, due_day FROM attempts
    WHERE item_id = ? AND {_LIVE} AND kind NOT IN ('reset', 'reschedule') ORDER BY id DESC
"""
KINDS_OF = f"SELECT a.id, a.kind {_LOG} AND a.item_id IN (SELECT value FROM json_each(?)) {_IN_ORDER}"
HAS_HISTORY = "SELECT 1 FROM attempts WHERE item_id = ? LIMIT 1"
LAST_LATE = f"""
    SELECT l.item_id, l.after_id, a.id, a.kind, a.verdict, a.rating, a.study_day, a.due_day
    FROM late l JOIN attempts a ON a.id = l.attempt_id WHERE {_LIVE_DAY} ORDER BY l.after_id, l.seq
"""
# New is what nothing precedes since it was last made new. That is told by ids, unless the item has late ones.
BEGUN = f"""
    SELECT kind, coalesce((
        SELECT b.kind FROM attempts b WHERE b.item_id = a.item_id AND b.id < a.id AND {_LIVE}
        AND b.kind <> 'reschedule' ORDER BY b.id DESC LIMIT 1), 'reset') = 'reset',
        EXISTS (SELECT 1 FROM late l WHERE l.item_id = a.item_id), item_id, id
    FROM attempts a WHERE study_day = ? AND {_LIVE_DAY}
"""
DAYS = f"""
    WITH RECURSIVE days (day) AS (
        SELECT max(study_day) FROM attempts WHERE {_LIVE_DAY}
        UNION ALL
        SELECT (SELECT max(study_day) FROM attempts WHERE study_day < day AND {_LIVE_DAY}) FROM days
        WHERE day IS NOT NULL)
    SELECT day FROM days WHERE day IS NOT NULL
"""

# Word for word the condition of the index attempts_times.
TIMES = """
    SELECT elapsed_ms FROM attempts
    WHERE family = ? AND surface = ? AND study_day < ?
      AND undone_ms IS NULL AND verdict = 'correct' AND kind IN ('review', 'relearn')
      AND elapsed_ms IS NOT NULL AND flags IN ('', 'clock_back')
    ORDER BY study_day DESC, id DESC LIMIT ?
"""
SLIPS_MET = "SELECT DISTINCT family, slip FROM attempts WHERE slip IS NOT NULL AND undone_ms IS NULL"
HISTORIES = """
    SELECT item_id, count(*), max(study_day) FROM attempts WHERE undone_ms IS NULL GROUP BY item_id ORDER BY item_id
"""
# A value that no version wrote ends the reading: json() calls that text malformed.
_LOGGED = """
    SELECT CASE WHEN typeof(a.study_day) = 'integer' AND a.study_day BETWEEN 0 AND 2932896
            AND (a.rating BETWEEN 1 AND 4 AND typeof(a.rating) = 'integer'
                OR a.rating IS NULL AND a.kind NOT IN ('review', 'relearn', 'anki'))
            AND typeof(a.elapsed_ms) IN ('integer', 'null') AND typeof(a.slip) IN ('text', 'null')
            AND typeof(a.flags) = 'text'
        THEN a.item_id ELSE json('no attempt') END,
        a.kind, a.rating, a.study_day, a.verdict = 'correct', a.slip, a.elapsed_ms, a.flags, a.params
"""
LOG = f"""
    {_LOGGED} FROM attempts a
    WHERE a.id > ? AND a.id <= ? AND a.undone_ms IS NULL AND a.id NOT IN (SELECT attempt_id FROM late) ORDER BY a.id
"""
LOG_LATE = f"""
    {_LOGGED} FROM late l JOIN attempts a ON a.id = l.attempt_id
    WHERE l.after_id = ? AND a.undone_ms IS NULL ORDER BY l.seq
"""
LATE_AFTER = "SELECT DISTINCT after_id FROM late ORDER BY after_id"
FIRST_ANSWERS = f"""
    SELECT coalesce(sum(rating > 1), 0), count(*) FROM attempts WHERE id IN (
        SELECT min(id) FROM attempts WHERE {_LIVE} AND kind NOT IN ('reset', 'reschedule') GROUP BY item_id)
"""
FAMILY_OF = "SELECT id, family FROM attempts WHERE item_id = ? AND family IS NOT NULL ORDER BY id DESC LIMIT 1"
LIVE = f"""
    SELECT {COLUMNS} FROM attempts
    WHERE id > ? AND id <= ? AND {_LIVE} AND id NOT IN (SELECT attempt_id FROM late) ORDER BY id
"""
LIVE_LATE = f"""
    SELECT {", ".join(f"a.{name}" for name in COLUMNS.split(", "))} FROM late l JOIN attempts a ON a.id = l.attempt_id
    WHERE l.after_id = ? AND {_LIVE} ORDER BY l.seq
"""
MEMORY = f"SELECT {MEMORY_COLUMNS} FROM memories WHERE item_id = ?"
MEMORIES = f"SELECT item_id, {MEMORY_COLUMNS} FROM memories"
ATTEMPT = f"SELECT {COLUMNS} FROM attempts WHERE id = ?"
EVERY_ATTEMPT = f"SELECT {COLUMNS} FROM attempts WHERE study_day >= ? AND (undone_ms IS NULL OR ?) ORDER BY id"
ATTEMPTS_ON = f"SELECT {COLUMNS} FROM attempts WHERE study_day = ? AND {_LIVE_DAY} ORDER BY id"
OF_DRAW = "SELECT id FROM attempts WHERE item_id = ? AND seed = ? ORDER BY id"
LATE = "SELECT attempt_id, after_id, seq FROM late"
# What came from Anki was not done here, resets and due days set there included.
_DONE_HERE = "undone_ms IS NULL AND kind <> 'anki' AND surface <> 'anki'"
LAST_WRITTEN = f"SELECT id FROM attempts WHERE {_DONE_HERE} ORDER BY id DESC LIMIT 1"
LAST_WRITTEN_LATE = f"""
    SELECT l.attempt_id FROM late l JOIN attempts a ON a.id = l.attempt_id
    WHERE l.after_id >= ? AND {_DONE_HERE} ORDER BY l.after_id DESC, l.seq DESC LIMIT 1
"""
RESCHEDULED = "SELECT id, item_id FROM attempts WHERE kind = 'reschedule' AND undone_ms IS NULL AND instr(flags, ?)"
IN_FORCE = """
    SELECT id, parameters, made_ms, fsrs_version, evaluation FROM optimizations
    WHERE adopted = 1 ORDER BY id DESC LIMIT 1
"""
ADOPT = "INSERT INTO optimizations (made_ms, parameters, fsrs_version, evaluation, adopted) VALUES (?, ?, ?, ?, 1)"
FROM_ON = "SELECT id, item_id, kind, surface, flags FROM attempts WHERE id >= ?"
EVENTS_OF = f"{_EVENTS} AND a.item_id = ? {_IN_ORDER}"
EVENTS_OF_RENAMED = f"{_EVENTS} AND a.item_id IN (SELECT value FROM json_each(?)) {_IN_ORDER}"
EVENTS_OF_ALL = f"{_EVENTS} {_IN_ORDER.replace('BY', 'BY a.item_id,')}"


def attempts(*, of_item: bool, include_undone: bool) -> str:
    """Return the question for attempts, newest first, with a limit as last value; -1 means none."""
    conditions = ["item_id = ?"] if of_item else []
    if not include_undone:
        conditions.append("undone_ms IS NULL")
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"SELECT {COLUMNS} FROM attempts {where} ORDER BY id DESC LIMIT ?"
