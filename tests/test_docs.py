"""The documentation fails like code: its samples are run, its tables compared, its links followed."""

import json
import os
import re
import runpy
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from srs_roulette.deck import draft, loader
from srs_roulette.deck.check import check
from srs_roulette.questions import registry
from srs_roulette.questions.complaints import complaints
from srs_roulette.rules import house_file
from srs_roulette.rules.bets import Kind
from srs_roulette.rules.layouts import DOUBLE, SINGLE
from srs_roulette.session.settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "docs"))
RUN, COMMANDS = SCRIPT["run"], SCRIPT["commands"]()

PAGES = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in SCRIPT["PAGES"]}
README, CLI, DECKS, RULES = (PAGES[name] for name in ("README.md", "docs/cli.md", "docs/decks.md", "docs/rules.md"))

# Not one string, so that this file does not hold what it looks for.
PRIVATE = [
    *(f"/{folder}/" for folder in ("work", "root", "home", "Users")),
    *(".".join(host) for host in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "com"), ("crates", "io"))),
    *("-".join(words) for words in (("index", "url"), ("trusted", "host"))),
]


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def samples(text):
    """List the commands of console blocks with what stands below each; sittings are typed and stand apart."""
    found = []
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ srs-roulette", block, flags=re.MULTILINE)[1:]:
            line, _, printed = part.partition("\n")
            found.append((line.strip(), printed))
    return [(line, printed) for line, printed in found if not line.startswith("review")]


def cells(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def table(text, *heads):
    """Return the rows of the one table with that head."""
    lines = text.splitlines()
    at = [place for place, line in enumerate(lines) if line.startswith("|") and cells(line) == list(heads)]
    assert len(at) == 1, f"{len(at)} tables of {heads}"
    rows = []
    for line in lines[at[0] + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(cells(line))
    return rows


def under(text, heading):
    """Return a section of a page, up to the next heading of its level or a higher one."""
    level = len(heading) - len(heading.lstrip("#"))
    return re.split(rf"^#{{1,{level}}} ", text.partition(f"\n{heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


# ---- what the program prints


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_script_writes(name):
    assert SCRIPT["current"](ROOT / name) == PAGES[name], "run scripts/docs"


PICTURES = SCRIPT["pictures"]()


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.name)
def test_a_picture_is_what_the_script_draws(file):
    assert file.read_text(encoding="utf-8") == PICTURES[file], "run scripts/docs"


def test_every_picture_is_shown_and_described():
    there = set(SCRIPT["PICTURES"].iterdir())
    # A photograph of a page is renewed by hand; what the script draws is drawn.
    assert {file for file in there if file.suffix != ".png"} == set(PICTURES)
    shown = {}
    for name, text in PAGES.items():
        for alt, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text):
            shown[((ROOT / name).parent / target).resolve()] = alt
    assert set(shown) == there
    assert all(len(alt.split()) > 4 for alt in shown.values())


@pytest.mark.parametrize(
    ("line", "printed"),
    [pytest.param(line, printed, id=f"{name}: {line}") for name in PAGES for line, printed in samples(PAGES[name])],
)
def test_a_sample_prints_what_the_page_says(line, printed):
    assert RUN(shlex.split(line)).rstrip() == printed.rstrip()


def test_the_readme_shows_the_look_ups():
    shown = [line.split()[0] for line, _ in samples(README)]
    assert {"settle", "call", "complete", "layout"} <= set(shown)


def test_the_readme_counts_families_decks_and_houses():
    words = {"five": 5, "eight": 8}
    told = re.search(r"has (\d+) families of questions.*comes in (\w+) decks for (\w+) houses", README, re.DOTALL)
    assert int(told[1]) == len(registry.names())
    assert words[told[2]] == len(installed())
    assert words[told[3]] == len(house_file.house_files())


def test_the_readme_s_sitting_shows_what_it_should():
    """That it is what the program says now is test_a_page_is_what_the_script_writes."""
    (block,) = [block for block in blocks(README, "console") if block.startswith("$ srs-roulette review")]
    command, _, shown = block.partition("\n")
    typed = re.findall(r"^> (.*)$", shown, re.MULTILINE)
    printed = RUN(shlex.split(command)[2:], "".join(f"{line}\n" for line in typed))
    asked = re.findall(r"^(?!From ).*:$", shown, re.MULTILINE)
    assert len(asked) == len(typed) > 1
    assert asked == re.findall(r"^(?!From ).*:$", printed, re.MULTILINE)
    assert "\nRight. " in shown
    assert "stake is counted" in shown, "no slip is named"
    assert "\nRight is: " in shown
    assert re.search(r"\(\d\)", shown), "no chips on the cloth"
    assert max(map(len, shown.splitlines())) <= 80


def test_the_sitting_in_json_lines_speaks_of_every_type():
    (block,) = blocks(CLI, "jsonl")
    said = [json.loads(line[2:]) for line in block.splitlines() if line.startswith("< ")]
    told = {row[0] for row in table(CLI, "type", "keys", "")}
    assert {line["type"] for line in said} <= told
    assert told == {"question", "feedback", "unreadable", "undone", "error", "end"}


# ---- commands


def test_every_command_is_in_the_reference_and_no_other():
    headings = re.findall(r"^### `srs-roulette ?(.*)`$", CLI, re.MULTILINE)
    assert headings == ["", *(" ".join(path) for path in COMMANDS)]


@pytest.mark.parametrize("name", PAGES)
def test_pages_name_real_commands(name):
    lines = [line for block in blocks(PAGES[name], "(?:sh|console)") for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", PAGES[name])
    for line in lines:
        _, found, rest = line.partition("srs-roulette ")
        words = iter(rest.partition("  #")[0].split())
        path = []
        for word in words:
            if word in {"--data", "--profile", "--house", "--deck", "--lang", "--seed"}:
                next(words, None)
            elif not word.startswith("-"):
                path.append(word)
        if not found or not path or path[0] == "COMMAND":
            continue
        assert (path[0],) in COMMANDS, line
        if any(len(known) > 1 and known[0] == path[0] for known in COMMANDS) and len(path) > 1:
            assert tuple(path[:2]) in COMMANDS, line


def test_the_two_commands():
    (tests,) = [block for block in blocks(README, "sh") if "pytest" in block]
    wanted = next(line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line.startswith("test_command="))
    script = f'set -euo pipefail\n{wanted}\nprintf %s "$test_command"'
    taken = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert taken == tests.strip()
    assert taken.endswith("pip install -q -e '.[dev]' && .venv/bin/python -m pytest -q -n auto --cov")
    assert "\n" not in taken
    start = [block.strip() for block in blocks(README, "sh") if block.strip().endswith("srs-roulette review")]
    assert start[0].startswith("python3 -m venv .venv && ")
    assert len(start) == 1
    assert "\n" not in start[0]


def test_the_environment_is_told():
    told = {row[0] for row in table(CLI, "variable", "does")}
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "srs_roulette").rglob("*.py"))
    assert set(re.findall(r"SRS_ROULETTE_[A-Z]+", code)) == {name for name in told if name.startswith("SRS_")}


def test_every_setting_is_shown():
    (shown,) = [printed for line, printed in samples(CLI) if line == "settings"]
    assert re.findall(r"^(\w+):", shown, re.MULTILINE) == list(SETTINGS)


# ---- decks and houses


def test_families_are_listed_with_their_parameters():
    rows = table(DECKS, "family", "asks", "parameters", "depends on the house")
    assert tuple(row[0] for row in rows) == registry.names()
    for name, _, keys, sensitive in rows:
        family = registry.family(name)
        assert re.findall(r"\w+", keys) == [key.name for key in family.keys], name
        assert sensitive == ("yes" if family.house_sensitive else "no"), name


def test_the_families_that_remember_a_house_are_named():
    told = under(PAGES["docs/architecture.md"], "## Memory by house").partition("depend on")[0]
    assert set(re.findall(r"`(\w+)`", told)) == {n for n in registry.names() if registry.family(n).house_sensitive}


def test_the_changelog_and_the_decks_name_families_and_houses_that_are_there():
    changes = " ".join(PAGES["CHANGELOG.md"].split())
    for what, known in (("families of questions", registry.names()), ("houses", tuple(house_file.house_files()))):
        listed = " ".join(re.findall(rf"\* \w+(?: more)? {what}: (.*?)\.", changes))
        names = re.findall(r"`(\w+)`", listed)
        assert sorted(names) == sorted(known), what
    (told,) = re.findall(r"full course in (\w+) sections", changes)
    assert told == {16: "sixteen"}[len(installed()["european"].sections)]


def test_every_deck_and_every_command_is_named_somewhere():
    """A deck in docs/decks.md, a command in a sentence or a sample beside the reference."""
    for deck in installed():
        assert f"`{deck}`" in DECKS, deck
    prose = "\n".join(PAGES.values()).replace(SCRIPT["reference"](), "")
    options = r"(?:--\w+ \S+ )*"
    for name, *_ in COMMANDS:
        named = rf"`(?:srs-roulette )?{name}\b|^(?:\$ )?srs-roulette {options}{name}\b"
        assert re.search(named, prose, re.MULTILINE), name


def installed():
    return {deck.id: deck for deck in loader.load_all(loader.find.installed())}


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("### The deck itself", draft.DECK_KEYS),
        ("### A section", draft.SECTION_KEYS),
        ("### An item", draft.ITEM_KEYS),
        ("### A use", draft.USE_KEYS),
    ],
)
def test_deck_keys_are_explained(heading, keys):
    assert tuple(row[0] for row in table(under(DECKS, heading), "key", "meaning")) == keys


def test_house_keys_are_explained():
    rows = table(under(DECKS, "## House keys"), "key", "meaning")
    assert [row[0] for row in rows] == ["extends", *house_file.KEYS]
    limits = table(under(DECKS, "## House keys"), "key", "highest stake on, or lowest")
    assert [row[0] for row in limits] == list(house_file.table_of("european")["limits"])


def test_the_example_deck_loads_and_its_draws_are_sound(tmp_path):
    file = tmp_path / "example.toml"
    file.write_text(blocks(DECKS, "toml")[0], encoding="utf-8")
    deck = loader.load(file)
    assert "friday-test/split-table/10" in {item.id for item in deck.items}
    report = check(deck, house_file.house, extra=[complaints])
    assert report.faults == ()
    assert report.questions == 200 * len(deck.items)


def test_the_example_deck_uses_what_it_explains():
    text = blocks(DECKS, "toml")[0]
    raw = tomllib.loads(text)
    assert set(raw) == set(draft.DECK_KEYS)
    for word in (".each", ".any", "step", "was", "[[use]]", "requires", "max_interval"):
        assert word in text


def test_the_example_lesson_is_drawn(capsys):
    from srs_roulette.cli import lesson  # noqa: PLC0415 - as a command does
    from srs_roulette.deck.types import Section  # noqa: PLC0415 - the same

    (example,) = [block for block in blocks(DECKS, "toml") if "lesson" in block]
    raw = tomllib.loads(example)["sections"]["tables"]
    section = Section(key="tables", title=raw["title"], lesson=raw["lesson"])
    lesson.show(section, house_file.house("european"))
    shown = capsys.readouterr().out
    assert raw["title"] in shown
    assert "(2)" in shown
    assert "{{" not in shown


def test_every_drawing_of_the_page_on_lessons_can_be_drawn(capsys):
    from srs_roulette.cli import lesson  # noqa: PLC0415 - as a command does
    from srs_roulette.deck.types import Section  # noqa: PLC0415 - the same

    rows = table(under(DECKS, "## Lessons"), "written", "draws")
    for written, _ in rows:
        lesson.show(Section(key="a", title="Title", lesson=written), house_file.house("european"))
        assert len(capsys.readouterr().out.splitlines()) > 4, written
    kinds = {written.removeprefix("{{").split()[0] for written, _ in rows}
    lessons = "".join(section.lesson for deck in installed().values() for section in deck.sections.values())
    assert set(re.findall(r"\{\{(\w+)", lessons)) == kinds == {"felt", "wheel", "racetrack"}


def test_every_section_has_a_lesson():
    for deck in installed().values():
        for key, section in deck.sections.items():
            assert section.lesson.strip(), f"{deck.id}: {key}"


def test_the_example_house_is_one(tmp_path):
    file = tmp_path / "mine.toml"
    (example,) = [block for block in blocks(DECKS, "toml") if "extends" in block]
    file.write_text(example, encoding="utf-8")
    house = house_file.house(str(file))
    assert (house.id, house.zero.name) == ("mine", "la partage")


# ---- the facts


def test_the_table_of_spots():
    rows = table(RULES, "kind", "numbers", "pays", "single zero", "double zero")
    assert [row[0] for row in rows] == [kind.value for kind in Kind]
    for kind, *figures in rows:
        bets = [[bet for bet in layout.bets if bet.kind == kind] for layout in (SINGLE, DOUBLE)]
        any_bet = next(bet for found in bets for bet in found)
        assert figures == [str(n) for n in (len(any_bet.covers), any_bet.odds, *map(len, bets))], kind


def test_the_table_of_series():
    for call, chips, numbers, hit, pays, net in table(RULES, "call", "chips", "numbers", "a number", "pays", "net"):
        found = json.loads(RUN(["call", call, "--hit", hit, "--json"]))
        assert [str(found["chips"]), str(len(found["numbers"])), found["pays"], found["net"]] == [
            chips,
            numbers,
            pays,
            net,
        ]


def test_the_table_of_completes():
    for number, *figures in table(RULES, "number", "stations", "full: chips", "full: pays", "flat: pays"):
        full = json.loads(RUN(["complete", number, "--hit", number, "--json"]))
        flat = json.loads(RUN(["complete", number, "--flat", "--hit", number, "--json"]))
        engine = [full["stations"], full["chips"], full["pays_units"], flat["pays_units"]]
        assert figures == [str(n) for n in engine], number


def test_the_table_of_pictures():
    keys = {"picture-common", "picture-lines"}
    items = {item.id.rpartition("/")[2]: item.id for item in installed()["european"].items if item.key in keys}
    for name, _, pays in table(RULES, "picture", "spots", "pays"):
        found = json.loads(RUN(["ask", items[name], "--seed", "1", "--json"]))
        assert found["answer"] == {"pays": pays}, name


def test_the_table_of_limits_at_the_change_point():
    for call, value in (("voisins", 150), ("jeu-zero", 100), ("orphelins", 100), ("tiers", 200)):
        below = json.loads(RUN(["call", call, "--by", str(value - 5), "--maximum", "100", "--json"]))
        at = json.loads(RUN(["call", call, "--by", str(value), "--maximum", "100", "--json"]))
        assert below["capped"] == []
        assert len(at["capped"]) == (6 if call == "tiers" else 1)


def test_house_keys_that_differ_are_house_keys():
    assert {row[0] for row in table(RULES, "key", "000", "002", "003", "004")} <= set(house_file.KEYS)


# ---- links, names, places


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(text):
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    folder = (ROOT / name).parent
    for target in re.findall(r"\]\(([^)]+)\)", PAGES[name]):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (folder / path).resolve() if path else ROOT / name
        assert file.is_file(), target
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_modules_that_are_named_exist(name):
    places = [ROOT, ROOT / "docs", ROOT / "srs_roulette", ROOT / "srs_roulette" / "wording"]
    named = re.findall(r"(?<![\w./])[\w/]+\.(?:py|toml|md)\b", PAGES[name])
    wanted = [word for word in named if not re.search(r"NAME|CODE|ID", word)]
    assert len(wanted) > 5
    for word in wanted:
        assert any((place / word).exists() for place in places), word


def test_no_file_names_a_machine():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            f for f in folders if f == ".ci" or not (f.startswith(".") or f in {"__pycache__", "build", "dist"})
        ]
        for file in (Path(folder, name) for name in files):
            try:
                text = file.read_text(encoding="utf-8")
            except (UnicodeDecodeError, OSError):
                continue
            for word in PRIVATE:
                assert word not in text, f"{file.relative_to(ROOT)} holds {word}"
