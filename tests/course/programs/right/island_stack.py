#!/usr/bin/env python3
import sys
from fractions import Fraction
from itertools import combinations

it = iter(sys.stdin.read().split())
M, N = int(next(it)), int(next(it))
maze = "".join(next(it) for _ in range(M))      # row after row, square = row * N + column
k, p = int(next(it)), Fraction(next(it))

DIRS = {"up": -N, "down": N, "left": -1, "right": 1}
danger = [i for i, ch in enumerate(maze) if ch == "E"]

FIRST, LATER = 0, 1         # was there any dangerous place yet?
sets = [None, {}, {}]
ends = 0


def iset(player, key):
    return sets[player].setdefault(key, len(sets[player]) + 1)


def emit_player(player, key, labels):
    print('p "" %d %d "" { "%s" } 0' % (player, iset(player, key), '" "'.join(labels)))


def emit_end(value):
    global ends
    ends += 1
    print('t "" %d "" { %d, %d }' % (ends, value, -value))


def name(squares):
    return " ".join("%d:%d" % divmod(s, N) for s in squares)


print('EFG 2 R "island" { "agent" "bandits" }')
print('""')
hidings = list(combinations(danger, k))
emit_player(2, "hide", [name(h) for h in hidings])
start = maze.index("S")

# (what to do, path, gold, what the agent saw, where the bandits are, phase)
todo = [("turn", [start], 0, "", set(h), FIRST) for h in reversed(hidings)]
while todo:
    what, path, gold, saw, bandits, phase = todo.pop()
    square = path[-1]
    if what == "enter":
        if maze[square] == "D":
            emit_end(gold + 10)
            continue
        if maze[square] == "G":
            gold += 1
        if maze[square] == "E":
            if square in bandits:
                print('c "" 1 "" { "attacked" %s "survived" %s } 0' % (p, 1 - p))
                emit_end(0)
                todo.append(("turn", path, gold, saw + "b", bandits - {square}, LATER))
                continue
            saw += "-"
            if phase == FIRST:
                free = [d for d in danger if d not in bandits and d != square]
                results = [bandits]
                results += [bandits - {b} | {d} for b in sorted(bandits) for d in free]
                labels = ["now at " + name(sorted(r)) for r in results]
                emit_player(2, (tuple(sorted(bandits)), square), labels)
                for r in reversed(results):
                    todo.append(("turn", path, gold, saw, r, LATER))
                continue
        todo.append(("turn", path, gold, saw, bandits, phase))
    elif what == "turn":
        moves = [(d, square + s) for d, s in DIRS.items()]
        moves = [(d, to) for d, to in moves if maze[to] != "#" and to not in path]
        if not moves:
            emit_end(0)
            continue
        emit_player(1, (tuple(path), saw), [d for d, _ in moves])
        for d, to in reversed(moves):
            todo.append(("enter", path + [to], gold, saw, bandits, phase))
