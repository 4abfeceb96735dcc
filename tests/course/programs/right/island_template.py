"""game_tree.py - first part of the assignment"""
from enum import IntEnum
from itertools import combinations
import sys


class HistoryType(IntEnum):
    decision = 1
    chance = 2
    terminal = 3


class Player(IntEnum):
    agent = 0
    bandit = 1


class Infoset:
    def __init__(self, number):
        self.number = number

    def index(self):
        return self.number


class History:
    infosets = {}
    maze = []
    dangerous = []
    prob = 0.0
    bandits = 0

    def __init__(self, **values):
        self.pos = None
        self.path = ()
        self.gold = 0
        self.events = ()           # (square, what) for every dangerous place we met
        self.hidden = None         # None: not yet decided
        self.alarm = None          # the place of the alarm
        self.moved = False         # the bandits have answered the alarm
        self.fighting = False
        self.dead = False
        self.__dict__.update(values)

    def but(self, **values):
        return History(**{**self.__dict__, **values})

    def square(self):
        return History.maze[self.pos[0]][self.pos[1]]

    def type(self):
        if self.dead or self.square() == "D" or not self.actions():
            return HistoryType.terminal
        return HistoryType.chance if self.fighting else HistoryType.decision

    def current_player(self):
        if self.hidden is None or (self.alarm is not None and not self.moved):
            return Player.bandit
        return Player.agent

    def infoset(self):
        if self.current_player() == Player.bandit:
            key = ("B", self.hidden, self.alarm)
        else:
            key = ("A", self.path, self.events)
        return Infoset(History.infosets.setdefault(key, len(History.infosets) + 1))

    def actions(self):
        if self.fighting:
            return ["captured", "free"]
        if self.hidden is None:
            return list(combinations(History.dangerous, History.bandits))
        if self.current_player() == Player.bandit:
            free = [d for d in History.dangerous if d not in self.hidden and d != self.alarm]
            return ["stay"] + [(b, d) for b in self.hidden for d in free]
        r, c = self.pos
        around = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
        return [a for a in around if History.maze[a[0]][a[1]] != "#" and a not in self.path]

    def chance_prob(self, action):
        return History.prob if action == "captured" else 1 - History.prob

    def child(self, action):
        if self.fighting:
            if action == "captured":
                return self.but(dead=True, fighting=False)
            return self.but(fighting=False, events=self.events + ((self.pos, "fight"),))
        if self.hidden is None:
            return self.but(hidden=action)
        if self.current_player() == Player.bandit:
            hidden = self.hidden
            if action != "stay":
                hidden = tuple(sorted((set(hidden) - {action[0]}) | {action[1]}))
            return self.but(hidden=hidden, moved=True)
        new = self.but(pos=action, path=self.path + (action,))
        if new.square() == "G":
            new.gold += 1
        if new.square() == "E":
            if action in self.hidden:
                new.fighting = True
            else:
                if not self.events:
                    new.alarm = action
                new.events = self.events + ((action, "empty"),)
        return new

    def utility(self):
        if not self.dead and self.square() == "D":
            return 10 + self.gold
        return 0


def create_root():
    lines = sys.stdin.read().split("\n")
    m = int(lines[0])
    History.maze = [line.strip() for line in lines[2:2 + m]]
    History.bandits = int(lines[2 + m])
    History.prob = float(lines[3 + m])
    for r, row in enumerate(History.maze):
        for c, symbol in enumerate(row):
            if symbol == "S":
                start = (r, c)
            if symbol == "E":
                History.dangerous.append((r, c))
    return History(pos=start, path=(start,))


def export_gambit(root):
    lines = ['EFG 2 R "" { "Agent" "Bandit" } ""', ""]
    nodes = {HistoryType.terminal: 0, HistoryType.chance: 0}

    def build(history):
        kind = history.type()
        if kind == HistoryType.terminal:
            nodes[kind] += 1
            u = history.utility()
            lines.append('t "" %d "" { %s, %s }' % (nodes[kind], u, -u))
            return
        actions = history.actions()
        if kind == HistoryType.chance:
            nodes[kind] += 1
            inside = " ".join('"%s" %s' % (a, history.chance_prob(a)) for a in actions)
            lines.append('c "" %d "" { %s } 0' % (nodes[kind], inside))
        else:
            player, number = history.current_player() + 1, history.infoset().index()
            inside = " ".join('"%s"' % str(a) for a in actions)
            lines.append('p "" %d %d "" { %s } 0' % (player, number, inside))
        for a in actions:
            build(history.child(a))

    build(root)
    return "\n".join(lines)


if __name__ == "__main__":
    print(export_gambit(create_root()))
