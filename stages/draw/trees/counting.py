"""How many histories there are behind those that are drawn."""

from collections import Counter
from collections.abc import Iterator, Sequence

from schemas.game import Game, children

_WIDEST = 100_000  # Nodes of a depth up to which histories are counted depth by depth.


def behind(game: Game) -> Sequence[int]:
    """Return per node how many histories begin there, itself among them."""
    if game.columns is not None:
        from stages.draw.trees import counting_columns  # For start-up time: NumPy and Numba.

        return counting_columns.behind(game.columns)
    found = [1] * len(game.nodes)
    for number in range(len(game.nodes) - 1, -1, -1):
        found[number] += sum(found[child] for child in children(game.nodes[number]))
    return found


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
