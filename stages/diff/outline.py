"""State graphs and games in one form for the comparison: at every state or node, a place, a heading
with all that happens there, and the places behind it. Equal headings have one number.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Chance, Decision, Game
from ...schemas.game import Terminal as End
from ...schemas.game.columns import Kind
from ...schemas.parts.exact import brief
from ...schemas.parts.labels import distinct
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
)
from ...schemas.state_graph import Graph, StateGraph
from ...schemas.state_graph.columns import forms
from ...schemas.state_graph.order import transitions
from .tables import Table

Compared = Game | Graph
Numbers = NDArray[np.int64]
CHANCE, END, SECRET = "chance", "the end of play", "the secret"
"""Whose turn it is, beside the names of the players."""
OBSERVATION = "observation of"
"""How the topic of a difference of observations begins."""
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

    def words(self) -> str:
        """Return whose turn it is and the labels, or the payoff."""
        if self.payoff is not None:
            return f"{self.turn} with payoff {brief(self.payoff)}"
        labels = [move.label for move in self.moves[:SHOWN]]
        return f"{self.turn} ({', '.join(labels)}{', ...' * (len(self.moves) > SHOWN)})"

    def labels(self) -> Sequence[str]:
        """Return the labels of the moves, made distinct."""
        return distinct([move.label for move in self.moves])

    def table(self) -> Table:
        """Return all but whose turn it is, for `compare_tables`."""
        table: Table = {} if self.payoff is None else {("payoff", ""): self.payoff}
        if self.sees:
            table[f"{OBSERVATION} {self.turn}", ""] = ", ".join(map(repr, self.sees))
        for label, move in zip(self.labels(), self.moves, strict=True):
            if move.probability is not None:
                table["probability of", repr(label)] = move.probability
            else:
                topic = "outcome" if self.turn == SECRET else f"move of {self.turn}"
                table[topic, repr(label)] = ""
            if move.reward:
                table["reward of", repr(label)] = move.reward
            if move.sees is not None:
                seen = ["nothing" if text is None else repr(text) for text in move.sees]
                table["observation of", repr(label)] = " and ".join(seen)
        return table


Headings = dict[Heading, int]
"""The distinct headings of both sides, numbered in their order."""


class Outline(NamedTuple):
    """One side of the comparison."""

    start: int
    heading: Numbers
    """The number of the heading of each place."""
    begin: Numbers
    """The offset of the first child of each place; one more at the end."""
    children: Numbers
    infosets: Numbers
    """Per place its information set, -1 for none."""


def outline_of(made: Compared, headings: Headings) -> Outline:
    """Return the outline of an artifact. A state graph must list its states."""
    start, infosets = 0, None
    if isinstance(made, Game):
        columns, of = made.columns, made.columns.infosets
        infosets = np.where(columns.kind == Kind.DECISION, columns.what, -1).astype(np.int64)
        other = np.where(columns.kind == Kind.DECISION, -1, columns.what)
        said = (np.append(part, -1)[infosets] for part in (of.player, of.sees, of.actions))
        alike, begin, children = [columns.kind, other, *said], columns.begin, columns.children
    elif isinstance(made, StateGraph) and made.secret is not None:
        states, start = made.table, made.start
        alike = [states.kind, states.what, states.player, states.sees]
        begin, children = states.begin, states.targets
    else:
        start, (begin, children) = made.start, transitions(made)
        alike = [np.arange(len(made.states))]
    which, first = forms(*alike)
    found = [
        _heading_of_node(made, at) if isinstance(made, Game) else _heading_of_state(made, at)
        for at in first.tolist()
    ]
    numbers = [headings.setdefault(each, len(headings)) for each in found]
    heading = np.array(numbers, np.int64)[which]
    if infosets is None:
        infosets = np.full(len(heading), -1)
    outline = Outline(start, heading, begin.astype(np.int64), children.astype(np.int64), infosets)
    return _in_steps(outline, headings) if made.source and made.source.level == 2 else outline


def _has_steps(move: Move) -> bool:
    """Return whether a move goes over several squares."""
    words = move.label.split(" ")
    return len(words) > 1 and {*words} <= STEPS.keys()


def _in_steps(outline: Outline, headings: Headings) -> Outline:
    """Return the outline of a map at level 2 with the squares that moves over several squares pass,
    as at level 0; these places come last.
    """
    known = [*headings]
    long = np.array([any(map(_has_steps, heading.moves)) for heading in known])
    numbers: list[int] = outline.heading.tolist()
    ends = outline.begin[1:-1]
    children: list[list[int]] = [part.tolist() for part in np.split(outline.children, ends)]
    places: list[int] = np.flatnonzero(long[outline.heading]).tolist()
    waiting = [(place, known[numbers[place]]) for place in places]
    while waiting:
        place, heading = waiting.pop()
        groups: dict[str, list[tuple[Move, int]]] = {}
        for move, child in zip(heading.moves, children[place], strict=True):
            step, _, rest = move.label.partition(" ") if _has_steps(move) else (move.label, "", "")
            groups.setdefault(step, []).append((move._replace(label=rest), child))
        moves, children[place] = [], []
        for step, ways in groups.items():
            if ways[0][0].label:  # If one move stops after this step, no other one goes on.
                passed = heading._replace(sees=(), moves=tuple(way[0] for way in ways))
                children.append([child for _, child in ways])
                waiting.append((len(numbers), passed))
                ways = [(Move(step, 0), len(numbers))]
                numbers.append(-1)
            moves += [move._replace(label=step) for move, _ in ways]
            children[place] += [child for _, child in ways]
        stepwise = heading._replace(moves=tuple(moves))
        numbers[place] = headings.setdefault(stepwise, len(headings))
    added = np.full(len(numbers) - len(outline.heading), -1)
    return Outline(
        outline.start,
        np.array(numbers),
        np.cumsum([0, *map(len, children)]),
        np.array([child for below in children for child in below], np.int64),
        np.append(outline.infosets, added),
    )


def _heading_of_node(game: Game, number: int) -> Heading:
    match game.nodes[number]:
        case End(payoff):
            return Heading(END, payoff=payoff)
        case Chance(labels, probabilities):
            return Heading(CHANCE, tuple(map(Move, labels, repeat(0), probabilities)))
        case Decision(infoset):
            player, _, sees, labels = game.information_sets[infoset]
            return Heading(game.players[player - 1], tuple(map(Move, labels, repeat(0))), sees)


def _heading_of_state(graph: Graph, number: int) -> Heading:
    state: AnyState = graph.states[number]
    ways = tuple(move._replace(target=0) for move in moves(state))
    match state:
        case Terminal(payoff):
            return Heading(END, payoff=payoff)
        case Look(place):
            return Heading(SECRET, tuple(Move(f"{place} {way.label}", 0) for way in ways))
        case Choice(player, _, sees):
            return Heading(graph.players[player - 1], ways, sees)
        case Relocation(sees, not_to):
            return Heading(graph.players[1], (Move(f"relocation, not to {not_to}", 0),), sees)
        case Joint():
            return Heading(" and ".join(graph.players), ways)
        case Turn(player) if player:
            return Heading(graph.players[player - 1], ways)
        case _:
            return Heading(CHANCE, ways)
