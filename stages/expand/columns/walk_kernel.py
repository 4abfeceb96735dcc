"""The walk over all histories, depth first, first action first; in a shared game over those that no
other before them stands for.

It stops where the room is too small, and goes on from there in a larger one.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from enum import IntEnum

from schemas.game.columns import Kind as Node
from schemas.parts.compiled import compiled, compiled_part
from schemas.parts.slots_kernel import number_of
from schemas.state_graph.columns import Kind
from stages.expand.columns.numbers_kernel import node_of
from stages.expand.columns.rules import NO_PLACE


class Stop(IntEnum):
    """Why a walk stops."""

    DONE = 0
    ROOM = 1
    """There may be no room for one more node."""
    LIMIT = 2
    """One more node would be too many."""
    DIFFERENT = 3
    """Actions at nodes of one information set, or what player 1 was shown there."""


_DONE, _ROOM, _LIMIT, _DIFFERENT = map(int, Stop)
_END, _DRAW, _LOOK, _CHOICE, _RELOCATION = map(int, Kind)
_NODES = tuple(  # By kind of state.
    {_END: int(Node.TERMINAL), _DRAW: int(Node.CHANCE)}.get(kind, int(Node.DECISION))
    for kind in range(len(Kind))
)
_HALF = 32  # Bits of one of two numbers in a key.
_PLACE = 6
_LONGEST = 1 << 61
_ALONE = -1  # The key where there is no choice.


@compiled
def walked(rules, room, most, until, limit):
    """Walk on until there are `until` nodes or something is in the way; return a Stop.

    `most` is the largest number of children of a node behind the root. Nodes are shared where
    `room.nodes` is a table.
    """
    kind, what, begin, targets, player, sees, bit, places, looked = rules[:9]
    drawn, answered, shown, live, acts, alone = rules[9:]
    counters, waiting, kinds, whats, begins, children, states, holds, ways = room[:9]
    looks, lasts, table, keys, owners, owned, shows, offers, firsts = room[9:18]
    infoset_table, steps, trie_table, closed, closed_table = room[18:]
    node, slot, top = counters[0], counters[1], counters[2]
    infosets, trie, relocations = counters[3], counters[4], counters[5]
    until = min(until, len(kinds), fit(table) if len(table) else until)
    most_infosets = min(len(keys), fit(infoset_table))
    most_trie, most_closed = min(len(steps), fit(trie_table)), min(len(closed), fit(closed_table))
    stop = _DONE
    while top:
        stop = _ROOM
        full = infosets >= most_infosets or relocations >= most_closed or node >= until
        if full or slot + most > len(children) or top + most > len(waiting):
            break
        entry = waiting[top - 1]
        state, hidden, first, second = entry[0], entry[1], entry[2], entry[3]
        seen, event, place, path = entry[4], entry[5], entry[6], 1
        while trie < most_trie:
            if event >= 0:
                seen = number_of(trie_table, steps, trie, seen << _HALF | event)
                trie = max(trie, seen + 1)
            if kind[state] != _LOOK:
                stop = _DONE
                break
            held = hidden >> bit[what[state]] & 1
            event, path = looked[2 * what[state] + held], one_more(path, held)
            state = targets[begin[state] + 1 - held]
        if stop != _DONE:
            break  # And begin again with this history.
        if len(table):
            hidden &= live[state]
            second = second if (acts[state] if hidden else alone[state]) else 0
            known = node_of(table, states, holds, lasts, node, state, hidden, second)
            if known < node:
                children[place], top = known, top - 1
                continue
            if node >= limit:
                stop = _LIMIT
                break
        if len(ways):
            states[node], holds[node], ways[node], looks[node] = state, hidden, place, path
        children[place], number, own = node, what[state], player[state]
        moves, step = begin[state + 1] - begin[state], 0
        told = drawn[number] if kind[state] == _DRAW else answered[number] if own == 2 else -1
        if kind[state] == _RELOCATION:
            own, moves = 2, relocations_from(hidden, bit[number], places)
            key = _ALONE if moves == 1 else relocation_key(hidden, bit[number])
            key = number_of(closed_table, closed, relocations, key)
            relocations, number = max(relocations, key + 1), -2 - key
        if own:
            key, showing = second << _HALF | (sees[state] + 1), sees[state]
            if own == 1:
                key, showing = state if len(table) else first << _HALF | seen, seen
            infoset = number_of(infoset_table, keys, infosets, key)
            if infoset == infosets:
                infosets, firsts[infoset + 1] = infosets + 1, firsts[infoset] + moves
                owners[infoset], owned[infoset] = own, state if own == 1 else -1
                shows[infoset], offers[infoset] = showing, number
            if shows[infoset] != showing or offers[infoset] != number:
                stop = _DIFFERENT
                break
            number, step = infoset, firsts[infoset]
        kinds[node], whats[node], top = _NODES[kind[state]], number, top - 1
        if kind[state] == _RELOCATION:
            to, place = targets[begin[state]], bit[what[state]]
            relocate(waiting[top:], to, hidden, place, places, first, step, seen, slot)
        else:
            to = targets[begin[state] : begin[state] + moves]
            events = shown[told : told + moves] if told >= 0 else shown[:0]
            follow(waiting[top:], to, hidden, first, second, own, step, seen, events, slot)
        top, slot, node = top + moves, slot + moves, node + 1
        begins[node] = slot
    counters[0], counters[1], counters[2] = node, slot, top
    counters[3], counters[4], counters[5] = infosets, trie, relocations
    return stop


@compiled_part
def fit(table):
    """Return how many keys fit into a table, with one to spare."""
    return len(table) // 2 - 2


@compiled_part
def one_more(path, held):
    """Return a way of looks with one more; -1 where it is too long for 64 bits."""
    return path << 1 | held if 0 < path < _LONGEST else -1


@compiled_part
def relocations_from(hidden, closed, places):
    """Return in how many ways player 2 can relocate."""
    held, free = 0, 0
    for place in range(places):
        held += hidden >> place & 1
        free += ~(hidden | 1 << closed) >> place & 1
    return 1 + held * free


@compiled_part
def relocation_key(hidden, closed):
    """Return a number: equal ones where, if there is a choice, the actions are equal."""
    return hidden << _PLACE | (NO_PLACE if hidden >> closed & 1 else closed)


@compiled_part
def follow(waiting, to, hidden, first, second, own, step, seen, events, slot):
    """Let what follows a move of chance, or of the player `own`, wait, the last one first."""
    for one in range(len(to)):
        entry = waiting[len(to) - 1 - one]
        entry[0], entry[1] = to[one], hidden
        entry[2] = step + one if own == 1 else first
        entry[3] = step + one if own == 2 else second
        entry[4] = 0 if own == 1 else seen
        entry[5] = events[one] if len(events) else -1
        entry[6] = slot + one


@compiled_part
def relocate(waiting, state, hidden, closed, places, first, step, seen, slot):
    """Let all relocations wait, the last one first."""
    taken, moves = hidden | 1 << closed, relocations_from(hidden, closed, places)
    for one in range(moves):
        entry = waiting[moves - 1 - one]
        entry[0], entry[1], entry[2], entry[3] = state, hidden, first, step + one
        entry[4], entry[5], entry[6] = seen, -1, slot + one
    one = 1  # To stay is 0.
    for old in range(places):
        for new in range(places):
            if hidden >> old & ~(taken >> new) & 1:
                waiting[moves - 1 - one, 1] = hidden ^ 1 << old ^ 1 << new
                one += 1
