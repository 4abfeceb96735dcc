#!/usr/bin/env python3
"""Assignment 2: one program is enough, the plan of the attacker is in its dual variables."""
import sys
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import highspy


class Pos(NamedTuple):
    row: int
    col: int

    def around(self):
        yield "left", Pos(self.row, self.col - 1)
        yield "right", Pos(self.row, self.col + 1)
        yield "up", Pos(self.row - 1, self.col)
        yield "down", Pos(self.row + 1, self.col)


@dataclass(frozen=True)
class World:
    """Where everybody is, and what each player has done (the last item of the list of its moves)."""

    path: tuple
    bandits: frozenset
    gold: int
    agent: int          # number of the agent's sequence
    attacker: int       # number of the attacker's sequence
    chance: float
    last: str           # what happened on the last square; the agent knows it
    first: bool         # no dangerous place so far


class Sequences:
    """Numbers for the sequences; (before, what is known, action) makes a new one."""

    def __init__(self):
        self.texts = ["nothing"]
        self.numbers = {}
        self.sets = {}

    def after(self, before, known, action):
        key = before, known, action
        if key not in self.numbers:
            self.numbers[key] = len(self.texts)
            self.texts.append(f"{self.texts[before]}, {known} {action}")
            self.sets.setdefault((before, known), []).append(self.numbers[key])
        return self.numbers[key]


class Problem:
    def __init__(self, lines):
        height = int(lines.pop(0))
        int(lines.pop(0))
        self.maze = [lines.pop(0).strip() for _ in range(height)]
        self.count, self.p = int(lines.pop(0)), float(lines.pop(0))
        every = [Pos(r, c) for r in range(height) for c in range(len(self.maze[r]))]
        self.danger = [s for s in every if self.kind(s) == "E"]
        self.start = [s for s in every if self.kind(s) == "S"][0]

    def kind(self, square):
        return self.maze[square.row][square.col]

    def moves(self, w):
        for name, to in w.path[-1].around():
            if self.kind(to) != "#" and to not in w.path:
                yield name, to

    def arrive(self, w, to, s, attacker):
        """Yield the worlds after the step; captures are left out, they are worth 0."""
        base = dict(path=w.path + (to,), agent=s, gold=w.gold, chance=w.chance,
                    bandits=w.bandits, attacker=w.attacker, first=w.first, last="")
        if self.kind(to) == "G":
            base["gold"] += 1
        elif to in w.bandits:
            if self.p == 1:
                return
            base.update(chance=w.chance * (1 - self.p), last="survived", first=False)
        elif self.kind(to) == "E":
            base.update(first=False, last="nobody here")
            if w.first:
                known = f"alarm at {to.row}/{to.col}"
                for action, bandits in self.answers(w.bandits, to):
                    base.update(bandits=bandits, attacker=attacker.after(w.attacker, known, action))
                    yield World(**base)
                return
        yield World(**base)

    def answers(self, bandits, alarm):
        yield "wait", bandits
        for b in sorted(bandits):
            for d in self.danger:
                if d != alarm and d not in bandits:
                    yield f"from {b.row}/{b.col} to {d.row}/{d.col}", (bandits - {b}) | {d}

    def sequence_form(self):
        agent, attacker, g = Sequences(), Sequences(), {}
        todo = []
        for hidden in combinations(self.danger, self.count):
            q = attacker.after(0, "hide at", " ".join(f"{b.row}/{b.col}" for b in hidden))
            todo.append(World((self.start,), frozenset(hidden), 0, 0, q, 1.0, "", True))
        for w in todo:      # grows while we go
            for name, to in self.moves(w):
                s = agent.after(w.agent, w.last, name)
                if self.kind(to) == "D":
                    g[s, w.attacker] = g.get((s, w.attacker), 0) + w.chance * (10 + w.gold)
                else:
                    todo.extend(self.arrive(w, to, s, attacker))
        return agent, attacker, g


def solve(agent, attacker, g):
    n, sets = len(agent.texts), list(attacker.sets)
    names = [f"r{s}" for s in range(n)]
    rows = [[] for _ in attacker.texts]
    rows[0].append("- v")
    for k, (before, known) in enumerate(sets):
        rows[before].append(f"+ w{k}")
        for q in attacker.sets[before, known]:
            rows[q].append(f"- w{k}")
    for (s, q), u in g.items():
        rows[q].append(f"+ {u:.17g} {names[s]}")
    with open("svoboda.lp", "w") as file:
        print("Maximize\n v\nSubject To", file=file)
        for q, row in enumerate(rows):
            print(f" q{q}:", *row, ">= 0", file=file)
        for k, ((before, _), those) in enumerate(agent.sets.items()):
            print(f" s{k}:", *(f"+ {names[s]}" for s in those), f"- {names[before]} = 0", file=file)
        print(" one: r0 = 1\nBounds\n v free", file=file)
        for k in range(len(sets)):
            print(f" w{k} free", file=file)
        print("End", file=file)
    highs = highspy.Highs()
    highs.silent()
    highs.readModel("svoboda.lp")
    highs.run()
    lp, solution = highs.getLp(), highs.getSolution()
    values = dict(zip(lp.col_names_, solution.col_value))
    duals = dict(zip(lp.row_names_, solution.row_dual))
    x = [values.get(name, 0.0) for name in names]
    return values["v"], x, [abs(duals[f"q{q}"]) for q in range(len(rows))]


def show(value, players, g):
    titles = ("AGENT", "S"), ("ATTACKER", "Q")
    for (title, letter), (sequences, _) in zip(titles, players):
        print(title + ":")
        for k, text in enumerate(sequences.texts, 1):
            print(f"{letter}{k}:[{text if k > 1 else ''}]")
    columns = range(len(players[1][0].texts))
    print("AGENT\\ATTACKER | " + " | ".join(f"Q{q + 1}" for q in columns))
    print("-" * 60)
    for s in range(len(players[0][0].texts)):
        row = " | ".join(f"{g.get((s, q), 0):.10f}" for q in columns)
        print(f"S{s + 1} | {row}")
    print("-" * 60)
    for (title, letter), (_, plan) in zip(titles, players):
        print("SOLUTION_" + title + ":")
        print("".join(f"{letter}{k}:{w:.10f}\n" for k, w in enumerate(plan, 1) if w > 1e-9), end="")
    print(f"SOLUTION_VALUE:{value}")


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        agent, attacker, g = Problem(f.read().splitlines()).sequence_form()
    value, x, y = solve(agent, attacker, g)
    show(value, ((agent, x), (attacker, y)), g)
