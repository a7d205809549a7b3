"""The felt as an answer: spots and pockets that are tapped, and the answered felt with what is missing and extra.

Everything here stands beside the answer's box and writes into it what a learner could type, which ``static/felt.js``
does. Without that script there is the picture and the box.

A drawn wheel tells its order, and a drawn cloth what lies beside what. So the racetrack is tapped only where the
question draws it anyway, and pockets that are asked from memory stand on a pad: seven to a row, which is the order of
no wheel and of no cloth, and without colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from srs_roulette.drawing.felt import total
from srs_roulette.drawing.paint import short
from srs_roulette.drawing.ring import svg_racetrack
from srs_roulette.drawing.spots import cloth_spots, track_spots
from srs_roulette.drawing.svg import felt
from srs_roulette.questions.grading import differences, grade
from srs_roulette.questions.reading import NOTHING, Unknown, Unreadable, read
from srs_roulette.questions.types import FieldType, Scene, Unit
from srs_roulette.rules import notation
from srs_roulette.rules.pockets import Pocket, in_order
from srs_roulette.web.pictures import drawn
from srs_roulette.wording.message import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from srs_roulette.drawing.spots import Spot
    from srs_roulette.questions.types import Field, Question, Value
    from srs_roulette.rules.bets import Bet
    from srs_roulette.rules.layouts import Layout
    from srs_roulette.wording.catalog import Catalog

    Chips = Sequence[tuple[Bet, int]]

STEPS: Final = ("1", "5", "20")
"""chips that one tap adds"""
_WAYS: Final = (("felt-lying", False), ("felt-standing", True))
"""Both are sent, and the style sheet shows the one that fits."""
_WHEEL: Final = frozenset({"neighbours", "wheel"})
"""families whose pockets lie round the wheel, and are shown there once they are answered"""
_MISSING, _EXTRA, _OTHER = "+", "−", "≠"
_SIGNS: Final = {_MISSING: "scene.missing", _EXTRA: "scene.extra", _OTHER: "scene.other"}
_PLAYER: Final = Scene()
_MODES: Final = {FieldType.POCKET: "one", FieldType.POCKETS: "set", FieldType.ORDER: "order"}


def is_tapped_on_its_picture(question: Question) -> bool:
    """Tell whether the answer is given on what the question draws: it is then not drawn a second time."""
    return _is_placed(question) or _is_on_track(question)


def answer_widget(question: Question, catalog: Catalog) -> Markup | None:
    """Return what to tap in place of typing; ``None`` for amounts, choices and what else is quicker typed.

    Belongs into the form whose answer stands in the input ``answer``.
    """
    first = question.fields[0]
    if _is_placed(question):
        stays = [(chip.bet, chip.chips) for chip in question.picture]
        return cloth(
            question.layout,
            stays,
            number=question.number,
            scene=question.scene or _PLAYER,
            mode="keep" if stays else "place",
            more=_keys([(key, _choice(key, catalog)) for key in question.choices.get(first.name, ())], "felt-lead"),
        )
    if len(question.fields) > 1 or first.type not in _MODES:
        return None
    mode = _MODES[first.type]
    if _is_on_track(question):
        return _track(question, mode)
    return pad(_on_pad(question, first, catalog), mode, join="-" if first.unit is Unit.POCKETS else ",")


def cloth(
    layout: Layout,
    chips: Chips = (),
    *,
    number: Pocket | None = None,
    scene: Scene = _PLAYER,
    mode: str = "place",
    steps: Sequence[str] = STEPS,
    more: Markup | None = None,
    name: str = "answer",
) -> Markup:
    """Return the whole cloth as it is tapped.

    :param chips: drawn as long as there is no script, which draws what stands in the input
    :param mode: ``place``: every spot takes chips; ``keep``: the chips that are there are left or taken
    :param steps: chips that one tap may add
    :param more: what stands above it: keys of a choice that goes before the placement, or of whole calls
    :param name: the input that is written into
    """
    tapped = total(chips) if mode == "keep" else layout.bets
    names = {notation.write(bet): notation.name(bet).replace("/", "-") for bet in tapped}
    view, zero = scene.view or "player", scene.zero_side
    faces = [
        _face(
            look,
            felt(
                layout,
                chips,
                number=number,
                marked=scene.marked,
                view=view,
                zero=zero,
                title="The cloth.",
                standing=standing,
                roomy=True,
            ),
            (s for s in cloth_spots(layout, view=view, zero=zero, standing=standing) if s.key in names),
            names,
        )
        for look, standing in _WAYS
    ]
    held, steps = (_typed(chips), ()) if mode == "keep" else ("", steps)
    return _widget(mode, [more or Markup(), *faces], join=" ", held=held, steps=steps, name=name)


def pad(keys: Sequence[tuple[str, str]], mode: str, *, join: str = "-", name: str = "answer") -> Markup:
    """Return keys to tap: ``one``, a ``set``, or an ``order`` in which each shows its place.

    :param keys: what is typed, and what stands on the key
    """
    look = "felt-pad felt-numbers" if all(label.isdigit() for _, label in keys) else "felt-pad"
    return _widget(mode, [_keys(keys, look)], join=join, name=name)


def calls(named: Sequence[tuple[str, Chips]]) -> Markup:
    """Return keys that lay a whole call at once."""
    listed = (
        Markup('<button type="button" data-chips="{}">{}</button>').format(_typed(chips), name) for name, chips in named
    )
    return Markup('<div class="felt-calls" role="group" aria-label="Calls" hidden>{}</div>').format(
        Markup().join(listed)
    )


def feedback_pictures(question: Question, given_text: str, catalog: Catalog) -> Markup | None:
    """Draw the right answer beside the learner's, with signs on what is missing, extra or other in number.

    ``None`` where the answer is no placement and no pockets.
    """
    field = question.fields[-1]
    if field.type is FieldType.PLACEMENT:
        draw = _placements
    elif field.unit is Unit.POCKETS and field.type in _MODES:
        draw = _pockets
    else:
        return None
    names = {key: _choice(key, catalog) for keys in question.choices.values() for key in keys}
    answer = read(given_text, question, names)
    right = question.expected[field.name]
    if isinstance(answer, Unreadable | Unknown):
        return _pair(draw(question, right, right, catalog))
    # Where no slip explains the answer, the verdict itself lists what differs.
    listed = differences(answer[field.name], right) if grade(question, answer).slip else []
    told = (Markup("<li>{}</li>").format(catalog.text(message)) for message in listed)
    return Markup('<ul class="felt-told">{}</ul>{}').format(
        Markup().join(told), _pair(draw(question, answer[field.name], right, catalog))
    )


def _is_placed(question: Question) -> bool:
    """Tell whether the answer is a placement, with at most one choice in front of it."""
    *lead, last = question.fields
    return last.type is FieldType.PLACEMENT and [field.type for field in lead] in ([], [FieldType.CHOICE])


def _is_on_track(question: Question) -> bool:
    return question.scene is not None and question.scene.surface == "racetrack"


def _track(question: Question, mode: str) -> Markup:
    wheel, marked = question.layout.wheel, (question.scene or _PLAYER).marked
    faces = [
        _face(
            look,
            # A frame: a disc would look like a pocket that is tapped already.
            svg_racetrack(wheel, number=next(iter(marked), None), title="The racetrack.", standing=standing),
            track_spots(wheel, standing=standing),
            {},
        )
        for look, standing in _WAYS
    ]
    return _widget(mode, faces, join="-")


def _on_pad(question: Question, field: Field, catalog: Catalog) -> list[tuple[str, str]]:
    """List the keys that a question offers, none of which is nearer to the answer than another."""
    if field.unit is Unit.POCKETS:
        return [(pocket, pocket) for pocket in in_order(list(question.layout.wheel.ring))]
    if offered := question.choices.get(field.name):
        return [(key, _choice(key, catalog)) for key in offered]
    return [(notation.write(chip.bet), notation.name(chip.bet)) for chip in question.picture]


def _typed(chips: Chips) -> str:
    return " ".join(f"{notation.write(bet)}={count}" for bet, count in total(chips).items())


def _choice(key: str, catalog: Catalog) -> str:
    return catalog.text(say(f"choice.{key}"))


# -- markup


def _widget(
    mode: str,
    parts: Iterable[Markup],
    *,
    join: str,
    held: str = "",
    steps: Sequence[str] = (),
    name: str = "answer",
) -> Markup:
    """Wrap what is tapped with its tools, which show themselves once the script runs."""
    return Markup(
        '<div class="felt" data-mode="{}" data-join="{}" data-held="{}" data-input="{}" data-nothing="{}">{}{}</div>'
    ).format(mode, join, held, name, NOTHING, Markup().join(parts), _tools(steps))


def _tools(steps: Sequence[str]) -> Markup:
    sizes = Markup().join(
        Markup(
            '<button type="button" class="felt-step" data-step="{0}" aria-label="Chips a tap: {0}">{0}</button>'
        ).format(step)
        for step in steps
    )
    return Markup(
        '<div class="felt-bar" hidden><button type="button" class="felt-less" aria-label="Take away">−</button>'
        '<output class="felt-now"></output><button type="button" class="felt-more" aria-label="Add">+</button></div>'
        '<div class="felt-tools" hidden>{}<button type="button" class="felt-back">Step back</button>'
        '<button type="button" class="felt-clear">Clear</button>{}</div>'
    ).format(sizes, Markup('<button type="button" class="felt-none">None</button>') if steps is STEPS else "")


def _face(look: str, drawing: str, places: Iterable[Spot], names: Mapping[str, str]) -> Markup:
    """Return a drawing with its spots, in a form that takes a fifth of what as many elements would."""
    told = ";".join(
        f"{spot.key}|{names.get(spot.key, spot.key)}|{short(spot.at[0])}|{short(spot.at[1])}|{spot.area}"
        for spot in places
    )
    return Markup('<div class="felt-face {}" data-spots="{}">{}</div>').format(look, told, drawn(drawing))


def _keys(keys: Sequence[tuple[str, str]], look: str) -> Markup:
    if not keys:
        return Markup()
    listed = (Markup('<button type="button" data-key="{}">{}</button>').format(key, label) for key, label in keys)
    return Markup('<div class="{}" role="group" hidden>{}</div>').format(look, Markup().join(listed))


# -- after the answer


def _placements(question: Question, given: Value, right: Value, catalog: Catalog) -> list[Markup]:
    laid, wanted = _bets(given, question.layout), _bets(right, question.layout)
    figures = []
    if laid != wanted:
        missing = {bet: count for bet, count in wanted.items() if bet not in laid}
        other = {bet: _OTHER if bet in wanted else _EXTRA for bet, count in laid.items() if wanted.get(bet) != count}
        signs = dict.fromkeys(missing, _MISSING) | other
        figures.append(_figure(catalog, "scene.yours", _cloths(question, laid | missing, signs), signs.values()))
    return [*figures, _figure(catalog, "scene.solution", _cloths(question, wanted, {}))]


def _bets(value: Value, layout: Layout) -> dict[Bet, int]:
    return {notation.read(text, layout): count for text, count in value.items()} if isinstance(value, Mapping) else {}


def _cloths(
    question: Question, chips: Mapping[Bet, int], signs: Mapping[Bet, str], marked: Sequence[Pocket] = ()
) -> list[str]:
    scene = question.scene or _PLAYER
    return [
        felt(
            question.layout,
            list(chips.items()),
            number=question.number,
            marked=marked or scene.marked,
            view=scene.view or "player",
            zero=scene.zero_side,
            standing=standing,
            signs=signs,
        )
        for _, standing in _WAYS
    ]


def _pockets(question: Question, given: Value, right: Value, catalog: Catalog) -> list[Markup]:
    """Show the right pockets round the wheel or on the cloth, and signs where the learner's differ."""
    told, wanted = _listed(given), _listed(right)
    signs = {p: _MISSING for p in wanted if p not in told} | {p: _EXTRA for p in told if p not in wanted}
    if question.family in _WHEEL:
        wheel = question.layout.wheel
        drawings = [svg_racetrack(wheel, wanted, standing=standing, signs=signs) for _, standing in _WAYS]
    else:
        straight = {question.layout.holding(p)[0]: sign for p, sign in signs.items()}
        drawings = _cloths(question, {}, straight, wanted)
    return [_figure(catalog, "scene.solution", drawings, signs.values())]


def _listed(value: Value) -> tuple[Pocket, ...]:
    return tuple(Pocket(name) for name in ((value,) if isinstance(value, str) else value))


def _figure(catalog: Catalog, caption: str, drawings: Sequence[str], signs: Collection[str] = ()) -> Markup:
    """Wrap both ways of a drawing, and say what its signs mean."""
    meant = ", ".join(f"{sign} {catalog.text(say(word))}" for sign, word in _SIGNS.items() if sign in signs)
    faces = (
        Markup('<div class="felt-face {}">{}</div>').format(look, drawn(drawing))
        for (look, _), drawing in zip(_WAYS, drawings, strict=True)
    )
    return Markup('<figure class="felt-figure"><figcaption>{} <span>{}</span></figcaption>{}</figure>').format(
        catalog.text(say(caption)), meant, Markup().join(faces)
    )


def _pair(figures: Iterable[Markup]) -> Markup:
    return Markup('<div class="felt-pair">{}</div>').format(Markup().join(figures))
