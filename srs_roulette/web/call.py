"""A request as the pages see it, and the responses that they give."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from srs_roulette.errors import NotFound, SrsRouletteError, StoreError
from srs_roulette.session.open import sit_down
from srs_roulette.web.render import fault_page
from srs_roulette.wording.catalog import load

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from srs_roulette.session.open import Desk
    from srs_roulette.web.sittings import Sittings
    from srs_roulette.web.world import World
    from srs_roulette.wording.catalog import Catalog

    Handler = Callable[["Call"], Response]
    Form = ImmutableMultiDict[str, str]

_MOST_FIELDS = 500
"""Of a form: the table's, with a stake on every spot, has the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a page is asked for, and what it may use."""

    world: World
    sittings: Sittings
    path: Mapping[str, str]
    """the parts of the address that its route names"""
    query: Mapping[str, str]
    form: Form
    """empty unless it was posted"""

    @contextmanager
    def desk(self, *, writing: bool = False) -> Iterator[Desk]:
        """Open the learner's file for this request; its day is backed up when it is left.

        :raises StoreError: it cannot be used
        """
        with sit_down(self.world.wishes, self.world.now(), writing=writing) as opened:
            try:
                yield opened
            finally:
                if failed := opened.back_up_the_day():
                    self.world.say(failed)

    def catalog(self, opened: Desk) -> Catalog:
        """Return the words of the learner's language.

        :raises NotFound: no such language
        """
        return load(self.world.language or opened.settings.lang)


def go(address: str) -> Response:
    """Send the browser on, so that reloading posts nothing again."""
    return RedirectResponse(address, status_code=303)


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Turn a page into an endpoint. It runs on the thread of the event loop (see ``sittings``)."""

    async def respond(request: Request) -> Response:
        body = await request.body()
        world: World = request.app.state.world
        try:
            call = Call(
                world=world,
                sittings=request.app.state.sittings,
                path=request.path_params,
                query=request.query_params,
                form=_form(body),
            )
            return handler(call)
        except SrsRouletteError as fault:
            return fault_page(_status(fault), str(fault))
        except HTTPException:
            raise
        except Exception as fault:
            if world.debug:
                raise
            said = " ".join(str(fault).split())
            world.say(f"Internal fault at {request.url.path} ({type(fault).__name__}: {said}): please report it.")
            return fault_page(500, "Something is wrong with this program: please report it, with what you did.")

    return respond


def _form(body: bytes) -> Form:
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as fault:
        raise HTTPException(400, "This is no form of the page. Nothing was changed.") from fault
    return ImmutableMultiDict(pairs)


def _status(fault: SrsRouletteError) -> int:
    if isinstance(fault, StoreError):
        return 503
    return 404 if isinstance(fault, NotFound) else 400
