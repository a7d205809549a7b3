"""Review, practise and look around in the browser, on this machine alone."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import NeedsExtra, SrsRouletteError

if TYPE_CHECKING:
    import socket

    from srs_roulette.cli.shell import Shell
    from srs_roulette.web.world import World

app = Commands()

PORT: Final = 8737
MOST: Final = 65535
HOST: Final = "127.0.0.1"


@app.command()
def web(
    ctx: typer.Context,
    port: Annotated[str, typer.Option("--port", metavar="N", help="Where it listens; 0: any that is free.")] = str(
        PORT
    ),
    quiet: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve the page to a browser on this machine, and open it there. One memory with the terminal.

    Ctrl-C stops it; every answer is kept.
    """
    from srs_roulette.cli.learner import desk
    from srs_roulette.cli.lookup import whole

    shell = shell_of(ctx)
    wanted = whole(port, "--port", 0, MOST)
    _needs_the_extra()
    # Whatever is wrong with the file, decks or houses is said before anything is served.
    with desk(shell) as opened:
        opened.course()
    from srs_roulette.web.serve import serve

    with _listening(wanted) as listener:
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        if shell.json:
            output.emit_json({"url": address})
        else:
            output.say(f"Open {address} in your browser. To stop: Ctrl-C.")
        output.flush()
        if not quiet:
            _open(address, shell)
        serve(_world(shell), listener)


def _needs_the_extra() -> None:
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("starlette", "jinja2", "uvicorn")):
        raise NeedsExtra("The page needs three more packages.", "web")


def _listening(port: int) -> "socket.socket":
    import socket

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # On Windows this option would let two programs share a port.
    if hasattr(socket, "SO_REUSEPORT"):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError as fault:
        listener.close()
        raise SrsRouletteError(
            f"Port {port} cannot be used ({fault.strerror}), perhaps by another srs-roulette web. "
            f"Choose another: srs-roulette web --port {port + 1 if port < MOST else PORT}"
        ) from fault
    return listener


def _open(address: str, shell: "Shell") -> None:
    """Open the browser, where there is a screen: a browser of the terminal would take the terminal."""
    import sys
    import webbrowser

    if sys.platform in {"darwin", "win32"} or shell.environ.get("DISPLAY") or shell.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def _world(shell: "Shell") -> "World":
    from srs_roulette.cli.learner import rng
    from srs_roulette.session.open import Wishes
    from srs_roulette.web.world import World

    return World(
        wishes=Wishes(
            database=shell.database(),
            data_folder=shell.data_folder(),
            decks=shell.decks,
            house=shell.house,
            environ=shell.environ,
        ),
        now=shell.now,
        monotonic=shell.monotonic,
        frozen=shell.frozen,
        rng=rng(shell),
        language=shell.language,
        say=output.complain,
        debug=bool(shell.environ.get("SRS_ROULETTE_DEBUG")),
    )
