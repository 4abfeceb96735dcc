"""How many histories begin at the nodes of a game in columns."""

from collections.abc import Sequence

import numpy as np

from schemas.game.columns import GameColumns
from schemas.game.counting_kernel import count_behind
from schemas.parts.views import ArrayView


def behind(columns: GameColumns) -> Sequence[int]:
    """Return per node how many histories begin there, itself among them."""
    found = np.ones(len(columns), np.int64)
    if count_behind(columns.begin, columns.children, found):
        return ArrayView(found)
    many = [1] * len(columns)
    begin, children = columns.begin.tolist(), columns.children.tolist()
    for node in range(len(many) - 1, -1, -1):
        many[node] += sum(many[child] for child in children[begin[node] : begin[node + 1]])
    return many
