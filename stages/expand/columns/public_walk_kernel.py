"""The walk over all histories of a graph in which nothing is secret, as `stages.expand.public`."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.game.columns import Kind as Node
from schemas.parts.compiled import compiled
from schemas.parts.slots_kernel import number_of

END, DRAW, CHOICE, JOINT = range(4)
WAITING = 9
"""Of a history that waits: state; what was won; what each player was shown since its own move, a
number of the trie; what each is shown on the way here, or -1; the place among the children; player
1's half of a simultaneous move, or -1, and then player 2's information set.
"""
_DECISION, _CHANCE, _TERMINAL = map(int, Node)
_HALF = 32


@compiled
def walked(rules, room, most, until):
    """Walk on until there are `until` nodes or the room may be too small; return whether all is
    done. `most` is the largest number of children of a node.
    """
    kind, player, begin, targets, rewards, pays, numbers, columns, offers, said, shown = rules
    counters, waiting, kinds, whats, begins, children, owners, states, shows, offered = room[:10]
    firsts, steps, trie_table, sums, sum_table = room[10:]
    node, slot, top, infosets = counters[0], counters[1], counters[2], counters[3]
    trie, paid = counters[4], counters[5]
    most_trie = min(len(steps), len(trie_table) // 2 - 2) - 2
    most_paid = min(len(sums), len(sum_table) // 2 - 2)
    while top:
        full = node >= until or trie >= most_trie or paid >= most_paid or node >= len(kinds)
        if full or top + most > len(waiting) or slot + most > len(children):
            break
        top -= 1
        entry = waiting[top]
        state, won, one, other = entry[0], entry[1], entry[2], entry[3]
        if entry[4] >= 0:
            one = number_of(trie_table, steps, trie, one << _HALF | entry[4])
            trie = max(trie, one + 1)
        if entry[5] >= 0:
            other = number_of(trie_table, steps, trie, other << _HALF | entry[5])
            trie = max(trie, other + 1)
        row, infoset = entry[7], entry[8]
        if entry[6] >= 0:
            children[entry[6]] = node
        kinds[node], moves = _DECISION, begin[state + 1] - begin[state]
        if kind[state] == END:
            kinds[node] = _TERMINAL
            number = number_of(sum_table, sums, paid, won + pays[state])
            whats[node], paid = number, max(paid, number + 1)
        elif kind[state] == DRAW:
            kinds[node], whats[node] = _CHANCE, numbers[state]
        elif row >= 0:
            whats[node], moves = infoset, columns[state]
        else:
            whats[node], infoset = infosets, infosets + 1
            if kind[state] == JOINT:
                moves = moves // columns[state]
            for half in range(2 if kind[state] == JOINT else 1):
                owner = half + 1 if kind[state] == JOINT else player[state]
                size = columns[state] if half else moves
                owners[infosets], states[infosets] = owner, state
                shows[infosets] = one if owner == 1 else other
                offered[infosets] = offers[state, half]
                firsts[infosets + 1] = firsts[infosets] + size
                infosets += 1
        for at in range(moves):
            entry = waiting[top + moves - 1 - at]
            entry[0], entry[1], entry[2], entry[3] = state, won, one, other
            entry[4], entry[5], entry[6], entry[7], entry[8] = -1, -1, slot + at, -1, infoset
            if kind[state] == JOINT and row < 0:
                entry[7] = at
                continue
            way = begin[state] + at + (row * columns[state] if row >= 0 else 0)
            label = shown[said[state] + at]
            entry[0], entry[1] = targets[way], won + rewards[way]
            if kind[state] == JOINT:  # Its columns are said first, and then its rows.
                entry[2], entry[3] = 0, 0
                entry[4], entry[5] = label, shown[said[state] + moves + row]
            elif kind[state] == DRAW:
                entry[4], entry[5] = label, label
            elif player[state] == 1:
                entry[2], entry[5] = 0, label
            else:
                entry[3], entry[4] = 0, label
        top, slot, node = top + moves, slot + moves, node + 1
        begins[node] = slot
    counters[0], counters[1], counters[2], counters[3] = node, slot, top, infosets
    counters[4], counters[5] = trie, paid
    return top == 0
