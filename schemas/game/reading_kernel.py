"""Fast reader of the lists in a game's JSON text, as written by efgc, but with any white space.

It requires the keys in the order in which our writer writes them. A text that it rejects need not
be invalid: the slow, error-reporting reader then takes over. Each distinct text is parsed once,
later.
"""

from ..parts import shadow as cython
from ..parts.pieces import TO_READ
from ..parts.texts import byte_array
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Flags,
        Index,
        Int8s,
        Int32s,
        Int32s2,
        Int64,
        Ints,
        Ints2,
        ReadBytes,
        ReadInts2,
    )
    from ..parts.key_tables import table
    from ..parts.pieces import blank, grown, interned, key, mark, string, strings, whole
    from ..parts.small_fractions import divisor

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
    at: Index,
    player: Int8s,
    texts: Int32s2,
    sizes: Int32s,
    found: Ints2,
    plain: Flags,
) -> tuple[int, int, int]:
    """Read the list that begins at a position into one row per information set: its player, its
    `texts` (indices of state, sees and actions, -1 for none) and its number of actions.

    Fills `found`, of shape (t, 3), with the begin, end and hash of each distinct text, and `plain`
    with whether the text is in the form of our own writer. Returns the numbers of information sets
    and texts, and the position behind the list.
    """
    number: Index = 0
    count: Index = 0
    behind: Index = -1
    places = table()
    with cython.nogil:
        at = mark(data, at, _OPEN)
        while at >= 0:
            if number == player.shape[0] or count + 3 > plain.shape[0]:
                break
            named, at = whole(data, key(data, mark(data, at, _BEGIN), _INFOSET))
            who, at = whole(data, key(data, mark(data, at, _COMMA), _PLAYER))
            if at < 0 or named != number or who < 1 or who > 2:
                break
            player[number] = who
            at = mark(data, at, _COMMA)
            for part in range(3):
                texts[number, part] = -1
                begin = key(data, at, _STATE if part == 0 else _SEES if part == 1 else _ACTIONS)
                if begin < 0:
                    continue
                if part == 0:
                    end, as_written = string(data, begin)
                    several = end - begin - 2
                else:
                    end, as_written, several = strings(data, begin)
                if end < 0:
                    at = -1
                    break
                if several > 0:
                    one = interned(data, begin, end, places, found, count)
                    if one == count:
                        plain[count] = as_written
                        count += 1
                        if 2 * count > places.shape[0]:
                            with cython.gil:
                                places = grown(places, found, count)
                    texts[number, part] = one
                sizes[number] = several
                at = mark(data, end, _END if part == 2 else _COMMA)
            if at < 0 or texts[number, 2] < 0:
                break
            number += 1
            if at < data.shape[0] and data[at] == _CLOSE:
                behind = at + 1
                break
            at = mark(data, at, _COMMA)
    return number, count, behind


def read_nodes(
    data: ReadBytes,
    at: Index,
    kind: Int8s,
    what: Int32s,
    begin: Int32s,
    children: Int32s,
    payoffs: Ints2,
    chances: Ints2,
) -> tuple[int, int, int, int, int]:
    """Read the list that begins at a position into the columns of `GameColumns`.

    `payoffs` and `chances` are as `found` of `read_infosets`: payoffs as the text between the
    quotes, chance moves as the text between the key and the children. Returns the numbers of nodes,
    children, payoffs and chance moves, and the position behind the list.
    """
    number: Index = 0
    ways: Index = 0
    paid: Index = 0
    moves: Index = 0
    behind: Index = -1
    of_payoffs, of_chances = table(), table()
    with cython.nogil:
        at = mark(data, at, _OPEN)
        while at >= 0:
            if number == kind.shape[0] or paid == payoffs.shape[0] or moves == chances.shape[0]:
                break
            named, at = whole(data, key(data, mark(data, at, _BEGIN), _NODE))
            at = mark(data, at, _COMMA)
            if at < 0 or named != number:
                break
            begin[number] = ways
            below: Index = -1
            value = key(data, at, _INFOSET)
            if value >= 0:
                kind[number] = _IS_DECISION
                one, below = whole(data, value)
                what[number] = one
            elif key(data, at, _PAYOFF) >= 0:
                kind[number] = _IS_TERMINAL
                value = key(data, at, _PAYOFF)
                at, plain = string(data, value)
                if at < 0 or plain == _TO_READ:
                    break
                one = interned(data, value + 1, at - 1, of_payoffs, payoffs, paid)
                if one == paid:
                    paid += 1
                    if 2 * paid > of_payoffs.shape[0]:
                        with cython.gil:
                            of_payoffs = grown(of_payoffs, payoffs, paid)
                what[number] = one
            else:
                kind[number] = _IS_CHANCE
                value = key(data, at, _CHANCE)
                at = mark(data, strings(data, value)[0], _COMMA)
                below = strings(data, key(data, at, _PROBABILITIES))[0]
                if below < 0:
                    break
                one = interned(data, value, below, of_chances, chances, moves)
                if one == moves:
                    moves += 1
                    if 2 * moves > of_chances.shape[0]:
                        with cython.gil:
                            of_chances = grown(of_chances, chances, moves)
                what[number] = one
            if kind[number] != _IS_TERMINAL:
                at = mark(data, key(data, mark(data, below, _COMMA), _CHILDREN), _OPEN)
                ways, at = _read_children(data, at, children, ways)
            at = mark(data, at, _END)
            if at < 0:
                break
            number += 1
            if at < data.shape[0] and data[at] == _CLOSE:
                begin[number] = ways
                behind = at + 1
                break
            at = mark(data, at, _COMMA)
    return number, ways, paid, moves, behind


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
    data: ReadBytes, at: Index, end: Index, one: Index, above: Ints, below: Ints
) -> bool:
    """Read one piece into a numerator and a denominator; return as `read_fractions`."""
    sign: Int64 = 1
    if at < end and data[at] == _MINUS:
        sign = -1
        at += 1
    below[one] = 1
    for part in range(2):
        begin = at
        number: Int64 = 0
        while at < end and 48 <= data[at] <= 57 and at - begin < 18:
            number = 10 * number + cython.cast(Int64, data[at]) - 48
            at += 1
        if at == begin or (data[begin] == 48 and (at - begin > 1 or sign < 0 or part > 0)):
            return False
        if part == 0:
            above[one] = number
        elif number == 1:
            return False
        else:
            below[one] = number
        if at == end:
            break
        if part == 1 or data[at] != _SLASH:
            return False
        at += 1
    common = divisor(above[one], below[one])
    above[one] *= sign
    return common == 1
