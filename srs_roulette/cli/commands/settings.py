"""Show the settings, or set one."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import SrsRouletteError

if TYPE_CHECKING:
    from srs_roulette.cli.shell import Shell

app = Commands()


@app.callback(invoke_without_command=True)
def settings(ctx: typer.Context) -> None:
    """Show the settings: value in force, meaning, range, default. To set one: settings set KEY VALUE."""
    if ctx.invoked_subcommand is not None:
        return
    from srs_roulette.cli.learner import desk
    from srs_roulette.session.settings import SETTINGS, Settings, text_of

    shell = shell_of(ctx)
    with desk(shell) as opened:
        now = opened.settings
    default = Settings()
    rows = [
        {
            "key": key,
            "value": text_of(now, key),
            "default": text_of(default, key),
            "meaning": setting.meaning,
            "allowed": setting.allowed,
        }
        for key, setting in SETTINGS.items()
    ]
    if shell.json:
        output.emit_json({"settings": rows})
        return
    for row in rows:
        output.say(f"{row['key']}: {row['value'] or '-'}", indent="  ")
        told = f"{row['meaning']} Range: {row['allowed']}. Default: {row['default'] or '-'}."
        output.say(f"  {told}", indent="  ")


def _complain_of_refused(shell: "Shell") -> None:
    """Say at once when the house in force does not play what the decks in use ask."""
    from srs_roulette.cli.learner import desk, refused_line

    with suppress(SrsRouletteError), desk(shell, quiet=True) as opened:
        if refused := refused_line(opened.course().refused):
            output.complain(refused)


@app.command("set")
def set_one(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="As listed by settings.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help='Within its range; "" for its default.')],
) -> None:
    """Set one setting; outside its range the old value is kept."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.session import settings as all_settings
    from srs_roulette.session.choose import checked

    shell = shell_of(ctx)
    kept = checked(key, value, shell.data_folder())
    with desk(shell, writing=True) as opened:
        if opened.store:
            opened.store.set_setting(key, kept)
    alone = all_settings.load({} if kept is None else {key: kept})
    now = all_settings.text_of(alone, key)
    if shell.json:
        output.emit_json({"key": key, "value": now})
    else:
        output.say(f"{key}: {now or '-'}")
    if all_settings.is_past(key, alone, opened.today):
        output.complain(f"{now} has come: it changes nothing.")
    if key in {"house", "decks"}:
        _complain_of_refused(shell)
