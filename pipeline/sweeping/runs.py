"""One run of a sweep: a piece of work for an engine, done in a separate process."""

import math
import time
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pipeline.chain.records import Record, Reported, ReportedProgram
from pipeline.chain.run import run as go
from pipeline.engines.alone import Alone
from pipeline.files.text import Text
from pipeline.files.variations import with_numbers
from pipeline.machine.deadline import limited
from pipeline.machine.streams import silent
from pipeline.results.facts import facts_of
from pipeline.settings import Settings
from pipeline.sweeping.grid import Cell
from pipeline.terminal.diagnostics import problem_lines
from schemas.parts.labels import one_line
from schemas.parts.problems import EfgcError, InputError, TimeUp
from schemas.sweep import Row
from stages.isolated import Broke
from stages.isolated.sandbox import trusting
from stages.solve import DEFAULT, seconds_since
from stages.solve.program import READER

TRUSTED = (DEFAULT, READER)
"""Solvers that run in the process of the run: GLPK, which has no threads. If a solver ends that
process, the run is repeated with every solver in a process of its own.
"""
GRACE = 3.0
"""Seconds by which a run may exceed its limit, so that it can report its progress itself."""
SMALL = "5\n5\n#####\n#-E-#\n#S#D#\n#-E-#\n#####\n1\n1\n"
"""A map that is compiled quickly."""


class Run(NamedTuple):
    """A run that cannot affect others if it fails."""

    cell: Cell
    among: int
    """The number of runs on a machine at the same time, which share the free memory."""

    def __call__(self) -> Row:
        """Return its row."""
        warmed()
        limit = self.cell.settings.request.time_limit
        for trusted in (TRUSTED, ()):
            alone = Alone(
                who=self.cell.source.name,
                work=_Solving(self.cell, trusted),
                seconds=limit + GRACE if limit else 0.0,
                among=self.among,
            )
            done = alone()
            if not isinstance(done.error, Broke):
                break
        if done.error:
            return failed(self.cell.row, done.error.exit_code, str(done.error))
        found: Row = done.result
        return found


def failed(row: Row, exit_code: int, message: str) -> Row:
    """Return the row of a run that failed."""
    return row._replace(exit_code=exit_code, message=one_line(" ".join(message.split())))


@cache
def warmed() -> None:
    """Load the modules that runs need, by a small run: processes forked from this one have them and
    do not load them again for each run.
    """
    text = Text(text=SMALL, name="", file="", sha256="")
    with silent(), trusting(*TRUSTED):
        # The facts need modules that the stages load late.
        facts_of(list(go(text, Settings(counted=False)))[-1].made)


class _Solving(NamedTuple):
    """The run itself, inside its process."""

    cell: Cell
    trusted: tuple[str, ...]

    def __call__(self) -> Row:
        before, row = time.perf_counter(), self.cell.row
        assert self.cell.source.text is not None
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(trusting(*self.trusted))
            try:
                made = _made(self.cell.source.text, self.cell.settings)
            except InputError as error:
                return failed(row, error.exit_code, "; ".join(problem_lines(error)))
            except EfgcError as error:
                return failed(row, error.exit_code, str(error))
            except TimeUp as over:
                return failed(row, over.exit_code, f"efgc: {over}")
        return _with_figures(row, made)._replace(seconds=seconds_since(before))


def _made(text: Text, settings: Settings) -> Record:
    """Return the record of the last stage."""
    with limited(settings.request.time_limit) as limit:
        request = settings.request._replace(until=limit.end)
        asked = replace(settings, request=request, counted=False)
        *_, last = go(with_numbers(text, asked), asked)
    return last.made


def _with_figures(row: Row, made: Record) -> Row:
    facts = facts_of(made)
    bounds = facts.bounds
    row = row._replace(
        value=None if math.isnan(facts.value) else float(facts.value),
        fraction=None if facts.exact is None else Fraction(facts.exact),
        lower=float(bounds.lower) if bounds else None,
        upper=float(bounds.upper) if bounds else None,
        exploitability=facts.exploitability,
        solver=facts.solver,
    )
    if isinstance(made, (Reported, ReportedProgram)):
        size = made.solved.solution.size
        row = row._replace(rows=size.rows, columns=size.columns)
    if isinstance(made, Reported):
        row = row._replace(nodes=len(made.report.game.nodes))
    return row
