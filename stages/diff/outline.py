"""State graphs and games as one form that the comparison walks over: at every state or node a
heading, which says all that happens there, and the states or nodes behind it.

Equal headings of both sides have the same number, so that most places are compared at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...schemas.game import Game
from ...schemas.game.columns import Kind as NodeKind
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief
from ...schemas.parts.squares import Square
from ...schemas.parts.states import AnyState, Choice, Joint, Look, Relocation, Terminal, Turn
from ...schemas.parts.states import Move as StateMove
from ...schemas.parts.states import moves as moves_of
from ...schemas.state_graph import StateGraph

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


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One side of the comparison."""

    headings: Headings
    start: int
    heading: list[int]
    """Per place the number of its heading."""
    begin: list[int]
    """Per place the offset of its first child; one more at the end."""
    children: list[int]
    unit: str
    """What the places are, in the plural."""
    infosets: Sequence[int] = ()
    """Per place its information set, -1 for none; empty for a state graph."""
    squares: Sequence[Square | None] = ()
    """Per place the square on the map; empty for a game."""

    def __call__(self, place: int) -> tuple[int, list[int]]:
        """Return the number of the heading of a place, and its children."""
        return self.heading[place], self.children[self.begin[place] : self.begin[place + 1]]

    @property
    def is_tree(self) -> bool:
        """Whether exactly one history leads to each place."""
        return len(self.children) == len(self.heading) - 1


class JoinedOutline(Outline):
    """An outline in which a player's forced moves are part of its own move before them, as at
    level 2: one label with blanks between.
    """

    def __call__(self, place: int) -> tuple[int, list[int]]:
        number, children = super().__call__(place)
        heading = self.headings.known[number]
        behind = [
            self._joined(heading.turn, *way) for way in zip(heading.ways, children, strict=True)
        ]
        if heading.turn in NOBODY or [child for _, child in behind] == children:
            return number, children
        ways = tuple(way for way, _ in behind)
        return self.headings.number(heading._replace(ways=ways)), [child for _, child in behind]

    def _joined(self, player: str, way: Way, place: int) -> tuple[Way, int]:
        """Return a way with all forced moves behind it, and the place behind these."""
        passed = set()
        while place not in passed:
            passed.add(place)
            number, children = super().__call__(place)
            turn, sees, ways, _ = self.headings.known[number]
            if turn != player or sees or len(ways) > 1 or ways[0].sees or way.sees:
                break
            label, reward = f"{way.label} {ways[0].label}", way.reward + ways[0].reward
            way, [place] = way._replace(label=label, reward=reward), children
        return way, place


def outline_of(
    made: Game | StateGraph | ObservationGraph, headings: Headings, join: bool = False
) -> Outline:
    """Return the outline of an artifact, with `join` a JoinedOutline. A state graph must list its
    states.
    """
    kind = JoinedOutline if join else Outline
    return (
        _of_game(made, headings, kind)
        if isinstance(made, Game)
        else _of_graph(made, headings, kind)
    )


def _of_game(game: Game, headings: Headings, kind: type[Outline]) -> Outline:
    columns = game.columns
    numbers: dict[int, list[int]] = {
        NodeKind.DECISION: [
            headings.number(Heading(game.players[player - 1], sees, tuple(map(Way, labels))))
            for player, _, sees, labels in columns.infosets.records()
        ],
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
    return kind(
        headings=headings,
        start=0,
        heading=heading.tolist(),
        begin=columns.begin.tolist(),
        children=columns.children.tolist(),
        unit="nodes",
        infosets=np.where(columns.kind == NodeKind.DECISION, columns.what, -1).tolist(),
    )


def _of_graph(
    graph: StateGraph | ObservationGraph, headings: Headings, kind: type[Outline]
) -> Outline:
    heading, begin, children, squares = list[int](), [0], list[int](), list[Square | None]()
    for state in graph.states:
        moves = [*moves_of(state)]
        heading.append(headings.number(_heading(state, moves, graph.players)))
        children.extend(move.target for move in moves)
        begin.append(len(children))
        squares.append(state.at if isinstance(state, Choice) else None)
    return kind(
        headings=headings,
        start=graph.start,
        heading=heading,
        begin=begin,
        children=children,
        unit="states",
        squares=squares,
    )


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
