"""Advice before a long solve whose values would not be kept: the command that keeps them, and a
question on a terminal.
"""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from pipeline.levels.forecast import forecast
from pipeline.machine.durations import duration
from pipeline.machine.streams import is_silent
from pipeline.methods import is_quick
from pipeline.settings import Settings
from pipeline.terminal.diagnostics import WORDS, note, progress
from schemas.levels import Numbers
from schemas.rules.goofspiel import Goofspiel
from stages.isolated.processors import processors
from stages.solve.induction.goofspiel import more_games


def with_keeping(rule: Goofspiel, settings: Settings, name: str) -> Settings:
    """Print how long a long game takes to solve, and which command keeps its values. On a terminal,
    ask whether to keep them. Return the settings, changed to keep the values if the answer is yes.

    `name` is the name of the source.
    """
    if settings.levels or is_silent() or not _is_long(rule):
        return settings
    folder = folder_of(name)
    jobs = settings.jobs or processors()
    with progress("plan") as watch:
        found = forecast(rule, Path(folder), settings.values or Numbers.FLOAT64, jobs, watch)
    size = f"{found.disk(True) / 1e9:.2g} GB"
    note(
        f"{name}: solving {len(rule.prizes)} cards takes about {duration(found.seconds / jobs)} "
        "here, and so does each further run, --at and play, as no values are kept; this keeps "
        f"them ({size}): {keeping_command(name, folder)}"
    )
    if not sys.stdin.isatty() or not sys.stderr.isatty() or found.disk(True) > found.free_disk:
        return settings
    if not click.confirm(f"Keep the values in {folder} now?", default=True, err=True):
        return settings
    return replace(settings, levels=folder, keep=True)


def folder_of(name: str) -> str:
    """Return the name of a folder for the values of a source.

    >>> folder_of("cards/g13.yaml"), folder_of("<stdin>")
    ('g13.levels', 'stdin.levels')
    """
    return f"{Path(name).name.split('.')[0].strip('<>')}.levels"


def keeping_command(name: str, folder: str = "DIR") -> str:
    """Return the command that keeps the values of a source: the running command if it has --keep.

    >>> keeping_command("my game.yaml")
    "efgc run 'my game.yaml' --levels DIR --keep"
    """
    context = click.get_current_context(silent=True)
    words: Sequence[str] = context.meta.get(WORDS, ()) if context else ()
    able = context is not None and any(one.name == "keep" for one in context.command.params)
    first = words if able and words else ("run", name)
    return shlex.join(["efgc", *first, "--levels", folder, "--keep"])


def _is_long(rule: Goofspiel) -> bool:
    """Return whether a game is too large to be solved again for each report."""
    return not is_quick(more_games, rule)
