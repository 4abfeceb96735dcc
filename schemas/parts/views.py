"""Lazy sequences of items stored in columns, which are built on access.

They are for messages, grading and drawing, which access a few items. A pass over a large game uses
the columns. A view is equal to a tuple, or another view, of equal items.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item", covariant=True)


class View(Sequence[Item]):
    """A sequence whose items are built on access."""

    @abstractmethod
    def one(self, at: int) -> Item:
        """Return the item at an index, which must not be negative."""

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


KEPT = 20_000
"""A view of at most this many records builds and caches all of them on the first access."""


class RecordView(View[Item]):
    """A view of columns that have a length and a method `record`."""

    def __init__(self, columns: Any) -> None:
        self.columns = columns
        self._kept: tuple[Item, ...] | None = None

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, at: Any) -> Any:
        # Shortcut for walks over a large game, which access items millions of times.
        return super().__getitem__(at) if self._kept is None else self._kept[at]

    def __iter__(self) -> Iterator[Item]:
        if len(self) <= KEPT:
            self.keep()
        return self._records() if self._kept is None else iter(self._kept)

    def one(self, at: int) -> Item:
        if len(self) <= KEPT:
            self.keep()
        return self.columns.record(at) if self._kept is None else self._kept[at]

    def keep(self) -> None:
        """Build and cache all records; for callers that access each of many records repeatedly."""
        if self._kept is None:
            self._kept = tuple(self._records())

    def _records(self) -> Iterator[Item]:
        if hasattr(self.columns, "records"):  # Faster than one by one.
            return self.columns.records()  # type: ignore[no-any-return]
        return map(self.columns.record, range(len(self)))


class ArrayView(View[Item]):
    """The numbers of an array as Python numbers."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.array.tolist())

    def one(self, at: int) -> Item:
        return self.array[at].item()  # type: ignore[no-any-return]


class ListView(View[tuple[int, ...]]):
    """Lists of numbers, concatenated in `members` with their offsets in `begin`, the last of which
    is the end of all. If `which` is given, the view has the lists with these numbers, in this
    order.
    """

    def __init__(self, begin: Any, members: Any, which: Any = None) -> None:
        self.begin, self.members, self.which = begin, members, which

    def __len__(self) -> int:
        return len(self.begin) - 1 if self.which is None else len(self.which)

    def one(self, at: int) -> tuple[int, ...]:
        number = at if self.which is None else self.which[at]
        return tuple(self.members[self.begin[number] : self.begin[number + 1]].tolist())


class MappedView(View[Item]):
    """A function applied to each item of a sequence on access.

    >>> MappedView(range(3), str)[1:]
    ('1', '2')
    """

    def __init__(self, those: Sequence[Any], made: Callable[[Any], Item]) -> None:
        self.those, self.made = those, made

    def __len__(self) -> int:
        return len(self.those)

    def __iter__(self) -> Iterator[Item]:
        return map(self.made, self.those)

    def one(self, at: int) -> Item:
        return self.made(self.those[at])
