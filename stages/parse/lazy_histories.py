"""The textbook graph of a map, unfolded lazily: for maps with too many histories to list."""

from collections.abc import Sequence
from dataclasses import replace
from typing import overload

from schemas.parts.states import State
from schemas.state_graph import StateGraph
from schemas.state_graph.columns import NumberedNames
from stages.parse import RULES
from stages.parse.board import Board
from stages.parse.maps import Map
from stages.parse.walk import Item, Walk
from stages.parse.ways import Meter


def unfolded(board: Map, graph: StateGraph) -> StateGraph:
    """Return the graph of level 0 of a map from the one of another level.

    It has one state per history of player 1. States are made one by one on access, and numbered in
    that order.
    """
    assert graph.source is not None
    walk = Walk(RULES[graph.source.rules], Board(board), (), Meter())
    return replace(
        graph,
        source=graph.source._replace(level=0),
        states=_Unfolded(walk),
        names=NumberedNames(0),
        start=0,
        counts=None,
    )


class _Unfolded(Sequence[State]):
    """States by their numbers. The length is that of the part unfolded so far."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.items: list[Item] = [walk.start]
        self.made: dict[int, State] = {}

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, number: int) -> State: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[State]: ...

    def __getitem__(self, number: int | slice) -> State | Sequence[State]:
        if isinstance(number, slice):
            return [self[at] for at in range(*number.indices(len(self)))]
        if number not in self.made:
            sketch = self.walk.sketch(self.items[number])
            first = len(self.items)
            self.items += sketch.followers
            self.made[number] = sketch.build(*range(first, len(self.items)))
        return self.made[number]
