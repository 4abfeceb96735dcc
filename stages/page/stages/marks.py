"""Which line of a file tells of what: read in each line as the record that it is, in the form that
its stage writes.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from schemas.parts.yaml_text import scalar

Mark = tuple[str, str]
"""A kind of `page.marks` and an id of it."""
Marks = tuple[Mark, ...]
"""Of one line; the first is what it is chosen for."""

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
    """What can be named in a file."""

    states: Sequence[str] = ()
    """Of the graph, in its order."""
    columns: Collection[str] = ()
    rows: Collection[str] = ()
    moves: str = ""
    """Per node of the game the letter that a Gambit file has for it: c, p or t."""


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
        # The record alone: behind the last one a file may end on the same line.
        record, _ = json.JSONDecoder().raw_decode(line, 2)
    except ValueError:
        return NONE
    key = next(iter(record), "")
    return ((_KINDS[key], str(record[key])),) if key in _KINDS else NONE


def graph_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of a state graph: behind `states:` the states in their order, each on one
    line or on several.

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
    r"""Return the marks of an .lp: those of a row on all of its lines, and that of the one column
    that a line tells of.

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
    r"""Return the marks of an .mps: a field of its lines is a row, another a column.

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
    found: list[Marks] = []
    now: tuple[tuple[str, int], ...] = ()
    for line in lines:
        words = line.split()
        if line[:1].strip():
            now = fields.get(words[0], ())
            words = []
        found.append(
            tuple(
                (kind, words[at])
                for kind, at in now
                if at < len(words) and words[at] in known[kind]
            )
        )
    return found


def tree_marks(lines: Sequence[str], names: Names) -> list[Marks]:
    r"""Return the marks of a Gambit file in which each node has a line; none where these are not
    the nodes of the game, one by one.

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
    """Return which lines of a source are the rows of its map; none where they are not found."""
    told = [line.strip() for line in lines]
    for begin in range(len(told) - len(rows) + 1 if rows else 0):
        if told[begin : begin + len(rows)] == list(rows):
            return range(begin, begin + len(rows))
    return range(0)


def in_runs(marks: Sequence[Marks]) -> dict[str, list[object]]:
    """Return the marks of lines, by kind, as a page has them: a rule, and where it begins anew.

    Behind a line and an id, `next` numbers the lines that follow in turn, and `same` repeats the
    id; an empty id ends that.

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
