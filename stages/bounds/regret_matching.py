"""Predictive regret matching+ (Farina, Kroer and Sandholm, AAAI 2021) in each information set of a
sequence form, with alternating updates and quadratic averaging. It converges to an equilibrium.

In the letters of `stages.forms.sequence_form`, a best response of player 2 to a realization plan x
is the largest -x'Ay, found in one product and one pass over the information sets of player 2 from
the last to the first. Each of the payoffs that are summed passes through a chain of at most k
roundings: those of its weight in x, of its product, and of the sums in which it takes part. A chain
changes it by a factor between (1 - u)**k and (1 + u)**k, where u = 2**-53, and a maximum rounds
nothing. So the result is off by at most ((1 + u)**k - 1) times the most that the absolute values
of the payoffs of a pure strategy can sum to, which is computed in the same pass.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from ...schemas.bounds import MATCHING, Situation
from ...schemas.evaluation import Enclosed
from ...schemas.kernels.passes import Order, backward, forward
from ...schemas.matrices import Matrices, Matrix, Tree
from .regret import FIRST, Learner
from .regret_matching_kernel import match_regrets, multiply
from .rounds import Arrays, Situations
from .walks import Floats

GROWTH = 1.25
"""The factor by which the number of steps grows from bounds to bounds."""


class _Seat:
    """A player's sequences and what it has learned: arrays with one number for each sequence but
    the empty one.
    """

    def __init__(self, tree: Tree, payoffs: Matrix) -> None:
        self.payoffs, self.tree = payoffs, tree
        self.magnitudes = np.abs(payoffs.entries)
        every = np.arange(len(tree.first) - 1, dtype=np.int32)
        self.order = Order(every, tree.first, every, tree.begin, tree.parents)
        self.first, self.sizes = tree.first - 1, np.diff(tree.first)
        self.strategy: Floats = 1.0 / np.repeat(self.sizes, self.sizes)
        self.regret, self.average = np.zeros(len(self.strategy)), np.zeros(len(self.strategy))
        self.plan, self.values = np.ones(len(self.strategy) + 1), np.empty(len(self.strategy) + 1)
        self.reach = np.empty(len(self.sizes))
        self.follow(self.strategy, self.plan)

    def follow(self, strategy: Floats, plan: Floats) -> Floats:
        """Fill in the realization plan of a behaviour strategy, and return it."""
        plan[0] = 1.0
        forward(self.order, strategy, plan, self.reach)
        return plan

    def best_value(self, entries: Floats, other: Floats) -> float:
        """Return the payoff of a best response to the other player's realization plan."""
        self.evaluate(entries, other)
        none = np.empty(0, np.int32)
        backward(self.order, True, none, none, self.values)
        return float(self.values[0])

    def evaluate(self, entries: Floats, other: Floats) -> None:
        """Fill in the payoff of each sequence against the other player's realization plan."""
        multiply(self.payoffs.begin, self.payoffs.columns, entries, other, self.values)

    def step(self, time: int, other: Floats) -> None:
        self.evaluate(self.payoffs.entries, other)
        learned = self.regret, self.strategy, self.average
        match_regrets(self.order, float(time), self.values, self.plan, *learned)
        self.follow(self.strategy, self.plan)

    def average_strategy(self) -> Floats:
        """Return the strategy of the average plan; uniform where that does not lead."""
        begin, shares = self.first[:-1], 1.0 / np.repeat(self.sizes, self.sizes)
        total = np.add.reduceat(self.average, begin) if len(begin) else self.average
        spread = np.repeat(total, self.sizes)
        np.divide(self.average, spread, out=shares, where=spread > 0)
        return shares

    @cached_property
    def roundings(self) -> tuple[int, int]:
        """The most roundings that follow one another behind a weight, and from there on behind a
        best response.
        """
        tree, length, sets = self.tree, np.zeros(len(self.plan), np.int64), 0
        while len(self.sizes):
            above = np.maximum.reduceat(length[tree.parents], tree.begin[:-1])
            if above.max() < sets:
                break
            length[1:], sets = np.repeat(above + 1, self.sizes), sets + 1
        several, actions = (int(np.diff(each).max(initial=0)) for each in (tree.begin, tree.first))
        behind = int(np.bincount(tree.parents, minlength=1).max())
        # A probability is divided by the sum of its row, which differs from 1 by rounding. An entry
        # of A is a nearest float, and rounded when it is multiplied.
        row = int(np.diff(self.payoffs.begin).max())
        return sets * (several + 4 * actions + 2), row + 2 + (sets + 1) * behind


class RegretMatching(Learner):
    """Predictive regret matching+ on the matrices of a game."""

    rule = MATCHING

    def __init__(
        self, matrices: Matrices, lift: Callable[[int, Floats], Situations] | None = None
    ) -> None:
        """`lift` takes a player and its realization plan, and returns its strategy as a record;
        None: with the rows of E or F as information sets, and the numbers of columns as actions.
        """
        first, second = matrices.trees
        payoffs, self._unit = _scaled(matrices.payoffs)
        self._seats = _Seat(first, payoffs), _Seat(second, _of_player_2(payoffs))
        self._lift = lift
        self.first = self._seats[0].first, self._seats[1].first

    def until(self, time: int) -> int:
        return max(FIRST, math.ceil(time * GROWTH))

    def step(self, time: int) -> None:
        for own, other in (self._seats, self._seats[::-1]):
            own.step(time, other.plan)

    def strategy(self, player: int) -> Floats:
        return self._seats[player - 1].average_strategy()

    def response(self, player: int, strategy: Floats) -> Enclosed:
        own, other = self._seats if player == 1 else self._seats[::-1]
        plan = own.follow(strategy, np.empty(len(own.plan)))
        best, size = (
            Fraction(other.best_value(entries, plan)) * self._unit
            for entries in (other.payoffs.entries, other.magnitudes)
        )
        chain = Fraction(own.roundings[0] + other.roundings[1])
        # (1 + u)**k - 1 <= k u / (1 - k u), and as much below: so is the size too small, at most.
        error = chain / (2**53 - 2 * chain)
        # Fewer than 2**150 numbers underflow, and each loses at most 2**-1074: entries of A before
        # they are scaled, and weights and payoffs in units.
        room = error * size + (self._unit + 1) / 2**900
        value = -best if player == 1 else best
        return Enclosed(value - room, value + room)

    def situations(self, player: int, strategy: Floats) -> Situations:
        own = self._seats[player - 1]
        if self._lift:
            return self._lift(player, own.follow(strategy, np.empty(len(own.plan))))
        rows, shares = enumerate(pairwise(own.tree.first.tolist()), 1), strategy.tolist()
        return tuple(
            Situation(row, (), tuple(map(str, range(low, high))), tuple(shares[low - 1 : high - 1]))
            for row, (low, high) in rows
        )

    def arrays(self) -> Arrays:
        named: Arrays = {}
        for player, own in enumerate(self._seats, 1):
            named |= {f"strategy_{player}": own.strategy, f"regret_{player}": own.regret}
            named[f"average_{player}"] = own.average
        return named

    def restore(self) -> None:
        for own in self._seats:
            own.follow(own.strategy, own.plan)


def _scaled(payoffs: Matrix) -> tuple[Matrix, Fraction]:
    """Return the payoffs in a unit, a power of 2, of which none has more than one: no sum is
    infinite. Steps and bounds have the same bits in any unit.
    """
    _, exponent = math.frexp(np.abs(payoffs.entries).max(initial=0.0))
    entries = np.ldexp(payoffs.entries, -exponent)
    return replace(payoffs, entries=entries), Fraction(2) ** exponent


def _of_player_2(payoffs: Matrix) -> Matrix:
    """Return the payoffs to player 2: the negatives, with a row for each of its sequences."""
    order = np.argsort(payoffs.columns, kind="stable")
    sizes = np.bincount(payoffs.columns, minlength=payoffs.shape[1])
    return Matrix(
        shape=payoffs.shape[::-1],
        begin=np.concatenate(([0], np.cumsum(sizes))).astype(np.int32),
        columns=payoffs.rows[order].astype(np.int32),
        entries=-payoffs.entries[order],
    )
