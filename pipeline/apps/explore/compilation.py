"""Inside the sandbox process: a source is compiled, and kept for further requests.

It goes through the chain of `efgc run`, with the options of `run`, so that numbers, limits and
messages are the same. `worker` calls the functions here, so their results must be picklable. The
saved archive holds the source, the folder that `efgc run -o` writes, and the commands.
"""

import io
import shlex
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ....schemas.parts.problems import EfgcError, InputError
from ....schemas.trail import Trail
from ....stages.isolated.sandbox import run_directly
from ....stages.page import AssembledPage
from ....stages.parse.recognising import is_openspiel
from ....stages.solve import DEFAULT, Request
from ...chain.steps import Step
from ...files.kinds import kind, refuse_others, stem
from ...files.reading import read_source, with_numbers
from ...files.text import Text
from ...machine.streams import silent
from ...options.calls import settings_of
from ...python.keywords import TimeOver, call_parameters, command_words
from ...python.sources import text_of
from ...settings import Settings
from ...terminal.diagnostics import progress, progress_to
from ...ways.facts import Choice
from ...ways.folder import Folder
from ...ways.interface import way_and_report
from ...ways.run import run as go
from ..server.site import Data
from .facts import report_data
from .orders import Order, settings_for

NAMELESS = "game.txt"
"""The name of a source without a name."""
KEPT = 2
"""The number of compiled sources that are kept: the page shows the last one while the next is being
compiled.
"""
POSITIONS = 1_000
"""The number of droid battle positions in a page: fast, and the relevant ones."""
OFTEN = 0.05
"""Seconds between two progress reports."""
TRUSTED = (DEFAULT,)
"""Solvers that run in this process: GLPK, which has no threads. If one ends this process, the order
is repeated with every solver in a process of its own.
"""

Tell = Callable[[str, int, int], None]
Result = TypeVar("Result")


class Page(NamedTuple):
    """A page, or some of its sections."""

    content: bytes
    policy: str


@dataclass(frozen=True)
class Compiled:
    """A compiled source: the result of an order."""

    order: Order
    read: Text
    text: Text
    """The source with the requested numbers."""
    settings: Settings
    steps: tuple[Step, ...]
    page: AssembledPage


_kept: dict[str, Compiled] = {}


def compile_order(order: Order, key: str, seconds: float, watch: Tell) -> Data:
    """Return the result of an order, in the form of an answer, and keep it under a key.

    `seconds` is the time limit; `watch` is called with the current stage and its progress.
    """
    for old in list(_kept)[: -(KEPT - 1)]:
        del _kept[old]
    before, stages = time.perf_counter(), _Stages(watch)
    answer: Data = {}
    try:
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(run_directly(*(() if order.apart else TRUSTED)))
            ended.enter_context(progress_to(stages))
            compiled = _run_stages(order, seconds, answer)
        _kept[key] = compiled
        answer |= report_data(compiled.steps[-1]) | {
            "state": "done",
            "stages": [{"name": step.name, "seconds": step.seconds} for step in compiled.steps],
            "sections": [
                {"name": section.name, "title": section.title} for section, _ in compiled.page.shown
            ],
        }
    except TimeOver as over:
        answer |= {"state": "stopped", "text": str(over)}
    except EfgcError as error:
        answer |= {"state": "failed", "problems": list(_problems(error, order))}
    return {**stages.far, **answer, "seconds": time.perf_counter() - before}


def of_kept(key: str, work: Callable[..., Result], *arguments: Any) -> Result | None:
    """Return the result of a function for the source under a key; None if there is no such
    source.
    """
    compiled = _kept.get(key)
    return None if compiled is None else work(compiled, *arguments)


def page(compiled: Compiled, only: tuple[str, ...] = ()) -> Page:
    """Return the page of a source, or some of its sections."""
    made = compiled.page.write(only)
    return Page("".join(made.parts).encode("utf-8", "backslashreplace"), made.policy)


def choices(compiled: Compiled) -> tuple[Choice, ...]:
    """Return the players' choices in a source."""
    solved, report = way_and_report(compiled.steps[-1])
    return tuple(solved.choices(report))


class _Stages:
    """A listener that passes progress on, at a limited rate."""

    def __init__(self, watch: Tell) -> None:
        self.watch, self.next = watch, 0.0
        self.far: Data = {"stage": "", "done": 0, "total": 0}

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self.far["stage"] or now >= self.next:
            self.next = now + OFTEN
            self.watch(stage, done, total)
        self.far = {"stage": stage, "done": done, "total": total}


def _run_stages(order: Order, seconds: float, answer: Data) -> Compiled:
    """Run the stages. `answer` gets the facts that are known before they finish."""
    with call_parameters("run", {**order.settings, "time_limit": seconds}) as parameters:
        # The time limit is that of the page and appears in no file. A solver that exceeds it is
        # killed.
        settings = replace(
            settings_of(**parameters),
            report_format="html",
            request=Request(),
            positions=POSITIONS,
        )
        read = _read(order)
        begin = kind(read.text)
        answer |= {"kind": begin, "takes": settings_for(begin)}
        refuse_others(read.text, "explore")
        text = with_numbers(read, settings)
        steps = tuple(go(text, settings))
        with progress("page"):
            solved, report = way_and_report(steps[-1])
            shown = solved.content(report, "html")
    return Compiled(order, read, text, settings, steps, shown)


def _read(order: Order) -> Text:
    """Return the source as if it had been read from a file; no file is read."""
    name = order.name or NAMELESS
    text = text_of(order.source, name)
    if is_openspiel(text.text):
        # Because the name is replaced, it cannot be a name typed on the command line and may not
        # open a file.
        line = text.text.strip()
        return read_source("explore", line)._replace(name=name)
    return text._replace(file=name)


def _problems(error: EfgcError, order: Order) -> Iterator[Data]:
    """Yield the problems for the page. The source is the one shown there."""
    if isinstance(error, InputError):
        for problem in error.problems:
            words = str(problem._replace(line=None, column=None))
            yield {"line": problem.line, "column": problem.column, "text": words}
    else:
        words = str(error).removeprefix(f"{order.name or NAMELESS}: ")
        yield {"line": None, "column": None, "text": words}


COMMANDS = "commands.sh"
THE_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of each file in an archive, so that the same source gives the same bytes."""
PLAIN, EXECUTABLE = 0o100644 << 16, 0o100755 << 16


def archive(compiled: Compiled) -> tuple[str, bytes]:
    """Return the name and content of an archive of a source."""
    read, name = compiled.read, stem(compiled.text)
    settings = replace(compiled.settings, report_format="text")
    source = _file(read, name)
    content = io.BytesIO()
    with silent(), zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as zipped:
        if kind(read.text) != "openspiel":
            _add(zipped, f"{name}/{source}", read.content)
        commands = "".join(_commands(compiled, source, name)).encode()
        _add(zipped, f"{name}/{COMMANDS}", commands, EXECUTABLE)
        with tempfile.TemporaryDirectory() as folder:
            with Folder(folder, compiled.text, read, settings, "") as files:
                for step in compiled.steps:
                    files.write(step)
            for path in sorted(Path(folder).iterdir()):
                _add(zipped, f"{name}/{name}/{path.name}", path.read_bytes())
    return f"{name}.zip", content.getvalue()


def _file(read: Text, name: str) -> str:
    """Return the name of the source in the archive, or on the command line."""
    if kind(read.text) == "openspiel":
        return read.text
    return read.file if read.file not in (COMMANDS, name) else f"{name}.txt"


def _add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int = PLAIN) -> None:
    entry = zipfile.ZipInfo(name, THE_EPOCH)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode
    archive.writestr(entry, content)


def _commands(compiled: Compiled, source: str, name: str) -> Iterator[str]:
    words = command_words("run", compiled.order.settings)
    yield "#!/bin/sh\n"
    yield f"# Writes the folder {shlex.quote(name)} again.\n"
    yield "set -e\n"
    yield 'cd "$(dirname "$0")"\n'
    yield f"{shlex.join(['efgc', 'run', *words, '-o', name, '--', source])}\n"
    report = getattr(compiled.steps[-1].made, "report", None)
    trail: Trail | None = getattr(report, "trail", None)
    commands = [one.command for one in trail.artifacts if one.command] if trail else []
    if commands:
        yield "# The same stage by stage, here:\n"
        yield from (f"# {command}\n" for command in dict.fromkeys(commands))
