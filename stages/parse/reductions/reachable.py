"""Squares that the agent can no longer reach do not matter."""

from ..maps import Board, Squares


def reachable(board: Board, square: int, open: Squares) -> Squares:
    """Return the open squares that a walk from `square` can still reach.

    Property of the rules: the continuation depends only on the squares that the
    agent enters from now on, on its gold and on its encounters. Proof: a square
    that no walk over open squares reaches is never entered again, whether it is
    open or not. So two histories that differ only in such squares have the same
    continuations with the same payoffs. As the agent had the same encounters, the
    opponent's knowledge is the same, too, and a strategy for one history is a
    strategy for the other.

    >>> from efgc.stages.parse.maps import read_map
    >>> board = Board(read_map("0 0\\nS-#-\\nD-#G\\n"))
    >>> bin(reachable(board, board.start, board.free))
    '0b100010'
    """
    width, (left, right) = board.width, board.edges
    border, reached = 1 << square, 0
    while border:  # All squares one step further, at once.
        border = (
            ((border & left) >> 1 | (border & right) << 1 | border >> width | border << width)
            & open
            & ~reached
        )
        reached |= border
    return reached
