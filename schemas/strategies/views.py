"""Strategies and plans in columns, looked at one entry at a time."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from schemas.strategies.records import Behaviour, ExactBehaviour, Strategy


class StrategyView(Sequence[Behaviour]):
    """The records of `schemas.strategies.columns.StrategyColumns`."""

    def __init__(self, columns: Any) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self.columns.record(one) for one in range(*at.indices(len(self))))
        return self.columns.record(range(len(self))[at])

    def __iter__(self) -> Iterator[Behaviour]:
        columns = self.columns
        begin, numbers = columns.begin.tolist(), columns.probabilities.tolist()
        rows = zip(columns.infoset.tolist(), columns.own_reach.tolist(), strict=True)
        for at, (infoset, own_reach) in enumerate(rows):
            yield Behaviour(infoset, own_reach, tuple(numbers[begin[at] : begin[at + 1]]))

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))


class ExactView(Sequence[ExactBehaviour]):
    """A strategy in rationals that follows from one in floats, entry by entry: worked out when
    somebody looks at it.
    """

    def __init__(
        self, strategy: Strategy, exact: Callable[[Behaviour], tuple[Fraction, ...]]
    ) -> None:
        self.strategy = strategy
        self.exact = exact

    def __len__(self) -> int:
        return len(self.strategy)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(map(self._record, self.strategy[at]))
        return self._record(self.strategy[at])

    def __iter__(self) -> Iterator[ExactBehaviour]:
        return map(self._record, self.strategy)

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))

    def _record(self, behaviour: Behaviour) -> ExactBehaviour:
        return ExactBehaviour(behaviour.infoset, self.exact(behaviour))


class PlanView(Sequence[ExactBehaviour]):
    """A strategy in rationals that follows from a realization plan: each entry is worked out when
    somebody looks at it.
    """

    def __init__(self, infosets: Sequence[int], choice: Callable[[int], ExactBehaviour]) -> None:
        self.infosets = infosets
        self.choice = choice

    def __len__(self) -> int:
        return len(self.infosets)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(map(self.choice, self.infosets[at]))
        return self.choice(self.infosets[at])

    def __iter__(self) -> Iterator[ExactBehaviour]:
        return map(self.choice, self.infosets)

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))


class FloatView(Sequence[float]):
    """The numbers of an array of floats, as those of Python."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        found = self.array[at].tolist()
        return tuple(found) if isinstance(at, slice) else found

    def __iter__(self) -> Iterator[float]:
        return iter(self.array.tolist())

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))


def _equal(one: Sequence[object], other: object) -> bool:
    if not isinstance(other, tuple | StrategyView | ExactView | PlanView | FloatView):
        return False
    return len(one) == len(other) and all(a == b for a, b in zip(one, other, strict=True))
