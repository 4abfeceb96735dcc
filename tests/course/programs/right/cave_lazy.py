"""Cave. The miners do not see the player, so it does not matter when they choose their places: here
they choose when the player steps on the first E (one information set for all these nodes).
The tree is smaller this way.
"""
import sys
from collections import namedtuple
from itertools import combinations

History = namedtuple("History", "path gold seen placement met")
#   path       squares in the order of the visit
#   seen       what happened to the player on E squares
#   placement  None until the first E
#   met        what happened to the miners: (square, result)

tokens = sys.stdin.read().split()
MINERS, CAPTURE, MAZE = int(tokens[0]), float(tokens[1]), tokens[2:]
GRID = {(y, x): c for y, row in enumerate(MAZE) for x, c in enumerate(row)}
(START,) = [s for s, c in GRID.items() if c == "S"]
PLACES = [s for s, c in GRID.items() if c == "E"]
PLACEMENTS = list(combinations(PLACES, MINERS))
DELTAS = dict(down=(1, 0), up=(-1, 0), right=(0, 1), left=(0, -1))


def options(h):
    y, x = h.path[-1]
    where = {name: (y + dy, x + dx) for name, (dy, dx) in DELTAS.items()}
    return [(name, s) for name, s in where.items() if GRID[s] != "#" and s not in h.path]


def expand(h):
    """return (kind, key, labels, children)"""
    here = h.path[-1]
    if GRID[here] == "D":
        return "t", 2 + h.gold, (), ()
    if GRID[here] == "E" and len(h.seen) < sum(GRID[s] == "E" for s in h.path):
        # we came here right now
        if h.placement is None:
            children = [h._replace(placement=pl) for pl in PLACEMENTS]
            return 2, "hide", [str(pl) for pl in PLACEMENTS], children
        if here in h.placement:
            take = h._replace(
                gold=0, seen=h.seen + ("take",), met=h.met + ((here, "take"),)
            )
            return 2, (h.placement, h.met, here), ("take", "fight"), (take, ("fight", h))
        h = h._replace(seen=h.seen + ("empty",))
    moves = options(h)
    if not moves:
        return "t", 0, (), ()
    children = [
        h._replace(path=h.path + (s,), gold=h.gold + (GRID[s] == "G")) for _, s in moves
    ]
    return 1, (h.path, h.seen), [name for name, _ in moves], children


def lines(root):
    sets = {1: {}, 2: {}}
    ends = 0
    todo = [root]
    while todo:
        item = todo.pop()
        if item == "captured":
            ends += 1
            yield 't "captured" %d "" { 0, 0 }' % ends
            continue
        if item[0] == "fight":
            h = item[1]
            here = h.path[-1]
            won = h._replace(seen=h.seen + ("won",), met=h.met + ((here, "won"),))
            yield 'c "" 1 "" { "captured" %r "won" %r } 0' % (CAPTURE, 1 - CAPTURE)
            todo += [won, "captured"]
            continue
        kind, key, labels, children = expand(item)
        if kind == "t":
            ends += 1
            yield 't "" %d "" { %d, %d }' % (ends, key, -key)
        else:
            number = sets[kind].setdefault(key, len(sets[kind]) + 1)
            names = " ".join('"%s"' % label for label in labels)
            yield 'p "" %d %d "" { %s } 0' % (kind, number, names)
            todo += reversed(children)


print('EFG 2 R "cave" { "player" "miners" }')
print('""')
for line in lines(History((START,), 0, (), None, ())):
    print(line)
