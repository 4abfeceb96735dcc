# MAS 2018, assignment 2: main.py map.txt
import sys
from itertools import combinations

import highspy

LOGIN = "novakj12"

f = open(sys.argv[1])
M = int(f.readline())
N = int(f.readline())
maze = [f.readline().strip() for _ in range(M)]
n_bandits = int(f.readline())
p = float(f.readline())
f.close()

E = [(r, c) for r in range(M) for c in range(N) if maze[r][c] == "E"]

# sequence -> its number; a sequence is a text with everything that the player knows and has done
S = {"": 1}
Q = {"": 1}
# information set -> (parent sequence, sequences that go on)
agent_sets = {}
attacker_sets = {}
g = {}


def action(sequences, infosets, infoset, parent, label):
    """sequence after the action, with a new number if it is not known yet"""
    seq = infoset + " " + label
    if seq not in sequences:
        sequences[seq] = len(sequences) + 1
        infosets.setdefault(infoset, (sequences[parent], []))[1].append(sequences[seq])
    return seq


def walk(pos, visited, gold, s, knows, q, bandits, prob, alarm):
    moves = []
    for label, dr, dc in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)):
        new = (pos[0] + dr, pos[1] + dc)
        if maze[new[0]][new[1]] != "#" and new not in visited:
            moves.append((label, new))
    for label, new in moves:
        seq = action(S, agent_sets, knows, s, label)
        step(new, visited + [new], gold, seq, seq, q, bandits, prob, alarm)


def step(pos, visited, gold, s, knows, q, bandits, prob, alarm):
    square = maze[pos[0]][pos[1]]
    if square == "D":
        key = (S[s], Q[q])
        g[key] = g.get(key, 0) + prob * (10 + gold)
    elif square == "G":
        walk(pos, visited, gold + 1, s, knows, q, bandits, prob, alarm)
    elif square == "E" and pos in bandits:
        # the attack is successful with p, then the agent has 0
        if p < 1:
            left = prob * (1 - p)
            walk(pos, visited, gold, s, knows + " (bandit)", q, bandits, left, False)
    elif square == "E" and alarm:
        infoset = q + " alarm%d" % E.index(pos)
        for label, new in answers(bandits, pos):
            q2 = action(Q, attacker_sets, infoset, q, label)
            walk(pos, visited, gold, s, knows + " (alarm)", q2, new, prob, False)
    elif square == "E":
        walk(pos, visited, gold, s, knows + " (empty)", q, bandits, prob, alarm)
    else:
        walk(pos, visited, gold, s, knows, q, bandits, prob, alarm)


def answers(bandits, pos):
    result = [("stay", bandits)]
    for b in bandits:
        for e in E:
            if e not in bandits and e != pos:
                new = [x for x in bandits if x != b] + [e]
                result.append(("%d->%d" % (E.index(b), E.index(e)), new))
    return result


def program(sense, mine, my_sets, his, his_sets, value):
    """LP of one player in the text format; value(mine, his) is the utility of the agent"""
    relation = ">=" if sense == "Maximize" else "<="
    rows = []
    for seq in his.values():
        # v of the set where seq belongs <= utilities + v of the sets after seq
        owner = [i for i, (_, seqs) in enumerate(his_sets.values(), 1) if seq in seqs]
        row = ["- v%d" % (owner[0] if owner else 0)]
        row += ["+ v%d" % i for i, (parent, _) in enumerate(his_sets.values(), 1) if parent == seq]
        row += ["+ %r x%d" % (u, m) for m in mine.values() for u in [value(m, seq)] if u]
        rows.append(" ".join(row) + " " + relation + " 0")
    for parent, seqs in my_sets.values():
        rows.append(" ".join("+ x%d" % m for m in seqs) + " - x%d = 0" % parent)
    rows.append("x1 = 1")
    text = sense + "\n obj: v0\nSubject To\n"
    text += "".join(" c%d: %s\n" % pair for pair in enumerate(rows))
    text += "Bounds\n" + "".join(" v%d free\n" % i for i in range(len(his_sets) + 1)) + "End\n"
    return text


def solve(text, filename):
    with open(filename, "w") as lp:
        lp.write(text)
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    h.readModel(filename)
    h.run()
    values = dict(zip(h.getLp().col_names_, h.getSolution().col_value))
    plan = {int(n[1:]): v for n, v in values.items() if n[0] == "x" and v > 1e-9}
    return values["v0"], plan


start = [(r, c) for r in range(M) for c in range(N) if maze[r][c] == "S"][0]
for hidden in combinations(E, n_bandits):
    label = "+".join(str(E.index(e)) for e in hidden)
    q = action(Q, attacker_sets, "hide", "", label)
    walk(start, [start], 0, "", "", q, list(hidden), 1.0, True)

agent_lp = program("Maximize", S, agent_sets, Q, attacker_sets, lambda s, q: g.get((s, q)))
attacker_lp = program("Minimize", Q, attacker_sets, S, agent_sets, lambda q, s: g.get((s, q)))
value, x = solve(agent_lp, LOGIN + ".lp")
_, y = solve(attacker_lp, LOGIN + "_attacker.lp")

print("AGENT:")
for seq, i in S.items():
    print("S%d:[%s]" % (i, seq))
print("ATTACKER:")
for seq, i in Q.items():
    print("Q%d:[%s]" % (i, seq))
print()
print("AGENT\\ATTACKER | " + " | ".join("Q%d" % j for j in Q.values()) + " |")
print("-" * 40)
for i in S.values():
    print("S%d | " % i + " | ".join(str(g.get((i, j), 0)) for j in Q.values()) + " |")
print("-" * 40)
print("SOLUTION_AGENT:")
for i in sorted(x):
    print("S%d:%s" % (i, x[i]))
print("SOLUTION_ATTACKER:")
for j in sorted(y):
    print("Q%d:%s" % (j, y[j]))
print("SOLUTION_VALUE:%s" % value)
