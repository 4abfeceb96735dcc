"""The checker of certificates that is proved correct in Coq (`proofs/`): a program of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...schemas.parts.problems import MissingSolver, SolverError, VerificationError, shown
from ...stages.isolated.signals import temporary_folder
from ...stages.solve import Request

PROGRAM = "efgc-verified"
BUILT = Path(__file__).parents[2] / "proofs" / PROGRAM
"""Where `make -C proofs` builds it in a checkout."""


def find_program() -> str:
    """Return the path of the program: on the PATH, or in the checkout. Raises MissingSolver."""
    found = shutil.which(PROGRAM) or shutil.which(BUILT)
    if found is None:
        raise MissingSolver(
            f"{PROGRAM} is not here: build it by `make -C proofs` in a checkout of efgc, which "
            "needs Coq, OCaml and zarith; elsewhere, also put it on the PATH"
        )
    return str(Path(found).absolute())


def prove(certificate: bytes, base: bytes) -> str:
    """Return the statement on a game, or on a state graph, that a certificate proves. Raises
    VerificationError if it rejects the certificate, SolverError if the program is missing or fails.

    The program gets copies of the files in a private folder, under names of our own.
    """
    from ...stages.solve.solvers.programs import start  # NumPy and GLPK.

    program = find_program()
    with temporary_folder() as place:
        (place / "certificate").write_bytes(certificate)
        (place / "base").write_bytes(base)
        with _deep_stack():
            said = start([program, "certificate", "base"], place, Request()) or ""
    verdict, _, words = said.strip().partition(" ")
    if verdict == "rejected":
        raise VerificationError(words)
    if verdict != "proved":
        raise SolverError(f"{PROGRAM} failed; its output was {shown(said.strip() or 'no output')}")
    return words


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Raise the limit of the stack for processes that are started in a `with` block: the program is
    recursive.
    """
    try:
        import resource  # Which not every system has.
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
