"""Lazy sequences of a strategy's entries, built from its columns on access."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from ..parts.views import MappedView, RecordView
from .records import Behaviour, ExactBehaviour, Strategy


class StrategyView(RecordView[Behaviour]):
    """The entries of `schemas.strategies.columns.StrategyColumns`."""

    def __iter__(self) -> Iterator[Behaviour]:
        columns = self.columns
        begin, numbers = columns.begin.tolist(), columns.probabilities.tolist()
        rows = zip(columns.infoset.tolist(), columns.own_reach.tolist(), strict=True)
        for at, (infoset, own_reach) in enumerate(rows):
            yield Behaviour(infoset, own_reach, tuple(numbers[begin[at] : begin[at + 1]]))


class ExactColumnsView(RecordView[ExactBehaviour]):
    """The entries of `schemas.strategies.columns.ExactColumns`."""


class ExactView(MappedView[ExactBehaviour]):
    """A strategy in rationals, derived entry by entry from one in floats."""

    def __init__(
        self, strategy: Strategy, exact: Callable[[Behaviour], tuple[Fraction, ...]]
    ) -> None:
        super().__init__(strategy, lambda entry: ExactBehaviour(entry.infoset, exact(entry)))
        self.strategy = strategy
