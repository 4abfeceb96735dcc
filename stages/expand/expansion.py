"""A game beside the state graph that it was expanded from: which state a node is, and what happened
before it.

Kept in memory alone, in columns by node: for grading, which tells in words what a hand-in does not
have, and for whoever draws a game.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from schemas.game import Chance, Decision, Game, InformationSet, Node
from schemas.parts.events import Event
from schemas.parts.views import View
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden

Events = tuple[Event, ...]


class Numbered(View[Any]):
    """What there is few of, each by its number.

    >>> tuple(Numbered(("a", "b"), (1, 1, 0)))
    ('b', 'b', 'a')
    """

    def __init__(self, table: Sequence[Any], numbers: Sequence[int]) -> None:
        self.table, self.numbers = table, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def one(self, at: int) -> Any:
        return self.table[self.numbers[at]]


class Origin(NamedTuple):
    """Where the nodes of a game come from, as in the expansion."""

    states: Sequence[int]
    events: Sequence[Events]
    secrets: Sequence[Hidden]


class Expansion(NamedTuple):
    """A game with where its nodes come from."""

    game: Game
    graph: StateGraph
    """With all its states listed."""
    states: Sequence[int]
    """Per node the state of the graph, behind all looks; of the root that in which play begins."""
    events: Sequence[Events]
    """Per node what happened since the node above it: a move of a player or of chance, and then
    what the rules saw when they looked. None at the root; of a shared node on the way that was
    first.
    """
    secrets: Sequence[Hidden]
    """Per node what player 2 holds of the secret; of a shared node only what still matters."""

    def after(self, node: int) -> Event | None:
        """Return the move that led to a node; None for the root."""
        return self.events[node][0] if self.events[node] else None


def expansion_of(
    graph: StateGraph,
    nodes: Sequence[Node],
    children: Sequence[Sequence[int]],
    information_sets: Sequence[InformationSet],
    states: Sequence[int],
    events: Sequence[Events],
    secrets: Sequence[Hidden],
) -> Expansion:
    """Return the expansion that was written: nodes without their children, and these beside."""
    game = Game(
        title=graph.title,
        source=graph.source,
        players=graph.players,
        states=len(graph.states),
        information_sets=tuple(information_sets),
        nodes=tuple(
            _with_children(node, below) for node, below in zip(nodes, children, strict=True)
        ),
        counts=graph.counts,
        places=graph.places,
    )
    return Expansion(
        game=game,
        graph=graph,
        states=tuple(states),
        events=tuple(events),
        secrets=tuple(secrets),
    )


def _with_children(node: Node, children: Sequence[int]) -> Node:
    match node:
        case Decision(infoset):
            return Decision(infoset, tuple(children))
        case Chance(actions, probabilities):
            return Chance(actions, probabilities, tuple(children))
        case _:
            return node
