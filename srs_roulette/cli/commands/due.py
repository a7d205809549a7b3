"""What is due today and on the days ahead."""

import typer

from srs_roulette.cli import output
from srs_roulette.cli.plumbing import Commands
from srs_roulette.cli.shell import shell_of

app = Commands()


@app.command()
def due(ctx: typer.Context) -> None:
    """Show what is due today, what may be begun, and the load of the days ahead."""
    from srs_roulette.cli.learner import desk, paused_line
    from srs_roulette.scheduling.days import iso
    from srs_roulette.session.plan import load

    shell = shell_of(ctx)
    with desk(shell) as opened:
        day = load(opened.course(), opened.store, opened.settings, opened.today)
    if shell.json:
        output.emit_json(
            {
                "study_day": iso(day.study_day),
                "due": day.due,
                "new": day.new,
                "forecast": [{"study_day": iso(on), "due": count} for on, count in day.forecast],
            }
        )
        return
    output.say(f"Due today: {day.due}. New today: {day.new}.")
    if day.until is not None:
        output.say(paused_line(day.until))
    ahead = [(on, count) for on, count in day.forecast[1:] if count]
    if ahead:
        output.line("Ahead:")
        output.table([[f"  {iso(on)}", str(count)] for on, count in ahead], right=[1])
