"""A state graph from its YAML text, in two ways.

`read_graph` is the careful reader: it reads the YAML data of any graph, with the place of every
problem.

`read_columns` is quick and reads a text that is as `write` leaves it. Lines are told apart by their
forms, which are few. The careful reader reads the head with one line of each form, and says what
they mean; and where the line that is written for that is the one that was read, so is every other
line of the form, but for the states that it names. Nothing is accepted that the careful reader
refuses: where anything is not so, it is to read the whole.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.counts import read_counts
from schemas.parts.documents import MAX_CHARACTERS, Data, Findings, read_yaml
from schemas.parts.natural import natural
from schemas.parts.problems import InputError, shown
from schemas.parts.provenance import Made
from schemas.parts.source import read_source
from schemas.parts.squares import read_places
from schemas.parts.yaml_text import WIDTH
from schemas.rules import read_rule
from schemas.state_graph.canonical import in_order_columns, states_in_order
from schemas.state_graph.checking import check
from schemas.state_graph.columns import GraphColumns, Int32s, graph_columns
from schemas.state_graph.forms import forms
from schemas.state_graph.graph import StateGraph
from schemas.state_graph.lines_kernel import read_lines
from schemas.state_graph.records import FORMAT, VERSION, Secret
from schemas.state_graph.state_reading import read_state, read_target
from schemas.state_graph.views import NumberedNames, StateView
from schemas.state_graph.writing import gap_for, state_lines

STATES = "\nstates:\n"
GAP = "\0"
"""Stands in a form where a line names a state."""
FORMS = 2**19
"""No more than so many different ones are told apart, and"""
TEXT = 2**25
"""of no more letters together; memory that is not used is not taken."""


def read_graph(found: Findings, data: Data, numbers: Mapping[str, int] | None = None) -> StateGraph:
    """Return the graph that the data tells, in canonical order; `found` takes what is wrong with
    it.

    `numbers` has the states that targets may be, by name, where the data has but
    some of them.
    """
    generated = data.get("states") == "generated"
    needed = ("rule", "states") if generated else ("start", "states")
    optional = ("source",) if generated else ("source", "counts", "secret", "rule")
    top = found.fields(data, (), ("format", "version", "title", "players", *needed), optional)
    players = _players(found, top["players"])
    title = found.text(top["title"], ("title",))
    source = read_source(found, top.get("source"), ("source",))
    secret = _secret(found, players, top["secret"]) if "secret" in top else None
    rule = read_rule(found, top["rule"], ("rule",)) if top.get("rule") is not None else None
    states = {} if generated else found.mapping(top["states"], ("states",))
    names = tuple(sorted(states, key=natural))
    own = {name: number for number, name in enumerate(names)}
    index = own if numbers is None else numbers
    if not states and not generated:
        found.add(("states",), "there is no state")
        found.stop()
    return StateGraph(
        title=title,
        source=source,
        players=players,
        secret=secret,
        names=names,
        states=states_in_order(
            tuple(
                read_state(found, index, players, ("states", name), states[name]) for name in names
            )
        ),
        start=0 if generated else read_target(found, index, ("start",), top["start"]),
        counts=None if generated else read_counts(found, top.get("counts"), ("counts",)),
        rule=rule,
    )


def _players(found: Findings, data: Data) -> tuple[str, str]:
    names = [
        found.text(name, ("players", number))
        for number, name in enumerate(found.sequence(data, ("players",)))
    ]
    if len(names) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(names)}")
        found.stop()  # Without the players nothing can be said of the states.
    return (names[0], names[1])


def _secret(found: Findings, players: tuple[str, str], data: Data) -> Secret:
    place = ("secret",)
    fields = found.fields(data, place, ("owner", "places", "count"))
    if fields["owner"] is not None and fields["owner"] != players[1]:
        found.add(
            (*place, "owner"), f"{shown(fields['owner'])} is not player 2, {shown(players[1])}"
        )
    places = read_places(found, fields["places"], (*place, "places"))
    return Secret(places, found.integer(fields["count"], (*place, "count")))


class Scan(NamedTuple):
    """What the lines of n states say, in f forms: the text behind the own name, with gaps."""

    form: Int32s
    """Shape (n,): the number of the form, in order of the first lines."""
    begin: Int32s
    """Shape (n + 1,): where the targets of each line begin."""
    targets: Int32s
    """The numbers of the states that stand in the gaps."""
    text: NDArray[np.uint8]
    """The forms, one behind the other."""
    text_begin: NDArray[np.int64]
    """Shape (f + 1,): where each begins; last the end of all."""


class NumbersOfNames(Mapping[str, int]):
    """The numbers of states by their names s0, s1 and so on.

    >>> index = NumbersOfNames(12)
    >>> index["s11"], [name in index for name in ("s12", "s01", "11", "s", "s\u0661")]
    (11, [False, False, False, False, False])
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def __getitem__(self, name: str) -> int:
        digits = name[1:] if len(name) < 12 and name[:1] == "s" and name.isascii() else ""
        if not digits.isdigit() or str(int(digits)) != digits or int(digits) >= self.size:
            raise KeyError(name)
        return int(digits)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        return iter(NumberedNames(self.size))


def read_columns(text: str) -> tuple[StateGraph, Made | None] | None:
    """Return the graph with a secret that the text describes, and how it was made; None where the
    careful reader is to say what it is.
    """
    begin = text.find(STATES) + len(STATES)
    if begin < len(STATES) or len(text) > MAX_CHARACTERS or not text.isascii() or text[-1] != "\n":
        return None
    lines, names = text.count("\n  s", begin - 1), text.count(": s", begin)
    found = _scan(np.frombuffer(text.encode(), np.uint8), begin, lines, names)
    if found is None or found.targets.max(initial=0) >= len(found.form):
        return None
    sample = _sample(text[:begin], found)
    if sample is None:
        return None
    graph, made = sample
    columns = _columns(graph_columns(graph.states), found)
    graph = replace(graph, names=NumberedNames(len(columns)), states=StateView(columns))
    if in_order_columns(columns) is not columns or check(graph):
        return None
    return graph, made


def _scan(data: NDArray[np.uint8], at: int, lines: int, names: int) -> Scan | None:
    """Return what the lines of a text from some place on say; None where one of them does not begin
    with the name that it has by its number, or where there are too many forms.

    `names` is how often a colon, a blank and an `s` stand together, at least. The text ends with a
    line.
    """
    form, begin = np.empty(lines, np.int32), np.zeros(lines + 1, np.int32)
    targets, text = np.empty(names, np.int32), np.empty(TEXT, np.uint8)
    found = np.empty((FORMS, 3), np.int64)
    forms = read_lines(data, at, form, begin, targets, text, found)
    if forms < 0:
        return None
    text_begin = np.concatenate((np.zeros(1, np.int64), found[:forms, 1]))
    return Scan(form, begin, targets[: begin[-1]], text[: text_begin[-1]], text_begin)


def _sample(head: str, scanned: Scan) -> tuple[StateGraph, Made | None] | None:
    """Return the graph with one state of each form, and how it was made, if each state stands in
    the text as it is written.
    """
    data = scanned.text.tobytes().decode()
    texts = [data[begin:end] for begin, end in pairwise(scanned.text_begin.tolist())]
    first = forms(scanned.form).first
    lines = (_filled(scanned, text, line) for text, line in zip(texts, first.tolist(), strict=True))
    found = Findings()
    try:
        read = read_yaml(head + "".join(lines))
        found.header(read, FORMAT, VERSION)
        graph = read_graph(found, read, NumbersOfNames(len(scanned.form)))
    except InputError:
        return None
    named = tuple(f"s{line}" for line in first)
    if found.problems or graph.secret is None or graph.names != named:
        return None
    gap = gap_for(NumberedNames(len(scanned.form)))
    for text, state in zip(texts, graph.states, strict=True):
        known = (state_lines(graph.players, gap, state, width) for width in (WIDTH, None))
        if f"  {GAP}{text}\n" not in [lines.replace(gap, GAP) for lines in known]:
            return None
    return graph, found.made


def _filled(scanned: Scan, text: str, line: int) -> str:
    """Return a line with the names of its states."""
    targets = scanned.targets[scanned.begin[line] : scanned.begin[line + 1]].tolist()
    names = [f"s{number}" for number in (line, *targets)]
    return "  " + "".join(map(str.__add__, names, text.split(GAP))) + "\n"


def _columns(sample: GraphColumns, scanned: Scan) -> GraphColumns:
    """Return the columns of all states; `sample` has one state of each form."""
    return replace(
        sample,
        kind=sample.kind[scanned.form],
        what=sample.what[scanned.form],
        begin=scanned.begin,
        targets=scanned.targets,
        player=sample.player[scanned.form],
        sees=sample.sees[scanned.form],
        at=sample.at[scanned.form],
    )
