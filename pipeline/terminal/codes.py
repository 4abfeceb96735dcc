"""The codes of problems: one for each family, by which scripts tell them apart.

A problem has its own code if other code depends on it (`schemas.parts.problems.Code`). Any other
problem of the input has the code of the room whose reader found it, and any other error that of its
kind. `docs/limits.md` has this table.
"""

from collections.abc import Mapping
from types import TracebackType

from ...schemas.parts.problems import (
    EfgcError,
    InputError,
    LimitError,
    MissingSolver,
    OptionError,
    Problem,
    SizeError,
    SolverError,
    StageBug,
    StatusError,
    VerificationError,
)

USAGE, OUTPUT, TIME, INTERRUPTED, MEMORY = "usage", "output", "time", "interrupted", "memory"
DISAGREEMENT, FAILED_RUN = "disagreement", "failed-run"
ERRORS = {
    SizeError: "too-large",
    OptionError: "option",
    MissingSolver: "missing-solver",
    SolverError: "solver",
    StatusError: "no-optimum",
    LimitError: "limit",
    VerificationError: "not-proved",
    StageBug: "bug",
}
"""The codes of errors by their class; the first one that fits is used."""
_CODES: Mapping[str, tuple[str, ...]] = {
    "map": ("stages.parse",),
    "source": ("stages.parse.games", "schemas.rules"),
    "rules": ("stages.parse.rules", "stages.parse.observed_levels"),
    "osposg": ("stages.parse.osposg",),
    "gambit": ("stages.parse.gambit",),
    "openspiel": ("stages.parse.openspiel", "stages.parse.openspiel_states"),
    "matrix": ("stages.parse.matrix",),
    "state-graph": ("schemas.state_graph", "stages.expand", "stages.solve.induction"),
    "game": ("schemas.game", "stages.forms"),
    "linear-program": ("schemas.linear_program", "stages.solve", "stages.programs"),
    "solver-file": ("stages.solve.solvers",),
    "columns": ("schemas.columns",),
    "solution": ("schemas.solution", "stages.solve.files", "stages.report", "schemas.induction"),
    "bounds": (
        "schemas.bounds",
        "stages.bounds",
        "pipeline.chain.checkpoints",
        "pipeline.chain.bounds",
    ),
    "levels": ("schemas.levels", "pipeline.levels"),
    "report": (
        "schemas.report",
        "schemas.induction_report",
        "schemas.program_report",
        "schemas.bounds_report",
    ),
    "certificate": (
        "schemas.certificate",
        "schemas.induction_certificate",
        "schemas.program_certificate",
        "stages.checkers",
    ),
    "strategy": ("schemas.strategies", "schemas.strategy", "stages.strategies"),
    "evaluation": ("schemas.evaluation",),
    "transcript": ("schemas.transcript", "pipeline.apps.play"),
    "droid": ("pipeline.apps.droids", "schemas.droid_agent", "schemas.droid_contest"),
    "hand-in": ("pipeline.apps.course", "schemas.grades"),
    "sweep": ("pipeline.apps.sweep", "schemas.sweep", "schemas.critical"),
    DISAGREEMENT: ("pipeline.related_files", "stages.solve.verify"),
    "file": ("pipeline.files",),
    "wrong-kind": ("pipeline.files.kinds",),
    "picture": ("stages.draw",),
    "request": ("pipeline.results", "pipeline"),
}
"""The rooms that find problems of each code."""
ROOMS = {room: code for code, rooms in _CODES.items() for room in rooms}
"""The codes of problems by the innermost room that found them."""


def code_of(error: EfgcError) -> str:
    """Return the code of an error that is none of the input."""
    return getattr(error, "code", "") or next(
        (code for kind, code in ERRORS.items() if isinstance(error, kind)), "request"
    )


def code_of_finding(problem: Problem, rule: str) -> str:
    """Return the code of a finding of `lint`: that of the problem, else the rule that is broken."""
    return problem.code.replace("_", "-") if problem.code else rule or "gambit"


def code_of_problem(problem: Problem, error: InputError) -> str:
    """Return the code of a problem of the input, with which an error was raised."""
    if problem.code:
        return problem.code.replace("_", "-")
    return ERRORS[SizeError] if isinstance(error, SizeError) else _room(error.__traceback__)


def _room(traceback: TracebackType | None) -> str:
    modules = []
    while traceback:
        modules.append(traceback.tb_frame.f_globals.get("__name__", ""))
        traceback = traceback.tb_next
    for module in reversed(modules):
        parts = module.removeprefix("efgc.").split(".")
        for end in range(len(parts), 0, -1):
            if code := ROOMS.get(".".join(parts[:end])):
                return code
    return "request"
