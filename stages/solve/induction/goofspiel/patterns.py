"""Order patterns of two hands as numbers.

A pattern is written as one number: two bits per card in a hand, from the lowest
card up, 1 for player 1, 2 for player 2, 3 for both. The smaller number of a
pattern and its exchange is the row's.
"""

from .....schemas.rules.goofspiel import Hand

LOSS, TIE, WIN = 0, 1, 2  # Outcomes of a round for player 1.
ODD_BITS = 0x5555555555555555


def pattern_code(hands: tuple[Hand, Hand]) -> int:
    """Return the order pattern of two hands.

    >>> bin(pattern_code(((1, 5), (5, 9))))
    '0b101101'
    """
    cards = sorted({*hands[0], *hands[1]})
    return sum(
        ((card in hands[0]) + 2 * (card in hands[1])) << 2 * at for at, card in enumerate(cards)
    )


def hands_of(code: int) -> tuple[Hand, Hand]:
    """Return hands with an order pattern, their cards numbered from 1 without gaps.

    >>> hands_of(0b101101)
    ((1, 2), (2, 3))
    """
    held = [code >> 2 * at & 3 for at in range((code.bit_length() + 1) // 2)]
    first, second = (
        tuple(at for at, holders in enumerate(held, 1) if holders & player) for player in (1, 2)
    )
    return first, second


def exchanged(code: int) -> int:
    """Return the pattern with the players exchanged."""
    return (code & ODD_BITS) << 1 | code >> 1 & ODD_BITS


def canonical(code: int) -> int:
    """Return the number of the row: the smaller of a pattern and its exchange."""
    return min(code, exchanged(code))
