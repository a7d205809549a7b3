"""List the houses, or show every rule of one."""

from typing import Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.callback()
def houses() -> None:
    """List the houses that came with the program, or show every rule of one."""


@app.command("list")
def list_houses(ctx: typer.Context) -> None:
    """List the houses that came with the program."""
    from srs_roulette.rules.house_file import house, house_files

    found = [house(word) for word in house_files()]
    if shell_of(ctx).json:
        output.emit_json({"houses": [{"id": h.id, "name": h.name, "wheel": h.wheel.name} for h in found]})
    else:
        output.table([[h.id, h.wheel.label, h.name] for h in found])


@app.command("show")
def show_house(
    ctx: typer.Context,
    word: Annotated[str | None, typer.Argument(metavar="ID|FILE", help="Else the house of --house.")] = None,
) -> None:
    """Show every rule of a house, those that it takes from another house too."""
    from srs_roulette.rules.house_file import DEFAULT, KEYS, house, table_of

    shell = shell_of(ctx)
    asked = word or shell.house or DEFAULT
    # Building it finds its faults.
    house(asked)
    values = table_of(asked)
    rules = {key: values.get(key) for key in KEYS}
    if shell.json:
        output.emit_json(rules)
    else:
        output.table([[key, _shown(value)] for key, value in _flat(rules)])


def _flat(rules: dict[str, Any]) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for key, value in rules.items():
        if isinstance(value, dict):
            rows += [(f"{key}.{name}", inner) for name, inner in value.items()]
        else:
            rows.append((key, value))
    return rows


def _shown(value: object) -> str:
    if value is None or value in ("", []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(entry) for entry in value)
    return str(value)
