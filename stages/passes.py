"""The passes of the compiler: the stages, and the reductions within them, with what came out of
each for one source.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ..schemas.parts.exact import large
from ..schemas.parts.labels import printed
from ..schemas.parts.problems import SizeError
from ..schemas.parts.source import Source
from ..schemas.state_graph import StateGraph
from ..schemas.state_graph.histories import count_within
from .documents import Document, Format, Section, Table, in_text, plain
from .forms.reductions import REDUCTIONS as FORM_REDUCTIONS
from .parse import REDUCTIONS, RULES, parse
from .parse.observed_levels import REDUCTIONS as OBSERVED_REDUCTIONS

COUNTED = 2_000_000
"""The most work to count the histories of a state graph, in the unit of `count_within`: about a
second.
"""


class Pass(NamedTuple):
    """One pass."""

    name: str
    level: str
    """The lowest level that has it; empty for a stage."""
    source: str
    """The sources that go through it."""
    needs: str
    """What it needs of the rules."""
    keeps: str
    words: str


class Size(NamedTuple):
    """The size of what came out of a pass. A number is None if it is unknown, or if the artifact
    has nothing of that kind.
    """

    states: int | None = None
    histories: int | None = None
    """Of the tree that a state graph stands for."""
    nodes: int | None = None
    information_sets: int | None = None
    rows: int | None = None
    columns: int | None = None
    nonzeros: int | None = None
    more_than: int | None = None
    """A limit that the states exceed, if they were not all listed."""


class Passed(NamedTuple):
    """One pass of a run."""

    name: str
    size: Size
    seconds: float | None = None
    """Of a stage, with its reductions; None under SOURCE_DATE_EPOCH."""
    mebibytes: float | None = None
    """The most memory that the process had used by the end of a stage; None likewise."""


class Passes(NamedTuple):
    """All passes of a run."""

    title: str
    rows: Sequence[Passed]


_VALUE, _PLAYS = "the value", "every play"
_DEAD_ENDS, _GOLD = "a dead end pays least", "gold never harms"
PASSES = (
    Pass("parse", "", "all", "", _PLAYS, "read the source: a state graph, a game or a program"),
    *(
        Pass(
            name,
            str(one.level),
            "maps",
            ", ".join([_DEAD_ENDS] * one.worthless_dead_ends + [_GOLD] * one.gold_helps),
            _PLAYS if one.level == 1 else _VALUE,
            one.words,
        )
        for name, one in REDUCTIONS.items()
    ),
    *(
        Pass(name, str(one.level), "rules, .osposg", "", _PLAYS, one.words)
        for name, one in OBSERVED_REDUCTIONS.items()
    ),
    Pass("expand", "", "state graphs", "", _PLAYS, "list the histories, or nodes that share them"),
    Pass("lower", "", "games", "", _VALUE, "write the sequence form of one player"),
    *(Pass(name, "1", "games", "", _VALUE, one.words) for name, one in FORM_REDUCTIONS.items()),
    Pass("solve", "", "all", "", "", "find an optimum"),
    Pass("report", "", "all", "", "", "prove what the optimum says about the game"),
)


def graph_size(graph: StateGraph) -> Size:
    """Return the size of a state graph; its histories are counted if that is quick."""
    counts = count_within(graph, most=COUNTED) if graph.states else graph.counts
    return Size(len(graph.states) or None, counts.histories if counts else None)


def reduced_graphs(
    text: str, source: Source, without: Collection[str], max_states: int
) -> Iterator[tuple[str, StateGraph | None]]:
    """Yield the state graph of a map before its reductions, as `parse`, and after each with its
    name; None for a graph of too many states. Yield nothing if no reduction is used; `without` has
    those that were left out.
    """
    used = [
        name
        for name, one in REDUCTIONS.items()
        if one.level <= source.level and name not in without and RULES[source.rules].allow(name)
    ]
    for number, name in enumerate(["parse", *used] if used else []):
        level, left_out = source.level if number else 0, REDUCTIONS.keys() - used[:number]
        origin = source.sha256, source.file, source.rules
        try:
            graph = parse(text, *origin, level, max_states, left_out, counted=False)
        except SizeError:
            yield name, None
        else:
            yield name, graph


def document(passes: Passes) -> Document:
    """Return the passes of a run for people."""
    times = [row.seconds for row in passes.rows if row.seconds is not None]
    facts = [("time", f"{sum(times):.2f} s in all" if times else "not measured")]
    return Document(printed(passes.title), facts, [Section("", [table(passes.rows)])])


def table(rows: Sequence[Passed]) -> Table:
    """Return the passes of a run as a table, with the columns that have numbers."""
    columns = {
        "states": [_states(row.size) for row in rows],
        "histories or nodes": [_number(row.size.nodes or row.size.histories) for row in rows],
        "information sets": [_number(row.size.information_sets) for row in rows],
        "rows": [_number(row.size.rows) for row in rows],
        "columns": [_number(row.size.columns) for row in rows],
        "nonzeros": [_number(row.size.nonzeros) for row in rows],
        "seconds": ["" if row.seconds is None else f"{row.seconds:.2f}" for row in rows],
        "MiB": ["" if row.mebibytes is None else f"{row.mebibytes:,.0f}" for row in rows],
    }
    shown = {title: cells for title, cells in columns.items() if any(cells)}
    names = [_indented(row.name) for row in rows]
    return Table([("pass", *shown), *zip(names, *shown.values(), strict=True)])


def write_json(passes: Passes) -> Iterator[str]:
    """Yield the passes of a run as JSON; `docs/pipeline.md` lists the keys."""
    rows = [{"pass": row.name, **row.size._asdict(), **row._asdict()} for row in passes.rows]
    for row in rows:
        del row["name"], row["size"]
    head = {"format": "efgc/passes", "version": 1, "title": passes.title}
    yield json.dumps({**head, "passes": rows}, indent=1) + "\n"


def listing() -> Document:
    """Return all passes for people."""
    rows = [("pass", "from level", "of", "needs", "keeps", "what it does")]
    rows += [(_indented(one.name), *one[1:]) for one in PASSES]
    facts = [("stages", ", ".join(one.name for one in PASSES if not one.level))]
    return Document("The passes, in their order", facts, [Section("", [Table(rows)])])


def _indented(name: str) -> str:
    stages = [one.name for one in PASSES if not one.level]
    return name if name in stages else f"  {name}"


def _states(size: Size) -> str:
    return f"over {size.more_than:,}" if size.more_than else _number(size.states)


def _number(number: int | None) -> str:
    return "" if number is None else large(number)


LIKE = r"^time +(?:[\d.]+ s in all|not measured)$"
PASSES_FORMATS = {
    "text": Format("passes.txt", in_text(document), LIKE),
    "json": Format("passes.json", plain(write_json)),
}
