"""A strategy in columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..parts.rationals import Rationals, rationals
from .records import Behaviour, ExactBehaviour, Strategy
from .views import ExactColumnsView, StrategyView


@dataclass(frozen=True, eq=False, kw_only=True)
class StrategyColumns:
    """A player's behaviour strategy at its k information sets, with p probabilities in total."""

    infoset: NDArray[np.int32]
    """Shape (k,): numbers in the game, ascending."""
    own_reach: NDArray[np.float64]
    """Shape (k,): as in Behaviour."""
    begin: NDArray[np.int32]
    """Shape (k + 1,): offset of the probabilities of each information set; last p."""
    probabilities: NDArray[np.float64]
    """Shape (p,): one per action."""

    def __len__(self) -> int:
        return len(self.infoset)

    def record(self, at: int) -> Behaviour:
        """Return one entry as a record."""
        return Behaviour(
            int(self.infoset[at]),
            float(self.own_reach[at]),
            tuple(self.probabilities[self.begin[at] : self.begin[at + 1]].tolist()),
        )

    def are_distributions(self) -> bool:
        """Return True if the probabilities at each information set are certainly at least 0 with
        sum 1; False means unknown, and the caller must check the records.

        The rounding error of a sum of fewer than 100 probabilities is below 1e-13 in any order of
        addition. With more, the result is False.
        """
        if not len(self):
            return True
        sizes = np.diff(self.begin)
        if sizes.min() < 1 or sizes.max() >= 100:
            return False
        off = np.abs(np.add.reduceat(self.probabilities, self.begin[:-1]) - 1)
        return bool(off.max() < 5e-13 and self.probabilities.min() >= 0)


def strategy_columns(strategy: Strategy) -> StrategyColumns:
    """Return the columns of which a strategy is a view, or new ones.

    >>> found = strategy_columns((Behaviour(3, 1.0, (0.25, 0.75)), Behaviour(5, 0.25, (1.0,))))
    >>> found.begin.tolist(), found.probabilities.tolist(), found.record(1)
    ([0, 2, 3], [0.25, 0.75, 1.0], Behaviour(infoset=5, own_reach=0.25, probabilities=(1.0,)))
    """
    if isinstance(strategy, StrategyView):
        return strategy.columns  # type: ignore[no-any-return]
    sizes = accumulate((len(behaviour.probabilities) for behaviour in strategy), initial=0)
    every = [number for behaviour in strategy for number in behaviour.probabilities]
    return StrategyColumns(
        infoset=np.array([behaviour.infoset for behaviour in strategy], np.int32),
        own_reach=np.array([behaviour.own_reach for behaviour in strategy], np.float64),
        begin=np.fromiter(sizes, np.int32, len(strategy) + 1),
        probabilities=np.array(every, np.float64),
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class ExactColumns:
    """A player's behaviour strategy at its k information sets, in rationals."""

    infoset: NDArray[np.int32]
    """Shape (k,): numbers in the game, ascending."""
    which: NDArray[np.int32]
    """Shape (k,): the number of the distribution that is played there."""
    begin: NDArray[np.int32]
    """Shape (d + 1,): offset of each distribution in `shares`; last the end of all."""
    shares: Rationals
    """The probabilities of all distributions. Most distributions differ; some may be repeated."""

    def __len__(self) -> int:
        return len(self.infoset)

    def record(self, at: int) -> ExactBehaviour:
        """Return one entry as a record."""
        number = self.which[at]
        shares = self.shares[self.begin[number] : self.begin[number + 1]]
        return ExactBehaviour(int(self.infoset[at]), tuple(shares))

    def records(self) -> Iterator[ExactBehaviour]:
        """Yield all entries; each distribution is made once."""
        shares, begin = [*self.shares], self.begin.tolist()
        distributions = [tuple(shares[start:end]) for start, end in pairwise(begin)]
        rows = zip(self.infoset.tolist(), self.which.tolist(), strict=True)
        return (ExactBehaviour(infoset, distributions[which]) for infoset, which in rows)


def exact_columns(strategy: Iterable[ExactBehaviour]) -> ExactColumns:
    """Return the columns of which a strategy is a view, or new ones.

    >>> half = (Fraction(1, 2),) * 2
    >>> found = exact_columns([ExactBehaviour(at, half) for at in (1, 4)])
    >>> found.infoset.tolist(), found.which.tolist(), list(map(str, found.shares))
    ([1, 4], [0, 0], ['1/2', '1/2'])
    """
    if isinstance(strategy, ExactColumnsView):
        return strategy.columns  # type: ignore[no-any-return]
    # Comparing fractions is slower than storing some of them twice.
    number: dict[int, int] = {}
    each: list[tuple[Fraction, ...]] = []
    infoset, which = [], []
    for at, shares in strategy:
        known = number.setdefault(id(shares), len(each))
        if known == len(each):
            each.append(shares)
        infoset.append(at)
        which.append(known)
    return exact_columns_of(infoset, which, each)


def exact_columns_of(
    infoset: ArrayLike, which: ArrayLike, distributions: Sequence[tuple[Fraction, ...]]
) -> ExactColumns:
    """Return the columns of a strategy whose distributions are given once each."""
    sizes = accumulate(map(len, distributions), initial=0)
    return ExactColumns(
        infoset=np.asarray(infoset, np.int32),
        which=np.asarray(which, np.int32),
        begin=np.fromiter(sizes, np.int32, len(distributions) + 1),
        shares=rationals(chain.from_iterable(distributions)),
    )
