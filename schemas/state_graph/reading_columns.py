"""From the YAML text of a large graph to its columns, where the text is as `write` leaves it.

Lines are told apart by their forms, which are few. The careful reader reads the
head with one line of each form, and says what they mean; and where the line
that is written for that is the one that was read, so is every other line of the
form, but for the states that it names. Nothing is accepted that the careful
reader refuses: where anything is not so, it is to read the whole.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.documents import MAX_CHARACTERS, Findings, read_yaml
from schemas.parts.made import Made
from schemas.parts.problems import InputError
from schemas.parts.yaml_text import WIDTH
from schemas.state_graph.canonical_columns import in_order_columns
from schemas.state_graph.checking import check
from schemas.state_graph.columns import GraphColumns, Int32s, graph_columns
from schemas.state_graph.forms import forms
from schemas.state_graph.graph import StateGraph
from schemas.state_graph.lines_kernel import read_lines
from schemas.state_graph.reading import read_graph
from schemas.state_graph.records import FORMAT, VERSION
from schemas.state_graph.views import NumberedNames, StateView
from schemas.state_graph.writing import gap_for, state_lines

STATES = "\nstates:\n"
GAP = "\0"
"""Stands in a form where a line names a state."""
FORMS = 2**19
"""No more than so many different ones are told apart, and"""
TEXT = 2**25
"""of no more letters together; memory that is not used is not taken."""


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
