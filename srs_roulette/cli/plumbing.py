"""How commands are found and their words are read. To add a command: one file in ``commands/``.

The file's name is the command's (``import_.py``: ``import``; a leading ``_``: no command), the first line of its
docstring stands in the list of commands, and its ``app`` is a :class:`Commands` with one ``@app.command()``, or with
several for a group such as ``houses list``. Only the command that is called is imported.
"""

from __future__ import annotations

import keyword
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from srs_roulette.cli.guard import run
from srs_roulette.cli.help import PageContext, grouped
from srs_roulette.errors import WrongUse, did_you_mean, short

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typer._click import Command as AnyCommand
    from typer._click import Context, HelpFormatter

_PACKAGE: Final = "srs_roulette.cli.commands"
_END: Final = "--"

Function = TypeVar("Function", bound="Callable[..., Any]")


class Command(TyperCommand):
    """A command that takes whatever begins with one ``-`` and is no option of its own as a value."""

    context_class = PageContext
    allow_extra_args = True

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the words behind the command.

        :raises WrongUse: an option that does not exist, naming the nearest; one without its value; a word too many
        """
        known = _options(self, ctx)
        options, rest = _sorted_out(ctx, args, known)
        values = rest[: rest.index(_END)] if _END in rest else rest
        for word in values:
            if word.startswith("--"):
                raise _no_option(ctx, word, known)
        rest = [*values, *rest[len(values) + 1 :]]
        spare = super().parse_args(ctx, [*options, _END, *rest])
        if spare:
            raise WrongUse(f'Nothing more is expected at "{short(spare[0])}". See: {ctx.command_path} --help')
        return spare


class Group(TyperGroup):
    """A command of commands."""

    context_class = PageContext

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the words up to the next command.

        :raises WrongUse: an option that does not exist, naming the nearest
        """
        known = _options(self, ctx)
        _, rest = _sorted_out(ctx, args, known)
        if rest and rest[0].startswith("-") and rest[0] != _END:
            raise _no_option(ctx, rest[0], known)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, AnyCommand | None, list[str]]:
        """Find the command named by the first word.

        :raises WrongUse: there is none; names the nearest
        """
        command = self.get_command(ctx, args[0])
        if command is None:
            names = self.list_commands(ctx)
            hint = did_you_mean(args[0], names) or f" See: {ctx.command_path} --help"
            raise WrongUse(f'There is no command "{short(args[0])}".{hint}')
        return args[0], command, args[1:]


class Program(Group):
    """The whole program: its options may stand anywhere before ``--``, its commands are files."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,  # noqa: ARG002 - there are no shell completions
        standalone_mode: bool = True,  # noqa: ARG002 - it always stands alone
        windows_expand_args: bool = True,  # noqa: ARG002 - a bet is no file name
        **extra: Any,  # noqa: ANN401 - handed on to Typer's context
    ) -> NoReturn:
        """Run a command line and leave with its exit code; no exception passes but ``SystemExit``."""
        words = sys.argv[1:] if args is None else list(args)
        sys.exit(run(lambda: _run(self, prog_name or self.name or "", words, extra)))

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Put the program's own options before the command, wherever they stood."""
        known = _options(self, ctx)
        for name in ctx.help_option_names:
            known.pop(name, None)
        options, rest = _sorted_out(ctx, args, known)
        return super().parse_args(ctx, [*options, *rest])

    def list_commands(self, _ctx: Context) -> list[str]:
        """Name the files in ``commands/``, in the order of the help page."""
        return [name for _, names in grouped(_files()) for name in names]

    def get_command(self, _ctx: Context, cmd_name: str) -> AnyCommand | None:
        """Import a command's file."""
        module = _module(cmd_name)
        try:
            found = import_module(module) if module else None
        except ModuleNotFoundError as fault:
            if fault.name != module:
                raise
            found = None
        if found is None:
            return None
        command = typer.main.get_command(found.app)
        command.name = cmd_name
        return command

    def format_commands(self, _ctx: Context, formatter: HelpFormatter) -> None:
        """List the commands without running their files."""
        for heading, names in grouped(_files()):
            with formatter.section(heading):
                formatter.write_dl([(name, _summary(name)) for name in names])


class Commands(typer.Typer):
    """A Typer whose commands and groups read their words as this program does."""

    def __init__(self, *, name: str | None = None, cls: type[Group] = Group) -> None:
        super().__init__(
            name=name,
            cls=cls,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            context_settings={"help_option_names": ["--help", "-h"]},
        )

    def command(self, *args: Any, **settings: Any) -> Callable[[Function], Function]:  # noqa: ANN401 - as Typer's
        """Declare a command, as in Typer."""
        settings.setdefault("cls", Command)
        return super().command(*args, **settings)


def _run(program: Program, name: str, words: list[str], extra: dict[str, Any]) -> None:
    with program.make_context(name, words, **extra) as ctx:
        program.invoke(ctx)


def _options(command: AnyCommand, ctx: Context) -> dict[str, bool]:
    """Return the command's options, and whether each takes a value."""
    return {
        name: not getattr(param, "is_flag", False)
        for param in command.get_params(ctx)
        if param.param_type_name == "option"
        for name in (*param.opts, *param.secondary_opts)
    }


def _sorted_out(ctx: Context, args: list[str], known: Mapping[str, bool]) -> tuple[list[str], list[str]]:
    """Divide words into the known options with their values, and the rest in its order, ``--`` included."""
    options: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        name = _name(word)
        if word == _END:
            rest += [word, *words]
        elif name not in known:
            rest.append(word)
        elif not known[name] and word != name:
            raise WrongUse(f"{name} takes no value.")
        elif known[name] and word == name:
            value = next(words, _END)
            if value == _END or _name(value) in known:
                raise WrongUse(f"{name} needs a value. See: {ctx.command_path} --help")
            options += [word, value]
        else:
            options.append(word)
    return options, rest


def _name(word: str) -> str:
    return word.partition("=")[0] if word.startswith("--") else word


def _no_option(ctx: Context, word: str, known: Mapping[str, bool]) -> WrongUse:
    root = ctx.find_root()
    name = _name(word)
    hint = did_you_mean(name, [*known, *_options(root.command, root)]) or f" See: {ctx.command_path} --help"
    return WrongUse(f'There is no option "{short(name)}" of {ctx.command_path}.{hint}')


def _files() -> list[str]:
    from pkgutil import iter_modules

    modules = iter_modules(import_module(_PACKAGE).__path__)
    return [m.name.rstrip("_").replace("_", "-") for m in modules if not m.name.startswith("_")]


def _module(command: str) -> str | None:
    name = command.replace("-", "_")
    if not name.isidentifier() or name.startswith("_") or name.endswith("_"):
        return None
    return f"{_PACKAGE}.{name}_" if keyword.iskeyword(name) else f"{_PACKAGE}.{name}"


def _summary(command: str) -> str:
    """Return the first line of the docstring of a command's file, without running the file.

    A docstring is the first constant of a module's code; without one, or under ``python -OO``, there is no line.
    """
    from importlib.util import find_spec

    spec = find_spec(_module(command) or "")
    get_code = getattr(spec.loader, "get_code", None) if spec else None
    code = get_code(spec.name) if spec and get_code else None
    docstring = code.co_consts[0] if code else None
    return docstring.splitlines()[0] if isinstance(docstring, str) else ""
