"""The page at a port of this machine, until somebody stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from srs_roulette.web.app import create
from srs_roulette.web.security import PATIENCE

if TYPE_CHECKING:
    import socket

    from srs_roulette.web.world import World


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
        # A form that is on its way comes or is refused by then.
        timeout_graceful_shutdown=PATIENCE + 1,
    )
    uvicorn.Server(config).run(sockets=[listener])
