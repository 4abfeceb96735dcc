"""A way that leaves fewer squares open and brings no more gold is not needed."""


def wider(settled: list[tuple[int, int]], open: int, gold: int) -> bool:
    """Return whether another way to the same square is at least as good; if not, remember this one.

    `settled` holds open squares and gold of the ways to this square that are
    kept, all from the same situation.

    Property of the rules: the agent's legal moves depend on the squares that are
    still open, more of them never forbid a move, and more gold never pays less.
    Proof: let another way from the same situation lead to the same square with
    all these squares open and at least this gold. Every continuation of this way
    is one of the other, too, meets the same, and pays at least as much there. So
    a plan that takes the other way instead loses nothing, whatever the opponent
    does, and the opponent does not observe the way.

    >>> settled = []
    >>> [wider(settled, *way) for way in ((0b111, 0), (0b101, 0), (0b011, 1), (0b001, 1))]
    [False, True, False, True]
    """
    if any(open & ~wide == 0 and gold <= rich for wide, rich in settled):
        return True
    settled.append((open, gold))
    return False
