"""Inside the process that may die: a source is compiled, and kept for whoever wants to see more.

It is the chain that `efgc run` goes through, with the options of `run`, so that numbers, limits and
messages are the same. The functions here are what `worker` asks for; what they return, pickle
takes.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import NamedTuple

from pipeline.chain.records import Record, Reported, ReportedGraph, ReportedProgram
from pipeline.chain.run import run as go
from pipeline.chain.steps import Step
from pipeline.files.kinds import kind, refuse_others
from pipeline.files.reading import read_source
from pipeline.files.text import Text
from pipeline.files.variations import with_numbers
from pipeline.machine.streams import silent
from pipeline.options.parameters import settings_of
from pipeline.python.keywords import TimeOver, asked
from pipeline.python.sources import text_of
from pipeline.settings import Settings
from pipeline.terminal.diagnostics import heard_by, progress
from pipeline.web.explore.archive import zipped
from pipeline.web.explore.choices import Choice, choices
from pipeline.web.explore.facts import told
from pipeline.web.explore.orders import Order
from pipeline.web.explore.settings import taken
from pipeline.web.site import Data
from schemas.parts.problems import EfgcError, InputError
from stages.isolated.sandbox import trusting
from stages.page import Gathered, document, game_page, optimum_page, states_page
from stages.parse.openspiel import is_openspiel
from stages.solve import DEFAULT, Request
from stages.solve.program import READER

NAMELESS = "game.txt"
"""How a source without a name is called."""
KEPT = 2
"""Compiled sources that are kept: the page shows the last one while the next is made."""
POSITIONS = 1_000
"""Of droid battle that its page shows: quick, and those that matter."""
OFTEN = 0.05
"""Seconds between two words about how far the work is."""
TRUSTED = (DEFAULT, READER)
"""Whose work is done here: GLPK, which keeps no threads. Where it ends this process, the order
comes again, and then nobody is trusted.
"""

Tell = Callable[[str, int, int], None]


class Page(NamedTuple):
    """A page, or sections of it."""

    content: bytes
    policy: str


@dataclass(frozen=True)
class Compiled:
    """What an order came to."""

    order: Order
    read: Text
    text: Text
    """With the numbers that were asked for."""
    settings: Settings
    steps: tuple[Step, ...]
    page: Gathered


_kept: dict[str, Compiled] = {}


def compiled(order: Order, key: str, seconds: float, watch: Tell) -> Data:
    """Return what an order comes to, as an answer tells it, and keep it under a key.

    `seconds` is how long it may take; `watch` is told which stage is under way and how far.
    """
    for old in list(_kept)[: -(KEPT - 1)]:
        del _kept[old]
    before, stages = time.perf_counter(), _Stages(watch)
    answer: Data = {}
    try:
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(trusting(*(() if order.apart else TRUSTED)))
            ended.enter_context(heard_by(stages))
            found = _compiled(order, seconds, answer)
        _kept[key] = found
        answer |= told(found.steps[-1].made) | {
            "state": "done",
            "stages": [{"name": step.name, "seconds": step.seconds} for step in found.steps],
            "sections": [
                {"name": section.name, "title": section.title} for section, _ in found.page.shown
            ],
        }
    except TimeOver as over:
        answer |= {"state": "stopped", "text": str(over)}
    except EfgcError as error:
        answer |= {"state": "failed", "problems": list(_problems(error, order))}
    return {**stages.far, **answer, "seconds": time.perf_counter() - before}


def page(key: str, only: tuple[str, ...]) -> Page | None:
    """Return the page of what is kept under a key, or sections of it; None where nothing is."""
    found = _kept.get(key)
    if found is None:
        return None
    made = document(found.page, only)
    return Page("".join(made.parts).encode("utf-8", "backslashreplace"), made.policy)


def saved(key: str) -> tuple[str, bytes] | None:
    """Return name and content of an archive of what is kept under a key; None where nothing is."""
    found = _kept.get(key)
    if found is None:
        return None
    with silent():
        return zipped(found.read, found.text, found.settings, found.order.settings, found.steps)


def chosen(key: str) -> tuple[Choice, ...] | None:
    """Return what the players do in what is kept under a key; None where nothing is."""
    found = _kept.get(key)
    return None if found is None else choices(found.steps[-1].made)


class _Stages:
    """Who is told how far the work is: what comes too often is left out."""

    def __init__(self, watch: Tell) -> None:
        self.watch, self.next = watch, 0.0
        self.far: Data = {"stage": "", "done": 0, "total": 0}

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self.far["stage"] or now >= self.next:
            self.next = now + OFTEN
            self.watch(stage, done, total)
        self.far = {"stage": stage, "done": done, "total": total}


def _compiled(order: Order, seconds: float, answer: Data) -> Compiled:
    """Go through the stages; `answer` is told what is known before they come to an end."""
    with asked("run", {**order.settings, "time_limit": seconds}) as parameters:
        # The limit is the page's, and stands in no file: a solver that overlooks it is ended.
        settings = replace(
            settings_of(**parameters),
            report_format="html",
            request=Request(),
            positions=POSITIONS,
        )
        read = _read(order)
        begin = kind(read.text)
        answer |= {"kind": begin, "takes": taken(begin)}
        refuse_others(read.text, "explore")
        text = with_numbers(read, settings)
        steps = tuple(go(text, settings))
        with progress("page"):
            shown = _page(steps[-1].made)
    return Compiled(order, read, text, settings, steps, shown)


def _read(order: Order) -> Text:
    """Return the source as if it had been read; no file is."""
    name = order.name or NAMELESS
    text = text_of(order.source, name)
    if is_openspiel(text.text):
        # With a name of its own it is none that a person typed, and may open no file.
        line = text.text.strip()
        return read_source("explore", line)._replace(name=name)
    return text._replace(file=name)


def _page(made: Record) -> Gathered:
    match made:
        case Reported():
            return game_page(made.report)
        case ReportedGraph():
            return states_page(made.report)
        case ReportedProgram():
            return optimum_page(made.report)
        case _:
            raise AssertionError("the chain ends with a report")


def _problems(error: EfgcError, order: Order) -> Iterator[Data]:
    """Yield what is wrong, as the page shows it: the source is the one that is on it."""
    if isinstance(error, InputError):
        for problem in error.problems:
            words = str(problem._replace(line=None, column=None))
            yield {"line": problem.line, "column": problem.column, "text": words}
    else:
        words = str(error).removeprefix(f"{order.name or NAMELESS}: ")
        yield {"line": None, "column": None, "text": words}
