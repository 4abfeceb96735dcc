"""Cave -> EFG, without recursion: a stack of things still to be written."""
import sys
from itertools import combinations, count

header, *maze = sys.stdin.read().split("\n")
n, p = header.split()
n, p = int(n), float(p)
squares = {
    (i, j): ch
    for i, line in enumerate(maze)
    for j, ch in enumerate(line.strip())
    if ch != "#"
}
start = next(xy for xy, ch in squares.items() if ch == "S")
spots = [xy for xy, ch in squares.items() if ch == "E"]

agent_sets, miner_sets = {}, {}
outcome = count(1)
out = ['EFG 2 R "cave" { "agent" "miners" }', '""']


def number(sets, key):
    return sets.setdefault(key, len(sets) + 1)


def line(player, iset, labels):
    return f'p "" {player} {iset} "" {{ {" ".join(labels)} }} 0'


def steps(path):
    i, j = path[-1]
    for label, xy in (("l", (i, j - 1)), ("r", (i, j + 1)), ("u", (i - 1, j)), ("d", (i + 1, j))):
        if xy in squares and xy not in path:
            yield f'"{label}"', xy


placements = list(combinations(spots, n))
out.append(line(2, number(miner_sets, ()), [f'"p{k}"' for k in range(len(placements))]))

# what stands on the stack: kind, path, gold, observations, placement, encounters
stack = [("move", (start,), 0, (), pl, ()) for pl in reversed(placements)]

while stack:
    kind, path, gold, seen, placement, met = stack.pop()
    here = path[-1]

    if kind == "end":
        out.append(f't "" {next(outcome)} "" {{ {gold}, {-gold} }}')

    elif kind == "chance":
        out.append(f'c "" 1 "" {{ "dead" {p} "alive" {1 - p} }} 0')
        won = met + ((here, "won"),)
        stack.append(("move", path, gold, seen + ("won",), placement, won))
        stack.append(("end", path, 0, seen, placement, met))

    elif kind == "encounter":
        key = placement, met, here
        out.append(line(2, number(miner_sets, key), ['"take"', '"fight"']))
        taken = met + ((here, "taken"),)
        stack.append(("chance", path, gold, seen, placement, met))
        stack.append(("move", path, 0, seen + ("taken",), placement, taken))

    elif kind == "move":
        options = list(steps(path))
        if not options:
            stack.append(("end", path, 0, seen, placement, met))
            continue
        labels = [label for label, _ in options]
        out.append(line(1, number(agent_sets, (path, seen)), labels))
        for _, xy in reversed(options):
            ch = squares[xy]
            new = path + (xy,)
            if ch == "D":
                stack.append(("end", new, gold + 2, seen, placement, met))
            elif ch == "E" and xy in placement:
                stack.append(("encounter", new, gold, seen, placement, met))
            elif ch == "E":
                stack.append(("move", new, gold, seen + ("empty",), placement, met))
            else:
                more = 1 if ch == "G" else 0
                stack.append(("move", new, gold + more, seen, placement, met))

print(*out, sep="\n")
