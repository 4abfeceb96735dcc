"""Write the lines of the JSON text of a game."""

from ..parts import shadow as cython
from ..parts.texts import byte_array
from .columns import Kind

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..parts.arrays import (
        Bytes,
        Index,
        Ints,
        ReadBytes,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )
    from ..parts.pieces import copied, decimal

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
_SLASH = cython.declare(Index, ord("/"))


def spell(above: ReadInts, below: ReadInts, data: Bytes, begin: Ints) -> None:
    """Write fractions in lowest terms into `data`, and their offsets into `begin`."""
    at: Index = 0
    with cython.nogil:
        for number in range(above.shape[0]):
            begin[number] = at
            at = decimal(data, at, above[number])
            if below[number] != 1:
                data[at] = _SLASH
                at = decimal(data, at + 1, below[number])
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
    at: Index = 0
    with cython.nogil:
        while number < player.shape[0]:
            room = _ROOM + _size(begin, state[number])
            room += _size(begin, sees[number]) + _size(begin, actions[number])
            if at + room > out.shape[0]:
                break
            if number:
                at = _put(out, at, _BETWEEN)
            at = decimal(out, _put(out, at, _INFOSET), number)
            at = decimal(out, _put(out, at, _PLAYER), player[number])
            text: Index = state[number]
            if text >= 0:
                at = copied(out, _put(out, at, _STATE), data, begin[text], begin[text + 1])
            text = sees[number]
            if text >= 0:
                at = copied(out, _put(out, at, _SEES), data, begin[text], begin[text + 1])
            text = actions[number]
            at = _put(out, at, _ACTIONS)
            if text >= 0:
                at = copied(out, at, data, begin[text], begin[text + 1])
            else:
                at = _put(out, at, _EMPTY)
            out[at] = _BRACE
            at += 1
            number += 1
    return number, at


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
    at: Index = 0
    with cython.nogil:
        while number < kind.shape[0]:
            of: Index = what[number]
            room = _ROOM + _CHILD * (begin[number + 1] - begin[number])
            if kind[number] == _IS_CHANCE:
                room += _size(chance, of)
            elif kind[number] != _IS_DECISION:
                room += _size(payoff, of)
            if at + room > out.shape[0]:
                break
            if number:
                at = _put(out, at, _BETWEEN)
            at = decimal(out, _put(out, at, _NODE), number)
            if kind[number] == _IS_DECISION:
                at = decimal(out, _put(out, at, _OF), of)
                at = _put(out, at, _CHILDREN)
            elif kind[number] == _IS_CHANCE:
                at = _put(out, at, _COMMA)
                at = copied(out, at, chances, chance[of], chance[of + 1])
            else:
                at = _put(out, at, _PAYOFF)
                at = copied(out, at, payoffs, payoff[of], payoff[of + 1])
                at = _put(out, at, _END)
                number += 1
                continue
            out[at] = _BRACKET
            at += 1
            for way in range(begin[number], begin[number + 1]):
                if way > begin[number]:
                    at = _put(out, at, _COMMA)
                at = decimal(out, at, children[way])
            out[at] = _CLOSE
            out[at + 1] = _BRACE
            at += 2
            number += 1
    return number, at


def _size(begin: ReadInts, text: Index) -> Index:
    """Return the number of bytes of a text; 0 if there is none."""
    return cython.cast(Index, begin[text + 1] - begin[text]) if text >= 0 else 0


def _put(out: Bytes, at: Index, word: ReadBytes) -> Index:
    """Write a word; return the position behind it."""
    for place in range(word.shape[0]):
        out[at] = word[place]
        at += 1
    return at
