"""A student's program, run in a separate process with limits."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from pipeline.engines.local import IsolatedJob
from stages.isolated.signals import deferred_signals


def program(handin: str, name: str) -> str:
    """Return the path of a hand-in's program: in its folder, or next to its file."""
    return os.path.join(handin if os.path.isdir(handin) else os.path.dirname(handin), name)


MOST_BYTES = 500_000_000  # Output limit of a program: more than any tree that is graded.
SPARE = 60.0  # Seconds beyond its limit after which the waiting process is killed, too.
GUARD = Path(__file__).with_name("guard.py")
WORDS = 200  # Characters of its last line shown.


@dataclass(frozen=True)
class RunOutcome:
    """The outcome of a run of a program."""

    output: str = ""
    reason: str = ""
    """Why there is no valid output; empty if the program ended normally."""


@dataclass(frozen=True)
class Program:
    """A Python program with its arguments and stdin."""

    file: str
    arguments: tuple[str, ...]
    text: str
    seconds: float
    among: int = 1
    """The number of programs run at once, which share the free memory."""
    folder: str = ""
    """The working directory; the program's folder if empty."""

    def run(self) -> RunOutcome:
        """Run the program and return the outcome, also of a failure."""
        if not os.path.isfile(self.file):
            return RunOutcome(reason=f"there is no {os.path.basename(self.file)}")
        done = IsolatedJob("the program", _Run(self), self.seconds + SPARE, self.among)()
        ran: RunOutcome = (
            RunOutcome(reason=str(done.error)) if done.error is not None else done.result
        )
        return ran


class _Run(NamedTuple):
    """A job that runs the program from an isolated process, whose memory limit the program
    inherits.
    """

    program: Program

    def __call__(self) -> RunOutcome:
        asked = self.program
        _limit_files()
        # Nameless files, so that none is left behind even if this process is killed.
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as words:
            given.write(asked.text.encode())
            given.seek(0)
            code = _exit_code(asked, given, out, words)
            if code is None:
                return RunOutcome(reason=f"took longer than {asked.seconds:g} s")
            if os.fstat(out.fileno()).st_size >= MOST_BYTES:
                return RunOutcome(reason=f"wrote more than {MOST_BYTES:,} bytes")
            if code:
                return RunOutcome(reason=_death(code, words))
            out.seek(0)
            return RunOutcome(out.read().decode("utf-8", errors="replace"))


def _exit_code(job: Program, given: IO[bytes], out: IO[bytes], words: IO[bytes]) -> int | None:
    """Return the exit code of a program, None on timeout. Its children are killed."""
    command = [sys.executable, str(GUARD), os.path.abspath(job.file), *job.arguments]
    # Do not write bytecode into the hand-in's folder.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    with deferred_signals():
        process = subprocess.Popen(
            command,
            stdin=given,
            stdout=out,
            stderr=words,
            cwd=job.folder or os.path.dirname(os.path.abspath(job.file)),
            env=environment,
            start_new_session=True,
        )
    try:
        return process.wait(job.seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:  # Windows has no process groups to kill.
                process.kill()
        process.wait()


def _limit_files() -> None:
    """Limit the size of files to MOST_BYTES, if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Not available on every system.

        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, hard))


def _death(code: int, words: IO[bytes]) -> str:
    """Return a description of how a program ended, with the last line that it printed."""
    words.seek(max(0, os.fstat(words.fileno()).st_size - 4 * WORDS))
    lines = words.read().decode("utf-8", errors="replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    how = f"exit code {code}"
    if code < 0:
        with suppress(ValueError):
            how = signal.Signals(-code).name
    return f"ended with {how}" + (f": {said[:WORDS]}" if said else "")
