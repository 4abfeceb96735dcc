"""State graphs and games in one form for the comparison: at every state or node, a place, a heading
with all that happens there, and the places behind it. Equal headings have one number.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Chance, Decision, Game
from ...schemas.game import Terminal as End
from ...schemas.game.columns import Kind
from ...schemas.observation_graph import ObservationGraph
from ...schemas.parts.exact import brief
from ...schemas.parts.squares import STEPS
from ...schemas.parts.states import (
    AnyState,
    Choice,
    Joint,
    Look,
    Move,
    Relocation,
    Terminal,
    Turn,
    moves,
    targets,
)
from ...schemas.state_graph import StateGraph

Compared = Game | StateGraph | ObservationGraph
Numbers = NDArray[np.int64]
CHANCE, END, SECRET = "chance", "the end of play", "the secret"
"""Whose turn it is, beside the names of the players."""
SHOWN = 6
"""The most labels that describe a place."""


class Heading(NamedTuple):
    """All that happens at a place."""

    turn: str
    moves: tuple[Move, ...] = ()
    """Without targets."""
    sees: tuple[str, ...] = ()
    """The player's observations since its last move."""
    payoff: Fraction | None = None
    """Only at the end of play."""
    square: str = ""
    """The player's square on the map, if known."""

    def words(self) -> str:
        """Return whose turn it is and the labels, or the payoff."""
        if self.payoff is not None:
            return f"{self.turn} with payoff {brief(self.payoff)}"
        labels = [move.label for move in self.moves[:SHOWN]]
        return f"{self.turn} ({', '.join(labels)}{', ...' * (len(self.moves) > SHOWN)})"


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


class Places(NamedTuple):
    """Some places, and those behind them."""

    heading: Numbers
    """The number of the heading of each place."""
    begin: Numbers
    """The offset of the first child of each place; one more at the end."""
    children: Numbers


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One side of the comparison."""

    start: int
    places: Places
    """All of them."""
    infosets: Numbers | None
    """Per place its information set, -1 for none; None for a state graph."""

    @property
    def is_tree(self) -> bool:
        """Whether exactly one history leads to each place."""
        return len(self.places.children) == len(self.places.heading) - 1

    def at(self, numbers: Numbers) -> Places:
        """Return some places."""
        heading, begin, children = self.places
        sizes = begin[numbers + 1] - begin[numbers]
        edges = np.repeat(begin[numbers], sizes) + counted(sizes)
        return Places(heading[numbers], np.append(0, np.cumsum(sizes)), children[edges])


def outline_of(made: Compared, headings: Headings) -> Outline:
    """Return the outline of an artifact. A state graph must list its states."""
    infosets = None
    if isinstance(made, Game):
        columns, of = made.columns, made.columns.infosets
        infosets = np.where(columns.kind == Kind.DECISION, columns.what, -1).astype(np.int64)
        other = np.where(columns.kind == Kind.DECISION, -1, columns.what)
        said = (np.append(part, -1)[infosets] for part in (of.player, of.sees, of.actions))
        alike, begin, children = [columns.kind, other, *said], columns.begin, columns.children
    elif isinstance(made, StateGraph) and made.secret is not None:
        made = made.in_columns()
        assert made.columns is not None
        states = made.columns
        alike = [states.kind, states.what, states.player, states.sees, *states.at.T]
        begin, children = states.begin, states.targets
    else:
        below = [targets(state) for state in made.states]
        alike = [np.arange(len(below))]
        begin = np.cumsum([0, *map(len, below)])
        children = np.array([child for each in below for child in each], np.int64)
    first, which = distinct_rows(*alike)
    distinct = [
        _heading_of_node(made, at) if isinstance(made, Game) else _heading_of_state(made, at)
        for at in first.tolist()
    ]
    heading = np.array([*map(headings.number, distinct)], np.int64)[which]
    places = Places(heading, begin.astype(np.int64), children.astype(np.int64))
    if any(_steps(move) for known in distinct for move in known.moves):
        places = _in_steps(places, headings)
        if infosets is not None:
            infosets = np.append(infosets, np.full(len(places.heading) - len(infosets), -1))
    start = 0 if isinstance(made, Game) else made.start
    return Outline(start=start, places=places, infosets=infosets)


def _steps(move: Move) -> list[str]:
    """Return the steps of a move over several squares, as at level 2; empty for other moves."""
    words = move.label.split(" ")
    return words if len(words) > 1 and {*words} <= STEPS.keys() else []


def _in_steps(places: Places, headings: Headings) -> Places:
    """Return the places with the squares that moves over several squares pass, as at level 0; these
    come last.
    """
    heading: list[int] = places.heading.tolist()
    ends = places.begin[1:-1]
    children: list[list[int]] = [part.tolist() for part in np.split(places.children, ends)]
    waiting = [
        (place, [(_steps(move) or [move.label], move, child) for move, child in ways])
        for place, number in enumerate(heading)
        if any(_steps(move) for move in headings.known[number].moves)
        for ways in [[*zip(headings.known[number].moves, children[place], strict=True)]]
    ]
    while waiting:
        place, ways = waiting.pop()
        groups: dict[str, list[tuple[list[str], Move, int]]] = {}
        for way in ways:
            groups.setdefault(way[0][0], []).append(way)
        moves, children[place] = [], []
        for word, members in groups.items():
            if any(len(words) == 1 for words, _, _ in members):
                moves += [move._replace(label=" ".join(words)) for words, move, _ in members]
                children[place] += [child for _, _, child in members]
                continue
            moves.append(Move(word, 0))
            children[place].append(len(heading))
            waiting.append(
                (len(heading), [(words[1:], move, child) for words, move, child in members])
            )
            heading.append(heading[place])
            children.append([])
        known = headings.known[heading[place]]
        passed = known._replace(sees=(), square="") if place >= len(places.heading) else known
        heading[place] = headings.number(passed._replace(moves=tuple(moves)))
    begin = np.cumsum([0, *map(len, children)])
    flat = [child for below in children for child in below]
    return Places(np.array(heading), begin, np.array(flat, np.int64))


def _heading_of_node(game: Game, number: int) -> Heading:
    match game.nodes[number]:
        case End(payoff):
            return Heading(END, payoff=payoff)
        case Chance(labels, probabilities):
            return Heading(CHANCE, tuple(map(Move, labels, repeat(0), probabilities)))
        case Decision(infoset):
            player, _, sees, labels = game.information_sets[infoset]
            return Heading(game.players[player - 1], tuple(map(Move, labels, repeat(0))), sees)


def _heading_of_state(graph: StateGraph | ObservationGraph, number: int) -> Heading:
    state: AnyState = graph.states[number]
    ways = tuple(move._replace(target=0) for move in moves(state))
    match state:
        case Terminal(payoff):
            return Heading(END, payoff=payoff)
        case Look(place):
            return Heading(SECRET, tuple(Move(f"{place} {way.label}", 0) for way in ways))
        case Choice(player, _, sees, square):
            shown = f"({square[0]}, {square[1]})" if square else ""
            return Heading(graph.players[player - 1], ways, sees, square=shown)
        case Relocation(sees, not_to):
            return Heading(graph.players[1], (Move(f"relocation, not to {not_to}", 0),), sees)
        case Joint():
            return Heading(" and ".join(graph.players), ways)
        case Turn(player) if player:
            return Heading(graph.players[player - 1], ways)
        case _:
            return Heading(CHANCE, ways)


def counted(sizes: Numbers) -> Numbers:
    """Return 0, 1, 2 and so on for each size, one after the other."""
    found: Numbers = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return found


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
