"""Read a state graph of version 1 from its YAML text, with a fast and a slow reader.

`read_graph` is the slow reader: it reads the YAML data of any graph, and reports the place of every
problem.

`read_columns` is fast and reads a text in the form in which `write` leaves it, by one sample state
for all those of the same form: see `scan`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import TypeVar

from ..parts.counts import read_counts
from ..parts.documents import Data, Findings
from ..parts.labels import natural
from ..parts.problems import Place, shown
from ..parts.provenance import Provenance
from ..parts.source import read_source
from ..parts.squares import read_places, read_square
from ..parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from ..rules import read_rule
from .canonical import in_order_columns, states_in_order
from .checking import check
from .columns import StateView, graph_columns
from .graph import StateGraph
from .records import RESERVED, Secret
from .scan import read_sample


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


def read_columns(text: str) -> tuple[StateGraph, Provenance | None] | None:
    """Return the graph with a secret that the text describes, and how it was made; None if the
    slow, error-reporting reader must take over.
    """
    sample = read_sample(text, 1, read_graph, by_move=False)
    if sample is None or sample[1].secret is None:
        return None
    scanned, graph, made = sample
    columns = graph_columns(graph.states)
    columns = replace(
        columns,
        kind=columns.kind[scanned.form],
        what=columns.what[scanned.form],
        begin=scanned.begin,
        targets=scanned.targets,
        player=columns.player[scanned.form],
        sees=columns.sees[scanned.form],
        at=columns.at[scanned.form],
    )
    graph = replace(graph, states=StateView(columns))
    if in_order_columns(columns) is not columns or check(graph):
        return None
    return graph, made


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
