"""Programs that solver files describe: started without a shell, in a folder of their own, for a
limited time, and killed with their children.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from string import Template

from ....schemas.parts.labels import cut
from ....schemas.parts.near import near_file
from ....schemas.parts.problems import InputError, OptionError, Problem, SolverError, shown
from ....schemas.parts.status import Status
from ...isolated import print_error
from ...isolated.process import end_group
from ...isolated.signals import deferred_signals, hold, temporary_folder
from ..files import answer_of
from ..files.basis import with_basis
from ..interface import GRACE, OVER, Answer, Request
from ..program import FloatProgram, read_program
from ..program.contents import TOO_LARGE
from ..program.model_file import lp_model, model, named
from .description import FORMATS, Description

_LARGEST = 2**28  # The most bytes of a program's output file.
_SHOWN = 3  # The lines of a program's output in a message,
_WORDS = 200  # and the characters of each.
_OPTION = re.compile(r"[A-Za-z][\w/.+-]*", re.ASCII)


def ask_program(program: FloatProgram, request: Request, description: Description) -> Answer:
    """Return the answer of a program. Raises SolverError if it leaves no readable one, and
    OptionError if it lacks an option.
    """
    argv = list(_command_line(program, request, description))
    with temporary_folder() as place:
        # Some solvers read no direction in an `.mps`, or ignore it.
        turned = description.reads == "mps" and program.maximise and not description.maximise
        asked = program.minimised() if turned else program
        text = lp_model(asked) if description.reads == "lp" else model(asked, maximise=False)
        (place / f"p.{description.reads}").write_text("".join(text), encoding="utf-8")
        (place / "basis").touch()  # CBC writes a basis only to an existing file.
        # Only a program that knows the limit can stop by itself in time.
        grace = GRACE if description.time_limit else 0.0
        output = start(argv, place, request, grace)
        again = description.again
        if output is not None and again is not None and again.after in output:
            output = start([*argv, *again.arguments], place, request, grace)
        if output is None:
            return OVER
        if description.wrong_option and (complaint := re.search(description.wrong_option, output)):
            option = complaint[complaint.lastindex] if complaint.lastindex else None
            reason = f" has no option {shown(option)}" if option else f": {complaint[0]}"
            raise OptionError(description.name + reason)
        answer = _answer(place, output, description)
        answer = named(answer.turned() if turned else answer, program)
        version = re.search(description.version, output) if description.version else None
        return answer._replace(version=version[version.lastindex or 0] if version else "")


def start_of_command(description: Description) -> list[str]:
    """Return the words that start a program; none if it is not installed."""
    path = shutil.which(Template(description.command[0]).substitute(folder=description.folder))
    if path is not None:
        return [os.path.abspath(path)]
    if description.package and importlib.util.find_spec(description.package) is not None:
        return [sys.executable, "-m", description.package]
    return []


def missing_files(description: Description) -> Iterator[Problem]:
    """Yield remarks on a program that is not installed, and on files beside the solver file that
    are missing.
    """
    program, *others = description.command
    if not start_of_command(description):
        yield Problem(f"{shown(program)} is not installed, or not executable", ("command", 0))
    for at, word in enumerate(others, 1):
        path = Template(word).safe_substitute(folder=description.folder)
        if word.startswith("$folder/") and not os.path.exists(path):
            yield Problem(f"there is no file {path!r}{near_file(path)}", ("command", at))


def _command_line(
    program: FloatProgram, request: Request, description: Description
) -> Iterator[str]:
    seconds, options = request.time_limit, request.options
    for option, _ in options:
        if not description.options:
            raise OptionError(f"{description.name} takes no options")
        if not _OPTION.fullmatch(option):
            raise OptionError(
                f"{description.name} has no option {shown(option)}; write its name without hyphens"
            )
    limit = {"seconds": f"{seconds:f}", "whole_seconds": str(max(1, int(seconds)))}
    values = [{"name": option, "value": value} for option, value in options]
    arguments = {
        "$time_limit": _filled(description.time_limit, limit) if seconds else [],
        "$maximise": list(description.maximise) if program.maximise else [],
        "$options": [word for value in values for word in _filled(description.options, value)],
    }
    files = {
        "program": f"p.{description.reads}",
        "solution": "solution",
        "basis": "basis",
        "folder": description.folder,
    }
    yield from start_of_command(description)
    for word in description.command[1:]:
        yield from arguments[word] if word in arguments else _filled([word], files)


def _filled(words: Iterable[str], values: Mapping[str, str]) -> list[str]:
    """Return words with the values of their placeholders; those that are empty are left out."""
    return list(filter(None, (Template(word).substitute(values) for word in words)))


def _answer(place: Path, output: str, description: Description) -> Answer:
    """Return the answer in the solution that a program left, or in its output; its columns and rows
    have the names of the file.
    """
    has_file = description.mentions("solution")
    text = _read_output(place / "solution") if has_file else output
    format = FORMATS[description.writes]
    status = _status(output, description)
    if status is not None and not format.has_status:
        return Answer("", status)
    if not text:
        said = [line.strip() for line in output.splitlines() if line.strip()][-_SHOWN:]
        last = (
            f"; its last output was {', '.join(repr(cut(line, _WORDS)) for line in said)}"
            if said
            else " and no output"
        )
        raise SolverError(f"{description.name} wrote no solution{last}")
    program = read_program((place / f"p.{description.reads}").read_text(encoding="utf-8"))
    try:
        answer = answer_of(format.read(text, program), program)
    except InputError as error:
        raise SolverError(
            f"{description.name} wrote a solution that cannot be read: line {error.problems[0]}"
        ) from None
    if answer.status == Status.FAILED and status is not None:
        return Answer("", status)
    if answer.status == Status.OPTIMAL and abs(answer.objective or 0) >= TOO_LARGE:
        return Answer("", Status.UNBOUNDED)  # CBC 3 calls that optimal.
    return with_basis(answer, _read_output(place / "basis"))


def _status(output: str, description: Description) -> Status | None:
    """Return the status other than an optimum that the output of a program reports, if any."""
    output = output.casefold()
    known = description.statuses.items()
    status = next((status for text, status in known if text.casefold() in output), None)
    return None if status == Status.OPTIMAL else status


def start(argv: Sequence[str], place: Path, request: Request, grace: float = 0.0) -> str | None:
    """Run a program and return its output; None if it timed out, by more than `grace` seconds."""
    until = time.monotonic() + request.time_limit + grace if request.time_limit else float("inf")
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
        except (OSError, ValueError) as error:  # ValueError: a word contains NUL.
            let_come()
            reason = (getattr(error, "strerror", "") or str(error)).lower()
            raise SolverError(f"{argv[0]} cannot be started: {reason}") from None
        try:
            let_come()
            ended = _wait(process, log.fileno(), until, request.log)
        finally:
            with deferred_signals():
                _end(process)
    return _read_output(place / "log") if ended else None


def _read_output(path: Path) -> str:
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
