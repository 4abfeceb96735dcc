"""The records of a state graph that is kept in columns, made when somebody looks at one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from schemas.parts.states import State

if TYPE_CHECKING:
    from schemas.state_graph.columns import GraphColumns


class StateView(Sequence[State]):
    """The states of columns."""

    def __init__(self, columns: "GraphColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self.columns.record(one) for one in range(*at.indices(len(self))))
        return self.columns.record(range(len(self))[at])

    def __iter__(self) -> Iterator[State]:
        return map(self.columns.record, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, tuple | StateView) or len(self) != len(other):
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(len(self))


class NumberedNames(Sequence[str]):
    """The names s0, s1, s2 and so on, which `parse` gives to states.

    >>> names = NumberedNames(3)
    >>> names[1], list(names), names == ("s0", "s1", "s2")
    ('s1', ['s0', 's1', 's2'], True)
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(self.size)))
        return f"s{range(self.size)[at]}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberedNames):
            return self.size == other.size
        return isinstance(other, tuple) and tuple(self) == other

    def __hash__(self) -> int:
        return hash(self.size)
