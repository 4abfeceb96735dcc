# -*- coding: utf-8 -*-
import sys
from itertools import combinations


class State(object):
    """A state of the game; knows its actions and its children."""

    def __init__(self, game):
        self.game = game
        self.to_move = "miners hide"
        self.position = game.start
        self.visited = frozenset([game.start])
        self.gold = 0
        self.trace = []        # what the agent knows
        self.placement = None
        self.log = []          # what the miners know
        self.alive = True
        self.escaped = False

    def copy(self):
        other = State(self.game)
        other.__dict__.update(self.__dict__)
        other.trace = list(self.trace)
        other.log = list(self.log)
        return other

    def actions(self):
        if self.to_move == "miners hide":
            return list(combinations(self.game.spots, self.game.miners))
        if self.to_move == "encounter":
            return ["rob", "fight"]
        if self.to_move == "chance":
            return ["captured", "escaped"]
        row, col = self.position
        found = []
        for d in "NESW":
            dr, dc = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[d]
            target = (row + dr, col + dc)
            if target in self.game.free and target not in self.visited:
                found.append(d)
        return found

    def child(self, action):
        s = self.copy()
        if self.to_move == "miners hide":
            s.placement = action
            s.log.append(action)
            s.to_move = "agent"
        elif self.to_move == "agent":
            s.move(action)
        elif self.to_move == "encounter":
            if action == "rob":
                s.gold = 0
                s.trace.append("robbed")
                s.log.append("rob")
                s.to_move = "agent"
            else:
                s.to_move = "chance"
        elif action == "captured":
            s.alive = False
        else:
            s.trace.append("escaped")
            s.log.append("lost him")
            s.to_move = "agent"
        return s

    def move(self, d):
        row, col = self.position
        self.position = {"N": (row - 1, col), "S": (row + 1, col),
                         "W": (row, col - 1), "E": (row, col + 1)}[d]
        self.visited = self.visited | {self.position}
        self.trace.append(d)
        if self.position in self.game.exits:
            self.escaped = True
        elif self.position in self.game.gold:
            self.gold += 1
        elif self.position in self.placement:
            self.log.append(self.position)
            self.to_move = "encounter"
        elif self.position in self.game.spots:
            self.trace.append("free")

    def is_terminal(self):
        return self.escaped or not self.alive or not self.actions()

    def utility(self):
        return 2 + self.gold if self.escaped else 0

    def infoset(self):
        if self.to_move == "agent":
            return tuple(self.trace)
        return tuple(self.log)


class Game(object):
    def __init__(self, stream):
        a, b = next(stream).split()
        self.miners, self.p = int(a), float(b)
        self.free, self.spots, self.gold, self.exits = set(), [], [], []
        for r, line in enumerate(stream):
            for c, ch in enumerate(line.rstrip()):
                if ch != "#":
                    self.free.add((r, c))
                if ch == "S":
                    self.start = (r, c)
                if ch == "E":
                    self.spots.append((r, c))
                if ch == "G":
                    self.gold.append((r, c))
                if ch == "D":
                    self.exits.append((r, c))


def export(state, numbers):
    if state.is_terminal():
        numbers["t"] = numbers.get("t", 0) + 1
        u = state.utility()
        print('t "" {} "" {{ {}, {} }}'.format(numbers["t"], u, -u))
        return
    actions = state.actions()
    if state.to_move == "chance":
        p = state.game.p
        print('c "" 1 "" {{ "captured" {} "escaped" {} }} 0'.format(p, 1 - p))
    else:
        player = 1 if state.to_move == "agent" else 2
        key = (player, state.infoset())
        if key not in numbers:
            count = "player", player
            numbers[count] = numbers.get(count, 0) + 1
            numbers[key] = numbers[count]
        names = " ".join('"{}"'.format(a) for a in actions)
        print('p "" {} {} "" {{ {} }} 0'.format(player, numbers[key], names))
    for action in actions:
        export(state.child(action), numbers)


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    print('EFG 2 R "Cave 2023" { "Agent" "Miners" }')
    print('""')
    export(State(Game(sys.stdin)), {})
