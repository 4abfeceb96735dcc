"""A player of phantom tic-tac-toe, as somebody writes it from memory: forty lines."""

from collections import Counter
from fractions import Fraction

LINES = [
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
]
LIKED = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def board(seen):
    """Return the player's marks, and those of the other player that it knows of: it remembers each
    cell that it tried, and then whether that was free.
    """
    tried = list(zip(seen[::2], seen[1::2], strict=True))
    return tuple({int(cell) for cell, told in tried if told == what} for what in ("free", "taken"))


def policy(infoset):
    """Return the probabilities of the cells: finish a line if possible, else stop one, else try a
    cell in the lines that are still possible, the better the more often.
    """
    own, other = board(infoset.seen)
    cells = [int(cell) for cell in infoset.actions]
    for marks, against in ((own, other), (other, own)):
        for line in LINES:
            left = [cell for cell in line if cell not in marks]
            if len(left) == 1 and left[0] in cells and left[0] not in against:
                return {left[0]: 1}
    worth = Counter()
    for line in LINES:
        if not other & set(line):
            for cell in set(line) & set(cells):
                worth[cell] += 1 + len(own & set(line))
    if not worth:
        return {cells[0]: 1}
    most = max(worth.values())
    best = sorted((cell for cell in worth if worth[cell] == most), key=LIKED.index)[:2]
    shares = [Fraction(2, 3), Fraction(1, 3)] if len(best) == 2 else [1]
    return dict(zip(best, shares, strict=True))
