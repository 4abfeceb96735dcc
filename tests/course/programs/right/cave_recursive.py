# CGT homework 1 - cave
import sys
from itertools import combinations

sys.setrecursionlimit(100000)

lines = sys.stdin.read().splitlines()
header = lines[0].split()
miners = int(header[0])
capture_prob = float(header[1])
maze = [l.strip() for l in lines[1:] if l.strip() != ""]

height = len(maze)
width = len(maze[0])

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

hiding_spots = []
start = None
for r in range(height):
    for c in range(width):
        if maze[r][c] == "S":
            start = (r, c)
        if maze[r][c] == "E":
            hiding_spots.append((r, c))

infosets = {1: {}, 2: {}}
outcomes = 0
out = []


def infoset_number(player, key):
    sets = infosets[player]
    if key not in sets:
        sets[key] = len(sets) + 1
    return sets[key]


def actions_string(actions):
    return "{ " + " ".join('"%s"' % a for a in actions) + " }"


def print_terminal(score):
    global outcomes
    outcomes += 1
    out.append('t "" %d "" { %d, %d }' % (outcomes, score, -score))


def print_decision(player, key, actions):
    number = infoset_number(player, key)
    out.append('p "" %d %d "" %s 0' % (player, number, actions_string(actions)))


def legal_moves(pos, visited):
    moves = []
    for name, (dr, dc) in MOVES.items():
        r, c = pos[0] + dr, pos[1] + dc
        if r < 0 or c < 0 or r >= height or c >= width:
            continue
        if maze[r][c] == "#" or (r, c) in visited:
            continue
        moves.append((name, (r, c)))
    return moves


def play(pos, visited, gold, seen, placed, encounters):
    """The player stands on pos and has to move."""
    moves = legal_moves(pos, visited)
    if not moves:
        print_terminal(0)
        return
    print_decision(1, seen, [m[0] for m in moves])
    for name, new in moves:
        arrive(new, visited | {new}, gold, seen + (name,), placed, encounters)


def arrive(pos, visited, gold, seen, placed, encounters):
    square = maze[pos[0]][pos[1]]
    if square == "D":
        print_terminal(2 + gold)
        return
    if square == "G":
        gold = gold + 1
    if square == "E":
        if pos in placed:
            encounter(pos, visited, gold, seen, placed, encounters)
            return
        seen = seen + ("nobody",)
    play(pos, visited, gold, seen, placed, encounters)


def encounter(pos, visited, gold, seen, placed, encounters):
    key = (placed, encounters, pos)
    print_decision(2, key, ["gold", "fight"])
    # 1. the miners take the gold
    play(pos, visited, 0, seen + ("robbed",), placed, encounters + ((pos, "robbed"),))
    # 2. the miners fight
    out.append('c "" 1 "fight" { "lose" %s "win" %s } 0' % (capture_prob, 1 - capture_prob))
    print_terminal(0)
    play(pos, visited, gold, seen + ("won",), placed, encounters + ((pos, "won"),))


placements = list(combinations(hiding_spots, miners))
out.append('EFG 2 R "Cave" { "Player" "Miners" }')
out.append('""')
print_decision(2, "placement", [" ".join("%d,%d" % spot for spot in p) for p in placements])
for p in placements:
    play(start, {start}, 0, (), p, ())

print("\n".join(out))
