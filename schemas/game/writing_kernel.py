"""The lines of the JSON text of a game."""

from schemas.parts import shadow as cython
from schemas.parts.texts import byte_array

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from schemas.parts.arrays import (
        Bytes,
        Index,
        Ints,
        ReadBytes,
        ReadInt8s,
        ReadInt32s,
        ReadInts,
    )
    from schemas.parts.pieces import copied, decimal


class Words:
    """What stands between the numbers of a line."""

    def __init__(self) -> None:
        self.between = byte_array(",\n")
        self.infoset = byte_array('  {"information_set": ')
        self.player = byte_array(', "player": ')
        self.state = byte_array(', "state": ')
        self.sees = byte_array(', "sees": ')
        self.actions = byte_array(', "actions": ')
        self.empty = byte_array("[]")
        self.node = byte_array('  {"node": ')
        self.of = byte_array(', "information_set": ')
        self.children = byte_array(', "children": ')
        self.payoff = byte_array(', "payoff": "')
        self.comma = byte_array(", ")
        self.end = byte_array('"}')


_DECISION = cython.declare(Index, 0)  # As in `schemas.game.columns.Kind`.
_CHANCE = cython.declare(Index, 1)
_SLASH = cython.declare(Index, ord("/"))
_OPEN = cython.declare(Index, ord("["))
_CLOSE = cython.declare(Index, ord("]"))
_BRACE = cython.declare(Index, ord("}"))
# Bytes: more than all words and numbers of a line together, without its children and texts.
_ROOM = cython.declare(Index, 96)
_CHILD = cython.declare(Index, 12)


def spell(above: ReadInts, below: ReadInts, data: Bytes, begin: Ints) -> None:
    """Write fractions in lowest terms into `data`, and where each begins into `begin`."""
    at: Index = 0
    with cython.nogil:
        for number in range(above.shape[0]):
            begin[number] = at
            at = decimal(data, at, above[number])
            if below[number] != 1:
                data[at] = _SLASH
                at = decimal(data, at + 1, below[number])
        begin[above.shape[0]] = at


def whole(out: Bytes, at: Index, word: ReadBytes) -> Index:
    """Write a word; return where it ends."""
    return copied(out, at, word, 0, word.shape[0])


def length(begin: ReadInts, text: Index) -> Index:
    """Return how many bytes a text has; 0 where there is none, -1."""
    if text < 0:
        return 0
    found: Index = begin[text + 1] - begin[text]
    return found


def write_infosets(
    words: Words,
    number: Index,
    player: ReadInt8s,
    state: ReadInt32s,
    sees: ReadInt32s,
    actions: ReadInt32s,
    data: ReadBytes,
    begin: ReadInts,
    out: Bytes,
) -> tuple[Index, Index]:
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    at: Index = 0
    while number < player.shape[0]:
        text: Index = state[number]
        seen: Index = sees[number]
        labels: Index = actions[number]
        room = _ROOM + length(begin, text) + length(begin, seen) + length(begin, labels)
        if at + room > out.shape[0]:
            break
        if number > 0:
            at = whole(out, at, words.between)
        at = decimal(out, whole(out, at, words.infoset), number)
        at = decimal(out, whole(out, at, words.player), player[number])
        if text >= 0:
            at = whole(out, at, words.state)
            at = copied(out, at, data, begin[text], begin[text + 1])
        if seen >= 0:
            at = whole(out, at, words.sees)
            at = copied(out, at, data, begin[seen], begin[seen + 1])
        at = whole(out, at, words.actions)
        if labels >= 0:
            at = copied(out, at, data, begin[labels], begin[labels + 1])
        else:
            at = whole(out, at, words.empty)
        out[at] = _BRACE
        at += 1
        number += 1
    return number, at


def write_nodes(
    words: Words,
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
) -> tuple[Index, Index]:
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    at: Index = 0
    while number < kind.shape[0]:
        one: Index = kind[number]
        of: Index = what[number]
        room: Index = _ROOM + _CHILD * (begin[number + 1] - begin[number])
        if one == _CHANCE:
            room += length(chance, of)
        elif one != _DECISION:
            room += length(payoff, of)
        if at + room > out.shape[0]:
            break
        if number > 0:
            at = whole(out, at, words.between)
        at = decimal(out, whole(out, at, words.node), number)
        if one == _DECISION:
            at = decimal(out, whole(out, at, words.of), of)
            at = whole(out, at, words.children)
        elif one == _CHANCE:
            at = whole(out, at, words.comma)
            at = copied(out, at, chances, chance[of], chance[of + 1])
        else:
            at = whole(out, at, words.payoff)
            at = copied(out, at, payoffs, payoff[of], payoff[of + 1])
            at = whole(out, at, words.end)
            number += 1
            continue
        out[at] = _OPEN
        at += 1
        for way in range(begin[number], begin[number + 1]):
            if way > begin[number]:
                at = whole(out, at, words.comma)
            at = decimal(out, at, children[way])
        out[at] = _CLOSE
        out[at + 1] = _BRACE
        at += 2
        number += 1
    return number, at
