"""The lines of the JSON text of a game, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.game.columns import Kind
from schemas.parts.compiled import compiled
from schemas.parts.text_kernel import copied, decimal
from schemas.parts.texts import byte_array

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

_DECISION, _CHANCE = int(Kind.DECISION), int(Kind.CHANCE)
_ROOM = 96
"""Bytes, more than all words and numbers of a line together, without its children and texts."""
_CHILD = 12


@compiled
def spell(above, below, data, begin):
    """Write fractions in lowest terms into `data`, and where each begins into `begin`."""
    at = 0
    for number in range(above.size):
        begin[number] = at
        at = decimal(data, at, above[number])
        if below[number] != 1:
            data[at] = 47
            at = decimal(data, at + 1, below[number])
    begin[above.size] = at


@compiled
def write_infosets(number, player, state, sees, actions, data, begin, out):
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    at = 0
    while number < player.size:
        room = _ROOM
        for text in (state[number], sees[number], actions[number]):
            room += begin[text + 1] - begin[text] if text >= 0 else 0
        if at + room > out.size:
            break
        if number:
            at = copied(out, at, _BETWEEN, 0, _BETWEEN.size)
        at = decimal(out, copied(out, at, _INFOSET, 0, _INFOSET.size), number)
        at = decimal(out, copied(out, at, _PLAYER, 0, _PLAYER.size), player[number])
        text = state[number]
        if text >= 0:
            at = copied(out, at, _STATE, 0, _STATE.size)
            at = copied(out, at, data, begin[text], begin[text + 1])
        text = sees[number]
        if text >= 0:
            at = copied(out, at, _SEES, 0, _SEES.size)
            at = copied(out, at, data, begin[text], begin[text + 1])
        text = actions[number]
        at = copied(out, at, _ACTIONS, 0, _ACTIONS.size)
        if text >= 0:
            at = copied(out, at, data, begin[text], begin[text + 1])
        else:
            at = copied(out, at, _EMPTY, 0, _EMPTY.size)
        out[at] = 125
        at += 1
        number += 1
    return number, at


@compiled
def write_nodes(number, kind, what, begin, children, payoffs, payoff, chances, chance, out):
    """Write lines from `number` on; return the first for which there is no room, and the bytes."""
    at = 0
    while number < kind.size:
        one, of = kind[number], what[number]
        room = _ROOM + _CHILD * (begin[number + 1] - begin[number])
        if one == _CHANCE:
            room += chance[of + 1] - chance[of]
        elif one != _DECISION:
            room += payoff[of + 1] - payoff[of]
        if at + room > out.size:
            break
        if number:
            at = copied(out, at, _BETWEEN, 0, _BETWEEN.size)
        at = decimal(out, copied(out, at, _NODE, 0, _NODE.size), number)
        if one == _DECISION:
            at = decimal(out, copied(out, at, _OF, 0, _OF.size), of)
            at = copied(out, at, _CHILDREN, 0, _CHILDREN.size)
        elif one == _CHANCE:
            at = copied(out, at, _COMMA, 0, _COMMA.size)
            at = copied(out, at, chances, chance[of], chance[of + 1])
        else:
            at = copied(out, at, _PAYOFF, 0, _PAYOFF.size)
            at = copied(out, at, payoffs, payoff[of], payoff[of + 1])
            at = copied(out, at, _END, 0, _END.size)
            number += 1
            continue
        out[at] = 91
        at += 1
        for way in range(begin[number], begin[number + 1]):
            if way > begin[number]:
                at = copied(out, at, _COMMA, 0, _COMMA.size)
            at = decimal(out, at, children[way])
        out[at], out[at + 1] = 93, 125
        at += 2
        number += 1
    return number, at
