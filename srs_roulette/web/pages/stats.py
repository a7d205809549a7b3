"""Long-term recall: the page of ``stats --html``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.responses import Response

from srs_roulette.recall.page import body, css
from srs_roulette.recall.told import gather
from srs_roulette.web.render import page

if TYPE_CHECKING:
    from srs_roulette.web.call import Call


def stats(call: Call) -> Response:
    """Show what is remembered, how well that was predicted, how fast it comes, and which mistakes keep coming."""
    with call.desk() as opened:
        told = gather(opened)
    return page("stats.html", body=Markup(body(told)))  # noqa: S704 - written there, its texts escaped


def style(_: Call) -> Response:
    """Return the style sheet of that page."""
    return Response(css(), media_type="text/css", headers={"cache-control": "no-cache"})
