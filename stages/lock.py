"""Lock: from a game and the behaviour at some of its information sets to the game in which chance
plays there.

What players observe does not change. The player whose move is locked still knows it: the move joins
the observations at its next information set, which it can tell apart as before. Moves of
probability 0 are left out, with all that only they lead to, because chance moves are above 0.

A player's ways to a shared node get the probabilities of the locked moves on them. If the player is
locked everywhere, they add up to one weight of chance. Else the node is split by its locked moves,
so that the weight is the same for all ways to each part: condition (a) of `schemas.game`.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ..schemas.game import Chance, Decision, Game, InformationSet, Node
from ..schemas.game.node_order import renumbered
from ..schemas.parts.limits import more_than
from ..schemas.parts.problems import Problem, SizeError
from ..schemas.parts.watch import Watch

Locked = Mapping[int, tuple[Fraction, ...]]
"""The probabilities of the actions, by information set."""
AT_ONCE = 4096
"""The number of nodes between two calls of `watch`."""


def lock(game: Game, locked: Locked, limit: int, watch: Watch = lambda done, total: None) -> Game:
    """Return a checked game with some information sets locked. Raises SizeError for more than
    `limit` nodes.
    """
    locking = _Locking(game, locked, limit)
    for number, node in enumerate(game.nodes):
        if number % AT_ONCE == 0:
            watch(number, len(game.nodes))
        for part, way in locking.parts.pop(number, {}).values():
            locking.order.append(part)
            locking.nodes[part] = locking.converted(node, way)
    nodes = [node for _, node in sorted(locking.nodes.items())]
    information_sets, nodes_in_order = renumbered(locking.information_sets, nodes, locking.order)
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


class _Way(NamedTuple):
    """What is known of the players' moves before a node."""

    moves: tuple[int, int]
    """For each player the number of its locked moves so far, by which nodes are split; 0 for a
    player who is locked everywhere or nowhere.
    """
    remembered: tuple[tuple[str, ...], tuple[str, ...]]
    """For each player what it saw and did since its last move that is not locked; on the first way
    that leads here.
    """

    def of(self, player: int, moves: int, remembered: tuple[str, ...]) -> "_Way":
        """Return the way with changes of one player."""
        if player == 1:
            return _Way((moves, self.moves[1]), (remembered, self.remembered[1]))
        return _Way((self.moves[0], moves), (self.remembered[0], remembered))


class _Locking:
    """The walk over the nodes of a game, parents first."""

    def __init__(self, game: Game, locked: Locked, limit: int) -> None:
        self.locked, self.limit = locked, limit
        self.before = tuple(game.information_sets)
        counts = {player: _counts(game, locked, player) for player in (1, 2)}
        self.partly = {player for player, (count, every) in counts.items() if 0 < count < every}
        """The players who are locked at some of their information sets, but not at all."""
        start = _Way((0, 0), ((), ()))
        self.parts = {0: {start.moves: (0, start)}}
        """For each node to come its parts by the locked moves before them: the number of the part,
        in the order in which the walk finds them, and the first way there.
        """
        self.found = 1
        self.order: list[int] = []
        """The numbers of the parts in the order of the nodes."""
        self.nodes: dict[int, Node] = {}
        self.information_sets: list[InformationSet] = []
        self._infosets: dict[tuple[int, int], int] = {}
        self._moves: dict[tuple[int, int, int], int] = {}

    def converted(self, node: Node, way: _Way) -> Node:
        """Return a part of a node, with the numbers of its children and information set."""
        match node:
            case Chance(actions, probabilities, children):
                parts = (self._part(child, way) for child in children)
                return Chance(actions, probabilities, tuple(parts))
            case Decision(infoset, children):
                shares = self.locked.get(infoset)
                played = [at for at in range(len(children)) if shares is None or shares[at]]
                parts = (self._part(children[at], self._after(way, infoset, at)) for at in played)
                if shares is None:
                    return Decision(self._infoset(infoset, way), tuple(parts))
                labels = self.before[infoset].actions
                return Chance(
                    tuple(labels[at] for at in played),
                    tuple(shares[at] for at in played),
                    tuple(parts),
                )
            case _:
                return node

    def _part(self, node: int, way: _Way) -> int:
        """Return the number of the part of a node to which a way leads."""
        parts = self.parts.setdefault(node, {})
        if way.moves not in parts:
            if self.found == self.limit:
                raise SizeError([Problem(f"the locked game {more_than(self.limit, 'nodes')}")])
            parts[way.moves] = self.found, way
            self.found += 1
        return parts[way.moves][0]

    def _after(self, way: _Way, infoset: int, action: int) -> _Way:
        """Return the way after an action."""
        player, _, sees, labels = self.before[infoset]
        if player not in self.partly:
            return way
        moves, remembered = way.moves[player - 1], way.remembered[player - 1]
        if infoset not in self.locked:
            return way.of(player, moves, ())
        number = self._moves.setdefault((moves, infoset, action), len(self._moves) + 1)
        return way.of(player, number, (*remembered, *sees, labels[action]))

    def _infoset(self, infoset: int, way: _Way) -> int:
        """Return the number of the information set at a part of a decision node."""
        record = self.before[infoset]
        key = infoset, way.moves[record.player - 1]
        number = self._infosets.setdefault(key, len(self.information_sets))
        if number == len(self.information_sets):
            sees = (*way.remembered[record.player - 1], *record.sees)
            self.information_sets.append(record._replace(sees=sees))
        return number
