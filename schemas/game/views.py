"""The records of a game that is kept in columns, made when somebody looks at one.

For messages, grading and drawing, which look at some nodes. A pass over all nodes goes over the
columns.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from schemas.game.records import InformationSet, Node

if TYPE_CHECKING:
    from schemas.game.columns import GameColumns, InfosetColumns


class NodeView(Sequence[Node]):
    """The nodes of columns."""

    def __init__(self, columns: "GameColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self.columns.record(one) for one in range(*at.indices(len(self))))
        return self.columns.record(range(len(self))[at])

    def __iter__(self) -> Iterator[Node]:
        return map(self.columns.record, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))


class InfosetView(Sequence[InformationSet]):
    """The information sets of columns."""

    def __init__(self, columns: "InfosetColumns") -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self.columns.record(one) for one in range(*at.indices(len(self))))
        return self.columns.record(range(len(self))[at])

    def __iter__(self) -> Iterator[InformationSet]:
        return map(self.columns.record, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return self is other or _equal(self, other)

    def __hash__(self) -> int:
        return hash(len(self))


def _equal(one: Sequence[object], other: object) -> bool:
    if not isinstance(other, tuple | NodeView | InfosetView):
        return False
    return len(one) == len(other) and all(a == b for a, b in zip(one, other, strict=True))
