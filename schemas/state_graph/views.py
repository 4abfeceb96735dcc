"""Lazy sequences of a state graph's records, built from its columns on access."""

from schemas.parts.states import State
from schemas.parts.views import RecordView, View
from schemas.state_graph.columns import GraphColumns


class StateView(RecordView[State]):
    """The states of a graph in columns as records."""

    columns: GraphColumns


class NumberedNames(View[str]):
    """The names s0, s1, s2 and so on, which `parse` gives to the states.

    >>> names = NumberedNames(3)
    >>> names[1], list(names), names == ("s0", "s1", "s2")
    ('s1', ['s0', 's1', 's2'], True)
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def one(self, at: int) -> str:
        return f"s{at}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberedNames):
            return self.size == other.size
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.size)
