"""State graphs and games as one form that the comparison walks over: at every state or node a
heading, which says all that happens there, and the states or nodes behind it.

Equal headings of both sides have the same number, so that most places are compared at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.game.columns import Kind as NodeKind
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief
from ...schemas.parts.states import AnyState, Choice, Joint, Look, Relocation, Terminal, Turn
from ...schemas.parts.states import Move as StateMove
from ...schemas.parts.states import moves as moves_of
from ...schemas.state_graph import StateGraph

Numbers = NDArray[np.int64]
CHANCE, END, SECRET = "chance", "the end of play", "the secret"
"""Whose turn it is, beside the names of the players."""
NOBODY = (CHANCE, END, SECRET)
SHOWN = 6
"""The most labels that describe a place."""


class Way(NamedTuple):
    """A move or an outcome at a place."""

    label: str
    probability: Fraction | None = None
    reward: Fraction = Fraction(0)
    sees: tuple[str | None, str | None] | None = None
    """As in `schemas.parts.states.Move`."""


class Heading(NamedTuple):
    """All that happens at a place."""

    turn: str
    """The player who moves, or one of the words above."""
    sees: tuple[str, ...] = ()
    """The player's observations since its last move."""
    ways: tuple[Way, ...] = ()
    payoff: Fraction | None = None
    """Only at the end of play."""

    def words(self) -> str:
        """Return whose turn it is and the labels, or the payoff."""
        if self.payoff is not None:
            return f"{self.turn} with payoff {brief(self.payoff)}"
        labels = [way.label for way in self.ways[:SHOWN]]
        more = ", ..." if len(self.ways) > SHOWN else ""
        return f"{self.turn} ({', '.join(labels)}{more})"


class Headings:
    """The distinct headings of both sides, numbered."""

    def __init__(self) -> None:
        self.known: list[Heading] = []
        self._numbers: dict[Heading, int] = {}

    def number(self, heading: Heading) -> int:
        """Return the number of a heading; a new one is added."""
        found = self._numbers.setdefault(heading, len(self.known))
        if found == len(self.known):
            self.known.append(heading)
        return found


class Behind(NamedTuple):
    """What happens at some places, and the places behind them."""

    heading: Numbers
    """Per place the number of its heading."""
    begin: Numbers
    """Per place the offset of its first child; one more at the end."""
    children: Numbers


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One side of the comparison."""

    headings: Headings
    start: int
    behind: Behind
    """Of all places."""
    unit: str
    """What the places are, in the plural."""
    infosets: Numbers | None = None
    """Per place its information set, -1 for none; None for a state graph."""
    squares: NDArray[np.int16] | None = None
    """Per place row and column of its square on the map, -1 for none; None for a game."""

    def at(self, places: Numbers) -> Behind:
        """Return what happens at some places."""
        begin, sizes = self.behind.begin[places], np.diff(self.behind.begin)[places]
        ends = np.cumsum(sizes)
        edges = np.repeat(begin - ends + sizes, sizes) + np.arange(sizes.sum())
        return Behind(self.behind.heading[places], np.append(0, ends), self.behind.children[edges])

    @property
    def is_tree(self) -> bool:
        """Whether exactly one history leads to each place."""
        return len(self.behind.children) == len(self.behind.heading) - 1


class JoinedOutline(Outline):
    """An outline in which a player's forced moves are part of its own move before them, as at
    level 2: one label with blanks between.
    """

    def at(self, places: Numbers) -> Behind:
        """Return what happens at some places, and the places behind the forced moves there."""
        heading, begin, children = list[int](), [0], list[int]()
        for place in places.tolist():
            number, below = self._one(place)
            known = self.headings.known[number]
            ways = [*zip(known.ways, below, strict=True)]
            if known.turn not in NOBODY:
                ways = [self._joined(known.turn, *way) for way in ways]
            heading.append(self.headings.number(known._replace(ways=tuple(way for way, _ in ways))))
            children.extend(child for _, child in ways)
            begin.append(len(children))
        return Behind(*(np.array(part, np.int64) for part in (heading, begin, children)))

    def _one(self, place: int) -> tuple[int, list[int]]:
        heading, begin, children = self.behind
        return int(heading[place]), children[begin[place] : begin[place + 1]].tolist()

    def _joined(self, player: str, way: Way, place: int) -> tuple[Way, int]:
        """Return a way with all forced moves behind it, and the place behind these."""
        passed = set()
        while place not in passed:
            passed.add(place)
            number, children = self._one(place)
            turn, sees, ways, _ = self.headings.known[number]
            if turn != player or sees or len(ways) > 1 or ways[0].sees or way.sees:
                break
            label, reward = f"{way.label} {ways[0].label}", way.reward + ways[0].reward
            way, [place] = way._replace(label=label, reward=reward), children
        return way, place


def distinct_rows(*columns: NDArray[Any]) -> tuple[Numbers, Numbers]:
    """Return where each distinct row of columns of numbers from -1 on is first, and for each row
    its place among these.

    >>> [part.tolist() for part in distinct_rows(np.array([5, 2, 5]), np.array([-1, -1, -1]))]
    [[1, 0], [1, 0, 1]]
    """
    which = np.zeros(len(columns[0]), np.int64)
    first = which[:1]
    for column in columns:
        # Ranks below the number of rows, so that the products stay far below 2**63.
        keys = which * (int(column.max(initial=0)) + 2) + column + 1
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return first, which


def outline_of(
    made: Game | StateGraph | ObservationGraph, headings: Headings, join: bool = False
) -> Outline:
    """Return the outline of an artifact, with `join` a JoinedOutline. A state graph must list its
    states.
    """
    kind = JoinedOutline if join else Outline
    if isinstance(made, Game):
        return _of_game(made, headings, kind)
    if isinstance(made, StateGraph) and made.secret is not None:
        return _of_columns(made.in_columns(), headings, kind)
    return _of_records(made, headings, kind)


def _of_game(game: Game, headings: Headings, kind: type[Outline]) -> Outline:
    columns = game.columns
    infosets = columns.infosets
    first, which = distinct_rows(infosets.player, infosets.sees, infosets.actions)
    decisions = [
        headings.number(Heading(game.players[player - 1], sees, tuple(map(Way, labels))))
        for player, _, sees, labels in map(infosets.record, first.tolist())
    ]
    numbers: dict[int, list[int]] = {
        NodeKind.DECISION: np.array(decisions, np.int64)[which].tolist(),
        NodeKind.CHANCE: [
            headings.number(Heading(CHANCE, ways=tuple(map(Way, labels, probabilities))))
            for labels, probabilities in columns.chances
        ],
        NodeKind.TERMINAL: [
            headings.number(Heading(END, payoff=payoff)) for payoff in columns.payoffs
        ],
    }
    heading = np.zeros(len(columns), np.int64)
    for node_kind, known in numbers.items():
        those = columns.kind == node_kind
        heading[those] = np.array(known, np.int64)[columns.what[those]]
    sets = np.where(columns.kind == NodeKind.DECISION, columns.what, -1)
    behind = Behind(heading, columns.begin.astype(np.int64), columns.children.astype(np.int64))
    return kind(headings=headings, start=0, behind=behind, unit="nodes", infosets=sets)


def _of_columns(graph: StateGraph, headings: Headings, kind: type[Outline]) -> Outline:
    """Return the outline of a graph in columns: states that differ only in their targets and
    squares have one heading.
    """
    columns = graph.columns
    assert columns is not None
    first, which = distinct_rows(columns.kind, columns.what, columns.player, columns.sees)
    numbers = [
        headings.number(_heading(state, [*moves_of(state)], graph.players))
        for state in map(columns.record, first.tolist())
    ]
    heading = np.array(numbers, np.int64)[which]
    behind = Behind(heading, columns.begin.astype(np.int64), columns.targets.astype(np.int64))
    return kind(
        headings=headings, start=graph.start, behind=behind, unit="states", squares=columns.at
    )


def _of_records(
    graph: StateGraph | ObservationGraph, headings: Headings, kind: type[Outline]
) -> Outline:
    heading, begin, children = list[int](), [0], list[int]()
    for state in graph.states:
        moves = [*moves_of(state)]
        heading.append(headings.number(_heading(state, moves, graph.players)))
        children.extend(move.target for move in moves)
        begin.append(len(children))
    behind = Behind(*(np.array(part, np.int64) for part in (heading, begin, children)))
    return kind(headings=headings, start=graph.start, behind=behind, unit="states")


def _heading(state: AnyState, moves: Sequence[StateMove], players: Sequence[str]) -> Heading:
    ways = tuple(Way(move.label, move.probability, move.reward, move.sees) for move in moves)
    match state:
        case Terminal(payoff):
            return Heading(END, payoff=payoff)
        case Look(place):
            return Heading(SECRET, ways=tuple(Way(f"{place} {way.label}") for way in ways))
        case Relocation(sees, not_to):
            closed = f", not to {not_to}" if not_to else ""
            return Heading(players[1], sees, (Way(f"relocation{closed}"),))
        case Joint():
            return Heading(" and ".join(players), ways=ways)
        case Choice(player, _, sees):
            return Heading(players[player - 1], sees, ways)
        case Turn(player) if player:
            return Heading(players[player - 1], ways=ways)
        case _:
            return Heading(CHANCE, ways=ways)
