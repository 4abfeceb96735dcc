"""External programs: started without a shell, in a folder of their own, for a limited time, and
killed with their children.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ....schemas.parts.problems import InputError, SolverError, shown
from ...isolated import print_error
from ...isolated.process import end_group
from ...isolated.signals import deferred_signals, hold, temporary_folder
from ..files import answer_of
from ..files.reading import SolutionContents
from ..interface import GRACE, Answer, Request
from ..program import FloatProgram, read_program

_LARGEST = 2**28  # The most bytes of a program's output file.


def on_path(program: str) -> str:
    """Return the path of a program. Raises SolverError if it is not on the PATH."""
    found = shutil.which(program)
    if found is None:
        raise SolverError(f"the program {program} is not on the PATH")
    return os.path.abspath(found)


@contextmanager
def folder(model: Iterable[str]) -> Iterator[Path]:
    """Provide a private folder with the parts of a text in `p.mps`, for a `with` block."""
    with temporary_folder() as made:
        (made / "p.mps").write_text("".join(model), encoding="utf-8")
        yield made


def start(argv: Sequence[str], place: Path, request: Request) -> str | None:
    """Run a program and return its output; None if it timed out."""
    until = time.monotonic() + request.time_limit + GRACE if request.time_limit else float("inf")
    with open(place / "log", "w+b") as log:
        # A signal between the start and `try` would leave the program running.
        let_come = hold()
        try:
            process = subprocess.Popen(
                argv,
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        except OSError as error:
            let_come()
            raise SolverError(
                f"{argv[0]} cannot be started: {(error.strerror or str(error)).lower()}"
            ) from None
        try:
            let_come()
            ended = _wait(process, log.fileno(), until, request.log)
        finally:
            with deferred_signals():
                _end(process)
    return read_output(place / "log") if ended else None


def read_output(path: Path) -> str:
    """Return the text of a file that a program left, or an empty text without a file. Raises
    SolverError if the file cannot be read.
    """
    if not path.is_file():
        return ""
    if path.stat().st_size > _LARGEST:
        raise SolverError(f"the solver wrote a file of more than {_LARGEST:,} bytes")
    return path.read_text(encoding="utf-8", errors="replace")


def _wait(process: subprocess.Popen[bytes], log: int, until: float, heard: bool) -> bool:
    """Wait until the program ends or time is up; return whether it ended. If `heard`, its log is
    copied to stderr as it grows.
    """
    heard_so_far = 0
    pause = 0.005
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(pause)
        while heard and (new := os.pread(log, 2**16, heard_so_far)):
            heard_so_far += len(new)
            print_error(new.decode(errors="replace"))
        if process.returncode is not None:
            return True
        if time.monotonic() > until:
            return False
        pause = min(2 * pause, 0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and its children, which form a session of their own."""
    end_group(process.pid)
    process.wait()


def answer_file(
    who: str,
    version: str,
    place: Path,
    reader: Callable[[str, FloatProgram], SolutionContents],
    said: str,
) -> Answer:
    """Return the answer in the file `solution` that a solver left for the linear program in
    `p.mps`. Raises SolverError if there is no readable file.
    """
    left = read_output(place / "solution")
    if not left:
        last = next(
            (line.strip() for line in reversed(said.splitlines()) if line.strip()),
            "it has no output",
        )
        raise SolverError(f"{who} wrote no solution; its last output was {shown(last)}")
    program = read_program((place / "p.mps").read_text(encoding="utf-8"))
    try:
        return answer_of(reader(left, program), program)._replace(version=version)
    except InputError as error:
        raise SolverError(
            f"{who} wrote a solution that cannot be read: line {error.problems[0]}"
        ) from None
