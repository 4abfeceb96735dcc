import sys
from fractions import Fraction
from itertools import combinations

# ---------- input ----------
first = sys.stdin.readline().split()
MINERS = int(first[0])
PROB = Fraction(first[1])
CAVE = {}
for row, line in enumerate(sys.stdin):
    for col, char in enumerate(line.strip()):
        CAVE[row, col] = char

START = [sq for sq in CAVE if CAVE[sq] == "S"][0]
ES = sorted(sq for sq in CAVE if CAVE[sq] == "E")

# ---------- output ----------
p1_sets = {}
p2_sets = {}
outcome_ids = {}   # same payoff -> same outcome


def terminal(payoff, name):
    if (payoff, name) not in outcome_ids:
        outcome_ids[payoff, name] = len(outcome_ids) + 1
    print('t "%s" %d "%s %d" { %d %d }'
          % (name, outcome_ids[payoff, name], name, payoff, payoff, -payoff))


def node(player, key, labels):
    sets = p1_sets if player == 1 else p2_sets
    if key not in sets:
        sets[key] = len(sets) + 1
    print('p "" %d %d "" { %s } 0'
          % (player, sets[key], " ".join('"%s"' % lab for lab in labels)))


def free_neighbours(sq, path):
    r, c = sq
    around = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
    return [n for n in around if CAVE.get(n, "#") != "#" and n not in path]


def go(path, gold, events, placement):
    here = path[-1]
    nexts = free_neighbours(here, path)
    if not nexts:
        terminal(0, "stuck")
        return
    # the player remembers the path and what happened on the E squares
    node(1, (path, events), ["%d-%d" % n for n in nexts])
    for n in nexts:
        newpath = path + (n,)
        if CAVE[n] == "D":
            terminal(gold + 2, "escape")
        elif CAVE[n] == "G":
            go(newpath, gold + 1, events, placement)
        elif CAVE[n] == "E":
            if n in placement:
                meet(newpath, gold, events, placement)
            else:
                go(newpath, gold, events + ("empty",), placement)
        else:
            go(newpath, gold, events, placement)


def meet(path, gold, events, placement):
    sq = path[-1]
    # miners know where they sit, and all the former encounters in order
    before = tuple((s, e) for s, e in zip([s for s in path if CAVE[s] == "E"], events)
                   if e != "empty")
    node(2, (placement, before, sq), ["take", "fight"])
    go(path, 0, events + ("taken",), placement)
    if PROB == 1:
        # no need for a chance node
        terminal(0, "captured")
        return
    print('c "" 1 "fight" { "lost" %s "won" %s } 0' % (PROB, 1 - PROB))
    terminal(0, "captured")
    go(path, gold, events + ("won",), placement)


sys.setrecursionlimit(10000)
print('EFG 2 R "cave" { "agent" "miners" }')
print('"homework 1"')
print()
placements = list(combinations(ES, MINERS))
if len(placements) == 1:
    # only one way to hide, the miners have no choice here
    go((START,), 0, (), placements[0])
else:
    node(2, "hide", ["/".join("%d-%d" % s for s in pl) for pl in placements])
    for pl in placements:
        go((START,), 0, (), pl)
