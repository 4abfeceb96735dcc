"""Runs of a student's program: its command, its input, and its limits."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from tempfile import TemporaryFile
from typing import IO

from .....schemas.parts.install_commands import NAME, ROOT, import_folder
from .....schemas.parts.labels import cut, one_line
from .....schemas.parts.limits import bytes_in_words
from .....stages.isolated import Overdue
from .....stages.isolated.signals import deferred_signals
from .....stages.parse.program_output import FRAME
from ....engines.local import IsolatedJob
from .guard import PATIENCE, kill_below
from .restrictions import PACKAGES, adopt_orphans

MOST_BYTES = 500_000_000  # Output limit of a program: more than any tree that is graded.
MOST_MEMORY = 4 * 2**30  # Bytes.
MOST_PROCESSES = 64
SPARE = 60.0  # Seconds beyond its limit after which the waiting process is killed, too.
GUARD = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from efgc.pipeline.apps.course.programs.guard import main; main()"
)
WORDS = 200  # Characters of its last line shown.
TRACEBACK = 50_000  # Bytes at the end of its error output that are searched for its own lines.
OURS = (sys.executable,)
"""The command of our interpreter."""


USED = "used"
STAND_IN = f"""#!{sys.executable}
# Takes the place of efgc while a hand-in runs.
import pathlib, sys
pathlib.Path(__file__).with_name("{USED}").touch()
sys.exit("a hand-in may not use efgc")
"""
"""A module and a command by the name of efgc, which leave the file USED beside them."""
REFUSED = re.compile(
    rf"PermissionError.*{re.escape(os.path.join(ROOT, ''))}({'|'.join(PACKAGES)})\b".encode()
)
"""The error of a program that finds efgc itself: its guard forbids to read it."""


@dataclass(frozen=True)
class RunOutcome:
    """The outcome of a run of a program."""

    output: str = ""
    reason: str = ""
    """Why there is no valid output; empty if the program ended normally."""
    limit: str = ""
    """The limit that the program exceeded: seconds, bytes or processes; empty for none."""
    attempts: tuple[str, ...] = ()
    """Its attempts to change what is not its own, which were refused."""
    uses_efgc: bool = False
    """Whether it tried to call or import efgc, which was refused."""


@dataclass(frozen=True)
class StudentProgram:
    """A program with its arguments and stdin."""

    command: tuple[str, ...]
    text: str
    seconds: float
    among: int = 1
    """The number of programs run at once, which share the free memory."""
    folder: str = "."
    """The working directory."""
    memory: int = MOST_MEMORY
    """The most bytes of memory of the program and all that it starts."""
    home: str = ""
    """The folder for its temporary files; empty for the usual one."""
    own: str = ""
    """The folder that it can change, where the system can forbid the rest; empty for no limits."""

    def run(self) -> RunOutcome:
        """Run the program and return the outcome, also of a failure."""
        job = IsolatedJob("the program", self._run, self.seconds + SPARE, self.among)
        done = job()
        if done.error is not None:
            return RunOutcome(
                reason=str(done.error), limit="seconds" if isinstance(done.error, Overdue) else ""
            )
        ran: RunOutcome = done.result
        return ran

    def _run(self) -> RunOutcome:
        """Run the program from an isolated process, whose memory limit it inherits."""
        _limit_files()
        adopt_orphans()  # For a program that kills its guard.
        # Nameless files, so that none is left behind even if this process is killed.
        with (
            TemporaryFile(dir=self.home or None) as given,  # It may be opened as /dev/stdin.
            TemporaryFile() as out,
            TemporaryFile() as words,
            TemporaryFile() as report,
        ):
            given.write(self.text.encode())
            given.seek(0)
            ending, *attempts = _report(self, given, out, words, report).split("\n")
            return replace(
                _outcome(self, ending, out, words),
                attempts=tuple(attempts),
                uses_efgc=os.path.exists(os.path.join(self._stand_in, USED))
                or REFUSED.search(_tail(words)) is not None,
            )

    @property
    def _stand_in(self) -> str:
        """The folder of the STAND_IN of a program with limits."""
        return os.path.join(self.own, "stand-in")

    def environment(self) -> dict[str, str]:
        """Return the environment in which it runs."""
        # Do not write bytecode into the hand-in's folder.
        made = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
        if self.home:
            made |= dict.fromkeys(("HOME", "TMPDIR", "TMP", "TEMP"), self.home)
        if self.own:
            os.makedirs(self._stand_in, exist_ok=True)
            for name, mode in ((NAME, 0o755), (f"{NAME}.py", 0o644)):
                path = os.path.join(self._stand_in, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(STAND_IN)
                os.chmod(path, mode)
            for name in ("PATH", "PYTHONPATH"):
                others = made.get(name, os.defpath if name == "PATH" else "")
                made[name] = os.pathsep.join(filter(None, (self._stand_in, others)))
        return made


def run_python(
    file: str, text: str, seconds: float, among: int, memory: int = MOST_MEMORY, *python: str
) -> RunOutcome:
    """Run a Python program in its own folder, by our Python unless a command is given, and return
    the outcome.
    """
    if not os.path.isfile(file):
        return RunOutcome(reason=f"there is no {os.path.basename(file)}")
    folder = os.path.dirname(os.path.abspath(file))
    command = (*(python or OURS), os.path.abspath(file))
    return StudentProgram(command, text, seconds, among, folder, memory).run()


def repeat_command(command: str, rules: str, board: str, handin: str = "") -> str:
    """Return the command that grades a program on a map, given as text; without a hand-in, the
    program in the current folder.
    """
    words = ["efgc", "grade", *filter(None, [handin]), "--program", command]
    return f"{shlex.join([*words, '--rules', rules, '--map', '-'])} <<'END'\n{board}END"


def _outcome(program: StudentProgram, ending: str, out: IO[bytes], words: IO[bytes]) -> RunOutcome:
    kind, _, number = ending.partition(" ")
    if kind == "limit":
        return RunOutcome(reason=_excess(number, program), limit=number)
    if os.fstat(out.fileno()).st_size >= MOST_BYTES:
        return RunOutcome(reason=f"wrote more than {MOST_BYTES:,} bytes")
    if ending != "exit 0":
        return RunOutcome(reason=_death(kind, number, words, program.folder))
    out.seek(0)
    return RunOutcome(out.read().decode("utf-8", errors="replace"))


def _report(
    job: StudentProgram, given: IO[bytes], out: IO[bytes], words: IO[bytes], report: IO[bytes]
) -> str:
    """Return the report of the guard that runs a program; afterwards none of its processes is
    left.
    """
    limits = (job.seconds, job.memory, MOST_PROCESSES, report.fileno(), job.own)
    command = [sys.executable, "-I", "-S", "-c", GUARD, str(import_folder())]
    command += [*map(str, limits), *job.command]
    try:
        with deferred_signals():
            guard = subprocess.Popen(
                command,
                stdin=given,
                stdout=out,
                stderr=words,
                cwd=job.folder,
                env=job.environment(),
                start_new_session=True,
                pass_fds=(report.fileno(),),
            )
    except OSError as error:  # Such as a folder that an earlier run removed.
        return f"missing {error.strerror}"
    try:
        guard.wait(job.seconds + 2 * PATIENCE)
    except subprocess.TimeoutExpired:
        return "limit seconds"
    finally:
        with suppress(OSError):
            os.killpg(guard.pid, signal.SIGKILL)
        guard.wait()
        if guard.returncode:
            kill_below(os.getpid())
    report.seek(0)
    return report.read().decode() or f"signal {-guard.returncode}"


def _excess(limit: str, job: StudentProgram) -> str:
    match limit:
        case "seconds":
            return f"took longer than {job.seconds:g} s"
        case "bytes":
            return f"needs more than {bytes_in_words(job.memory)} of memory"
    return f"started more than {MOST_PROCESSES} processes"


def _limit_files() -> None:
    """Limit the size of files to MOST_BYTES, if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Not available on every system.

        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, hard))


def _tail(words: IO[bytes]) -> bytes:
    """Return the end of the error output."""
    words.seek(max(0, os.fstat(words.fileno()).st_size - TRACEBACK))
    return words.read()


def _death(kind: str, number: str, words: IO[bytes], folder: str) -> str:
    """Return a description of how a program ended, with the last line of its error output, and the
    last line of its own files in a traceback there.
    """
    if kind == "missing":
        return f"cannot be started: {number.lower()}"
    lines = _tail(words).decode("utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    how = f"exit code {number}"
    if kind == "signal":
        with suppress(ValueError):
            how = signal.Signals(int(number)).name
    said = f": {cut(one_line(last), WORDS)}" if last else ""
    return f"ended with {how}{said}{_own_line(lines, folder)}"


def _own_line(lines: Sequence[str], folder: str) -> str:
    """Return the place of the last call in a traceback that is in a file of a folder, with its
    code, in parentheses; empty if there is none.
    """
    own = os.path.realpath(folder)
    for line, below in zip(reversed(lines[:-1]), reversed(lines[1:]), strict=True):
        frame = FRAME.match(line)
        path = os.path.realpath(os.path.join(own, frame[1])) if frame else ""
        if frame and path.startswith(os.path.join(own, "")) and os.path.isfile(path):
            code = f": {cut(one_line(below.strip()), WORDS)}" if below.startswith("    ") else ""
            return f" ({one_line(os.path.relpath(path, own))}, line {frame[2]}{code})"
    return ""
