"""The page of long-term recall: its figures are those of the JSON document, its markup is sound, no text is markup."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from html_helpers import read, tables
from recall_helpers import life

from srs_roulette.recall import page
from srs_roulette.recall.document import document
from srs_roulette.scheduling.types import ItemId

DRAWN = {"x", "y", "width", "height", "cx", "cy", "r", "d", "transform", "viewbox"}
BAD = re.compile(r"\b(?:nan|inf|none|null)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def root(rich):
    return read(page.document(rich))


@pytest.fixture(scope="module")
def shown(root):
    return tables(root)


@pytest.fixture(scope="module")
def json(rich):
    return document(rich)


def percent(value):
    return "–" if value is None else f"{100 * value:.1f} %"


def share(one):
    return [f"{percent(one['value'])} {100 * one['low']:.0f}–{100 * one['high']:.0f}", str(one["n"])]


def seconds(value):
    return "–" if value is None else f"{value:.1f} s"


def of(root, key):
    """Return a section of the page."""
    (section,) = (one for one in root.all("section") if one.attributes["aria-labelledby"] == f"st-{key}")
    return section


# ---- its figures


def test_true_retention(shown, json):
    rows = shown["All, and by days since the last answer"]
    assert [row[0] for row in rows] == ["all", "1 to 6", "7 to 20", "21 to 90", "91 or more"]
    counted = [json["true_retention"], *(one for one in json["bands"] if one["n"])]
    assert [row[1:] for row in rows if row[2] != "0"] == [share(one) for one in counted]
    assert [row[1:] for row in rows if row[2] == "0"] == [["–", "0"]]
    assert shown["By skill"] == [[one["family"], *share(one)] for one in json["families"]]
    assert shown["By month"] == [[one["month"], *share(one)] for one in json["months"]]
    assert len(shown["By month"]) == 3


def test_calibration(shown, json):
    told = json["calibration"]
    rows = shown[f"Three predictors of {told['n']} answers"]
    for name, scores in (("FSRS", told), ("constant", told["constant"]), ("moving average", told["moving_average"])):
        assert [name, *(f"{scores[key]:.4f}" for key in ("log_loss", "rmse_bins", "auc"))] in rows
    assert shown["Predicted and actual, in bins"] == [
        [f"{100 * one['from']:.0f}–{100 * one['to']:.0f} %", percent(one["predicted"]), *share(one)]
        for one in told["bins"]
    ]


def test_transfer(shown, json):
    told = json["transfer"]
    rows = [("all", told), *((one["family"], one) for one in told["families"])]
    assert shown["Right, on draws never seen before and on those seen before"] == [
        [name, *(f"{percent(one[kind]['value'])} of {one[kind]['n']}" for kind in ("fresh", "repeated"))]
        for name, one in rows
    ]


def test_fluency(shown, json):
    assert shown["Time to the right answer; the stroke is the target"] == [
        [
            one["family"],
            f"{seconds(one['median_seconds'])} {seconds(one['p90_seconds'])}",
            seconds(one["target_seconds"]),
            f"{percent(one['in_time']['value'])} of {one['n']}",
        ]
        for one in json["fluency"]
    ]
    assert shown["Time to the right answer, by month"] == [
        [
            family["family"],
            one["month"],
            f"{seconds(one['median_seconds'])} {seconds(one['p90_seconds'])}",
            str(one["n"]),
        ]
        for family in json["fluency"]
        for one in family["months"]
    ]


def test_speed_due(shown, json):
    told = json["speed_due"]
    assert len(told) > 10
    rows = shown[f"{len(told)} items, the slowest against its target first"] + shown["The other slow items"]
    assert rows == [
        [
            one["item"] + one["family"],
            seconds(one["median_seconds"]),
            seconds(one["target_seconds"]),
            percent(one["recall"]),
        ]
        for one in told
    ]


def test_slips(root, json):
    told = json["slips"]
    assert len(told) > 10
    section = of(root, "slips")
    rows = [[cell.text for cell in row.all("th", "td")] for body in section.all("tbody") for row in body.all("tr")]
    assert rows == [
        [
            f"{one['slip'].replace('_', ' ')}{one['family']}, last on {one['last']}most often: "
            + ", ".join(f"{at['item']} ({at['n']})" for at in one["items"]),
            *(str(one["lately"]), str(one["n"]), percent(one["share"])),
        ]
        for one in told
    ]


def test_what_is_known(shown, json, rich):
    told = json["known"]
    keys = ("now", "in_7", "in_30", "in_90")

    def figures(one):
        ahead = ("–" if one[key] is None else f"{one[key]:.1f}" for key in keys)
        return [*ahead, str(one["seen"]), str(one["items"])]

    assert shown["Items known, by section"] == [
        ["all", *figures(told)],
        *(
            [f"{rich.titles[one['deck'], one['section']]}{one['deck']}: {one['section']}", *figures(one)]
            for one in told["sections"]
        ),
    ]
    for caption, key in (("Stability, days", "stability"), ("Difficulty", "difficulty")):
        assert [(row[0].split()[0], row[1]) for row in shown[caption]] == [
            (str(one["from"]), str(one["items"])) for one in json["memory"][key]
        ]


def test_the_load(shown, json):
    told = [one["due"] for one in json["load"]]
    assert shown["Day by day"] == [[one["study_day"], str(one["due"])] for one in json["load"]]
    assert [row[1] for row in shown["Items due"]] == [str(n) for n in (told[0], sum(told[:7]), sum(told), max(told))]


def test_practice(shown, json, root):
    told = json["activity"]
    assert [row[1] for row in shown["Days"]] == [
        str(len(told)),
        f"{json['seconds_a_day'] / 60:.1f}",
        *(str(json["streak"][key]) for key in ("days", "longest")),
    ]
    assert shown["Each day with an answer"] == [
        [day["study_day"], str(day["answers"]), str(day["new"]), f"{day['seconds'] / 60:.1f}"] for day in reversed(told)
    ]
    squares = [
        one.text for plot in root.all("svg") for one in plot.all("title") if re.search(r": \d+ answers", one.text)
    ]
    assert squares == [f"{d['study_day']}: {d['answers']} answers, {d['seconds'] / 60:.1f} min" for d in told]
    months = {day["study_day"][:7] for day in told}
    assert [row[0] for row in shown["Answers by month"]] == sorted(months)
    assert sum(int(row[1]) for row in shown["Answers by month"]) == sum(day["answers"] for day in told)


def test_leeches_and_what_to_do(shown, json):
    told = json["leeches"]
    assert told
    rows = shown["Items that will not stick"]
    assert [row[1] for row in rows] == [f"{one['wrong']} of {one['of']}" for one in told]
    for row, one in zip(rows, told, strict=True):
        assert row[0].startswith(f"{one['item']}To read: srs-roulette lesson ")
        assert f"srs-roulette drill {one['family']}" in row[0]
        assert f"srs-roulette items suspend {one['item']}" in row[0]


def test_the_figures_at_the_top(root, json):
    told = {one.one("dt").text: one.one("strong").text for one in root.one("dl").all("div")}
    assert told == {
        "Known now": f"{json['known']['now']:.1f}",
        "True retention": percent(json["true_retention"]["value"]),
        "Due today": str(json["load"][0]["due"]),
        "Streak": str(json["streak"]["days"]),
        "Time a day": f"{json['seconds_a_day'] / 60:.1f}",
    }
    assert f"Answers counted: {json['reviews']}." in root.text


def test_every_definition_stands_on_the_page(root, json):
    words = root.text.replace("\N{NO-BREAK SPACE}", " ")
    for definition in json["definitions"].values():
        assert definition in words


# ---- its markup


def test_the_markup_is_sound(root):
    elements = root.all()
    ids = [one.attributes["id"] for one in elements if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    assert {f"#{one}" for one in ids} == {one.attributes["href"] for one in root.all("a")}
    assert root.one("html").attributes["lang"] == "en"
    levels = [int(one.name[1]) for one in root.all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(one.attributes["scope"] in {"col", "row"} for one in root.all("th"))
    assert all(
        len(row.all("th", "td")) == len(t.one("thead").all("th")) for t in root.all("table") for row in t.all("tr")
    )


def test_every_plot_has_a_title_and_a_description(root):
    drawings = root.all("svg")
    plots = [one for one in drawings if one.attributes.get("role") == "img"]
    for plot in plots:
        title, desc = (one for one in plot.inner[:2])
        assert (title.name, desc.name) == ("title", "desc")
        assert title.text
        assert len(desc.text.split()) > 4
    assert len({plot.inner[0].text for plot in plots}) == len(plots) > 10
    # The others draw the figures of a row of a table, or explain a colour in words.
    others = [one for one in drawings if "role" not in one.attributes]
    assert len(others) + len(plots) == len(drawings)
    assert all(one.attributes["aria-hidden"] == "true" for one in others)
    assert all({"table", "p"} & set(names(one)) for one in others)


def names(element):
    while element.parent:
        element = element.parent
        yield element.name


def test_it_holds_under_a_strict_content_security_policy(rich):
    inner = read(page.body(rich))
    for one in inner.all():
        assert one.name not in {"script", "style", "link", "img", "iframe", "object", "form", "base", "meta", "html"}
        assert not [key for key in one.attributes if key == "style" or key.startswith("on") or "xlink" in key]
        assert one.attributes.get("href", "#").startswith("#")
        assert all(kind.startswith("st-") for kind in one.attributes.get("class", "st-").split())
        assert one.attributes.get("id", "st-").startswith("st-")
    assert not re.search(r"url\(|@import|expression", page.css())


def test_the_style_sheet_and_the_page_name_the_same_classes(root):
    styled = set(re.findall(r"\.(st-[\w-]+)", page.css()))
    used = {kind for one in root.all() for kind in one.attributes.get("class", "").split()}
    with life() as learner:
        used |= {
            kind for one in read(page.body(learner.told(0))).all() for kind in one.attributes.get("class", "").split()
        }
    assert styled == used
    assert set(re.findall(r"var\((--st-[\w-]+)\)", page.css())) == set(re.findall(r"(--st-[\w-]+):", page.css()))


def test_equal_histories_give_equal_bytes(rich):
    with life(70) as again:
        assert page.document(again.told(70)) == page.document(rich)
        assert page.document(again.told(71)) != page.document(rich)


# ---- what a deck or a learner wrote

DECK = """\
id = "mine"
title = "<script>alert(1)</script>"
house = "european"
about = "For these tests."

[sections.one]
title = '''{title}'''

[items.split]
section = "one"
family = "times_table"
bet = "split"
"""
ARABIC = "\u0631\u0648\u0644\u064a\u062a \u0661\u0662"


@pytest.mark.parametrize(
    "title", ["<script>alert(1)</script>", "</style></bdi><img src=x onerror=alert(1)>", '"&quot;', ARABIC]
)
def test_a_text_is_a_text(tmp_path, title):
    file = tmp_path / "mine.toml"
    file.write_text(DECK.format(title=title), encoding="utf-8")
    with life(decks=(str(file),)) as learner:
        learner.sit(0, right=True)
        root = read(page.document(learner.told(1)))
    assert not root.all("script", "img")
    assert title in [one.text for one in root.all("bdi")]
    assert "<script>alert(1)</script>" in [one.text for one in root.all("bdi")]


def test_signs_that_turn_a_line_round_are_only_seen(rich):
    # No deck file may hold them; what an import brings could.
    leech = rich.leeches[0]
    forged = type(leech)(type(leech.entry)(**fields(leech.entry) | {"id": ItemId("a/\u202eb\x1b<b>")}), leech.wrong)
    told = type(rich)(**fields(rich) | {"leeches": [forged]})
    html = page.document(told)
    assert "\u202e" not in html
    assert "\x1b" not in html
    read(html)


def fields(value):
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


# ---- where there is little


def nothing(learner):
    """Nobody ever sat down."""


def only_new(learner):
    learner.sit(0, answers=3, right=True)


def only_suspended(learner):
    learner.sit(0, answers=3, right=True)
    for item in learner.store.memories():
        learner.store.suspend(item, 0)


def one_attempt(learner):
    learner.sit(0, answers=1, right=True)


@pytest.mark.parametrize("history", [nothing, only_new, only_suspended, one_attempt])
def test_nothing_to_count_is_a_dash_and_a_sentence(history):
    with life() as learner:
        history(learner)
        root = read(page.document(learner.told(0)))
    words = [one.text for one in root.all("th", "td", "dd", "text", "title", "desc")]
    words += [value for one in root.all() for key, value in one.attributes.items() if key in DRAWN]
    assert not [word for word in words if BAD.search(word)]
    for section in root.all("section"):
        empty = section.all(class_="st-nothing")
        assert bool(empty) != bool(section.all("table")) or section.attributes["aria-labelledby"] == "st-fluency"
        assert all(re.match(r"– [A-Z].+\.$", one.text) for one in empty)
        assert section.all(class_="st-definition")
    for key in ("retention", "transfer", "calibration"):
        assert not of(root, key).all("svg", "table")
    assert "– nothing asked again yet" in [one.text for one in root.all("dd")]
    if history is nothing:
        assert "No reviews yet. Begin with: srs-roulette review" in root.text
        assert not root.all("svg", "table", "details")


def test_where_all_was_right_there_is_no_auc():
    with life() as learner:
        for day in (0, 3, 4, 5):
            learner.sit(day, answers=4, new=2, right=True)
        root = read(page.document(learner.told(6)))
    rows = next(rows for caption, rows in tables(root).items() if caption.startswith("Three predictors"))
    assert [row[3] for row in rows] == ["–", "–", "–"]
    assert "– No AUC: these answers were all right, or all wrong." in root.text


def test_the_page_says_what_it_leaves_out():
    with life(10) as learner:
        whole = learner.told(10)
        part = learner.told(10, since=whole.report.today - 3, families=("name-spot", "odds"))
        root = read(page.document(part))
    assert ", since 2026-03-09. Answers counted: " in root.text
    assert "Only these skills: name_spot, odds." in root.text
    assert "Only these decks: European roulette." in root.text
    assert {row[0] for row in tables(root)["By skill"]} == {"name_spot", "odds"}
    assert part.report.reviews < whole.report.reviews
