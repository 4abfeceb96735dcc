"""Bandits on an island, exactly: own simplex method with fractions, no solver needed.

All utilities are >= 0, so the program of the agent can be written as  max cz, Az <= b, z >= 0  with
b >= 0, and the simplex method can begin with z = 0. Its dual solution is the plan of the attacker.
"""
import sys
from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product


def read(path):
    with open(path) as file:
        words = file.read().split()
    m = int(words[0])
    board = {(i, j): ch for i, row in enumerate(words[2 : 2 + m]) for j, ch in enumerate(row)}
    return board, int(words[2 + m]), Fraction(words[3 + m])


def neighbours(board, path):
    i, j = path[-1]
    for arrow, to in ("^", (i - 1, j)), (">", (i, j + 1)), ("v", (i + 1, j)), ("<", (i, j - 1)):
        if board[to] != "#" and to not in path:
            yield arrow, to


def relocated(danger, hidden, place):
    yield "=", hidden
    free = [d for d in danger if d not in hidden and d != place]
    for b, d in product(sorted(hidden), free):
        yield f"{danger.index(b)}>{danger.index(d)}", hidden - {b} | {d}


def leaves(board, bandits, p):
    """All (agent's sequence, attacker's sequence, probability * utility), 0 for dead ends.

    A sequence is a tuple of steps, and a step is (information set, action)."""
    danger = [at for at, ch in board.items() if ch == "E"]
    start = next(at for at, ch in board.items() if ch == "S")
    stack = []
    for hidden in combinations(danger, bandits):
        q = (("hide", ",".join(str(danger.index(d)) for d in hidden)),)
        stack.append(((start,), 0, (), "", q, frozenset(hidden), Fraction(1), True))
    while stack:
        path, gold, s, seen, q, hidden, weight, quiet = stack.pop()
        yield s, q, Fraction(0)
        for arrow, to in neighbours(board, path):
            now, knows, mine = path + (to,), seen + arrow, s + ((seen, arrow),)
            kind = board[to]
            more = gold + (kind == "G")
            if kind == "D":
                yield mine, q, weight * (10 + gold)
            elif kind != "E":
                stack.append((now, more, mine, knows, q, hidden, weight, quiet))
            elif to in hidden:
                yield mine, q, Fraction(0)
                if p < 1:
                    left = weight * (1 - p)
                    stack.append((now, gold, mine, knows + "!", q, hidden, left, False))
            elif quiet:
                for label, new in relocated(danger, hidden, to):
                    theirs = q + ((f"alarm {danger.index(to)}", label),)
                    stack.append((now, gold, mine, knows + "?", theirs, new, weight, False))
            else:
                stack.append((now, gold, mine, knows + "?", q, hidden, weight, quiet))


def families(sequences):
    """information set (with the sequence before it) -> sequences that end there"""
    sets = defaultdict(list)
    for s in sequences:
        if s:
            sets[s[:-1], s[-1][0]].append(s)
    return sets


def simplex(rows, b, c):
    """max cz, rows z <= b: dictionaries of Fractions; by the rule of Bland. Returns z and duals."""
    n, m = len(c), len(rows)
    table = [{**row, n + k: Fraction(1)} for k, row in enumerate(rows)]
    b, basis = list(b), [n + k for k in range(m)]
    cost = {j: -v for j, v in enumerate(c) if v}
    while any(v < 0 for v in cost.values()):
        enter = min(j for j, v in cost.items() if v < 0)
        ratios = [(b[k] / row[enter], basis[k], k) for k, row in enumerate(table)
                  if row.get(enter, 0) > 0]
        _, _, k = min(ratios)
        pivot = table[k][enter]
        table[k] = {j: v / pivot for j, v in table[k].items()}
        b[k] /= pivot
        basis[k] = enter
        for other, row in enumerate([*table, cost]):
            factor = row.get(enter, 0)
            if other == k or not factor:
                continue
            for j, v in table[k].items():
                row[j] = row.get(j, 0) - factor * v
                if not row[j]:
                    del row[j]
            if other < m:
                b[other] -= factor * b[k]
    z = dict(zip(basis, b))
    return [z.get(j, Fraction(0)) for j in range(n)], [cost.get(n + k, Fraction(0)) for k in range(m)]


def tidy(sets, weights):
    """Make the weights in every information set add up to that of the sequence before it."""
    plan = {(): Fraction(1)}
    for (before, _), those in sorted(sets.items(), key=lambda item: len(item[0][0])):
        total = sum(weights[s] for s in those)
        for k, s in enumerate(those):
            plan[s] = plan[before] * (weights[s] / total if total else Fraction(k == 0))
    return plan


def solve(g, own, theirs):
    sets, others = families(own), families(theirs)
    column = {s: k for k, s in enumerate(own)}
    v = {key: len(own) + 1 + k for k, key in enumerate(others)}
    rows = {q: {} for q in theirs}
    for q, row in rows.items():
        row[v[q[:-1], q[-1][0]] if q else len(own)] = Fraction(1)
    for (before, infoset), k in v.items():
        rows[before][k] = Fraction(-1)
    for (s, q), u in g.items():
        rows[q][column[s]] = -u
    table = list(rows.values()) + [{column[()]: Fraction(1)}]
    b = [Fraction(0)] * len(rows) + [Fraction(1)]
    for (before, _), those in sets.items():
        table.append({column[before]: Fraction(-1), **{column[s]: Fraction(1) for s in those}})
        b.append(Fraction(0))
    c = [Fraction(k == len(own)) for k in range(len(own) + 1 + len(v))]
    z, duals = simplex(table, b, c)
    x, y = tidy(sets, dict(zip(own, z))), tidy(others, dict(zip(theirs, duals)))
    return z[len(own)], x, y


def main(path):
    g, own, theirs = defaultdict(Fraction), {(): 1}, {(): 1}
    for s, q, u in leaves(*read(path)):
        for k in range(len(s) + 1):
            own.setdefault(s[:k], len(own) + 1)
        for k in range(len(q) + 1):
            theirs.setdefault(q[:k], len(theirs) + 1)
        if u:
            g[s, q] += u
    value, x, y = solve(g, own, theirs)
    for name, letter, sequences in ("AGENT", "S", own), ("ATTACKER", "Q", theirs):
        print(f"{name}:")
        for s, k in sequences.items():
            print(f"{letter}{k}:[{' '.join(f'{i}:{a}' for i, a in s)}]")
    print("AGENT\\ATTACKER |", " | ".join(f"Q{k}" for k in theirs.values()), "|")
    for s, k in own.items():
        print(f"S{k} |", " | ".join(str(g.get((s, q), "-")) for q in theirs), "|")
    for name, letter, plan, numbers in ("AGENT", "S", x, own), ("ATTACKER", "Q", y, theirs):
        print(f"SOLUTION_{name}:")
        for s, weight in plan.items():
            if weight:
                print(f"{letter}{numbers[s]}:{weight}")
    print(f"SOLUTION_VALUE:{value}")


main(sys.argv[1])
