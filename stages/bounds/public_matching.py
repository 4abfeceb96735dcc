"""Predictive regret matching+ (Farina, Kroer and Sandholm, AAAI 2021) on a public game, for all
types of a player at once. Strategies depend on everything that a player remembers. Old regrets are
forgotten little by little, and late strategies count most (as in PDCFR+, Xu et al., IJCAI 2024): in
liar's dice with two dice each and four faces the gap after 400 steps is .0001, and .0007 without.

The strategy whose bound is computed leaves out what its player plays hardly ever: then it can be
written down. Its payoffs are sums of products, with at most k roundings after one another behind
each, so that a best response is off by at most ((1 + u)**k - 1) times the largest absolute payoff,
where u = 2**-53; a maximum rounds nothing.
"""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np

from ...schemas.bounds import MATCHING, Situation
from ...schemas.evaluation import Enclosed
from ..isolated.signals import deferred_signals
from .public_game import Memory, PublicGame
from .public_kernel import PublicWalk, traverse
from .regret import Learner
from .rounds import Arrays, Situations
from .walks import Floats, Int32s

FIRST, GROWTH = 16, 1.25
"""The steps before the first bounds, and the factor by which they grow from bounds to bounds."""
POWER = 5
"""The strategy of step t counts t**POWER times in the average."""
FORGETTING = 2
"""Regrets of t steps are multiplied by t**FORGETTING / (t**FORGETTING + 1)."""
LEAST = 0.1
"""The share of the gap between the bounds, if the payoffs range over 1, that is the least
probability of what is played in the next proved strategies: leaving out less hardly costs anything.
"""
MOST = 500_000_000
"""The most pairs of a type and an action."""
Learned = tuple[Floats, Floats, Floats]
"""Of a player: regrets, strategy and average."""
NONE: Learned = (np.zeros(0), np.zeros(0), np.zeros(0))


class PublicMatching(Learner):
    """Regret matching on public nodes and types; the same bits for any number of threads."""

    rule = MATCHING

    def __init__(self, game: PublicGame, threads: int) -> None:
        self.game = game
        self.low, self.high = game.low, game.high
        self.largest = math.nextafter(max(abs(game.low), abs(game.high)), math.inf)
        """At least the largest absolute payoff."""
        self._root = int(game.begin[1])
        """The number of actions of the first node."""
        self._walks = [self._new_walk() for _ in range(self._root + 1)]
        with deferred_signals():  # The main thread gets all signals.
            self._pool = ThreadPoolExecutor(min(threads, self._root))
        first, second = (self._rows(player) for player in (1, 2))
        self.first = first, second
        self._strategy = tuple(1.0 / np.repeat(np.diff(one), np.diff(one)) for one in self.first)
        self._regret = tuple(np.zeros(one[-1]) for one in self.first)
        self._average = tuple(np.zeros(one[-1]) for one in self.first)
        self._control = np.array([LEAST * LEAST])  # The first gap is some tenth of the range.
        """The least probability with which a player alone reaches what it plays in a proved
        strategy.
        """

    def _new_walk(self) -> PublicWalk:
        game = self.game
        return PublicWalk(
            game.actor,
            game.begin,
            game.target,
            game.table,
            game.classes,
            game.payoffs,
            game.chance,
            (len(game.types[0]), len(game.types[1])),
            game.sizes,
            game.depth,
        )

    def _rows(self, player: int) -> Int32s:
        """Return the offsets of the rows of a player's strategy: one per block and type."""
        game, actions = self.game, np.diff(self.game.begin)
        parts: list[Int32s | None] = [None] * len(game.actor)
        for node in range(len(game.actor) - 1, -1, -1):
            moves = game.target[game.begin[node] : game.begin[node + 1]].tolist()
            own = np.full(len(game.types[player - 1]), actions[node], np.int32)
            after = [part for part in (parts[to] for to in moves) if part is not None]
            parts[node] = np.concatenate([own if game.actor[node] == player else own[:0], *after])
        sizes = parts[0]
        assert sizes is not None
        return np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)

    def until(self, time: int) -> int:
        return max(FIRST, math.ceil(time * GROWTH))

    def adapt(self, gap: float) -> None:
        self._control[0] = LEAST * gap / (self.high - self.low or 1.0)

    def step(self, time: int) -> None:
        before = float((time - 1) ** FORGETTING)
        for player in (1, 2):
            seat, other = player - 1, self._strategy[2 - player]
            own = self._regret[seat], self._strategy[seat], self._average[seat]
            self._traverse(player, float(time**POWER), before / (before + 1), own, other)

    def _traverse(
        self, player: int, weight: float, keep: float, own: Learned, others: Floats
    ) -> Floats:
        """Return the payoff of each type of a player."""
        *walks, last = self._walks

        def follow(at: int) -> None:
            traverse(walks[at], player, weight, keep, at, at + 1, *own, others)

        for at, _ in enumerate(self._pool.map(follow, range(self._root))):
            np.asarray(last.worth)[0, at] = np.asarray(walks[at].worth)[0, at]
        traverse(last, player, weight, keep, self._root, self._root, *own, others)
        return np.asarray(last.value)[: len(self.game.types[player - 1])]

    def strategy(self, player: int) -> Floats:
        first, weight = self.first[player - 1][:-1], self._average[player - 1]
        sizes = np.diff(self.first[player - 1])
        # A weight is the probability with which the player alone gets there, times those of steps.
        least = np.add.reduceat(weight, first).max(initial=0.0) * self._control[0]
        most = np.maximum.reduceat(weight, first)
        shares = weight.copy()
        shares[weight < np.repeat(np.minimum(most, least), sizes)] = 0.0
        shares[np.repeat(most == 0, sizes)] = 1.0
        shares /= np.repeat(np.add.reduceat(shares, first), sizes)
        return shares

    def response(self, player: int, strategy: Floats) -> Enclosed:
        other, game = 3 - player, self.game
        payoffs = self._traverse(other, 0.0, 0.0, NONE, strategy)
        chance = game.chance[other - 1, : len(payoffs)]
        value = Fraction(float(payoffs @ chance)) * (1 if other == 1 else -1)
        # Behind a payoff: on each level a probability, which is divided by the sum of its row, a
        # product, and a sum over actions; then the sums over the types of both players.
        actions, types = int(np.diff(game.begin).max()), game.chance.shape[1]
        chain = Fraction(game.depth * (2 * actions + 4) + 3 * types + 8)
        error = chain / (2**53 - chain)
        room = error * Fraction(self.largest) + Fraction(1 + self.largest) / 2**900
        return Enclosed(value - room, value + room)

    def situations(self, player: int, strategy: Floats) -> Situations:
        return tuple(self._situations(player, strategy))

    def _situations(self, player: int, strategy: Floats) -> Iterator[Situation]:
        """Yield what the player does where its own play leads."""
        game, types = self.game, self.game.types[player - 1]
        waiting: list[tuple[int, int, Memory, list[int]]] = [(0, 0, (), [*range(len(types))])]
        while waiting:
            node, begin, memory, there = waiting.pop()
            moves = range(game.begin[node], game.begin[node + 1])
            if not moves:
                continue
            acts = game.actor[node] == player
            size = len(types) * len(moves) if acts else 0
            rows = strategy[begin : begin + size].reshape(-1, len(moves)) if acts else None
            if rows is not None:
                for type_ in there:
                    played = np.flatnonzero(rows[type_] > 0).tolist()
                    yield Situation(
                        information_set=None,
                        states=(),
                        actions=tuple(game.label[moves[at]] for at in played),
                        probabilities=tuple(rows[type_][played].tolist()),
                        after=(*types[type_], *memory),
                    )
            begin += size
            for at, move in enumerate(moves):
                left = there if rows is None else [one for one in there if rows[one, at] > 0]
                target = int(game.target[move])
                if left:
                    longer = (*memory, *game.entries[move][player - 1])
                    waiting.append((target, begin, longer, left))
                begin += int(game.sizes[player - 1, target])

    def arrays(self) -> Arrays:
        names = ("strategy", "regret", "average")
        all_three = zip(names, (self._strategy, self._regret, self._average), strict=True)
        learned = {
            f"{name}_{player}": one[player - 1] for name, one in all_three for player in (1, 2)
        }
        return {"control": self._control, **learned}

    def restore(self) -> None:
        """Nothing else is kept."""
