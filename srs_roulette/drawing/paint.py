"""SVG by hand: the page, its colours, and the few shapes that the cloth and the wheel share. Pure.

Everything is painted on the drawing's own ground, so that it reads on any page, and the light colours are attributes,
so that it still reads where a page drops the style sheet. There are no ids, and every drawing brings the same sheet:
any number of them stand on one page.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from srs_roulette.rules.pockets import Pocket

Spot = tuple[float, float]
"""``(x, y)`` from the top left"""

_INKS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "cloth": {"fill": ("#2f7a55", "#173d2b")},
    "red": {"fill": ("#bb1528", "#96182a")},
    "black": {"fill": ("#1c1c1c", "#0a0a0a")},
    "green": {"fill": ("#0a4f30", "#0a5535")},
    "line": {"stroke": ("#fff", "#c3cec8")},
    "text": {"fill": ("#fff", "#f1f4f2")},
    "chip": {"fill": ("#ffdc5e", "#e3bb3d"), "stroke": ("#33270a", "#1d1604")},
    "count": {"fill": ("#1d1604", "#1d1604")},
    "won": {"stroke": ("#8ee6ff", "#6fd3f0")},
    "dolly": {"fill": ("#fff", "#fff"), "stroke": ("#12313c", "#12313c")},
}
"""what is painted, and its fill and stroke in light and dark"""

_DARK: Final = "".join(
    f".rlt-{name}{{{';'.join(f'{what}:{dark}' for what, (_, dark) in ink.items())}}}" for name, ink in _INKS.items()
)
# A blank between closing brackets: two of them end a field in Anki's templates.
STYLE: Final = f".rlt{{max-width:100%;height:auto}}@media(prefers-color-scheme:dark){{{_DARK} }}"
_SHEET: Final = f"<style>{STYLE}</style>"

_DIGIT: Final = 0.556
"""width of a bold digit, in font sizes"""
_CAP: Final = 0.72
"""height of a digit, in font sizes"""


def page(title: str, width: float, height: float, shapes: Iterable[str]) -> str:
    """Return the whole SVG on its ground; ``title`` is what a screen reader says and a pointer shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(width)} {short(height)}" '
        f'width="{short(width)}" height="{short(height)}" role="img" class="rlt" direction="ltr" '
        'font-family="Helvetica,Arial,sans-serif" font-weight="700" text-anchor="middle">'
        f"<title>{escape(title, quote=False)}</title>{_SHEET}"
        f'<rect width="{short(width)}" height="{short(height)}" rx="8" {ink("cloth")}/>{"".join(shapes)}</svg>'
    )


def without_sheet(drawing: str) -> str:
    """Return a drawing for a page that holds ``STYLE`` in a sheet of its own and allows none beside it."""
    return drawing.replace(_SHEET, "")


def ink(name: str) -> str:
    """Return the attributes that paint something in its colours; what has only a stroke is not filled."""
    colours = _INKS[name]
    hollow = "" if "fill" in colours else 'fill="none" '
    return hollow + f'class="rlt-{name}" ' + " ".join(f'{what}="{light}"' for what, (light, _) in colours.items())


def group(attributes: str, shapes: Iterable[str]) -> str:
    """Return shapes that share attributes; nothing when there are none."""
    inner = "".join(shapes)
    return f"<g {attributes}>{inner}</g>" if inner else ""


def path(attributes: str, steps: Iterable[str]) -> str:
    """Return one path of many pieces; nothing when there are none."""
    drawn = "".join(steps)
    return f'<path {attributes} d="{drawn}"/>' if drawn else ""


def write(at: Spot, size: float, text: str) -> str:
    """Return a text whose digits are centred on a place; its size stands on the group."""
    x, y = at
    return f'<text x="{short(x)}" y="{short(y + size * _CAP / 2)}">{escape(text, quote=False)}</text>'


def write_upwards(at: Spot, size: float, text: str) -> str:
    """Return a text like :func:`write` that is read with the head to the left."""
    x, y = at
    turned = f'transform="translate({short(x + size * _CAP / 2)} {short(y)})rotate(-90)"'
    return f"<text {turned}>{escape(text, quote=False)}</text>"


def line(start: Spot, end: Spot) -> str:
    """Return a piece of a path."""
    return f"M{pair(start)}L{pair(end)}"


def box(start: Spot, end: Spot) -> str:
    """Return a closed piece of a path between two opposite corners."""
    x, (to_x, to_y) = start[0], end
    return f"M{pair(start)}H{short(to_x)}V{short(to_y)}H{short(x)}z"


def diamond(at: Spot, half: float) -> str:
    """Return the sign of a red number as a closed piece of a path."""
    x, y = at
    step, back = short(half), short(-half)
    return f"M{pair((x - half, y))}l{step} {back} {step} {step} {back} {step}z"


def diamond_before(at: Spot, size: float, letters: float) -> str:
    """Return the sign of red left of a text of so many letters that is centred on a place."""
    half = size * 0.19
    return diamond((at[0] - letters * _DIGIT * size / 2 - half - size * 0.05, at[1]), half)


def diamond_below(at: Spot, size: float, letters: float) -> str:
    """Return the sign of red before a text that is read upwards."""
    half = size * 0.19
    return diamond((at[0], at[1] + letters * _DIGIT * size / 2 + half + size * 0.05), half)


def chips(counts: Iterable[tuple[Spot, int]], radius: float, *, hollow: bool = False) -> str:
    """Return discs with their counts, which shrink to stay inside; ``hollow`` ones are not there."""
    placed = list(counts)
    by_length: dict[int, list[tuple[Spot, int]]] = {}
    for spot, count in placed:
        by_length.setdefault(len(str(count)), []).append((spot, count))
    texts = []
    for length, same in by_length.items():
        size = round(min(1.25 * radius, 1.75 * radius / (_DIGIT * length)), 1)
        texts.append(
            group(
                f'{ink("text" if hollow else "count")} font-size="{short(size)}"',
                (write(spot, size, str(n)) for spot, n in same),
            )
        )
    discs = (f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"/>' for (x, y), _ in placed)
    paint = f'{ink("won")} stroke-width="2.5" stroke-dasharray="5 3"' if hollow else f'{ink("chip")} stroke-width="1.5"'
    return group(paint, discs) + "".join(texts)


def badges(signs: Iterable[tuple[Spot, str]], radius: float) -> str:
    """Return white discs with one sign each."""
    placed = list(signs)
    discs = (f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"/>' for (x, y), _ in placed)
    size = 2 * radius
    texts = (write(at, size, sign) for at, sign in placed)
    return group(f'{ink("dolly")} stroke-width="1.5"', discs) + group(
        f'{ink("count")} font-size="{short(size)}"', texts
    )


def dolly(at: Spot, height: float) -> str:
    """Return the marker of the winning number, centred on a place."""
    x, y = at
    k = height / 20
    body = (
        f"M{pair((x - 7 * k, y + 10 * k))}h{short(14 * k)}l{short(-4 * k)} {short(-11 * k)}"
        f"a{short(5 * k)} {short(5 * k)} 0 1 0{short(-6 * k)} 0z"
    )
    return path(f'{ink("dolly")} stroke-width="1.5" stroke-linejoin="round"', [body])


def fields(boxes: Iterable[tuple[Pocket, str]]) -> str:
    """Return closed pieces of paths painted in the colours of their pockets."""
    by_colour: dict[str, list[str]] = {}
    for pocket, steps in boxes:
        by_colour.setdefault(pocket.colour, []).append(steps)
    return "".join(path(ink(colour), pieces) for colour, pieces in by_colour.items())


def pair(spot: Spot) -> str:
    """Write a place inside a path."""
    return f"{short(spot[0])} {short(spot[1])}"


def short(value: float) -> str:
    """Write a measure with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
