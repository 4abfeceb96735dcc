"""Squares on no simple path to an exit do not matter."""

from ..maps import Board, Squares


def relevant(board: Board, square: int, open: Squares) -> Squares:
    """Return the open squares that lie on a simple path over open squares from `square` to an exit.

    Property of the rules: a dead end pays the least of all ends of play.
    Proof: an agent that enters a square that lies on no such path never gets out, so
    it ends with the least possible payoff. If there is a move on such a path, it
    pays at least as much, whatever the opponent does, and dropping the others
    changes no value; if there is none, play is worth the least payoff already.
    Two histories with the same relevant squares then have the same continuations.

    All exits are one vertex, the sink. The squares on simple paths to it are the
    blocks of the graph between `square` and the sink in the tree of blocks and
    cut vertices (Hopcroft and Tarjan, CACM 16, 1973): a block that is completed in
    the depth-first search counts if the sink lies below it.

    >>> from efgc.stages.parse.maps import read_map
    >>> board = Board(read_map("0 0\\nS-#-\\nD--G\\n"))
    >>> bin(relevant(board, board.start, board.free))
    '0b100010'
    """
    sink = len(board.kinds)
    here = open | 1 << square
    inner, exits = board.inner, board.leaves & here
    squares = 0
    order = {square: 0}
    low = {square: 0}
    behind = {sink}  # Vertices with the sink in the part of the search tree below them.
    stack: list[int] = []
    path = [square]
    left = [_targets(inner[square], here, exits, square, sink)]
    while path:
        vertex = path[-1]
        if left[-1]:
            to = left[-1].pop()
            if to not in order:
                order[to] = low[to] = len(order)
                stack.append(to)
                path.append(to)
                left.append(
                    _members(exits) if to == sink else _targets(inner[to], here, exits, to, sink)
                )
            elif order[to] < low[vertex]:
                low[vertex] = order[to]
            continue
        path.pop()
        left.pop()
        if path:
            above = path[-1]
            low[above] = min(low[above], low[vertex])
            if vertex in behind:
                behind.add(above)
            if low[vertex] >= order[above]:
                squares |= _block(stack, vertex, sink, vertex in behind)
    return squares


def _targets(
    inner: tuple[int, ...], here: Squares, exits: Squares, square: int, sink: int
) -> list[int]:
    found = [to for to in inner if here >> to & 1]
    if exits >> square & 1:
        found.append(sink)
    return found


def _members(squares: Squares) -> list[int]:
    found = []
    while squares:
        lowest = squares & -squares
        found.append(lowest.bit_length() - 1)
        squares ^= lowest
    return found


def _block(stack: list[int], last: int, sink: int, counts: bool) -> Squares:
    """Take a block off the stack; return its squares if it counts."""
    found = 0
    while True:
        vertex = stack.pop()
        if counts and vertex != sink:
            found |= 1 << vertex
        if vertex == last:
            return found
