"""Templates to responses. Every text is escaped, and signs that drive a terminal or turn a line round are shown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from srs_roulette.scheduling.days import iso
from srs_roulette.wording.visible import visible

if TYPE_CHECKING:
    from starlette.responses import Response


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("srs_roulette.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["iso"] = iso
    return environment


def _shown(value: object) -> object:
    # Markup is a text too, but one that was made here.
    return visible(value) if type(value) is str else value


def page(template: str, status: int = 200, /, **values: object) -> Response:
    """Fill a template in."""
    return HTMLResponse(_environment().get_template(template).render(values), status_code=status)


def fault_page(status: int, why: str) -> Response:
    """Say what went wrong, in a plain page."""
    return page("fault.html", status, why=why)
