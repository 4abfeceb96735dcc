"""The sums of the rewards on the ways through a state graph, for the walk."""

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ....schemas.kernels.key_tables import KeyTable
from ....schemas.parts.rationals import Rationals, rationals
from ....schemas.state_graph.columns import Int32s

LEAST = 1 << 10


class Sums:
    """The distinct sums of player 1's rewards, exact at any size. The rewards and payoffs of the
    graph come first; if there are rewards, number 0 is the sum 0.

    steps: the keys of a sum and one more reward, for the walk.
    after: the number of the sum after each of these steps.
    """

    def __init__(self, rewards: Iterable[Fraction]) -> None:
        """Enter the distinct rewards and payoffs of a graph."""
        distinct = tuple(rewards)
        self.parts = math.lcm(*(reward.denominator for reward in distinct))
        self.sums = [int(reward * self.parts) for reward in distinct]
        self.number = {total: number for number, total in enumerate(self.sums)}
        self.steps, self.after = KeyTable(LEAST), np.empty(LEAST, np.int32)

    def add(self, won: int, reward: int) -> int:
        """Return the number of the sum of a sum and a reward, given by their numbers."""
        total = self.sums[won] + self.sums[reward]
        number = self.number.setdefault(total, len(self.sums))
        if number == len(self.sums):
            self.sums.append(total)
        return number

    def lengthen(self) -> Int32s:
        """Return `after` with room for twice as many steps."""
        self.after = np.concatenate((self.after, self.after))
        return self.after

    def rationals(self, numbers: Int32s) -> Rationals:
        """Return the sums with the given numbers."""
        return rationals(Fraction(self.sums[number], self.parts) for number in numbers.tolist())
