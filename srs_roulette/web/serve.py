"""The page at a port of this machine, until somebody stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import uvicorn

from srs_roulette.web.app import create

if TYPE_CHECKING:
    import socket

    from srs_roulette.web.world import World

_PATIENCE: Final = 2
"""Seconds for requests that are being answered when it is stopped."""


def serve(world: World, listener: socket.socket) -> None:
    """Answer at a socket that listens on the loopback address; Ctrl-C ends it with everything kept.

    :raises KeyboardInterrupt: that was how it ended
    """
    config = uvicorn.Config(
        create(world, port=listener.getsockname()[1]),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        ws="none",
        timeout_graceful_shutdown=_PATIENCE,
    )
    uvicorn.Server(config).run(sockets=[listener])
