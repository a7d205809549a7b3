"""Show the settings, or set one."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import BadSetting, SrsRouletteError

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


def _house(word: str) -> str:
    """Check a house and return its id, or its file by the whole path: the setting holds in every folder."""
    from srs_roulette.rules.house_file import house_files
    from srs_roulette.session.course import house_id

    house_id(word)
    return word if word in house_files() else str(Path(word).expanduser().resolve())


def _deck(word: str, shell: "Shell") -> str:
    """Check a deck and return its id, or its file by the whole path."""
    from srs_roulette.deck import find

    found = find.find(word, shell.data_folder())
    if word in find.ids(find.installed(shell.data_folder())):
        return word
    whole = str(Path(str(found)).resolve())
    if " " in whole:
        raise BadSetting(f'"{whole}": a blank divides decks here. Put the file into the folder decks of your data.')
    return whole


def _checked(key: str, value: str, shell: "Shell") -> str:
    """Check a value and return it as it is kept."""
    from srs_roulette.session.settings import read

    found = read(key, value)
    if key == "house":
        return _house(value)
    return " ".join(_deck(word, shell) for word in found) if isinstance(found, tuple) else value


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

    shell = shell_of(ctx)
    all_settings.setting(key)
    kept = _checked(key, value.strip(), shell) if value.strip() else None
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
