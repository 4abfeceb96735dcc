"""Agents on an island, 2018. Usage: main.py <map>"""
import itertools
import sys

import highspy


class Island:
    def __init__(self, filename):
        with open(filename) as source:
            lines = source.read().split()
        rows, cols = int(lines[0]), int(lines[1])
        self.maze = lines[2:2 + rows]
        self.bandits = int(lines[2 + rows])
        self.p = float(lines[3 + rows])
        everything = [(r, c) for r in range(rows) for c in range(cols)]
        self.start = [s for s in everything if self[s] == "S"][0]
        self.danger = [s for s in everything if self[s] == "E"]

    def __getitem__(self, square):
        return self.maze[square[0]][square[1]]

    def neighbours(self, square):
        r, c = square
        candidates = [(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)]
        return [s for s in candidates if self[s] != "#"]


class Leaf:
    def __init__(self, utility):
        self.utility = utility


class Nature:
    def __init__(self):
        self.branches = []      # (probability, node)


class Move:
    def __init__(self, player, infoset):
        self.player = player
        self.infoset = infoset
        self.branches = []      # (label, node)


class Tree:
    def __init__(self, island):
        self.island = island
        self.root = Move(1, "place the bandits")
        for hidden in itertools.combinations(island.danger, island.bandits):
            node = self.turn([island.start], 0, (), frozenset(hidden), True)
            self.root.branches.append((self.label(hidden), node))

    @staticmethod
    def label(squares):
        return " ".join("%dx%d" % s for s in sorted(squares))

    def turn(self, path, gold, events, hidden, sensors):
        options = [s for s in self.island.neighbours(path[-1]) if s not in path]
        if not options:
            return Leaf(0)
        node = Move(0, (tuple(path), events))
        for s in options:
            node.branches.append(("%dx%d" % s, self.enter(path + [s], gold, events, hidden, sensors)))
        return node

    def enter(self, path, gold, events, hidden, sensors):
        here = path[-1]
        kind = self.island[here]
        if kind == "D":
            return Leaf(10 + gold)
        if kind == "G":
            return self.turn(path, gold + 1, events, hidden, sensors)
        if kind != "E":
            return self.turn(path, gold, events, hidden, sensors)
        if here in hidden:
            node = Nature()
            node.branches.append((self.island.p, Leaf(0)))
            if self.island.p < 1:
                after = self.turn(path, gold, events + ("attack",), hidden, False)
                node.branches.append((1 - self.island.p, after))
            return node
        events = events + ("nobody",)
        if not sensors:
            return self.turn(path, gold, events, hidden, False)
        node = Move(1, (self.label(hidden), here))
        node.branches.append(("stay", self.turn(path, gold, events, hidden, False)))
        for old in sorted(hidden):
            for new in self.island.danger:
                if new not in hidden and new != here:
                    moved = hidden - {old} | {new}
                    label = self.label([old]) + " goes to " + self.label([new])
                    node.branches.append((label, self.turn(path, gold, events, moved, False)))
        return node


class SequenceForm:
    def __init__(self, root):
        self.sequences = [[()], [()]]
        self.sets = [{}, {}]    # infoset -> [parent, children...]
        self.known = [{(): 0}, {(): 0}]
        self.g = {}
        self.visit(root, [(), ()], 1.0)

    def visit(self, node, current, probability):
        if isinstance(node, Leaf):
            if node.utility:
                at = self.known[0][current[0]], self.known[1][current[1]]
                self.g[at] = self.g.get(at, 0.0) + probability * node.utility
        elif isinstance(node, Nature):
            for q, child in node.branches:
                self.visit(child, current, probability * q)
        else:
            i = node.player
            for label, child in node.branches:
                after = list(current)
                after[i] = current[i] + ((node.infoset, label),)
                if after[i] not in self.known[i]:
                    self.known[i][after[i]] = len(self.sequences[i])
                    self.sequences[i].append(after[i])
                    family = self.sets[i].setdefault(node.infoset, [self.known[i][current[i]]])
                    family.append(self.known[i][after[i]])
                self.visit(child, after, probability)

    def solve(self, i, filename):
        """realization plan of player i: x >= 0, then one v for every infoset of the other one"""
        h, inf, other = highspy.Highs(), highspy.kHighsInf, 1 - i
        h.setOptionValue("output_flag", False)
        n = len(self.sequences[i])
        for k in range(n):
            h.addVar(1 if k == 0 else 0, 1)
        for _ in range(len(self.sets[other]) + 1):
            h.addVar(-inf, inf)
        h.changeColCost(n, 1)
        h.changeObjectiveSense(highspy.ObjSense.kMaximize if i == 0 else highspy.ObjSense.kMinimize)
        rows = [{} for _ in self.sequences[other]]
        rows[0][n] = -1.0
        for k, (parent, *children) in enumerate(self.sets[other].values(), n + 1):
            rows[parent][k] = 1.0
            for child in children:
                rows[child][k] = -1.0
        for pair, u in self.g.items():
            rows[pair[other]][pair[i]] = u
        for row in rows:
            low, high = (0, inf) if i == 0 else (-inf, 0)
            h.addRow(low, high, len(row), list(row), list(row.values()))
        for parent, *children in self.sets[i].values():
            ones = [1.0] * len(children) + [-1.0]
            h.addRow(0, 0, len(ones), children + [parent], ones)
        h.writeModel(filename)
        h.run()
        solution = h.getSolution().col_value
        return solution[:n], solution[n]


class Report:
    NAMES = ["AGENT", "ATTACKER"]

    def __init__(self, form):
        plans = [form.solve(0, "prochazka.lp"), form.solve(1, "prochazka2.lp")]
        for name, letter, sequences in zip(self.NAMES, "SQ", form.sequences):
            print(name + ":")
            for k, sequence in enumerate(sequences, 1):
                print("%s%d:[%s]" % (letter, k, ", ".join("%s at %s" % (a, i) for i, a in sequence)))
        columns = sorted({q for _, q in form.g})
        print("AGENT\\ATTACKER |" + "".join(" Q%d |" % (q + 1) for q in columns))
        for s in sorted({s for s, _ in form.g}):
            print("S%d |" % (s + 1) + "".join(" %s |" % form.g.get((s, q), "") for q in columns))
        for name, letter, (plan, _) in zip(self.NAMES, "SQ", plans):
            print("SOLUTION_" + name + ":")
            for k, weight in enumerate(plan, 1):
                if weight > 1e-9:
                    print("%s%d:%.12g" % (letter, k, weight))
        print("SOLUTION_VALUE:%.12g" % plans[0][1])


Report(SequenceForm(Tree(Island(sys.argv[1])).root))
