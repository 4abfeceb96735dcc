"""Homework 1 (Computational Game Theory): the cave as an extensive form game.

The tree is built from objects first; then it is written in prefix order.
"""
import sys
from itertools import combinations


class Node:
    def __init__(self):
        self.children = []

    def add(self, child):
        self.children.append(child)
        return child


class Decision(Node):
    def __init__(self, player, infoset, actions):
        super().__init__()
        self.player = player
        self.infoset = infoset
        self.actions = actions


class Chance(Node):
    def __init__(self, events):
        super().__init__()
        self.events = events


class Terminal(Node):
    def __init__(self, payoff):
        super().__init__()
        self.payoff = payoff


class Cave:
    DIRECTIONS = [("UP", -1, 0), ("RIGHT", 0, 1), ("DOWN", 1, 0), ("LEFT", 0, -1)]

    def __init__(self, text):
        rows = text.strip().split("\n")
        count, prob = rows[0].split()
        self.miners = int(count)
        self.capture = float(prob)
        self.maze = [list(row.strip()) for row in rows[1:]]
        self.spots = []
        for y, row in enumerate(self.maze):
            for x, square in enumerate(row):
                if square == "S":
                    self.start = (y, x)
                elif square == "E":
                    self.spots.append((y, x))

    def square(self, position):
        return self.maze[position[0]][position[1]]

    def moves(self, position, visited):
        for name, dy, dx in self.DIRECTIONS:
            new = (position[0] + dy, position[1] + dx)
            if self.square(new) != "#" and new not in visited:
                yield name, new


class TreeBuilder:
    def __init__(self, cave):
        self.cave = cave

    def build(self):
        placements = list(combinations(self.cave.spots, self.cave.miners))
        root = Decision(2, ("root",), [str(p).replace(" ", "") for p in placements])
        for placement in placements:
            visited = [self.cave.start]
            root.add(self.on_square(visited, 0, [], placement, []))
        return root

    def on_square(self, visited, gold, observed, placement, log):
        options = list(self.cave.moves(visited[-1], visited))
        if not options:
            return Terminal(0)
        infoset = (tuple(visited), tuple(observed))
        node = Decision(1, infoset, [name for name, _ in options])
        for _, new in options:
            node.add(self.enter(visited + [new], gold, observed, placement, log))
        return node

    def enter(self, visited, gold, observed, placement, log):
        square = self.cave.square(visited[-1])
        if square == "D":
            return Terminal(2 + gold)
        if square == "G":
            gold += 1
        if square == "E":
            if visited[-1] in placement:
                return self.encounter(visited, gold, observed, placement, log)
            observed = observed + ["empty"]
        return self.on_square(visited, gold, observed, placement, log)

    def encounter(self, visited, gold, observed, placement, log):
        place = visited[-1]
        node = Decision(2, (placement, tuple(log), place), ["TAKE", "FIGHT"])
        taken, won = observed + ["taken"], observed + ["won"]
        node.add(self.on_square(visited, 0, taken, placement, log + [(place, "taken")]))
        p = self.cave.capture
        fight = node.add(Chance([("CAPTURED", p), ("WON", 1 - p)]))
        fight.add(Terminal(0))
        fight.add(self.on_square(visited, gold, won, placement, log + [(place, "won")]))
        return node


class GambitWriter:
    def __init__(self):
        self.numbers = {1: {}, 2: {}}
        self.terminals = 0

    def write(self, root):
        print('EFG 2 R "Cave" { "Player" "Miners" }')
        print('""')
        self.write_node(root)

    def write_node(self, node):
        if isinstance(node, Terminal):
            self.terminals += 1
            print(f't "" {self.terminals} "" {{ {node.payoff}, {-node.payoff} }}')
        elif isinstance(node, Chance):
            events = " ".join(f'"{name}" {p}' for name, p in node.events)
            print(f'c "" 1 "" {{ {events} }} 0')
        else:
            known = self.numbers[node.player]
            number = known.setdefault(node.infoset, len(known) + 1)
            actions = " ".join(f'"{a}"' for a in node.actions)
            print(f'p "" {node.player} {number} "" {{ {actions} }} 0')
        for child in node.children:
            self.write_node(child)


if __name__ == "__main__":
    GambitWriter().write(TreeBuilder(Cave(sys.stdin.read())).build())
