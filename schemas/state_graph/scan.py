"""Find the distinct forms among the lines of a state graph, for the quick readers.

A form is the text behind a state's own name, with gaps for the names of other states; there are few
forms. The careful reader reads a sample: the text with one state for each form, whose gaps are
filled with distinct names. If these are the targets that it finds, in order, then every other state
of a form has the same meaning, except for its targets. If any condition fails, the careful reader
must read the whole text; so a quick reader never accepts a text that the careful one rejects.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from ..kernels.pieces import Pieces
from ..parts.documents import MAX_CHARACTERS, Data, Findings, read_yaml
from ..parts.problems import InputError
from ..parts.provenance import Provenance
from ..parts.texts import byte_array
from .columns import Int32s, NumberedNames
from .lines_kernel import read_lines
from .records import FORMAT
from .writing import GAP

STATES = "\nstates:\n"
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


class _Named(Protocol):
    """A state graph of either version."""

    @property
    def names(self) -> Sequence[str]: ...


Graph = TypeVar("Graph", bound=_Named)


class NumbersOfNames(Mapping[str, int]):
    """A mapping from the names s0, s1 and so on to their numbers.

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


class Scan(NamedTuple):
    """The n states of a text: p pieces of f forms. A state is one piece, or has a piece for each of
    its moves.
    """

    own: Int32s
    """Shape (n,): the number in the name of each state, in increasing order."""
    first: Int32s
    """Shape (n + 1,): offset of the pieces of each state."""
    form: Int32s
    """Shape (p,): the number of the form of each piece, in order of first occurrence."""
    begin: Int32s
    """Shape (p + 1,): offset of the targets of each piece."""
    targets: Int32s
    """The states named in the gaps: the numbers in their names."""
    forms: list[str]
    head: str
    """The text before the states."""
    tail: str
    """The text behind the states."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the states."""
        if self.own[-1] < len(self.own):
            return NumberedNames(len(self.own))
        return tuple(f"s{number}" for number in self.own.tolist())

    def states(self, numbers: Int32s) -> Int32s | None:
        """Return the states with these numbers in their names; None if one of them is missing."""
        if self.own[-1] < len(self.own):
            return numbers if numbers.max(initial=0) < len(self.own) else None
        states = np.searchsorted(self.own, numbers).astype(np.int32)
        known = states < len(self.own)
        return states if known.all() and np.array_equal(self.own[states], numbers) else None


def scan(text: str, by_move: bool) -> Scan | None:
    """Return the states of a text, with a piece for each move if `by_move`; None if the careful
    reader must read the text.
    """
    begin = text.find(STATES) + len(STATES)
    if begin < len(STATES) or len(text) > MAX_CHARACTERS or not text.isascii() or text[-1] != "\n":
        return None
    behind = _BEHIND.search(text, begin - 1)
    end = behind.end() if behind else len(text)
    states = text.count("\n  s", begin - 1, end)
    most = states + by_move * text.count("\n      ", begin, end)
    own, first = np.empty(states, np.int32), np.zeros(states + 1, np.int32)
    form, offsets = np.empty(most, np.int32), np.zeros(most + 1, np.int32)
    targets, forms = np.empty(text.count(": s", begin, end), np.int32), np.empty(TEXT, np.uint8)
    pieces = Pieces()
    data = byte_array(text[begin:end])
    if (
        read_lines(data, own, first, form, offsets, targets, forms, pieces, FORMS, by_move) <= 0
        or (np.diff(own) <= 0).any()
    ):
        return None
    size, ends = first[-1], [0, *pieces.all()[:, 1].tolist()]
    written = forms[: ends[-1]].tobytes().decode()
    texts = [written[begin:end] for begin, end in pairwise(ends)]
    if by_move and not all(map(_ONE_MOVE.match, texts)):
        return None
    return Scan(
        own=own,
        first=first,
        form=form[:size],
        begin=offsets[: size + 1],
        targets=targets[: offsets[size]],
        forms=texts,
        head=text[:begin],
        tail=text[end:],
    )


def read_sample(
    scanned: Scan, version: int, read: Callable[[Findings, Data, Mapping[str, int]], Graph]
) -> tuple[Graph, Provenance | None] | None:
    """Return the graph with one state of each form, and how it was made; None if the careful reader
    must read the whole text.
    """
    findings = Findings()
    try:
        if findings.mapping(read_yaml(scanned.head), ()).get("states") != "":
            return None  # The lines of the states are not those of the key `states`.
        states = "".join(_filled(number, form) for number, form in enumerate(scanned.forms))
        data = read_yaml(scanned.head + states + scanned.tail)
        findings.header(data, FORMAT, version)
        graph = read(findings, data, NumbersOfNames(2**31))
    except InputError:
        return None
    if findings.problems or tuple(graph.names) != tuple(NumberedNames(len(scanned.forms))):
        return None
    return graph, findings.made


def _filled(number: int, form: str) -> str:
    """Return the lines of a state, its form filled with the names s0, s1 and so on."""
    parts = form.split(GAP)
    names = (f"s{number}", *(f"s{gap}" for gap in range(len(parts) - 1)))
    return "  " + "".join(map(str.__add__, names, parts)) + "\n"


def are_gaps(scanned: Scan, begin: Int32s, targets: Int32s) -> bool:
    """Return whether the targets of the sample, with their offsets, are those in its gaps."""
    gaps = [form.count(GAP) for form in scanned.forms]
    expected = [gap for count in gaps for gap in range(count)]
    return np.diff(begin).tolist() == gaps and targets.tolist() == expected
