"""From the parameters of a command to its settings."""

import shutil
import sys
from dataclasses import replace
from typing import Any

import click

from pipeline.machine.deadline import current
from pipeline.settings import Settings, level_of
from schemas.refinement import Concept
from stages.documents import Layout
from stages.solve import Request


def settings_of(
    *,
    solver_options: tuple[tuple[str, str], ...] = (),
    verbose: bool = False,
    brief: bool = False,
    **asked: Any,
) -> Settings:
    """Return the settings of a command from its named parameters: these three, and the fields of
    Settings. Raises UsageError.
    """
    given = {name: value for name, value in asked.items() if value is not None}
    if "level" in given:
        given["level"] = level_of(given["level"])
    limit = current()
    given["request"] = Request(
        options=solver_options,
        time_limit=limit.seconds,
        log=verbose,
        until=limit.end,
    )
    if asked.get("race") and (asked.get("solver") or solver_options):
        raise click.UsageError("--race cannot be combined with --solver or --option")
    refuse_unproved(asked.get("refine"), asked.get("exact"))
    if asked.get("refine") and asked.get("off_path"):
        raise click.UsageError("--refine says what to play off the path, too, and --off-path less")
    return Settings(**given, layout=Layout(brief=brief))


def refuse_unproved(refine: Concept | None, exact: bool | None) -> None:
    """Raise UsageError if --refine is combined with --no-exact."""
    if refine and exact is False:
        raise click.UsageError("--refine proves what it finds, and --no-exact proves nothing")


def shown(settings: Settings, output: str = "-") -> Settings:
    """Return the settings for a report as wide as the terminal that shows it."""
    return replace(settings, layout=settings.layout._replace(width=terminal_width(output)))


def terminal_width(output: str) -> int:
    """Return the number of columns of the terminal that shows the output; 0 without a terminal."""
    on_terminal = output == "-" and sys.stdout is not None and sys.stdout.isatty()
    return shutil.get_terminal_size().columns if on_terminal else 0
