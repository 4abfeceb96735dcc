"""The knowledge of the map in play: player 1's square and path, and where player 2 may hide.

The possible secrets of player 2 are those consistent with the rules and player 1's observations,
whatever player 2's strategy.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....schemas.parts.events import Event, answer, outcome
from ....schemas.parts.exact import read_exact
from ....schemas.parts.squares import STEPS, Square
from ....schemas.parts.states import Choice, Draw, Look, Relocation
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.secrets import Hidden, placements, relocations
from .solved_match import SolvedMatch

Data = dict[str, Any]

START, EXIT, GOLD = "S", "D", "G"
OCCUPIED, EMPTY, UNKNOWN = "occupied", "empty", "unknown"


@dataclass(frozen=True)
class Known:
    """The current point on the state graph, and the knowledge of it."""

    state: int
    """The state of the graph, after all pending looks at the secret."""
    secret: Hidden
    """Player 2's secret."""
    possible: frozenset[Hidden]
    """The secrets that player 1 considers possible."""
    way: tuple[Square, ...]
    """Player 1's path from the start; empty without a board."""
    gold: int = 0
    """The gold that player 1 carries."""
    captured: bool = False
    met: bool = False
    """Whether player 2 is at player 1's square and has not taken its gold there."""


def knowledge(match: SolvedMatch, graph: StateGraph) -> Known | None:
    """Return the knowledge at a point of a match; None before player 2 has chosen its secret."""
    if not match.moves:
        return None
    hidden = [secret for _, secret in placements(graph)]
    first, *moves = match.moves
    found = _looked(
        graph,
        Known(
            state=graph.start,
            secret=hidden[first.action],
            possible=frozenset(hidden),
            way=_start(match),
        ),
    )
    for move in moves:
        found = _looked(graph, _after_action(graph, match.ready.rows, found, move.action))
    return found


def ending(match: SolvedMatch) -> str:
    """Return why a match on a map has ended; empty if it has not, or without a map."""
    graph, rows = match.ready.graph, match.ready.rows
    if graph is None or not rows or not match.over:
        return ""
    found = knowledge(match, graph)
    if found is None or not found.way:
        return ""
    name, (row, column) = match.ready.game.players[0], found.way[-1]
    if found.captured or found.met and capture_of(graph) == 1:
        return f"The {name} was captured."
    if rows[row][column] != EXIT:
        return f"The {name} is in a dead end: no way leads on to an exit."
    gold = f"{found.gold} gold" if found.gold else "no gold"
    return f"The {name} escaped with {gold}." if golds(rows) else f"The {name} escaped."


def capture_of(graph: StateGraph) -> Fraction | None:
    """Return the probability of capture, read from the title of a map's graph: a fight that is
    always lost has no chance node.
    """
    return read_exact(graph.title.rpartition("p = ")[2])


def golds(rows: tuple[str, ...]) -> int:
    """Return the amount of gold on a map."""
    return sum(row.count(GOLD) for row in rows)


def to_square(square: Square, label: str) -> tuple[Square, ...] | None:
    """Return the squares along a label of steps; None for another label.

    >>> to_square((1, 1), "right down"), to_square((1, 1), "fight")
    (((1, 2), (2, 2)), None)
    """
    way: list[Square] = []
    for word in label.split(" "):
        if word not in STEPS:
            return None
        down, right = STEPS[word]
        square = (square[0] + down, square[1] + right)
        way.append(square)
    return tuple(way)


def _start(match: SolvedMatch) -> tuple[Square, ...]:
    rows = match.ready.rows
    return tuple((row, line.index(START)) for row, line in enumerate(rows) if START in line)[:1]


def _after_action(graph: StateGraph, rows: tuple[str, ...], found: Known, action: int) -> Known:
    match graph.states[found.state]:
        case Choice(player, moves):
            label, to = moves[action]
            if player == 2:
                robbed = answer(label) is Event.TAKE_GOLD
                gold = 0 if robbed else found.gold
                return replace(found, state=to, gold=gold, met=not robbed)
            steps = (to_square(found.way[-1], label) if found.way else None) or ()
            gold = found.gold + sum(rows[row][column] == GOLD for row, column in steps)
            met = any(
                name in found.secret and square in steps[-1:] for name, square in graph.places
            )
            return replace(found, state=to, way=(*found.way, *steps), gold=gold, met=met)
        case Draw(moves):
            label, _, to = moves[action]
            return replace(found, state=to, captured=outcome(label) is Event.CAPTURE)
        case Relocation(_, not_to, to):
            _, secret = relocations(graph, found.secret, not_to)[action]
            return replace(
                found, state=to, secret=secret, possible=frozenset(_after(graph, found, not_to))
            )
    raise AssertionError(found.state)


def _after(graph: StateGraph, found: Known, not_to: str) -> Iterator[Hidden]:
    """Yield the possible secrets of player 2 after a relocation that player 1 does not see."""
    for secret in found.possible:
        for _, then in relocations(graph, secret, not_to):
            yield then


def _looked(graph: StateGraph, found: Known) -> Known:
    """Return the knowledge after all looks at the secret that the rules make at this state."""
    while isinstance(state := graph.states[found.state], Look):
        is_there = state.place in found.secret
        found = replace(
            found,
            state=state.occupied if is_there else state.empty,
            possible=frozenset(
                secret for secret in found.possible if (state.place in secret) == is_there
            ),
        )
    return found


def map_of(match: SolvedMatch, player: int) -> Data | None:
    """Return the map as a player knows it, or in full for player 0 and at the end; None if the game
    has no map.
    """
    graph = match.ready.graph
    if graph is None or not match.ready.rows:
        return None
    found, shown = knowledge(match, graph), match.over or not player
    is_walker = shown or player == 1
    way = found.way if found and is_walker else ()
    return {
        "rows": list(match.ready.rows),
        "at": list(way[-1]) if way else None,
        "path": [list(square) for square in way],
        "places": [
            {"name": name, "square": list(square), "known": _place(found, name, player, shown)}
            for name, square in graph.places
        ],
        "gold": found.gold if found and way else 0 if is_walker else None,
        "golds": golds(match.ready.rows),
        "hidden": graph.secret.size if graph.secret else 0,
    }


def targets(match: SolvedMatch) -> list[list[int] | None]:
    """Return for each action of the person whose turn it is the square where it ends; None if it
    ends on none.
    """
    graph = match.ready.graph
    found = knowledge(match, graph) if graph is not None else None
    if found is None or not found.way or match.waiting != 1:
        return [None] * len(match.labels)
    ways = [to_square(found.way[-1], label) for label in match.labels]
    return [list(way[-1]) if way else None for way in ways]


def _place(found: Known | None, name: str, player: int, shown: bool) -> str:
    """Return the knowledge of a place: for player 2 its content, for player 1 what the rules leave
    possible.
    """
    if found is None:
        return UNKNOWN
    if shown or player == 2:
        return OCCUPIED if name in found.secret else EMPTY
    holds = {name in secret for secret in found.possible}
    if len(holds) > 1:
        return UNKNOWN
    return OCCUPIED if holds == {True} else EMPTY
