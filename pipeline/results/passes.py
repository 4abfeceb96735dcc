"""The passes that a source goes through, with the size of what came out of each."""

import os
from collections.abc import Iterator
from dataclasses import replace

from ...schemas.game import Game
from ...schemas.state_graph import ObservationGraph, StateGraph
from ...schemas.state_graph.counting import count_histories
from ...stages.documents import table as table_lines
from ...stages.isolated.memory import peak_memory
from ...stages.parse.observed_levels import REDUCTIONS as OBSERVED_REDUCTIONS
from ...stages.passes import Passed, Passes, Size, graph_size, reduced_graphs, table
from ..chain.records import Lowered, Record, SolvedProgram
from ..chain.steps import Step
from ..files.kinds import kind
from ..files.sources import parse_source
from ..files.text import Text
from ..machine.memory import STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import progress, tell_lines
from ..terminal.events import as_json
from ..ways.run import run


class Recorder:
    """Records the stages of a run, without their reductions."""

    def __init__(self) -> None:
        self.rows: list[Passed] = []

    def add(self, step: Step) -> None:
        """Record a stage; its artifact is not kept."""
        if not step.is_last:
            return
        row = Passed(step.name, size_of(step.made))
        if "SOURCE_DATE_EPOCH" not in os.environ:
            row = row._replace(seconds=step.seconds, mebibytes=peak_memory())
        self.rows.append(row)

    def tell(self) -> None:
        """Print the table of the stages on stderr; the log as JSON has its own lines for them."""
        if not as_json():
            tell_lines(line.rstrip("\n") for line in table_lines(table(self.rows).rows))


def passes_of(source: Text, settings: Settings) -> Passes:
    """Return the passes of a run up to the report, with the reductions of each stage. A state graph
    with only a part of its reductions is made for that, after the run.
    """
    recorder = Recorder()
    reductions: dict[str, list[Passed]] = {}
    title, parsed = "", None
    for step in run(source, settings):
        recorder.add(step)
        if step.name == "parse":
            parsed, title = step.made, getattr(step.made, "title", source.name)
        elif isinstance(step.made, Lowered):
            reductions["lower"] = [*_of_program(step.made)]
    with progress("passes"):
        if isinstance(parsed, StateGraph):
            reductions["parse"] = [*_of_map(source, parsed, settings)]
        elif isinstance(parsed, ObservationGraph):
            reductions["parse"] = [*_of_rules(source, parsed, settings)]
    return Passes(title, [*_with_reductions(recorder.rows, reductions)])


def _with_reductions(rows: list[Passed], reductions: dict[str, list[Passed]]) -> Iterator[Passed]:
    for row in rows:
        first, *others = reductions.get(row.name) or [row]
        yield row._replace(size=first.size)
        yield from others


def size_of(made: Record) -> Size:
    """Return the size of what a stage made."""
    match made:
        case StateGraph():
            return graph_size(made)
        case ObservationGraph():
            endless = made.limit is not None
            return Size(len(made.names), None if endless else count_histories(made))
        case Game():
            return Size(nodes=len(made.nodes), information_sets=len(made.information_sets))
        case Lowered():
            return Size(**made.program.size._asdict())
        case SolvedProgram():
            return Size(**made.solution.size._asdict())
        case _:
            return Size()


def _of_program(made: Lowered) -> Iterator[Passed]:
    """Yield the size of a program before its reductions, and after each."""
    for name, size in made.forms.sizes(made.program.player, made.without):
        yield Passed(name, Size(**size._asdict()))


def _of_map(source: Text, graph: StateGraph, settings: Settings) -> Iterator[Passed]:
    """Yield the size of the state graph of a map before its reductions, and after each; nothing for
    a graph of another source, or without reductions.
    """
    if kind(source.text) != "map" or graph.source is None:
        return
    most = affordable(settings.max_states, STATE)
    for name, part in reduced_graphs(source.text, graph.source, settings.without, most):
        yield Passed(name, graph_size(part) if part else Size(more_than=most))


def _of_rules(source: Text, graph: ObservationGraph, settings: Settings) -> Iterator[Passed]:
    """Yield the size of the state graph of rules before its reductions, and after each; nothing for
    a graph without reductions.
    """
    level = graph.source.level if graph.source else 0
    if not level or kind(source.text) == "state-graph":
        return
    whole = parse_source(
        source, kind(source.text), replace(settings, level=0), lambda done, total: None
    )
    assert isinstance(whole, ObservationGraph)
    yield Passed("", size_of(whole))
    for name, reduction in OBSERVED_REDUCTIONS.items():
        if reduction.level <= level:
            whole = reduction.reduce(whole)
            yield Passed(name, size_of(whole))
