"""Write the lines of the JSON text of a game."""

from ..parts import shadow as cython
from ..parts.texts import byte_array
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.pieces import copied, decimal, ratio
    from ..parts.arrays import (
        Bytes,
        Index,
        Ints,
        ReadBytes,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )

_BETWEEN = byte_array(",\n")
_INFOSET = byte_array('  {"information_set": ')
_PLAYER = byte_array(', "player": ')
_STATE = byte_array(', "state": ')
_SEES = byte_array(', "sees": ')
_ACTIONS = byte_array(', "actions": ')
_EMPTY = byte_array("[]")
_NODE = byte_array('  {"node": ')
_OF = byte_array(', "information_set": ')
_CHILDREN = byte_array(', "children": ')
_PAYOFF = byte_array(', "payoff": "')
_COMMA = byte_array(", ")
_END = byte_array('"}')

_IS_DECISION = cython.declare(Index, Kind.DECISION)
_IS_CHANCE = cython.declare(Index, Kind.CHANCE)
_ROOM = cython.declare(Index, 96)
"""Upper bound on the bytes of a line's keys and numbers, without its children and texts."""
_CHILD = cython.declare(Index, 12)
_BRACKET = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_BRACE = cython.declare(Index, ord("}"))


def spell(above: ReadInts, below: ReadInts, data: Bytes, begin: Ints) -> None:
    """Write fractions in lowest terms into `data`, and their offsets into `begin`."""
    at: Index = 0
    with cython.nogil:
        for number in range(above.shape[0]):
            begin[number] = at
            at = ratio(data, at, above[number], below[number])
        begin[above.shape[0]] = at


def write_infosets(
    number: Index,
    player: ReadInt8s,
    state: ReadInt32s,
    sees: ReadInt32s,
    actions: ReadInt32s,
    data: ReadBytes,
    begin: ReadInts,
    out: Bytes,
) -> tuple[int, int]:
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    size: Index = 0
    with cython.nogil:
        while number < player.shape[0]:
            room = _ROOM + _size(begin, state[number])
            room += _size(begin, sees[number]) + _size(begin, actions[number])
            if size + room > out.shape[0]:
                break
            if number:
                size = _put(out, size, _BETWEEN)
            size = decimal(out, _put(out, size, _INFOSET), number)
            size = decimal(out, _put(out, size, _PLAYER), player[number])
            text: Index = state[number]
            if text >= 0:
                size = copied(out, _put(out, size, _STATE), data, begin[text], begin[text + 1])
            text = sees[number]
            if text >= 0:
                size = copied(out, _put(out, size, _SEES), data, begin[text], begin[text + 1])
            text = actions[number]
            size = _put(out, size, _ACTIONS)
            if text >= 0:
                size = copied(out, size, data, begin[text], begin[text + 1])
            else:
                size = _put(out, size, _EMPTY)
            out[size] = _BRACE
            size += 1
            number += 1
    return number, size


def write_nodes(
    number: Index,
    kind: ReadInt8s,
    what: ReadInt32s,
    begin: ReadInt32s,
    children: ReadInt32s,
    payoffs: ReadBytes,
    payoff: ReadInts,
    chances: ReadBytes,
    chance: ReadInts,
    out: Bytes,
) -> tuple[int, int]:
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    size: Index = 0
    with cython.nogil:
        while number < kind.shape[0]:
            of: Index = what[number]
            room = _ROOM + _CHILD * (begin[number + 1] - begin[number])
            if kind[number] == _IS_CHANCE:
                room += _size(chance, of)
            elif kind[number] != _IS_DECISION:
                room += _size(payoff, of)
            if size + room > out.shape[0]:
                break
            if number:
                size = _put(out, size, _BETWEEN)
            size = decimal(out, _put(out, size, _NODE), number)
            if kind[number] == _IS_DECISION:
                size = decimal(out, _put(out, size, _OF), of)
                size = _put(out, size, _CHILDREN)
            elif kind[number] == _IS_CHANCE:
                size = _put(out, size, _COMMA)
                size = copied(out, size, chances, chance[of], chance[of + 1])
            else:
                size = _put(out, size, _PAYOFF)
                size = copied(out, size, payoffs, payoff[of], payoff[of + 1])
                size = _put(out, size, _END)
                number += 1
                continue
            out[size] = _BRACKET
            size += 1
            for way in range(begin[number], begin[number + 1]):
                if way > begin[number]:
                    size = _put(out, size, _COMMA)
                size = decimal(out, size, children[way])
            out[size] = _CLOSE
            out[size + 1] = _BRACE
            size += 2
            number += 1
    return number, size


def _size(begin: ReadInts, text: Index) -> Index:
    """Return the number of bytes of a text; 0 if there is none."""
    return cython.cast(Index, begin[text + 1] - begin[text]) if text >= 0 else 0


def _put(out: Bytes, at: Index, word: ReadBytes) -> Index:
    """Write a word; return the position behind it."""
    for place in range(word.shape[0]):
        out[at] = word[place]
        at += 1
    return at
