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


def lock(game: Game, locked: Locked, limit: int, watch: Watch = lambda done, total: None) -> Game:
    """Return a checked game with some information sets locked. Raises SizeError for more than
    `limit` nodes.
    """
    locking = _Locking(game, locked, limit)
    for number, node in enumerate(game.nodes):
        watch(number, len(game.nodes))
        for ways, part in locking.parts.pop(number, {}).items():
            locking.nodes[part] = locking.converted(node, ways)
    by_number = [locking.nodes[part] for part in range(locking.count)]
    information_sets, nodes = renumbered(locking.information_sets, by_number, [*locking.nodes])
    return replace(
        game,
        title=f"{game.title}, {_in_words(game, locked)}",
        source=None,
        states=0,
        counts=None,
        information_sets=information_sets,
        nodes=nodes,
    )


def _in_words(game: Game, locked: Locked) -> str:
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


class _Own(NamedTuple):
    """What is known of the moves of a player who is locked at some information sets, but not all;
    nothing of others.
    """

    locked: tuple[tuple[int, int], ...] = ()
    """The information sets and actions of its locked moves so far."""
    remembered: tuple[str, ...] = ()
    """What it saw and did since its last move that is not locked."""


_Ways = tuple[_Own, _Own]
"""The moves of both players, by which nodes are split."""


class _Locking:
    """The walk over the nodes of a game, parents first."""

    def __init__(self, game: Game, locked: Locked, limit: int) -> None:
        self.locked, self.limit = locked, limit
        self.originals = tuple(game.information_sets)
        counts = {player: _counts(game, locked, player) for player in (1, 2)}
        self.partly = {player for player, (count, every) in counts.items() if 0 < count < every}
        self.parts: dict[int, dict[_Ways, int]] = {0: {(_Own(), _Own()): 0}}
        """The parts of each node that the walk comes to later, numbered as they are found."""
        self.count = 1
        self.nodes: dict[int, Node] = {}
        """The new nodes by the number of the part, in their order."""
        self.information_sets: list[InformationSet] = []
        self._infosets: dict[tuple[int, _Own], int] = {}

    def converted(self, node: Node, ways: _Ways) -> Node:
        """Return a part of a node, with the numbers of its children and information set."""
        match node:
            case Chance(actions, probabilities, children):
                parts = (self._part(child, ways) for child in children)
                return Chance(actions, probabilities, tuple(parts))
            case Decision(infoset, children):
                shares = self.locked.get(infoset)
                played = [at for at in range(len(children)) if shares is None or shares[at]]
                parts = (self._part(children[at], self._after(ways, infoset, at)) for at in played)
                if shares is None:
                    return Decision(self._infoset(infoset, ways), tuple(parts))
                labels = self.originals[infoset].actions
                probabilities = tuple(shares[at] for at in played)
                return Chance(tuple(labels[at] for at in played), probabilities, tuple(parts))
            case _:
                return node

    def _part(self, node: int, ways: _Ways) -> int:
        """Return the number of the part of a node to which ways lead."""
        parts = self.parts.setdefault(node, {})
        if ways not in parts:
            if self.count == self.limit:
                raise SizeError([Problem(f"the locked game {more_than(self.limit, 'nodes')}")])
            parts[ways] = self.count
            self.count += 1
        return parts[ways]

    def _after(self, ways: _Ways, infoset: int, action: int) -> _Ways:
        """Return the ways after an action."""
        player, _, sees, labels = self.originals[infoset]
        if player not in self.partly:
            return ways
        own = ways[player - 1]._replace(remembered=())
        if infoset in self.locked:
            remembered = (*ways[player - 1].remembered, *sees, labels[action])
            own = _Own((*own.locked, (infoset, action)), remembered)
        return (own, ways[1]) if player == 1 else (ways[0], own)

    def _infoset(self, infoset: int, ways: _Ways) -> int:
        """Return the number of the information set at a part of a decision node."""
        record = self.originals[infoset]
        own = ways[record.player - 1]
        number = self._infosets.setdefault((infoset, own), len(self.information_sets))
        if number == len(self.information_sets):
            sees = (*own.remembered, *record.sees)
            self.information_sets.append(record._replace(sees=sees))
        return number
