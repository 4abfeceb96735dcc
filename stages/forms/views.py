"""Lazy records of a sequence form in columns, built on access."""

from collections.abc import ItemsView, Iterator, Mapping
from fractions import Fraction
from itertools import repeat

from schemas.parts.views import ListView
from stages.forms.columns import FormColumns, Int32s, Lists

Pair = tuple[int, int]


class ListMapView(Mapping[int, tuple[int, ...]]):
    """A mapping from ascending numbers to lists of numbers."""

    def __init__(self, keys: Int32s, lists: Lists) -> None:
        self._keys, self._lists = keys, ListView(lists.begin, lists.members)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys.tolist())

    def __getitem__(self, key: int) -> tuple[int, ...]:
        # searchsorted would cast the whole array for a number of another type.
        at = int(self._keys.searchsorted(self._keys.dtype.type(key)))
        if at == len(self) or self._keys[at] != key:
            raise KeyError(key)
        return self._lists[at]  # type: ignore[no-any-return]


class PayoffView(Mapping[Pair, Fraction]):
    """A by pairs of sequences, ascending."""

    def __init__(self, columns: FormColumns) -> None:
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
