"""Fast reader of the lists in a game's JSON text, as written by efgc, but with any white space.

It requires the keys in the order in which our writer writes them. A text that it rejects need not
be invalid: the slow, error-reporting reader then takes over. Each distinct text is parsed once,
later.
"""

from ..kernels.pieces import TO_READ
from ..parts import shadow as cython
from ..parts.texts import byte_array
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.pieces import Pieces, blank, interned, key, mark, string, strings, whole
    from ..kernels.small_fractions import divisor
    from ..parts.arrays import (
        Flags,
        Index,
        Int8s,
        Int32s,
        Int32s2,
        Int64,
        Ints,
        ReadBytes,
        ReadInts2,
    )

_INFOSET = byte_array('"information_set"')
_PLAYER = byte_array('"player"')
_STATE = byte_array('"state"')
_SEES = byte_array('"sees"')
_ACTIONS = byte_array('"actions"')
_NODE = byte_array('"node"')
_PAYOFF = byte_array('"payoff"')
_CHANCE = byte_array('"chance"')
_PROBABILITIES = byte_array('"probabilities"')
_CHILDREN = byte_array('"children"')

_IS_DECISION = cython.declare(Index, Kind.DECISION)
_IS_CHANCE = cython.declare(Index, Kind.CHANCE)
_IS_TERMINAL = cython.declare(Index, Kind.TERMINAL)
_COMMA = cython.declare(Index, ord(","))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_BEGIN = cython.declare(Index, ord("{"))
_END = cython.declare(Index, ord("}"))
_MINUS = cython.declare(Index, ord("-"))
_SLASH = cython.declare(Index, ord("/"))
_TO_READ = cython.declare(Index, TO_READ)


def read_infosets(
    data: ReadBytes,
    position: Index,
    player: Int8s,
    texts: Int32s2,
    sizes: Int32s,
    pieces: Pieces,
    plain: Flags,
) -> tuple[int, int]:
    """Read the list that begins at a position into one row per information set: its player, its
    `texts` (indices of state, sees and actions, -1 for none) and its number of actions.

    Fills `pieces` with the distinct texts, and `plain` with whether each of them is in the form of
    our own writer. Returns the number of information sets, and the position behind the list.
    """
    number: Index = 0
    behind: Index = -1
    with cython.nogil:
        position = mark(data, position, _OPEN)
        while position >= 0:
            if number == player.shape[0]:
                break
            named, position = whole(data, key(data, mark(data, position, _BEGIN), _INFOSET))
            who, position = whole(data, key(data, mark(data, position, _COMMA), _PLAYER))
            if position < 0 or named != number or who < 1 or who > 2:
                break
            player[number] = who
            position = mark(data, position, _COMMA)
            for part in range(3):
                texts[number, part] = -1
                begin = key(
                    data, position, _STATE if part == 0 else _SEES if part == 1 else _ACTIONS
                )
                if begin < 0:
                    continue
                if part == 0:
                    end, as_written = string(data, begin)
                    several = end - begin - 2
                else:
                    end, as_written, several = strings(data, begin)
                if end < 0:
                    position = -1
                    break
                if several > 0:
                    text = interned(data, begin, end, pieces)
                    plain[text] = as_written
                    texts[number, part] = text
                sizes[number] = several
                position = mark(data, end, _END if part == 2 else _COMMA)
            if position < 0 or texts[number, 2] < 0:
                break
            number += 1
            if position < data.shape[0] and data[position] == _CLOSE:
                behind = position + 1
                break
            position = mark(data, position, _COMMA)
    return number, behind


def read_nodes(
    data: ReadBytes,
    position: Index,
    kind: Int8s,
    what: Int32s,
    begin: Int32s,
    children: Int32s,
    payoffs: Pieces,
    chances: Pieces,
) -> tuple[int, int, int]:
    """Read the list that begins at a position into the columns of `GameColumns`.

    Fills `payoffs` with the distinct texts between the quotes, and `chances` with those between the
    key and the children. Returns the numbers of nodes and children, and the position behind the
    list.
    """
    number: Index = 0
    ways: Index = 0
    behind: Index = -1
    with cython.nogil:
        position = mark(data, position, _OPEN)
        while position >= 0:
            if number == kind.shape[0]:
                break
            named, position = whole(data, key(data, mark(data, position, _BEGIN), _NODE))
            position = mark(data, position, _COMMA)
            if position < 0 or named != number:
                break
            begin[number] = ways
            below: Index = -1
            value = key(data, position, _INFOSET)
            if value >= 0:
                kind[number] = _IS_DECISION
                index, below = whole(data, value)
                what[number] = index
            elif key(data, position, _PAYOFF) >= 0:
                kind[number] = _IS_TERMINAL
                value = key(data, position, _PAYOFF)
                position, plain = string(data, value)
                if position < 0 or plain == _TO_READ:
                    break
                what[number] = interned(data, value + 1, position - 1, payoffs)
            else:
                kind[number] = _IS_CHANCE
                value = key(data, position, _CHANCE)
                position = mark(data, strings(data, value)[0], _COMMA)
                below = strings(data, key(data, position, _PROBABILITIES))[0]
                if below < 0:
                    break
                what[number] = interned(data, value, below, chances)
            if kind[number] != _IS_TERMINAL:
                position = mark(data, key(data, mark(data, below, _COMMA), _CHILDREN), _OPEN)
                ways, position = _read_children(data, position, children, ways)
            position = mark(data, position, _END)
            if position < 0:
                break
            number += 1
            if position < data.shape[0] and data[position] == _CLOSE:
                begin[number] = ways
                behind = position + 1
                break
            position = mark(data, position, _COMMA)
    return number, ways, behind


def _read_children(
    data: ReadBytes, at: Index, children: Int32s, ways: Index
) -> tuple[Index, Index]:
    """Read the numbers behind the opening bracket of a list; return the next free index of
    `children`, and the position behind the list, -1 if there is no room.
    """
    while at >= 0 and ways < children.shape[0]:
        child, at = whole(data, at)
        if at < 0:
            break
        children[ways] = child
        ways += 1
        at = blank(data, at)
        if at < data.shape[0] and data[at] == _CLOSE:
            at += 1
            break
        at = mark(data, at, _COMMA)
    return ways, -1 if ways == children.shape[0] else at


def read_fractions(data: ReadBytes, found: ReadInts2, above: Ints, below: Ints) -> bool:
    """Read pieces into numerators and denominators; return whether all are in the form of our own
    writer: in lowest terms, with up to 18 digits each. Different pieces are then different numbers.
    """
    as_written = True
    with cython.nogil:
        for one in range(found.shape[0]):
            if not _read_fraction(data, found[one, 0], found[one, 1], one, above, below):
                as_written = False
                break
    return as_written


def _read_fraction(
    data: ReadBytes, position: Index, end: Index, index: Index, above: Ints, below: Ints
) -> bool:
    """Read one piece into a numerator and a denominator; return as `read_fractions`."""
    sign: Int64 = 1
    if position < end and data[position] == _MINUS:
        sign = -1
        position += 1
    below[index] = 1
    for part in range(2):
        begin = position
        number: Int64 = 0
        while position < end and 48 <= data[position] <= 57 and position - begin < 18:
            number = 10 * number + cython.cast(Int64, data[position]) - 48
            position += 1
        if position == begin or (
            data[begin] == 48 and (position - begin > 1 or sign < 0 or part > 0)
        ):
            return False
        if part == 0:
            above[index] = number
        elif number == 1:
            return False
        else:
            below[index] = number
        if position == end:
            break
        if part == 1 or data[position] != _SLASH:
            return False
        position += 1
    common = divisor(above[index], below[index])
    above[index] *= sign
    return common == 1
