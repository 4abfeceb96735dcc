# MAS, assignment 1 - bandits on the island
import sys
from itertools import combinations

rows = int(input())
cols = int(input())
maze = [input() for _ in range(rows)]
num_bandits = int(input())
attack_prob = float(input())

dangerous = [(r, c) for r in range(rows) for c in range(cols) if maze[r][c] == "E"]
start = [(r, c) for r in range(rows) for c in range(cols) if maze[r][c] == "S"][0]

agent_infosets = {}
bandit_infosets = {}
efg = ['EFG 2 R "island" { "Agent" "Bandits" }', '""']
leaf_count = 0


def leaf(utility):
    global leaf_count
    leaf_count += 1
    efg.append('t "" {} "" {{ {}, {} }}'.format(leaf_count, utility, -utility))


def decision(player, key, actions):
    infosets = agent_infosets if player == 1 else bandit_infosets
    if key not in infosets:
        infosets[key] = len(infosets) + 1
    names = " ".join('"{}"'.format(a) for a in actions)
    efg.append('p "" {} {} "" {{ {} }} 0'.format(player, infosets[key], names))


def possible_moves(pos, visited):
    r, c = pos
    moves = []
    if r > 0 and maze[r - 1][c] != "#" and (r - 1, c) not in visited:
        moves.append(("up", (r - 1, c)))
    if r < rows - 1 and maze[r + 1][c] != "#" and (r + 1, c) not in visited:
        moves.append(("down", (r + 1, c)))
    if c > 0 and maze[r][c - 1] != "#" and (r, c - 1) not in visited:
        moves.append(("left", (r, c - 1)))
    if c < cols - 1 and maze[r][c + 1] != "#" and (r, c + 1) not in visited:
        moves.append(("right", (r, c + 1)))
    return moves


def agent_turn(pos, visited, gold, history, bandits, first):
    """first is True as long as no dangerous place was entered"""
    moves = possible_moves(pos, visited)
    if len(moves) == 0:
        leaf(0)
        return
    decision(1, history, [name for name, _ in moves])
    for name, new_pos in moves:
        visit(new_pos, visited + [new_pos], gold, history + (name,), bandits, first)


def visit(pos, visited, gold, history, bandits, first):
    symbol = maze[pos[0]][pos[1]]
    if symbol == "D":
        leaf(10 + gold)
    elif symbol == "G":
        agent_turn(pos, visited, gold + 1, history, bandits, first)
    elif symbol == "E":
        if pos in bandits:
            attack(pos, visited, gold, history, bandits)
        elif first:
            alarm(pos, visited, gold, history + ("alarm",), bandits)
        else:
            agent_turn(pos, visited, gold, history + ("empty",), bandits, False)
    else:
        agent_turn(pos, visited, gold, history, bandits, first)


def attack(pos, visited, gold, history, bandits):
    efg.append('c "" 1 "" {{ "success" {} "failure" {} }} 0'.format(attack_prob, 1 - attack_prob))
    leaf(0)
    agent_turn(pos, visited, gold, history + ("attack",), bandits, False)


def alarm(pos, visited, gold, history, bandits):
    """one bandit can move to another free dangerous place"""
    options = [bandits]
    names = ["stay"]
    for b in bandits:
        for place in dangerous:
            if place not in bandits and place != pos:
                options.append(tuple(sorted([x for x in bandits if x != b] + [place])))
                names.append("{}->{}".format(b, place))
    decision(2, ("alarm", bandits, pos), names)
    for new_bandits in options:
        agent_turn(pos, visited, gold, history, new_bandits, False)


sys.setrecursionlimit(10000)
placements = list(combinations(dangerous, num_bandits))
decision(2, "placement", placements)
for placement in placements:
    agent_turn(start, [start], 0, (), placement, True)
print("\n".join(efg))
