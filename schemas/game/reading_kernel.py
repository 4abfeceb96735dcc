"""The lists of a game's JSON text, compiled: as our own writer leaves them, with any white space.

What is not understood here need not be wrong: who asked goes the careful way. Keys stand in the
order in which they are written. Each different text is looked at once, later.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.game.columns import Kind
from schemas.parts.compiled import compiled
from schemas.parts.interning_kernel import grown, interned
from schemas.parts.json_kernel import TO_READ, blank, key, mark, string, strings, whole
from schemas.parts.rational_kernel import divisor
from schemas.parts.texts import byte_array

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

_IS_DECISION, _IS_CHANCE, _IS_TERMINAL = map(int, Kind)
_COMMA, _OPEN, _CLOSE, _BEGIN, _END = map(ord, ",[]{}")


@compiled
def read_infosets(data, at, player, texts, sizes, found, plain):
    """Read the list behind a position into one line per information set: its player, its `texts`
    (state, sees and actions by number, -1 where there is none) and how many actions it has.

    `found`, of shape (t, 3), takes where each different text begins and ends, and its hash;
    `plain` which of them our own writer would leave so. Returns how many information sets and texts
    there are, and the position behind the list.
    """
    number, count = 0, 0
    table = np.full(1024, -1, np.int32)
    at = mark(data, at, _OPEN)
    while at >= 0:
        if number == player.size or count + 3 > plain.size:
            return number, count, -1
        named, at = whole(data, key(data, mark(data, at, _BEGIN), _INFOSET))
        who, at = whole(data, key(data, mark(data, at, _COMMA), _PLAYER))
        if at < 0 or named != number or who < 1 or who > 2:
            return number, count, -1
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
                return number, count, -1
            if several > 0:
                one = interned(data, begin, end, table, found, count)
                if one == count:
                    plain[count] = as_written
                    count += 1
                    table = grown(table, found, count)
                texts[number, part] = one
            sizes[number] = several
            at = mark(data, end, _END if part == 2 else _COMMA)
        if at < 0 or texts[number, 2] < 0:
            return number, count, -1
        number += 1
        if at < data.size and data[at] == _CLOSE:
            return number, count, at + 1
        at = mark(data, at, _COMMA)
    return number, count, -1


@compiled
def read_nodes(data, at, kind, what, begin, children, payoffs, chances):
    """Read the list behind a position into the columns of `GameColumns`.

    `payoffs` and `chances` are as `found` of `read_infosets`: of payoffs what stands between the
    quotes, of chance moves what stands between the key and the children. Returns how many nodes,
    children, payoffs and chance moves there are, and the position behind the list.
    """
    number, ways, paid, moves = 0, 0, 0, 0
    of_payoffs, of_chances = np.full(1024, -1, np.int32), np.full(1024, -1, np.int32)
    at = mark(data, at, _OPEN)
    while at >= 0:
        if number == kind.size or paid == len(payoffs) or moves == len(chances):
            break
        named, at = whole(data, key(data, mark(data, at, _BEGIN), _NODE))
        at = mark(data, at, _COMMA)
        if at < 0 or named != number:
            break
        begin[number] = ways
        below = -1
        value = key(data, at, _INFOSET)
        if value >= 0:
            kind[number] = _IS_DECISION
            what[number], below = whole(data, value)
        elif key(data, at, _PAYOFF) >= 0:
            kind[number] = _IS_TERMINAL
            value = key(data, at, _PAYOFF)
            at, plain = string(data, value)
            if at < 0 or plain == TO_READ:
                break
            one = interned(data, value + 1, at - 1, of_payoffs, payoffs, paid)
            if one == paid:
                paid += 1
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
                of_chances = grown(of_chances, chances, moves)
            what[number] = one
        if kind[number] != _IS_TERMINAL:
            at = mark(data, key(data, mark(data, below, _COMMA), _CHILDREN), _OPEN)
            while at >= 0 and ways < children.size:
                children[ways], at = whole(data, at)
                if at < 0:
                    break
                ways += 1
                at = blank(data, at)
                if at < data.size and data[at] == _CLOSE:
                    at += 1
                    break
                at = mark(data, at, _COMMA)
            if ways == children.size:
                break
        at = mark(data, at, _END)
        if at < 0:
            break
        number += 1
        if at < data.size and data[at] == _CLOSE:
            begin[number] = ways
            return number, ways, paid, moves, at + 1
        at = mark(data, at, _COMMA)
    return number, ways, paid, moves, -1


@compiled
def read_fractions(data, found, above, below):
    """Read pieces into numerators and denominators; return whether all are spelled as our own
    writer does it, in lowest terms, with up to 18 digits each: different pieces are different
    numbers.
    """
    for one in range(len(found)):
        at, end = found[one, 0], found[one, 1]
        sign = -1 if at < end and data[at] == 45 else 1
        at += sign < 0
        below[one] = 1
        for part in range(2):
            begin, number = at, 0
            while at < end and 48 <= data[at] <= 57 and at - begin < 18:
                number = 10 * number + data[at] - 48
                at += 1
            if at == begin or data[begin] == 48 and (at - begin > 1 or sign < 0 or part > 0):
                return False
            if part == 0:
                above[one] = sign * number
            elif number == 1:
                return False
            else:
                below[one] = number
            if at == end:
                break
            if part == 1 or data[at] != 47:
                return False
            at += 1
        if divisor(abs(above[one]), below[one]) != 1:
            return False
    return True
