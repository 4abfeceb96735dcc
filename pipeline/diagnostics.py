"""Messages and exit codes: the one module that prints what is wrong, and how long it takes."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TextIO

import click

from pipeline.files import silence_stdout
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
        _tell([f"<stdout>: {(error.strerror or str(error)).lower()}"])
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


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[None]:
    """Show on a terminal that something goes on, once it takes longer than PATIENCE."""
    out = stream or sys.stderr
    if out is None or not out.isatty():
        yield
        return
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(what, out, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _watch(what: str, out: TextIO, done: threading.Event) -> None:
    start = time.monotonic()
    shown = False
    while not done.wait(0.5 if shown else PATIENCE):
        shown = True
        print(f"\r{what}: {time.monotonic() - start:.0f} s", end="", file=out, flush=True)
    if shown:
        print("\r\033[K", end="", file=out, flush=True)


def _tell(lines: list[str]) -> None:
    if sys.stderr is not None:
        with suppress(OSError):  # Where a message cannot be written, the exit code must do.
            print(*lines, sep="\n", file=sys.stderr, flush=True)


def _terminated(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
