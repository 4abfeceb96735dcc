"""Lock: from a game and the behaviour at some of its information sets to the game in which chance
plays there.

What players observe does not change. The player whose move is locked still knows it: the move joins
the observations at its next information set, which it can tell apart as before. Moves of
probability 0 are left out, with all that only they lead to, because chance moves are above 0.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ..schemas.game import Chance, Decision, Game, InformationSet, Node
from ..schemas.game.node_order import renumbered
from ..schemas.parts.limits import more_than
from ..schemas.parts.problems import Problem, SizeError
from ..schemas.parts.watch import Watch

Locked = Mapping[int, tuple[Fraction, ...]]
"""The probabilities of the actions, by information set."""
Ways = tuple[int, int]
"""For each player the number of its own moves so far; 0 if they need not be told apart."""


def lock(game: Game, locked: Locked, limit: int, watch: Watch = lambda done, total: None) -> Game:
    """Return a checked game with some information sets locked.

    Nodes stay shared where a player is locked everywhere or nowhere. Where a player is locked at
    some of its information sets, its ways to a shared node have different probabilities, and the
    node is split by them. Raises SizeError for more than `limit` nodes.
    """
    locking = _Locking(game, locked, limit)
    for number, node in enumerate(game.nodes):
        if number % 4096 == 0:
            watch(number, len(game.nodes))
        for ways, new in locking.waiting.pop(number, {}).items():
            locking.order.append(new)
            locking.nodes[new] = locking.converted(node, ways)
    nodes = [node for _, node in sorted(locking.nodes.items())]
    information_sets, nodes_in_order = renumbered(locking.records, nodes, locking.order)
    return replace(
        game,
        title=f"{game.title}, {locked_in_words(game, locked)}",
        source=None,
        states=0,
        counts=None,
        information_sets=information_sets,
        nodes=nodes_in_order,
    )


def locked_in_words(game: Game, locked: Locked) -> str:
    """Return who is locked, and at how many information sets."""
    said = []
    for player, name in enumerate(game.players, 1):
        count, every = _counts(game, locked, player)
        if count:
            where = "" if count == every else f" at {count:,} of {every:,} information sets"
            said.append(f"{name} locked{where}")
    return ", ".join(said)


def _counts(game: Game, locked: Locked, player: int) -> tuple[int, int]:
    """Return the numbers of information sets of a player that are locked, and of all."""
    infosets = game.infosets(player)
    return sum(infoset in locked for infoset in infosets), len(infosets)


class _Locking:
    """The nodes of the locked game, in the order in which the walk finds them."""

    def __init__(self, game: Game, locked: Locked, limit: int) -> None:
        self.locked, self.limit = locked, limit
        self.information_sets = tuple(game.information_sets)
        counts = {player: _counts(game, locked, player) for player in (1, 2)}
        self.partly = {player for player, (count, every) in counts.items() if 0 < count < every}
        """The players who are locked at some of their information sets, but not at all."""
        self.waiting: dict[int, dict[Ways, int]] = {0: {(0, 0): 0}}
        """For each node of the game the new nodes that it becomes."""
        self.found = 1
        self.order: list[int] = []
        self.nodes: dict[int, Node] = {}
        self.records: list[InformationSet] = []
        self._infosets: dict[tuple[int, int], int] = {}
        self._ways: dict[tuple[int, int, int], int] = {}
        self._remembered: list[tuple[str, ...]] = [()]
        """For each way what its player saw and did since its last move that is not locked."""

    def converted(self, node: Node, ways: Ways) -> Node:
        """Return a node with the numbers of its new children and its new information set."""
        match node:
            case Chance(actions, probabilities, children):
                return Chance(
                    actions, probabilities, tuple(self._new(child, ways) for child in children)
                )
            case Decision(infoset, children) if infoset in self.locked:
                shares = self.locked[infoset]
                played = [action for action, share in enumerate(shares) if share]
                labels = self.information_sets[infoset].actions
                return Chance(
                    tuple(labels[action] for action in played),
                    tuple(shares[action] for action in played),
                    tuple(
                        self._new(children[action], self._after(ways, infoset, action))
                        for action in played
                    ),
                )
            case Decision(infoset, children):
                return Decision(
                    self._infoset(infoset, ways),
                    tuple(
                        self._new(child, self._after(ways, infoset, action))
                        for action, child in enumerate(children)
                    ),
                )
            case _:
                return node

    def _new(self, node: int, ways: Ways) -> int:
        """Return the number of the new node for a node and the ways to it."""
        there = self.waiting.setdefault(node, {})
        if ways not in there:
            if self.found == self.limit:
                raise SizeError([Problem(f"the locked game {more_than(self.limit, 'nodes')}")])
            there[ways] = self.found
            self.found += 1
        return there[ways]

    def _after(self, ways: Ways, infoset: int, action: int) -> Ways:
        """Return the ways after an action."""
        player, _, sees, labels = self.information_sets[infoset]
        if player not in self.partly:
            return ways
        before = ways[player - 1]
        way = self._ways.setdefault((before, infoset, action), len(self._remembered))
        if way == len(self._remembered):
            is_locked = infoset in self.locked
            said = (*self._remembered[before], *sees, labels[action]) if is_locked else ()
            self._remembered.append(said)
        return (way, ways[1]) if player == 1 else (ways[0], way)

    def _infoset(self, infoset: int, ways: Ways) -> int:
        """Return the number of the new information set for one of the game."""
        record = self.information_sets[infoset]
        way = ways[record.player - 1]
        number = self._infosets.setdefault((infoset, way), len(self.records))
        if number == len(self.records):
            sees = (*self._remembered[way], *record.sees)
            self.records.append(record._replace(sees=sees))
        return number
