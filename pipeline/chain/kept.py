"""The solution that an earlier run has left in its folder, in place of a call of the solver."""

from dataclasses import replace

from ...schemas import solution
from ...schemas.parts.problems import EfgcError
from ...schemas.parts.release import PROGRAM
from ...schemas.parts.status import Status
from ...schemas.solution import Solution
from ...stages.solve import BUILT_IN, Answer, Request, backend, options_of
from ...stages.solve.order import Ask
from ..files.reading import read_text, special
from ..files.text import Text, lp_sha256
from .provenance import stamp_of

_TINY = "max\n o: x\ns.t.\n r: x <= 1\nend\n"


def answering_from(path: str, ask: Ask) -> Ask:
    """Return `ask`, but with the solution in a file for the call that would find it again: of the
    same program, by the same version of efgc and of a solver of ours, with the same options, and
    not changed since. What it proves is found anew. `path` is empty for no file.
    """
    kept = _kept(path) if path else None

    def answer(text: str, solver: str, request: Request) -> Solution:
        if kept is None or not _is_answer(kept, text, solver, request):
            return ask(text, solver, request)
        own = [(name, value) for name, value in kept.options if name != "refused"]
        return replace(kept, options=tuple(own))

    return answer


def _kept(path: str) -> Solution | None:
    if special(path):  # A pipe: nobody may be writing to it.
        return None
    try:
        text = read_text(path).text
        found, stamp = solution.read(text), stamp_of(text)
    except EfgcError:
        return None
    ours = stamp.made is not None and stamp.made.by == PROGRAM and stamp.edited_after is None
    return found if ours and found.status == Status.OPTIMAL else None


def _is_answer(kept: Solution, text: str, solver: str, request: Request) -> bool:
    asked = options_of(solver, request)
    return (
        solver in BUILT_IN  # Nothing tells whether a file of the user's own is still the same.
        and kept.solver == solver
        and kept.options[: len(asked)] == asked
        and kept.lp_sha256 == lp_sha256(Text(text, "", "", ""))
        and kept.version == version_of(solver)
    )


def version_of(solver: str) -> str:
    """Return the version of a solver that works here; empty if it does not."""
    try:
        return tried(solver).version
    except EfgcError:
        return ""


def tried(solver: str) -> Answer:
    """Return the answer of a solver to a program with one column. Raises as the solver does."""
    from ...stages.solve.program import read_program  # For start-up time: NumPy.

    return backend(solver)(read_program(_TINY), Request(time_limit=20.0))
