"""How many histories there are behind those that are drawn."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from schemas.game import Game, children
from schemas.game.counting_kernel import count_behind
from schemas.parts.views import ArrayView

_WIDEST = 100_000  # Nodes of a depth up to which histories are counted depth by depth.


def behind(game: Game) -> Sequence[int]:
    """Return per node how many histories begin there, itself among them."""
    columns = game.columns
    found = np.ones(len(columns), np.int64)
    if count_behind(columns.begin, columns.children, found):
        return ArrayView(found)
    many = [1] * len(columns)
    begin, children = columns.begin.tolist(), columns.children.tolist()
    for node in range(len(many) - 1, -1, -1):
        many[node] += sum(many[child] for child in children[begin[node] : begin[node + 1]])
    return many


def growing(game: Game, node: int, depth: int | None) -> Iterator[int]:
    """Yield how many histories there are from a node on, with 0 moves, with up to 1, ...; it ends
    where there are no longer ones, or far too many.
    """
    here, total, moves = Counter([node]), 0, 0
    while here and len(here) < _WIDEST:
        total += here.total()
        yield total
        if moves == depth:
            return
        after: Counter[int] = Counter()
        for number, ways in here.items():
            for child in children(game.nodes[number]):
                after[child] += ways
        here, moves = after, moves + 1
