"""The records of a game that is kept in columns, made when somebody looks at one.

For messages, grading and drawing, which look at some nodes. A pass over all nodes goes over the
columns.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from schemas.game.records import InformationSet, Node

if TYPE_CHECKING:
    from schemas.game.columns import GameColumns, InfosetColumns, Int32s

Item = TypeVar("Item", covariant=True)


class View(Sequence[Item]):
    """What is made one by one."""

    @abstractmethod
    def one(self, at: int) -> Item:
        """Return the item of a number from 0 on."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self.one(each) for each in range(*at.indices(len(self))))
        return self.one(range(len(self))[at])

    def __iter__(self) -> Iterator[Item]:
        return map(self.one, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, tuple | View):
            return False
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(len(self))


class NodeView(View[Node]):
    """The nodes of columns."""

    def __init__(self, columns: "GameColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Node]:
        return self.columns.records()

    def one(self, at: int) -> Node:
        return self.columns.record(at)


class InfosetView(View[InformationSet]):
    """The information sets of columns."""

    def __init__(self, columns: "InfosetColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def one(self, at: int) -> InformationSet:
        return self.columns.record(at)


class NumberView(View[int]):
    """Whole numbers of an array."""

    def __init__(self, numbers: "Int32s") -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers.tolist())

    def one(self, at: int) -> int:
        return int(self.numbers[at])


class SetView(View[tuple[int, ...]]):
    """Sets of numbers: set `number[i]` for each i, of those whose members begin at `begin`."""

    def __init__(self, number: "Int32s", begin: "Int32s", members: "Int32s") -> None:
        self.number, self.begin, self.members = number, begin, members

    def __len__(self) -> int:
        return len(self.number)

    def one(self, at: int) -> tuple[int, ...]:
        number = self.number[at]
        return tuple(self.members[self.begin[number] : self.begin[number + 1]].tolist())
