"""Show the settings, or set one."""

from typing import Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.callback(invoke_without_command=True)
def settings(ctx: typer.Context) -> None:
    """Show the settings: key, value in force, range. To set one: settings set KEY VALUE."""
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
            "allowed": setting.allowed,
        }
        for key, setting in SETTINGS.items()
    ]
    if shell.json:
        output.emit_json({"settings": rows})
    else:
        output.table([[row["key"], row["value"] or "-", row["allowed"]] for row in rows])


@app.command("set")
def set_one(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="As listed by settings.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="Within its range.")],
) -> None:
    """Set one setting; outside its range the old value is kept."""
    from srs_roulette.cli.learner import desk
    from srs_roulette.deck import find
    from srs_roulette.session import settings as all_settings
    from srs_roulette.session.course import house_id

    shell = shell_of(ctx)
    read = all_settings.read(key, value)
    if key == "house" and isinstance(read, str):
        house_id(read)
    if isinstance(read, tuple):
        for word in read:
            find.find(word, shell.data_folder())
    with desk(shell, writing=True) as opened:
        if opened.store:
            opened.store.set_setting(key, value.strip())
    now = all_settings.text_of(all_settings.load({key: value}), key)
    if shell.json:
        output.emit_json({"key": key, "value": now})
    else:
        output.say(f"{key}: {now or '-'}")
