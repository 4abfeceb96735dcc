"""The game with shared nodes: one node for all histories with the same future.

A node is a state, the places of the secret that play can still look at, and
player 2's knowledge as long as it may have to move again. Player 1's information
sets are the states. This requires that all ways to a state are equivalent there:
player 1's relevant knowledge of the secret and of player 2's moves is the same,
whatever it did last, and so is the chance weight. Player 1's knowledge where it
moves is checked on the graph. The rest is checked at the nodes, which divide the
states as far as needed, by the two conditions of `schemas.game`. A graph that
violates them is still valid and can be expanded to a tree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...schemas.game import Conflict, Game, Node, children
from ...schemas.game.node_order import renumbered
from ...schemas.parts.exact import brief
from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.parts.states import Choice, Look, Relocation, targets
from ...schemas.state_graph import StateGraph, topological
from ...schemas.state_graph.secrets import (
    Hidden,
    Possibility,
    TooManyPossibilities,
    live_places,
    possibilities,
)
from .expansion import Expansion
from .tree import NOTHING, Knowledge, Point, TreeBuilder

SMALLER = 5  # A node takes as much memory as this many possibilities.


class SharedBuilder(TreeBuilder):
    """Builds the game with shared nodes."""

    def __init__(self, graph: StateGraph, limit: int) -> None:
        super().__init__(graph)
        self.limit = limit
        order = topological(graph) or []
        self.live = live_places(graph, order)
        self.acts, self.acts_alone = _acting(graph, order)
        self.numbers: dict[tuple[int, Hidden, Knowledge], int] = {}
        self.seen: dict[str, tuple[str, ...]] = {}
        self._refuse_forgetting(order)

    def after_looks(self, point: Point) -> Point:
        """Return the point after all looks, without knowledge that no longer matters."""
        point = super().after_looks(point)
        hidden = point.hidden & self.live[point.state]
        return point._replace(
            hidden=hidden, second=point.second if self._acts(point.state, hidden) else NOTHING
        )

    def known(self, point: Point) -> int | None:
        key = (point.state, point.hidden, point.second)
        number = self.numbers.setdefault(key, len(self.nodes))
        if number < len(self.nodes):
            return number
        if number >= self.limit:
            raise too_many(self.limit)
        return None

    def key(self, player: int, knows: Knowledge, state: str) -> object:
        if player == 1 and self.seen.setdefault(state, knows.seen) != knows.seen:
            raise self._forgetting(state)
        return (player, state) if player == 1 else (player, knows)

    def _refuse_forgetting(self, order: list[int]) -> None:
        """Raise InputError if player 1 can reach one of its states with different knowledge."""
        known: dict[int, frozenset[tuple[Hidden, int]]] = {}
        for state, possible in self._possibilities(order):
            record = self.graph.states[state]
            if isinstance(record, Choice) and record.player == 1:
                here = frozenset(
                    (
                        hidden & self.live[state],
                        sequence if self._acts(state, hidden & self.live[state]) else -1,
                    )
                    for hidden, sequence in possible
                )
                if known.setdefault(state, here) != here:
                    raise self._forgetting(self.graph.names[state])

    def _possibilities(self, order: list[int]) -> Iterator[tuple[int, tuple[Possibility, ...]]]:
        try:
            yield from possibilities(self.graph, order, SMALLER * self.limit)
        except TooManyPossibilities as error:
            message = (
                f"{self.graph.players[1]} can reach its states with {error.least:,} different "
                f"secrets and moves, too many for the limit of {self.limit:,} nodes"
            )
            raise InputError([Problem(message)]) from None

    def _acts(self, state: int, hidden: Hidden) -> bool:
        return self.acts[state] if hidden else self.acts_alone[state]

    def _forgetting(self, state: str) -> InputError:
        known = f"{self.graph.players[0]} can reach this state with different knowledge"
        return _cannot_share(f"{known}, so its histories", state)

    def finished(self) -> Expansion:
        """Return the game in an order in which a child comes after all its parents."""
        made = super().finished()
        order = _parents_first(made.game.nodes)
        infosets, nodes = renumbered(made.game.information_sets, made.game.nodes, order)
        shared = made._replace(
            game=replace(made.game, information_sets=infosets, nodes=nodes),
            states=tuple(map(made.states.__getitem__, order)),
            events=tuple(map(made.events.__getitem__, order)),
            secrets=tuple(map(made.secrets.__getitem__, order)),
        )
        for conflict in shared.game.reached.conflicts[:1]:  # Later conflicts follow from the first.
            raise inexact(shared.game, conflict, self.graph.names[shared.states[conflict.node]])
        return shared


def too_many(limit: int) -> SizeError:
    """Return the error for a game with more nodes than a limit."""
    return SizeError([Problem(f"the game {more_than(limit, 'shared nodes')}")])


def inexact(game: Game, conflict: Conflict, state: str) -> InputError:
    """Return the error for a node of a state at which two histories with a conflict meet."""
    return _cannot_share(f"{_difference(game, conflict)}, so these histories", state)


def _cannot_share(reason: str, state: str) -> InputError:
    advice = "split the state, or expand with --unroll"
    return InputError([Problem(f"{reason} cannot share nodes; {advice}", ("states", state))])


def _difference(game: Game, conflict: Conflict) -> str:
    """Return a description of the difference that keeps two histories from sharing a node."""
    one, other = conflict.histories
    both = f"'{one}' and '{other}' both lead here"
    first, second = game.players
    if conflict.infoset is not None:
        player = game.information_sets[conflict.infoset].player
        return f"{both}, and {game.players[player - 1]} would have to forget which one was played"
    if conflict.weights:
        return f"{both} with different chance weights, {' and '.join(map(brief, conflict.weights))}"
    return f"{both}, but not every move of {first} on the way there with every move of {second}"


def _acting(graph: StateGraph, order: list[int]) -> tuple[dict[int, bool], dict[int, bool]]:
    """Return for each state whether player 2 may move from there on: at all, and if it holds no
    place that matters.
    """
    at_all: dict[int, bool] = {}
    alone: dict[int, bool] = {}
    for state in reversed(order):
        record = graph.states[state]
        own = isinstance(record, Relocation) or isinstance(record, Choice) and record.player == 2
        empty = (record.empty,) if isinstance(record, Look) else targets(record)
        at_all[state] = own or any(at_all[to] for to in targets(record))
        alone[state] = own or any(alone[to] for to in empty)
    return at_all, alone


def _parents_first(nodes: Sequence[Node]) -> list[int]:
    """Return the nodes in reverse postorder of a depth-first search: a topological order that stays
    close to prefix order.
    """
    order: list[int] = []
    entered = [False] * len(nodes)
    waiting = [(0, False)]
    while waiting:
        number, left = waiting.pop()
        if left:
            order.append(number)
        elif not entered[number]:
            entered[number] = True
            waiting.append((number, True))
            waiting += [(child, False) for child in children(nodes[number]) if not entered[child]]
    return order[::-1]
