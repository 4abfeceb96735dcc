"""Read a state graph from its YAML text, with a fast and a slow reader.

`read_graph` is the slow reader: it reads the YAML data of any graph, and reports the place of every
problem.

`read_columns` is fast and reads a text in the form in which `write` leaves it. It groups the lines
by form; there are few forms. The slow reader parses the head with one sample line of each form. If
writing that sample reproduces its lines exactly, every other line of a form has the same meaning,
except for the states that it names. If any condition fails, the slow reader must read the whole
text; so the fast reader never accepts a text that the slow one rejects.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..kernels.pieces import Pieces
from ..parts.counts import read_counts
from ..parts.documents import MAX_CHARACTERS, Data, Findings, read_yaml
from ..parts.labels import natural
from ..parts.problems import InputError, Place, shown
from ..parts.provenance import KEY, Provenance
from ..parts.source import read_source
from ..parts.squares import read_places, read_square
from ..parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from ..parts.yaml_text import WIDTH
from ..rules import read_rule
from .canonical import in_order_columns, states_in_order
from .checking import check
from .columns import (
    GraphColumns,
    Int32s,
    NumberedNames,
    StateView,
    forms,
    graph_columns,
)
from .graph import StateGraph
from .lines_kernel import read_lines
from .records import FORMAT, RESERVED, VERSION, Secret
from .writing import gap_for, state_lines

STATES = "\nstates:\n"
MADE = f"\n{KEY}:"
"""The beginning of the field `made`, if it is behind the states."""
GAP = "\0"
"""The placeholder for the name of a state in a form."""
FORMS = 2**19
"""Maximum number of distinct forms."""
TEXT = 2**25
"""Maximum total length of the forms in bytes; unused memory is not allocated."""


def read_comment(text: str) -> tuple[str, ...]:
    """Return the comments before the first key."""
    head = takewhile(lambda line: line.startswith("#"), text[:100_000].split("\n"))
    return tuple(line[1:].removeprefix(" ").rstrip() for line in head)


def read_graph(
    findings: Findings, data: Data, numbers: Mapping[str, int] | None = None
) -> StateGraph:
    """Return the graph in the YAML data, in canonical order; add its problems to `findings`.

    If the data have only some of the states, `numbers` has the numbers of all
    possible targets by name.
    """
    generated = data.get("states") == "generated"
    needed = ("rule", "states") if generated else ("start", "states")
    optional = ("source",) if generated else ("source", "counts", "secret", "rule")
    top = findings.fields(data, (), ("format", "version", "title", "players", *needed), optional)
    players = _players(findings, top["players"])
    title = findings.text(top["title"], ("title",))
    source = read_source(findings, top.get("source"), ("source",))
    secret = _secret(findings, players, top["secret"]) if "secret" in top else None
    rule = read_rule(findings, top["rule"], ("rule",)) if top.get("rule") is not None else None
    states = {} if generated else findings.mapping(top["states"], ("states",))
    names = tuple(sorted(states, key=natural))
    own = {name: number for number, name in enumerate(names)}
    index = own if numbers is None else numbers
    if not states and not generated:
        findings.add(("states",), "there is no state")
        findings.stop()
    return StateGraph(
        title=title,
        source=source,
        players=players,
        secret=secret,
        names=names,
        states=states_in_order(
            tuple(
                read_state(findings, index, players, ("states", name), states[name])
                for name in names
            )
        ),
        start=0 if generated else read_target(findings, index, ("start",), top["start"]),
        counts=None if generated else read_counts(findings, top.get("counts"), ("counts",)),
        rule=rule,
    )


def _players(findings: Findings, data: Data) -> tuple[str, str]:
    names = findings.each(data, ("players",), findings.text)
    if len(names) != 2:
        findings.add(("players",), f"a game here has 2 players, not {len(names)}")
        findings.stop()  # The states cannot be checked without the players.
    return (names[0], names[1])


def _secret(findings: Findings, players: tuple[str, str], data: Data) -> Secret:
    place = ("secret",)
    fields = findings.fields(data, place, ("owner", "places", "count"))
    if fields["owner"] is not None and fields["owner"] != players[1]:
        findings.add(
            (*place, "owner"), f"{shown(fields['owner'])} is not player 2, {shown(players[1])}"
        )
    places = read_places(findings, fields["places"], (*place, "places"))
    return Secret(places, findings.integer(fields["count"], (*place, "count")))


class Scan(NamedTuple):
    """The lines of n states in f forms. A form is the text behind the line's own name, with gaps
    for the names of other states.
    """

    form: Int32s
    """Shape (n,): the number of the form of each line, in order of first occurrence."""
    begin: Int32s
    """Shape (n + 1,): offset of the targets of each line."""
    targets: Int32s
    """The numbers of the states named in the gaps."""
    text: NDArray[np.uint8]
    """The forms, concatenated."""
    text_begin: NDArray[np.int64]
    """Shape (f + 1,): offset of each form; last the end of all."""


class NumbersOfNames(Mapping[str, int]):
    """A mapping from the names s0, s1 and so on to the numbers of the states.

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


def read_columns(text: str) -> tuple[StateGraph, Provenance | None] | None:
    """Return the graph with a secret that the text describes, and how it was made; None if the
    slow, error-reporting reader must take over.
    """
    begin = text.find(STATES) + len(STATES)
    if begin < len(STATES) or len(text) > MAX_CHARACTERS or not text.isascii() or text[-1] != "\n":
        return None
    end = text.rfind(MADE, begin) + 1 or len(text)
    lines, names = text.count("\n  s", begin - 1, end), text.count(": s", begin, end)
    found = _scan(np.frombuffer(text.encode(), np.uint8)[:end], begin, lines, names)
    if found is None or found.targets.max(initial=0) >= len(found.form):
        return None
    sample = _sample(text[:begin], text[end:], found)
    if sample is None:
        return None
    graph, made = sample
    columns = _columns(graph_columns(graph.states), found)
    graph = replace(graph, names=NumberedNames(len(columns)), states=StateView(columns))
    if in_order_columns(columns) is not columns or check(graph):
        return None
    return graph, made


def _scan(data: NDArray[np.uint8], at: int, lines: int, names: int) -> Scan | None:
    """Return the lines of a text from a position on; None if one of them does not begin with the
    name that belongs to its number, or if there are too many forms.

    `names` is at least the number of occurrences of `: s`, and so of targets. The text must end
    with a complete line.
    """
    form, begin = np.empty(lines, np.int32), np.zeros(lines + 1, np.int32)
    targets, text = np.empty(names, np.int32), np.empty(TEXT, np.uint8)
    pieces = Pieces()
    if read_lines(data, at, form, begin, targets, text, pieces, FORMS) < 0:
        return None
    text_begin = np.concatenate((np.zeros(1, np.int64), pieces.all()[:, 1]))
    return Scan(form, begin, targets[: begin[-1]], text[: text_begin[-1]], text_begin)


def _sample(head: str, tail: str, scanned: Scan) -> tuple[StateGraph, Provenance | None] | None:
    """Return the graph with one state of each form, and how it was made; None if writing a state
    does not reproduce its lines in the text. `head` and `tail` are the lines around the states.
    """
    data = scanned.text.tobytes().decode()
    texts = [data[begin:end] for begin, end in pairwise(scanned.text_begin.tolist())]
    first = forms(scanned.form).first
    lines = (_filled(scanned, text, line) for text, line in zip(texts, first.tolist(), strict=True))
    findings = Findings()
    try:
        read = read_yaml(f"{head}{''.join(lines)}{tail}")
        findings.header(read, FORMAT, VERSION)
        graph = read_graph(findings, read, NumbersOfNames(len(scanned.form)))
    except InputError:
        return None
    named = tuple(f"s{line}" for line in first)
    if findings.problems or graph.secret is None or graph.names != named:
        return None
    gap = gap_for(NumberedNames(len(scanned.form)))
    for text, state in zip(texts, graph.states, strict=True):
        known = (state_lines(graph.players, gap, state, width) for width in (WIDTH, None))
        if f"  {GAP}{text}\n" not in [lines.replace(gap, GAP) for lines in known]:
            return None
    return graph, findings.made


def _filled(scanned: Scan, text: str, line: int) -> str:
    """Return a line, its form filled with the names of its states."""
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


Entry = TypeVar("Entry")


def read_state(
    findings: Findings, index: Mapping[str, int], players: tuple[str, str], place: Place, data: Data
) -> State:
    """Return the state in the YAML data; `index` has the numbers of the states by name."""
    actor = data.get("actor") if isinstance(data, dict) else None
    if isinstance(data, dict) and actor is None:
        fields = findings.fields(data, place, ("payoff",))
        return Terminal(findings.exact(fields["payoff"], (*place, "payoff")))
    if actor == "chance":
        fields = findings.fields(data, place, ("actor", "moves"))
        return Draw(_chance_moves(findings, index, (*place, "moves"), fields["moves"]))
    if actor == "secret":
        fields = findings.fields(data, place, ("actor", "place", "occupied", "empty"))
        occupied, empty = (
            read_target(findings, index, (*place, key), fields[key])
            for key in ("occupied", "empty")
        )
        return Look(findings.text(fields["place"], (*place, "place")), occupied, empty)
    if actor == "joint":
        return _joint(findings, index, place, data)
    if actor == players[1] and "relocate" in data:
        return _relocation(findings, index, place, data)
    if actor in players:
        return _choice(findings, index, players.index(actor) + 1, place, data)
    fields = findings.mapping(data, place)
    if fields:
        known = ", ".join((*players, *RESERVED))
        findings.add((*place, "actor"), f"{shown(actor)} is not a known actor; known are {known}")
    return Terminal(Fraction(0))


def _chance_moves(
    findings: Findings, index: Mapping[str, int], place: Place, data: Data
) -> tuple[tuple[str, Fraction, int], ...]:
    moves = []
    for label, move in findings.mapping(data, place).items() if data is not None else ():
        fields = findings.fields(move, (*place, label), ("p", "to"))
        probability = (
            findings.exact(fields["p"], (*place, label, "p"))
            if fields["p"] is not None
            else Fraction(1)
        )
        moves.append(
            (label, probability, read_target(findings, index, (*place, label, "to"), fields["to"]))
        )
    return tuple(moves)


def _joint(
    findings: Findings, index: Mapping[str, int], place: Place, data: Data
) -> Joint | Terminal:
    fields = findings.fields(data, place, ("actor", "moves", "to"), ("reward",))
    to = _rows(
        findings,
        (*place, "to"),
        fields["to"],
        lambda target, at: read_target(findings, index, at, target),
    )
    reward = _rows(findings, (*place, "reward"), fields.get("reward"), findings.exact)
    before = len(findings.problems)
    labels = _rows(findings, (*place, "moves"), fields["moves"], findings.text)
    if isinstance(fields["moves"], list) and len(labels) != 2:
        findings.add((*place, "moves"), "two lists of labels, of player 1 and player 2")
    if fields["moves"] is None or len(findings.problems) > before:
        return Terminal(Fraction(0))  # The rest cannot be checked without the moves.
    zeros = tuple((Fraction(0),) * len(labels[1]) for _ in labels[0])
    return Joint((labels[0], labels[1]), to, reward if "reward" in fields else zeros)


def _rows(
    findings: Findings, place: Place, data: Data, read: Callable[[Data, Place], Entry]
) -> tuple[tuple[Entry, ...], ...]:
    return findings.each(data, place, lambda row, at: findings.each(row, at, read))


def _relocation(
    findings: Findings, index: Mapping[str, int], place: Place, data: Data
) -> Relocation:
    fields = findings.fields(data, place, ("actor", "relocate"), ("sees",))
    move = findings.fields(fields["relocate"], (*place, "relocate"), ("not_to", "to"))
    return Relocation(
        _read_observations(findings, place, fields),
        findings.text(move["not_to"], (*place, "relocate", "not_to")),
        read_target(findings, index, (*place, "relocate", "to"), move["to"]),
    )


def _choice(
    findings: Findings, index: Mapping[str, int], player: int, place: Place, data: Data
) -> Choice:
    fields = findings.fields(
        data, place, ("actor", "moves"), ("at",) if player == 1 else ("at", "sees")
    )
    moves = (
        findings.mapping(fields["moves"], (*place, "moves")) if fields["moves"] is not None else {}
    )
    return Choice(
        player=player,
        moves=tuple(
            (label, read_target(findings, index, (*place, "moves", label), target))
            for label, target in moves.items()
        ),
        sees=_read_observations(findings, place, fields),
        at=read_square(findings, fields["at"], (*place, "at")) if "at" in fields else None,
    )


def _read_observations(
    findings: Findings, place: Place, fields: Mapping[str, Data]
) -> tuple[str, ...]:
    return findings.each(fields.get("sees"), (*place, "sees"), findings.text)


def read_target(findings: Findings, index: Mapping[str, int], place: Place, data: Data) -> int:
    """Return the number of the state with a given name."""
    name = findings.text(data, place)
    if isinstance(data, str) and name not in index:
        findings.add(place, f"{shown(data)} is not a state")
    return index.get(name, 0)
