"""The records of a sequence form that is kept in columns, made when somebody looks at one."""

from collections.abc import ItemsView, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stages.forms.columns import FormColumns, Int32s, Lists

Pair = tuple[int, int]


class NumberView(Sequence[int]):
    """The numbers of an array."""

    def __init__(self, numbers: "Int32s") -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, at: Any) -> Any:
        found = self.numbers[at].tolist()
        return tuple(found) if isinstance(at, slice) else found

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | NumberView) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(len(self))


class ListView(Sequence[tuple[int, ...]]):
    """Lists of numbers."""

    def __init__(self, lists: "Lists") -> None:
        self.lists = lists

    def __len__(self) -> int:
        return len(self.lists)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        at = range(len(self))[at]
        begin = self.lists.begin
        return tuple(self.lists.members[begin[at] : begin[at + 1]].tolist())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        begin, members = self.lists.begin.tolist(), self.lists.members.tolist()
        for at in range(len(self)):
            yield tuple(members[begin[at] : begin[at + 1]])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | ListView) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(len(self))


class ListMapView(Mapping[int, tuple[int, ...]]):
    """Numbers, ascending, each with a list of numbers."""

    def __init__(self, keys: "Int32s", lists: "Lists") -> None:
        self._keys, self._lists = NumberView(keys), ListView(lists)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __getitem__(self, key: int) -> tuple[int, ...]:
        at = int(self._keys.numbers.searchsorted(key))
        if at == len(self) or self._keys[at] != key:
            raise KeyError(key)
        return self._lists[at]  # type: ignore[no-any-return]


class PayoffView(Mapping[Pair, Fraction]):
    """A by pairs of sequences, ascending."""

    def __init__(self, columns: "FormColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns.first)

    def __iter__(self) -> Iterator[Pair]:
        return zip(self.columns.first.tolist(), self.columns.second.tolist(), strict=True)

    def __getitem__(self, pair: Pair) -> Fraction:
        at = self.columns.find(pair)
        if at is None:
            raise KeyError(pair)
        return Fraction(int(self.columns.units[at]), self.columns.parts)

    def items(self) -> ItemsView[Pair, Fraction]:
        return _Payoffs(self)


class _Payoffs(ItemsView[Pair, Fraction]):
    """The pairs with their payoffs, without a search for each."""

    _mapping: PayoffView

    def __iter__(self) -> Iterator[tuple[Pair, Fraction]]:
        columns = self._mapping.columns
        payoffs = map(Fraction, columns.units.tolist(), repeat(columns.parts))
        return zip(self._mapping, payoffs, strict=True)
