"""Messages, advice on wrong usage, and exit codes. This is the only module that prints errors and
progress.
"""

import os
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType
from typing import TextIO

import click
from click.exceptions import NoArgsIsHelpError

from ...schemas.parts.labels import one_line, printed
from ...schemas.parts.near import near
from ...schemas.parts.problems import EfgcError, InputError, TimeUp, counted, path
from ...stages.isolated.process import OURS
from ..machine.deadline import current, unmask_interrupts
from ..machine.streams import is_silent, reason, silence_stdout
from . import codes
from .events import Event, as_json, say
from .retired import retired

MAX_PROBLEMS = 50  # One screen; a longer list can be corrected from the top.
# Seconds during which further signals are ignored: a key pressed twice, or a terminal that closes.
AT_ONCE = 1.0
PATIENCE = 2.0  # Seconds before progress is shown.
EACH = 0.5  # Seconds between two redraws of it,
EVERY = 8.0  # and between two lines about it where stderr is no terminal.
WORDS = "efgc.words"
"""The key in click's `meta` for the words of the command line."""

Listener = Callable[[str, int, int], None]
"""Takes the name of the work, how much of it is done, and the total; 0 if that is unknown."""
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return the exit code. Errors are printed as one line, never as
    a traceback.
    """
    code = _guarded(command)
    say(Event.RESULT, exit_code=code)
    return code


def _guarded(command: Callable[[], object]) -> int:
    try:
        with unmask_interrupts():
            code = command()  # click returns the code of an early exit as the value.
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and not isinstance(error, NoArgsIsHelpError):
            words = error.ctx.meta.get(WORDS, ()) if error.ctx else ()
            gone = retired(words)
            said = printed(gone or advised(error.format_message()) + _long_option(error))
            error = click.UsageError(said, None if gone else error.ctx)
        if as_json():
            say(Event.PROBLEM, error.format_message(), code=codes.USAGE)
        elif sys.stderr is not None:
            with suppress(OSError):
                error.show()
        return error.exit_code
    except InputError as error:
        tell_problems(error)
        return error.exit_code
    except EfgcError as error:
        for line in error.message.split("\n"):
            say(Event.PROBLEM, line, error.source, code=codes.code_of(error))
        return error.exit_code
    except TimeUp as over:
        say(Event.PROBLEM, f"efgc: {over}", code=codes.TIME)
        return over.exit_code
    except OSError as error:  # The help text could not be written.
        silence_stdout()
        say(Event.PROBLEM, f"<stdout>: {reason(error)}", code=codes.OUTPUT)
        return 1
    except MemoryError:
        words = "out of memory; a limit such as --max-histories refuses large games earlier"
        say(Event.PROBLEM, f"efgc: {words}", code=codes.MEMORY)
        return 1
    except (KeyboardInterrupt, click.Abort):
        say(Event.PROBLEM, "efgc: interrupted", code=codes.INTERRUPTED)
        return 130


@contextmanager
def signal_handling() -> Iterator[None]:
    """Handle the signals that end programs, from here to the end of the process, unless they are
    ignored.
    """
    answer = _SignalHandler()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Missing on some systems.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # Under `nohup`.
            signal.signal(number, answer)
    sys.unraisablehook = answer.resend
    try:
        yield
    finally:
        answer.leaving = True


def tell_problems(error: InputError, code: str = "", event: Event = Event.PROBLEM) -> None:
    """Print the problems of an error that does not end the command, or of one that does. `code` is
    that of an error that was not raised.
    """
    if not as_json():
        return tell_lines(problem_lines(error))
    for problem in error.problems:
        is_remark = event == Event.REMARK
        say(
            event,
            " ".join(problem.message.split()),
            code=None if is_remark else code or codes.code_of_problem(problem, error),
            file=error.source,
            line=problem.line,
            column=problem.column,
            place=path(problem.place) or None,
        )


def tell_failed_run(name: str, message: str) -> None:
    """Log the failure of one of several runs; people get only the number of failures."""
    say(Event.PROBLEM, message=message, code=codes.FAILED_RUN, file=name)


def problem_lines(error: InputError) -> list[str]:
    """Return one line per problem, each with the name of the file."""
    name = f"{one_line(error.source)}:" if error.source else "efgc: "
    lines = []
    for problem in error.problems[:MAX_PROBLEMS]:
        space = "" if problem.line is not None or not error.source else " "
        lines.append(f"{name}{space}{' '.join(str(problem).split())}")
    if len(error.problems) > MAX_PROBLEMS:
        lines.append(f"{name} and {counted(len(error.problems) - MAX_PROBLEMS, 'more problem')}")
    return lines


def tell(name: str, refused: Sequence[EfgcError], solver: str) -> None:
    """Print on stderr which solvers were refused, and whose solution was accepted."""
    for error in refused:
        note(f"refused: {' '.join(str(error).split())}", name)
    if refused:
        note(f"solved by {solver}", name)


def running_command(*more: str) -> str:
    """Return the running command, with more words; empty if none is running. Options among these
    replace those that were given.
    """
    context = click.get_current_context(silent=True)
    if context is None or WORDS not in context.meta:
        return ""
    words = _without(context, lambda option: not set(more).isdisjoint(option.opts))
    return shlex.join(["efgc", *words, *more])


def command_for_source(command: str, names: Collection[str]) -> str:
    """Return another command with the source of the running one, and with those of its options
    whose parameters have these names; empty if a source is not all that the running one reads.
    """
    context = click.get_current_context()
    arguments = [one for one in context.command.params if isinstance(one, click.Argument)]
    # As `calls.source` declares it.
    if WORDS not in context.meta or [one.default for one in arguments] != ["-"]:
        return ""
    words = _without(context, lambda option: option.name not in names)
    return shlex.join(["efgc", command, *words[len(context.command_path.split()) - 1 :]])


def command_in_pipe(maker: str) -> str:
    """Return the running command in a pipe after another, which reads its first argument instead
    in place of `{}`; only the other one if none is running.
    """
    context = click.get_current_context(silent=True)
    if context is None:
        return maker.format("FILE")
    first = next(one for one in context.command.params if isinstance(one, click.Argument))
    source = context.params[str(first.name)]
    words = ["-" if word == source else word for word in context.meta.get(WORDS, ())]
    return f"{maker.format(shlex.quote(source))} | {shlex.join(['efgc', *words])}"


def _without(context: click.Context, is_left_out: Callable[[click.Option], bool]) -> list[str]:
    """Return the words of the running command without some of its options and their values."""
    options = [one for one in context.command.params if isinstance(one, click.Option)]
    values = {
        name: 0 if option.is_flag else option.nargs
        for option in filter(is_left_out, options)
        for name in (*option.opts, *option.secondary_opts)
    }
    left, following = [], iter(context.meta[WORDS])
    for word in following:
        name, is_joined, _ = word.partition("=")
        if name not in values:
            left.append(word)
            continue
        for _ in range(values[name] - bool(is_joined)):
            next(following, "")
    return left


def note(line: str, file: str = "") -> None:
    """Print a line, about a file if it is named, on stderr that does not end the command."""
    say(Event.REMARK, line, file)


@contextmanager
def progress_to(listener: Listener) -> Iterator[None]:
    """Report the progress of a `with` block to a listener, too, at the beginning and at
    each step.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


class Progress:
    """The progress of a long piece of work; a stage calls it as `watch`."""

    def __init__(self, what: str, unit: str = "") -> None:
        self.what, self.unit = what, unit
        """The name of the work, and of what is counted if the total is unknown."""
        self.start = time.monotonic()
        self.done = self.total = 0
        self.deadline = current()
        self.listener = _listener.get()
        self.drawn = False
        """Whether a terminal shows it."""
        self.leave: Callable[[], None] = lambda: None
        """Remove it from the terminal, for lines about the end of the work."""
        self.told = self.start
        """When it last had a line of its own."""
        if self.listener:
            self.listener(what, 0, 0)

    def __call__(self, done: int, total: int) -> None:
        """Record how much is done, and the total; 0 if that is unknown. Raises TimeUp if the time
        for the work is over.
        """
        self.done, self.total = done, total
        if self.listener:
            self.listener(self.what, done, total)
        self.deadline.look()

    def tell(self, file: str, words: str, event: Event = Event.PROGRESS, **details: object) -> None:
        """Show how far the work is, on a file if it is named: in the line on the terminal, or as an
        event.
        """
        if self.drawn:
            self.what = f"{self.what.partition(': ')[0]}: {words}"
        else:
            say(event, words if file else f"efgc: {words}", file, stage=self.what, **details)
            self.told = time.monotonic()

    def far(self) -> str:
        """Return the progress in words.

        >>> work = Progress("expand")
        >>> work(250_000, 1_000_000)
        >>> work.far()
        'expand, 250,000 of 1,000,000'
        """
        if self.total:
            return f"{self.what}, {self.done:,} of {self.total:,}"
        return f"{self.what}, {self.so_far}" if self.done else self.what

    @property
    def so_far(self) -> str:
        """How much is done, if the total is unknown."""
        return counted(self.done, self.unit) if self.unit else f"{self.done:,}"


@contextmanager
def progress(what: str, stream: TextIO | None = None, unit: str = "") -> Iterator[Progress]:
    """Show progress on a terminal once the work takes longer than PATIENCE, elsewhere in a line
    at least EVERY so many seconds, and add it to TimeUp, which is raised if no time is left.
    """
    out = stream or sys.stderr
    work = Progress(what, unit)
    ended = threading.Event()
    watcher = threading.Thread(
        target=_watch, args=(work, out, ended), name=f"{OURS}progress", daemon=True
    )
    seen = out is not None and not is_silent()
    work.drawn = seen and out.isatty() and not as_json()

    def leave() -> None:
        ended.set()
        if seen:
            watcher.join()
        work.drawn = False

    work.leave = leave
    if seen:
        watcher.start()
    say(Event.BEGIN, stage=what)
    try:
        work.deadline.look()
        yield work
    except TimeUp as over:
        over.under_way = over.under_way or work.far()
        raise
    finally:
        leave()
        say(Event.END, stage=what, seconds=round(time.monotonic() - work.start, 6))


def _watch(work: Progress, out: TextIO, ended: threading.Event) -> None:
    while not work.drawn:
        now = time.monotonic()
        if now >= work.told + EVERY:
            seconds = now - work.start
            words, total = f"{work.far()}, {seconds:.0f} s", work.total or None
            work.tell("", words, done=work.done, total=total, seconds=round(seconds, 3))
        if ended.wait(max(0.1, work.told + EVERY - now)):
            return
    if not ended.wait(PATIENCE):
        _draw(work, out, ended)


def _draw(work: Progress, out: TextIO, ended: threading.Event) -> None:
    """Redraw a line on a terminal until the work has ended, then remove it."""
    # Imported here for start-up time: it loads tqdm, which short work does not need.
    from .progress_bar import Estimate, line, seconds_in_words

    estimate = Estimate(work.start)
    limit = f" of {work.deadline.seconds:g} s" if work.deadline.seconds else ""
    plain = not (out.encoding or "").lower().startswith("utf")
    while True:
        now, done, total = time.monotonic(), work.done, work.total
        estimate.look(done, now)
        elapsed = seconds_in_words(now - work.start) + limit
        speed, left = estimate.rate(), estimate.left(total, now)
        # Ctrl-C shows as ^C behind the line, and the last column breaks it on some terminals.
        most = _columns(out) - len("^C") - 1
        words = one_line(work.what), work.so_far
        drawn = line(*words, done, total, elapsed, speed, left, most, plain)
        print(f"\r\033[K{drawn}", end="", file=out, flush=True)
        if ended.wait(EACH):
            break
    print("\r\033[K", end="", file=out, flush=True)


def _columns(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError):  # Not a terminal, or one without a size.
        return 80


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines on stderr that do not end the command."""
    for line in lines:
        note(line)


class _SignalHandler:
    """A signal handler that ends the command by an exception, so that everything is cleaned up."""

    def __init__(self) -> None:
        self.last = float("-inf")
        self.number = 0
        self.leaving = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """End the command, or its clean-up. A second signal right after the first is ignored,
        because it would interrupt the clean-up.
        """
        now = time.monotonic()
        if now < self.last + AT_ONCE:
            return
        self.last, self.number = now, number
        if self.leaving:  # Nothing would catch an exception.
            os._exit(128 + number)
        if number == signal.SIGINT:
            with suppress(OSError, AttributeError):  # Where there is no stderr.
                if sys.stderr.isatty():
                    os.write(sys.stderr.fileno(), b"\r\033[K")  # Remove the ^C.
            raise KeyboardInterrupt
        sys.exit(128 + number)

    def resend(self, what: "sys.UnraisableHookArgs") -> None:
        """Send the signal again if the exception could not be raised, such as in a callback of a
        library. The signal of TimeUp repeats by itself.
        """
        if not issubclass(what.exc_type, (KeyboardInterrupt, SystemExit, TimeUp)):
            sys.__unraisablehook__(what)
        elif self.number and not self.leaving and not issubclass(what.exc_type, TimeUp):
            self.last = float("-inf")
            again = threading.Timer(0.05, os.kill, (os.getpid(), self.number))
            again.daemon = True
            again.start()


NUMBERS = {"float": "number", "integer": "whole number"}
_NUMBER = re.compile(r"is not a valid (float|integer)(?: range)?\.")
_CHOICE = re.compile(r"""(?:'([^']*)'|"([^"]*)") is not one of (.*)""", re.DOTALL)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the sentence that ends a message of click; empty if no known word is near.

    >>> suggestion("rnu", ["run", "parse"]), suggestion("x", ["run", "parse"])
    (" Did you mean 'run'?", '')
    """
    found = near(name, known)
    return f" Did you mean {found[0]!r}?" if found else ""


def _long_option(error: click.UsageError) -> str:
    """Return the sentence that ends a message about an option with one dash too few."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return ""
    name = f"-{error.option_name}"
    known = any(name in param.opts for param in error.ctx.command.params)
    return f" Did you mean {name!r}?" if known else ""


def advised(message: str) -> str:
    """Return a message of click in plain words: about a choice with the nearest choice added, about
    a number without the name of its type.

    >>> advised("'ten' is not a valid float range."), advised("'x' is not a valid integer.")
    ("'ten' is not a number.", "'x' is not a whole number.")
    >>> advised("'gplk' is not one of 'glpk', 'highs'.")
    "'gplk' is not one of 'glpk', 'highs'. Did you mean 'glpk'?"
    """
    match = _CHOICE.search(message)
    if not match:
        return _NUMBER.sub(lambda found: f"is not a {NUMBERS[found[1]]}.", message)
    return message + suggestion(match[1] or match[2] or "", re.findall(r"'([^']*)'", match[3]))
