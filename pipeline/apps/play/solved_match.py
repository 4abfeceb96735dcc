"""A match on the tree of a solved game.

Chance and the players that no person plays move automatically, up to the next choice of a person.
Their moves are drawn when they are needed (player 2's secret thus first of all), from the seed and
the number of earlier moves, so that a match can be replayed exactly. A forced move is made without
a choice.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from ....schemas.game import Chance, Decision, Game, children
from ....schemas.state_graph import StateGraph
from ....schemas.trail import NodeOrigins
from .continuation import Continuation
from .match import CHANCE, Match


class Cards(Protocol):
    """A game of cards that lie open on the table."""

    def question(self, node: int) -> str:
        """Return the question to a player at a node."""

    def cards(self, node: int, player: int) -> dict[str, Any]:
        """Return the cards on the table as a player sees them; player 0 sees all."""


class Program(NamedTuple):
    """A program that plays instead of the equilibrium."""

    name: str
    choose: Callable[[int], int]
    """Returns its action at a node. Raises EfgcError if the program fails."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Playable:
    """A game that is ready to be played, solved by any method."""

    game: Game
    value: Fraction | float
    """The game value to player 1, as exactly as it is known."""
    continuation: Continuation
    """The play of both players at every information set, with its values."""
    strategies_sha256: str
    """The SHA-256 of both strategies, to compare them with those of a transcript."""
    graph: StateGraph | None = None
    """The state graph with a secret from which it was expanded; None for other games."""
    rows: tuple[str, ...] = ()
    """The rows of its map; empty without a map."""
    origins: NodeOrigins | None = None
    """The origins of its nodes in the state graph; None without a graph."""
    dealt: Cards | None = None
    """The cards on the table; None for other games."""
    several: tuple[int, ...] = ()
    """The players that are known to have other optimal strategies."""
    remarks: tuple[str, ...] = ()
    """The rules in words: the comment at the top of a rules file."""
    programs: Mapping[int, Program] = field(default_factory=dict)
    """The players that programs play, unless people do."""


class Tree(NamedTuple):
    """The rules of a game tree; a position is the number of a node."""

    game: Game
    opening: int = 0

    @property
    def players(self) -> tuple[str, str]:
        return self.game.players

    def movers(self, position: int) -> tuple[int, ...]:
        node = self.game.nodes[position]
        if isinstance(node, Decision):
            return (self.game.information_sets[node.infoset].player,)
        return (CHANCE,) if isinstance(node, Chance) else ()

    def labels(self, position: int, player: int) -> tuple[str, ...]:
        node = self.game.nodes[position]
        if isinstance(node, Decision):
            return self.game.information_sets[node.infoset].actions
        return node.actions if isinstance(node, Chance) else ()

    def after(self, position: int, actions: tuple[int, ...]) -> int:
        (action,) = actions
        return children(self.game.nodes[position])[action]

    def infoset(self, position: int) -> int:
        """Return the information set of a node; -1 for a chance or terminal node."""
        node = self.game.nodes[position]
        return node.infoset if isinstance(node, Decision) else -1


@dataclass(frozen=True, eq=False, kw_only=True)
class SolvedMatch(Match[int]):
    """A match of people against the equilibrium, or watched."""

    ready: Playable
    seed: int

    @property
    def rules(self) -> Tree:
        return Tree(self.ready.game)

    @property
    def forced(self) -> bool:
        return len(self.possible) == 1

    @property
    def infoset(self) -> int | None:
        """The information set of the person whose turn it is; None if there is none."""
        return self.rules.infoset(self.position) if self.waiting else None

    def draw(self, player: int) -> int:
        if player in self.ready.programs:
            return self.ready.programs[player].choose(self.position)
        node = self.ready.game.nodes[self.position]
        if isinstance(node, Chance):
            shares = tuple(map(float, node.probabilities))
        else:
            shares = self.ready.continuation.played[self.rules.infoset(self.position)]
        number = random.Random(f"{self.seed} {len(self.moves)}").random()
        whole = tuple(accumulate(shares))
        number *= whole[-1]
        last = max(at for at, share in enumerate(shares) if share > 0)
        return next((at for at, below in enumerate(whole) if number < below), last)
