"""Find the distinct forms among the lines of a state graph, for the quick readers.

A form is the text behind a state's own name, with gaps for the names of other states; there are few
forms. The careful reader reads a sample: the text with one state for each form, whose gaps are
filled with distinct names. If these are the targets that it finds, in order, then every other state
of a form has the same meaning, except for its targets. If any condition fails, the careful reader
must read the whole text; so a quick reader never accepts a text that the careful one rejects.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from ..kernels.pieces import Pieces
from ..parts.documents import MAX_CHARACTERS, Data, Findings, read_yaml
from ..parts.problems import InputError
from ..parts.provenance import Provenance
from ..parts.states import AnyState, targets
from ..parts.texts import byte_array
from .columns import Int32s, NumberedNames
from .lines_kernel import read_lines
from .records import FORMAT

STATES = "\nstates:\n"
GAP = "\0"
"""The placeholder for the name of a state in a form."""
FORMS = 2**19
"""Maximum number of distinct forms."""
TEXT = 2**25
"""Maximum total length of the forms in bytes; unused memory is not allocated."""
_BEHIND = re.compile(r"\n(?! )")
_ONE_MOVE = re.compile(
    r':\n    actor: ("[^"\\\n]*"|[\w ./()+=-]+)\n    moves:\n {6}["A-Za-z]|(?!.*\n {6}[^ ])',
    re.DOTALL,
)
"""How the form of one move begins that may be followed by other moves, or any form of a state that
is one piece.
"""


class _Listed(Protocol):
    """A state graph of either version."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def states(self) -> Sequence[AnyState]: ...
    @property
    def start(self) -> int: ...


Graph = TypeVar("Graph", bound=_Listed)


class Scan(NamedTuple):
    """The n states of a text: p pieces of f forms. A state is one piece, or has a piece for each of
    its moves.
    """

    names: Sequence[str]
    first: Int32s
    """Shape (n + 1,): offset of the pieces of each state."""
    form: Int32s
    """Shape (p,): the number of the form of each piece, in order of first occurrence."""
    begin: Int32s
    """Shape (p + 1,): offset of the targets of each piece."""
    targets: Int32s
    """The states named in the gaps."""
    forms: Sequence[str]


def read_sample(
    text: str,
    version: int,
    read: Callable[[Findings, Data, Mapping[str, int]], Graph],
    by_move: bool,
) -> tuple[Scan, Graph, Provenance | None] | None:
    """Return the scan of a text, the graph with one state of each form only, and how it was made;
    None if the careful reader must read the text.

    With `by_move`, a state with moves on lines of their own has a piece for each of them.
    """
    begin = text.find(STATES) + len(STATES)
    if begin < len(STATES) or len(text) > MAX_CHARACTERS or not text.isascii() or text[-1] != "\n":
        return None
    behind = _BEHIND.search(text, begin - 1)
    head, tail = text[:begin], text[behind.end() :] if behind else ""
    scanned = _scan(text[begin : len(text) - len(tail)], by_move)
    if scanned is None:
        return None
    findings, forms = Findings(), scanned.forms
    gaps = [tuple(range(form.count(GAP))) for form in forms]
    names = NumberedNames(max(len(forms), *map(len, gaps)))
    try:
        if findings.mapping(read_yaml(head), ()).get("states") != "":
            return None  # The lines of the states are not those of the key `states`.
        states = "".join(map(_filled, names, forms))
        data = read_yaml(head + states + tail)
        findings.header(data, FORMAT, version)
        start, data["start"] = data.get("start"), names[0]
        graph = read(findings, data, {name: number for number, name in enumerate(names)})
    except InputError:
        return None
    if findings.problems or tuple(graph.names) != tuple(names[: len(forms)]):
        return None
    if [*map(targets, graph.states)] != gaps or start not in scanned.names:
        return None
    graph = replace(graph, names=scanned.names, start=scanned.names.index(start))  # type: ignore[type-var]
    return scanned, graph, findings.made


def _filled(name: str, form: str) -> str:
    """Return the lines of a state, its form filled with the names s0, s1 and so on."""
    first, *parts = form.split(GAP)
    return f"  {name}{first}" + "".join(map(str.__add__, NumberedNames(len(parts)), parts)) + "\n"


def _scan(text: str, by_move: bool) -> Scan | None:
    """Return the states of the lines of a mapping of states."""
    states = text.count("\n  s") + 1
    most = states + by_move * text.count("\n      ")
    own, first = np.empty(states, np.int32), np.zeros(states + 1, np.int32)
    form, begin = np.empty(most, np.int32), np.zeros(most + 1, np.int32)
    to, forms = np.empty(text.count(": s"), np.int32), np.empty(TEXT, np.uint8)
    pieces, data = Pieces(), byte_array(text)
    if read_lines(data, own, first, form, begin, to, forms, pieces, FORMS, by_move) < 0:
        return None
    ends = [0, *pieces.all()[:, 1].tolist()]
    written = forms[: ends[-1]].tobytes().decode()
    parts = [written[start:end] for start, end in pairwise(ends)]
    if by_move and not all(map(_ONE_MOVE.match, parts)):
        return None
    form, begin = form[: first[-1]], begin[: first[-1] + 1]
    to = to[: begin[-1]]
    numbered = own[-1] < states
    place = to if numbered else np.searchsorted(own, to).astype(np.int32)
    known = place.max(initial=0) < states and np.array_equal(own[place], to)
    if not known or (np.diff(own) <= 0).any():
        return None
    names = NumberedNames(states) if numbered else tuple(f"s{number}" for number in own.tolist())
    return Scan(names, first, form, begin, place, parts)
