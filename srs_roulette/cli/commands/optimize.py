"""Fit the schedule to your own memory, or set due days anew."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of
from srs_roulette.errors import WrongUse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from srs_roulette.cli.shell import Shell
    from srs_roulette.recall.optimize import Grading, Optimized
    from srs_roulette.recall.reschedule import Rescheduled
    from srs_roulette.session.open import Desk
    from srs_roulette.stats.calibration import Scores

app = Commands()

RESCHEDULE = "srs-roulette optimize --reschedule"
WEEK = 7


@app.command()
def optimize(
    ctx: typer.Context,
    reschedule: Annotated[
        bool, typer.Option("--reschedule", help="Set due days anew by the parameters in force; undo takes it back.")
    ] = False,
    defaults: Annotated[
        bool, typer.Option("--defaults", help="Put the parameters in force that everybody begins with.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
) -> None:
    """Fit the schedule's parameters to your own memory. They are kept only if they would have forecast it better."""
    if defaults and (reschedule or dry_run):
        raise WrongUse("--defaults stands alone. See: srs-roulette optimize --help")
    shell = shell_of(ctx)
    if reschedule:
        _reschedule(shell, dry_run=dry_run)
    elif defaults:
        _defaults(shell)
    else:
        _optimize(shell, dry_run=dry_run)


def _optimize(shell: "Shell", *, dry_run: bool) -> None:
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.recall.optimize import adopt, optimize

    with desk(shell, writing=not dry_run and has_history(shell)) as opened:
        found = optimize(opened.store, opened.course())
        if opened.store and not dry_run:
            found = adopt(opened.store, found, opened.now)
    if shell.json:
        output.emit_json(_document(found, opened))
    else:
        _say(found, opened)


def _defaults(shell: "Shell") -> None:
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.recall.optimize import restore_defaults

    backup, changed = None, False
    if has_history(shell):
        with desk(shell, writing=True) as opened:
            if opened.store and opened.store.weights():
                backup, changed = restore_defaults(opened.store, opened.now), True
    if shell.json:
        output.emit_json({"parameters": None, "changed": changed, "backup": _path(backup)})
    elif changed:
        output.say("The default parameters are in force again. Due days stay as they are.")
        _say_backup(backup)
    else:
        output.say("The default parameters are in force already.")


def _reschedule(shell: "Shell", *, dry_run: bool) -> None:
    from srs_roulette.cli.learner import desk, has_history
    from srs_roulette.recall.reschedule import Rescheduled, look_ahead, reschedule
    from srs_roulette.scheduling.days import iso

    found = Rescheduled(items=0, moved=(), load=())
    if has_history(shell):
        with desk(shell, writing=not dry_run) as opened:
            if opened.store:
                found = (look_ahead if dry_run else reschedule)(opened, opened.store, opened.course())
    if not shell.json:
        _say_moved(found, dry_run=dry_run)
        return
    moved = [{"item": one.item, "before": iso(one.before), "after": iso(one.after)} for one in found.moved]
    load = [{"study_day": iso(day), "before": before, "after": after} for day, before, after in found.load]
    output.emit_json(
        {"dry_run": dry_run, "items": found.items, "moved": moved, "load": load, "backup": _path(found.backup)}
    )


def _document(found: "Optimized", opened: "Desk") -> dict[str, Any]:
    from srs_roulette.recall.optimize import DEFINITION, NEEDED
    from srs_roulette.scheduling.fitting import package_version as fitter
    from srs_roulette.scheduling.fsrs import package_version as fsrs

    held, grading = found.held, found.grading
    return {
        "reviews": found.reviews,
        "needed": NEEDED,
        "judged": found.judged,
        "stretches": found.stretches,
        "definition": DEFINITION,
        "old": {"parameters": held.weights if held else None, **asdict(found.old)},
        "new": {"parameters": found.weights, **asdict(found.new)},
        "defaults": asdict(found.defaults),
        "better": found.kept is None,
        "reason": found.kept,
        "adopted": found.adopted,
        "backup": _path(found.backup),
        "grading": {
            "setting": opened.settings.grading,
            "pass_fail": asdict(grading.pass_fail) if grading else None,
            "latency": asdict(grading.latency) if grading else None,
            "better": grading.better if grading else None,
            "command": _change(grading, opened),
        },
        "versions": {"fsrs": fsrs(), "fsrs_then": held.fsrs_version if held else None, "fitter": fitter()},
    }


def _say(found: "Optimized", opened: "Desk") -> None:
    from srs_roulette.recall.optimize import DEFINITION

    output.say(f"Next-day reviews: {found.reviews}. Forecasts are judged by the last {found.judged}.")
    output.line()
    output.heading("How far off the forecasts were")
    in_force = {"in force": found.old} if found.held else {}
    _table({**in_force, "new": found.new, "defaults": found.defaults})
    output.say(DEFINITION)
    output.line()
    _say_decision(found)
    _say_version(found)
    output.line()
    _say_grading(found.grading, opened)


def _say_decision(found: "Optimized") -> None:
    from srs_roulette.recall.optimize import NEEDED

    force = "those in force" if found.held else "the defaults, which are in force"
    if found.adopted:
        output.say("The new parameters are in force: they forecast better. Due days stay as they are.")
        output.say(f"What setting them anew would change: {RESCHEDULE} --dry-run", indent="  ")
        output.say("Back to the defaults: srs-roulette optimize --defaults", indent="  ")
        _say_backup(found.backup)
    elif found.kept is None:
        output.say(f"New parameters would forecast better than {force}. Nothing was changed.")
        output.say("To put them in force: srs-roulette optimize", indent="  ")
    elif found.kept == "not_better":
        output.say(f"Nothing was changed: new parameters would not have forecast better than {force}.")
    elif found.kept == "few_new":
        output.say(
            f"Nothing was changed: since your parameters were fitted there are fewer than {NEEDED} next-day reviews."
            " They know most of those judged above, so their figures flatter them."
        )
    else:
        output.say(f"Nothing was changed: there are no new parameters. {found.why}")


def _say_version(found: "Optimized") -> None:
    from srs_roulette.scheduling.fsrs import package_version

    if found.held and not found.adopted and found.held.fsrs_version != package_version():
        output.say(
            f"Your parameters were fitted with fsrs {found.held.fsrs_version}; {package_version()} is installed now."
            " No due day moves by that."
        )


def _say_grading(grading: "Grading | None", opened: "Desk") -> None:
    output.heading("Which rule of grading forecasts better")
    if grading is None:
        output.say("Your times would have changed no rating so far: pass_fail and latency do not differ.")
        return
    _table({"pass_fail": grading.pass_fail, "latency": grading.latency})
    setting, change = opened.settings.grading, _change(grading, opened)
    if grading.better is None:
        output.say(f"Too little difference to prefer one. Your setting stays: {setting}.")
    elif change is None:
        output.say(f"{setting} forecast better, and is your setting.")
    else:
        output.say(f"{grading.better} forecast better. To grade so from now on:")
        output.say(f"  {change}", indent="    ")


def _change(grading: "Grading | None", opened: "Desk") -> str | None:
    """Return the command that sets the better rule of grading; None: it is in force, or neither is better."""
    better = grading.better if grading else None
    return f"srs-roulette settings set grading {better}" if better not in {None, opened.settings.grading} else None


def _table(rows: "Mapping[str, Scores]") -> None:
    figures = [
        (name, *("-" if one is None else f"{one:.4f}" for one in (of.log_loss, of.rmse_bins, of.auc)))
        for name, of in rows.items()
    ]
    output.table([("", "log loss", "RMSE", "AUC"), *figures], right=(1, 2, 3))


def _say_moved(found: "Rescheduled", *, dry_run: bool) -> None:
    if not found.moved:
        output.say(f"Nothing moves: every due day is as the parameters in force would set it. Items: {found.items}.")
        return
    later = sum(one.after > one.before for one in found.moved)
    output.say(
        f"Due days {'that would move' if dry_run else 'moved'}: {len(found.moved)} of {found.items};"
        f" later: {later}, earlier: {len(found.moved) - later}."
    )
    days = {"today": found.load[:1], f"in {WEEK} days": found.load[:WEEK], f"in {len(found.load)} days": found.load}
    rows = [
        (name, str(sum(before for _, before, _ in part)), str(sum(after for _, _, after in part)))
        for name, part in days.items()
    ]
    most = [str(max(row[place] for row in found.load)) for place in (1, 2)]
    output.table([("due", "before", "after"), *rows, ("most on one day", *most)], right=(1, 2))
    output.say(f"To do it: {RESCHEDULE}" if dry_run else "To take it all back: srs-roulette undo", indent="  ")
    _say_backup(found.backup)


def _say_backup(backup: "Path | None") -> None:
    if backup:
        output.say(f"Backup made before: {backup}", indent="  ")


def _path(backup: "Path | None") -> str | None:
    return None if backup is None else str(backup)
