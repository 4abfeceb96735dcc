"""How files of each kind are checked for their form: one table."""

from collections.abc import Callable

from ...schemas import (
    bounds,
    bounds_report,
    certificate,
    columns,
    critical,
    droid_agent,
    droid_contest,
    evaluation,
    game,
    grades,
    induction,
    induction_certificate,
    induction_report,
    levels,
    program_certificate,
    program_report,
    report,
    solution,
    state_graph,
    sweep,
    transcript,
)
from ...schemas.matrices import read_npz
from ...stages.parse.games import read_source_text
from ...stages.parse.maps import read_map
from ...stages.strategies import check_alone
from ..settings import Settings
from .kinds import KINDS, misplaced
from .sources import SOURCES, parse_source
from .text import Text

CHECK = "check"


def check_of(found: str) -> Callable[[Text], object] | None:
    """Return the function that checks files of a kind; None for kinds that only people read. Raises
    InputError for kinds that cannot be checked.
    """
    if found == "sequence-form":  # They are not text.
        return lambda text: read_npz(text.content)
    if found in CHECKS:
        return lambda text: CHECKS[found](text.text)
    if found in SOURCES:
        return lambda text: parse_source(text, found, Settings(), lambda done, total: None)
    if CHECK not in KINDS[found].readers:
        raise misplaced(KINDS[found])
    return None


def _check_linear_program(text: str) -> object:
    from ...stages.solve.program import read_program  # For start-up time: NumPy and GLPK.

    return read_program(text)


def _check_solver(text: str) -> object:
    from ...stages.solve.solvers.description import description_of  # As above.

    return description_of(text)


# Kinds of sources that are not here are checked by parsing.
CHECKS: dict[str, Callable[[str], object]] = {
    "solver": _check_solver,
    **dict.fromkeys(("strategy", "strategy-table"), check_alone),
    "certificate": certificate.read,
    "induction-certificate": induction_certificate.read,
    "program-certificate": program_certificate.read,
    "state-graph": state_graph.read,
    "game": game.read,
    "columns": columns.read,
    "solution": solution.read,
    "bounds": bounds.read,
    "report": report.read,
    "bounds-report": bounds_report.read,
    "induction": induction.read,
    "induction-report": induction_report.read,
    "program-report": program_report.read,
    "levels": levels.read,
    "droid-agent": droid_agent.read,
    "droid-contest": droid_contest.read,
    "grades": grades.read,
    "evaluation": evaluation.read,
    "sweep": sweep.read,
    "critical": critical.read,
    "transcript": transcript.read,
    "source": read_source_text,
    "linear-program": _check_linear_program,
    "map": read_map,
}
