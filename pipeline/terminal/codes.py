"""The codes of problems: one for each family, by which scripts tell them apart.

A problem has its own code if other code depends on it (`schemas.parts.problems.Code`). Any other
problem of the input has the code of the room whose reader found it, and any other error that of its
kind. `docs/limits.md` has this table.
"""

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
ROOMS = {
    "stages.parse": "map",
    "stages.parse.games": "source",
    "schemas.rules": "source",
    "stages.parse.rules": "rules",
    "stages.parse.observed_levels": "rules",
    "stages.parse.osposg": "osposg",
    "stages.parse.gambit": "gambit",
    "stages.parse.liteefg": "liteefg",
    "stages.parse.openspiel": "openspiel",
    "stages.parse.openspiel_states": "openspiel",
    "stages.parse.matrix": "matrix",
    "schemas.state_graph": "state-graph",
    "schemas.observation_graph": "state-graph",
    "stages.expand": "state-graph",
    "schemas.game": "game",
    "stages.forms": "game",
    "schemas.linear_program": "linear-program",
    "stages.solve.program": "linear-program",
    "stages.solve.solvers": "solver-file",
    "stages.programs": "linear-program",
    "schemas.columns": "columns",
    "schemas.solution": "solution",
    "stages.solve.files": "solution",
    "stages.report": "solution",
    "schemas.induction": "solution",
    "schemas.bounds": "bounds",
    "stages.bounds": "bounds",
    "pipeline.chain.checkpoints": "bounds",
    "pipeline.chain.bounds": "bounds",
    "schemas.levels": "levels",
    "pipeline.levels": "levels",
    "schemas.report": "report",
    "schemas.induction_report": "report",
    "schemas.program_report": "report",
    "schemas.bounds_report": "report",
    "schemas.certificate": "certificate",
    "schemas.induction_certificate": "certificate",
    "schemas.program_certificate": "certificate",
    "stages.checkers": "certificate",
    "schemas.strategies": "strategy",
    "schemas.strategy": "strategy",
    "stages.strategies": "strategy",
    "schemas.evaluation": "evaluation",
    "schemas.transcript": "transcript",
    "pipeline.apps.play": "transcript",
    "pipeline.apps.droids": "droid",
    "schemas.droid_agent": "droid",
    "schemas.droid_contest": "droid",
    "pipeline.apps.course": "hand-in",
    "schemas.grades": "hand-in",
    "pipeline.apps.sweep": "sweep",
    "schemas.sweep": "sweep",
    "schemas.critical": "sweep",
    "pipeline.related_files": DISAGREEMENT,
    "pipeline.files": "file",
    "pipeline.files.kinds": "wrong-kind",
    "stages.draw": "picture",
    "pipeline.results": "request",
    "pipeline": "request",
}
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
