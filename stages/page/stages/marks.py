"""The subjects of a file's lines: each line is parsed as a record, in the form that its stage
writes.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ....schemas.parts.yaml_text import scalar

Mark = tuple[str, str]
"""A kind of `page.marks` and an id of it."""
Marks = tuple[Mark, ...]
"""Marks of one line; the first decides whether the line is kept."""

NONE: Marks = ()
_KINDS = {  # By the first key of a line of JSON.
    "information_set": "infoset",
    "node": "node",
    "column": "column",
    "row": "row",
    "state": "state",
}
_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,8})")

_NODE = re.compile(r'[cpt] "')


class Names(NamedTuple):
    """The names that can occur in a file."""

    states: Sequence[str] = ()
    """State names, in the order of the graph."""
    columns: Collection[str] = ()
    rows: Collection[str] = ()
    moves: str = ""
    """Per node of the game its letter in a Gambit file: c, p or t."""


def json_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of a game, a table of columns or a solution: one record per line.

    >>> json_marks(['{"format": "efgc/game",\n', '  {"node": 3, "payoff": "2"},\n'], Names())
    [(), (('node', '3'),)]
    """
    return [_of_record(line) for line in lines]


def _of_record(line: str) -> Marks:
    if not line.startswith('  {"'):
        return NONE
    try:
        # Only the record: the last line may also contain the end of the file.
        record, _ = json.JSONDecoder().raw_decode(line, 2)
    except ValueError:
        return NONE
    key = next(iter(record), "")
    return ((_KINDS[key], str(record[key])),) if key in _KINDS else NONE


def graph_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of a state graph: after `states:` the states in their order, each on one
    or more lines.

    >>> graph_marks(["states:\n", "  s0: {payoff: 3}\n", "  s1:\n"], Names(states=("s0", "s1")))
    [(), (('state', 's0'),), (('state', 's1'),)]
    """
    found: list[Marks] = []
    waiting = iter(names.states)
    begun, now = False, NONE
    for line in lines:
        if begun and not line.startswith("    "):
            name = next(waiting, None)
            known = name is not None and line.startswith(
                (f"  {scalar(name)}: {{", f"  {scalar(name)}:\n")
            )
            now = (("state", name),) if known and name is not None else NONE
        found.append(now)
        begun = begun or line == "states:\n"
    return found


def program_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of an .lp: those of a row on all of its lines, and that of the single
    column on a line.

    >>> told = ["s.t.\n", "f0:\n", "+1 x0\n", "= 1\n", "bounds\n", "0 <= x0\n"]
    >>> program_marks(told, Names(columns=("x0",), rows=("f0",)))[1:3]
    [(('row', 'f0'),), (('column', 'x0'), ('row', 'f0'))]
    """
    columns, rows = frozenset(names.columns), frozenset(names.rows)
    found: list[Marks] = []
    row = ""
    for line in lines:
        words = line.split()
        if words and words[0].endswith(":") and words[0][:-1] in rows:
            row = words[0][:-1]
        elif not line.strip() or words[0].lower() in ("bounds", "end"):
            row = ""
        inside = {word for word in words if word in columns}
        column = (("column", inside.pop()),) if len(inside) == 1 else NONE
        found.append((*column, *((("row", row),) if row else ())))
    return found


def mps_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of an .mps, whose fields name rows and columns.

    >>> told = ["ROWS\n", " E  f0\n", "COLUMNS\n", "    x0  f0  1.0\n"]
    >>> mps_marks(told, Names(columns=("x0",), rows=("f0",)))
    [(), (('row', 'f0'),), (), (('column', 'x0'), ('row', 'f0'))]
    """
    fields: dict[str, tuple[tuple[str, int], ...]] = {
        "ROWS": (("row", 1),),
        "COLUMNS": (("column", 0), ("row", 1)),
        "RHS": (("row", 1),),
        "BOUNDS": (("column", 2),),
    }
    known = {"row": frozenset(names.rows), "column": frozenset(names.columns)}
    lines_marked: list[Marks] = []
    now: tuple[tuple[str, int], ...] = ()
    for line in lines:
        words = line.split()
        if line[:1].strip():
            now = fields.get(words[0], ())
            words = []
        lines_marked.append(
            tuple(
                (kind, words[at])
                for kind, at in now
                if at < len(words) and words[at] in known[kind]
            )
        )
    return lines_marked


def tree_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of a Gambit file with one node per line; none if these are not the nodes of
    the game, in order.

    >>> tree_marks(["EFG 2 R\n", 't "" 1 "" { 1, -1 }\n'], Names(moves="t"))
    [(), (('node', '0'),)]
    """
    places = [at for at, line in enumerate(lines) if _NODE.match(line)]
    letters = "".join(lines[at][0] for at in places)
    found: list[Marks] = [NONE] * len(lines)
    if names.moves.startswith(letters):
        for number, at in enumerate(places):
            found[at] = (("node", str(number)),)
    return found


def map_lines(lines: Sequence[str], rows: Sequence[str]) -> range:
    """Return the lines of a source that are the rows of its map; empty if they are not found."""
    told = [line.strip() for line in lines]
    for begin in range(len(told) - len(rows) + 1 if rows else 0):
        if told[begin : begin + len(rows)] == list(rows):
            return range(begin, begin + len(rows))
    return range(0)


def in_runs(marks: Sequence[Marks]) -> dict[str, list[object]]:
    """Return the marks of lines, by kind, run-length encoded for a page.

    A run has a line, an id, and a rule for the following lines: with `next` their ids count up,
    with `same` they repeat the id; an empty id ends the run.

    >>> in_runs([(), (("node", "3"),), (("node", "4"),), ()])
    {'node': ['next', 1, '3', 3, '']}
    """
    kinds = dict.fromkeys(kind for line in marks for kind, _ in line)
    found: dict[str, list[object]] = {}
    for kind in kinds:
        ids = [dict(line).get(kind, "") for line in marks]
        runs = {rule: [*_runs(ids, rule == "next")] for rule in ("next", "same")}
        rule = min(runs, key=lambda rule: len(runs[rule]))
        found[kind] = [rule, *(part for run in runs[rule] for part in run)]
    return found


def _runs(ids: Sequence[str], numbered: bool) -> Iterator[tuple[int, str]]:
    expected = ""
    for at, one in enumerate(ids):
        if one != expected:
            yield at, one
        expected = _after(one) if numbered else one


def _after(one: str) -> str:
    match = _NUMBERED.fullmatch(one)
    return f"{match[1]}{int(match[2]) + 1}" if match else one
