"""The page as an ASGI application: its addresses, and who stands in front of them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from srs_roulette.web.assets import assets
from srs_roulette.web.call import endpoint
from srs_roulette.web.pages import items, practice, review, settings, stats, today
from srs_roulette.web.render import fault_page
from srs_roulette.web.security import Guard
from srs_roulette.web.sittings import Sittings
from srs_roulette.web.table import table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from srs_roulette.web.call import Handler
    from srs_roulette.web.world import World

_GET: dict[str, Handler] = {
    "/": today.today,
    "/review": review.question,
    "/review/feedback/{attempt}": review.feedback,
    "/review/over": review.over,
    "/practice": practice.choose,
    "/practice/question": practice.question,
    "/practice/feedback/{attempt}": practice.feedback,
    "/practice/over": practice.over,
    "/items": items.listing,
    "/items/{item:path}": items.item,
    "/stats": stats.stats,
    "/stats.css": stats.style,
    "/settings": settings.settings,
    "/table": table,
}
_POST: dict[str, Handler] = {
    "/review/begin": review.begin,
    "/review/lesson": review.lesson_read,
    "/review/answer": review.answer,
    "/review/undo": review.undo,
    "/review/flag": review.flag,
    "/review/end": review.end,
    "/practice/begin": practice.begin,
    "/practice/answer": practice.answer,
    "/practice/flag": practice.flag,
    "/practice/end": practice.end,
    "/items/suspend": items.suspend,
    "/items/resume": items.resume,
    "/items/reset": items.reset,
    "/items/undo": items.undo,
    "/settings": settings.save,
}


def create(world: World, *, port: int) -> ASGIApp:
    """Make the application that answers at this port of this machine.

    :param world: the learner's file, and the only clocks and chance that it has
    """
    sittings = Sittings(world)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            sittings.close()

    routes = [
        *(Route(path, endpoint(handler), methods=["POST"]) for path, handler in _POST.items()),
        *(Route(path, endpoint(handler), methods=["GET"]) for path, handler in _GET.items()),
        Route("/static/{name}", _static, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _refused})
    app.router.redirect_slashes = False
    app.state.world, app.state.sittings = world, sittings
    return Guard(app, port=port, say=world.say)


async def _static(request: Request) -> Response:
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    headers = {"cache-control": "no-cache", "etag": asset.tag}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, media_type=asset.type, headers=headers)


async def _refused(_: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    known = {
        404: "There is no such page.",
        405: "This address changes something, or shows something: it was asked the wrong way. Nothing was changed.",
    }
    detail = fault.detail if isinstance(fault, HTTPException) else ""
    return fault_page(status, known.get(status, detail))
