"""Messages and exit codes: the one module that prints what is wrong, and how long it takes."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TextIO

import click

from pipeline.files import reason, silence_stdout
from schemas.problems import EfgcError, InputError

MAX_PROBLEMS = 50  # One screen; who has more to mend begins with these.
PATIENCE = 2.0  # Seconds before a person is told that something goes on.


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return the exit code; what goes wrong is one line, never a traceback."""
    signal.signal(signal.SIGTERM, _terminated)
    try:
        code = command()  # click hands the code of an early exit back as the value.
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as error:
        if sys.stderr is not None:
            with suppress(OSError):
                error.show()
        return error.exit_code
    except InputError as error:
        _tell(problem_lines(error))
        return error.exit_code
    except EfgcError as error:
        _tell([str(error)])
        return error.exit_code
    except OSError as error:  # The help text could not be written.
        silence_stdout()
        _tell([f"<stdout>: {reason(error)}"])
        return 1
    except MemoryError:
        _tell(["efgc: out of memory; a limit such as --max-histories refuses what is too large"])
        return 1
    except (KeyboardInterrupt, click.Abort):
        _tell(["efgc: interrupted"])
        return 130


def problem_lines(error: InputError) -> list[str]:
    """Return one line per problem, each with the name of the file."""
    name = f"{error.source}:" if error.source else "efgc: "
    lines = []
    for problem in error.problems[:MAX_PROBLEMS]:
        space = "" if problem.line is not None or not error.source else " "
        lines.append(f"{name}{space}{' '.join(str(problem).split())}")
    if len(error.problems) > MAX_PROBLEMS:
        lines.append(f"{name} and {len(error.problems) - MAX_PROBLEMS:,} more problems")
    return lines


def tell(name: str, refused: Sequence[EfgcError], answered: str) -> None:
    """Say on stderr which solvers were asked in vain, and who answered in the end."""
    if refused:
        _tell([*(f"{name}: refused: {' '.join(str(error).split())}" for error in refused), f"{name}: answered by {answered}"])


def note(line: str) -> None:
    """Say something on stderr that ends nothing."""
    _tell([line])


class Progress:
    """What a long piece of work has done so far; a stage calls it as `watch`."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.start = time.monotonic()
        self.done = self.total = 0

    def __call__(self, done: int, total: int) -> None:
        """Note how much is done, of how much; 0 where nobody can tell."""
        self.done, self.total = done, total

    def line(self) -> str:
        """Return the state of the work in one line.

        >>> work = Progress("expand")
        >>> work.start -= 10
        >>> work(250_000, 1_000_000)
        >>> work.line()
        'expand: 250,000 of 1,000,000, 25,000 per second, 10 s, about 30 s left'
        """
        seconds = time.monotonic() - self.start
        done = f" {self.done:,}" if self.done else ""
        left = ""
        if self.done and self.total:
            done += f" of {self.total:,}, {self.done / seconds:,.0f} per second"
            left = f", about {seconds * (self.total / self.done - 1):.0f} s left"
        return f"{self.what}:{done}{',' if done else ''} {seconds:.0f} s{left}"


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[Progress]:
    """Show on a terminal that something goes on, once it takes longer than PATIENCE."""
    out = stream or sys.stderr
    work = Progress(what)
    if out is None or not out.isatty():
        yield work
        return
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(work, out, ended), daemon=True)
    watcher.start()
    try:
        yield work
    finally:
        ended.set()
        watcher.join()


def _watch(work: Progress, out: TextIO, ended: threading.Event) -> None:
    shown = False
    while not ended.wait(0.5 if shown else PATIENCE):
        shown = True
        print(f"\r\033[K{work.line()}", end="", file=out, flush=True)
    if shown:
        print("\r\033[K", end="", file=out, flush=True)


def _tell(lines: list[str]) -> None:
    if sys.stderr is not None:
        with suppress(OSError):  # Where a message cannot be written, the exit code must do.
            print(*lines, sep="\n", file=sys.stderr, flush=True)


def _terminated(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
