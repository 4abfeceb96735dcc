"""First part: the tree of the island."""
import sys
from enum import IntEnum
from itertools import combinations
from typing import List


class HistoryType(IntEnum):
    decision = 1
    chance = 2
    terminal = 3


class Player(IntEnum):
    agent = 0
    bandit = 1


class Action:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Action) and self.name == other.name

    __hash__ = None

    def __str__(self):
        return str(self.name)


class Infoset:
    def __init__(self, known):
        self.known = known

    def index(self) -> int:
        return hash(self.known)


MAZE, DANGEROUS = [], []
BANDITS, PROB = 0, 0.0


class History:
    def __init__(self):
        self.pos, self.gold = None, 0
        self.actions_so_far = []
        self.visited, self.met = [], []
        self.bandits, self.alarm, self.to_answer = None, None, False
        self.attacked, self.dead = False, False

    def clone(self):
        new = History()
        new.__dict__.update(self.__dict__)
        new.actions_so_far = list(self.actions_so_far)
        new.visited, new.met = list(self.visited), list(self.met)
        return new

    def __str__(self):
        return ";".join(str(a) for a in self.actions_so_far)

    def square(self):
        return MAZE[self.pos[0]][self.pos[1]]

    def type(self) -> HistoryType:
        if self.dead or self.bandits and self.square() == "D":
            return HistoryType.terminal
        if self.attacked:
            return HistoryType.chance
        return HistoryType.decision if self.actions() else HistoryType.terminal

    def current_player(self) -> Player:
        return Player.bandit if self.bandits is None or self.to_answer else Player.agent

    def infoset(self) -> Infoset:
        if self.current_player() == Player.bandit:
            return Infoset(("bandit", self.bandits, self.alarm))
        return Infoset(("agent", tuple(self.visited), tuple(self.met)))

    def actions(self) -> List[Action]:
        if self.attacked:
            return [Action("caught"), Action("fine")]
        if self.bandits is None:
            return [Action(places) for places in combinations(DANGEROUS, BANDITS)]
        if self.to_answer:
            free = [e for e in DANGEROUS if e not in self.bandits and e != self.alarm]
            return [Action(None)] + [Action((b, e)) for b in self.bandits for e in free]
        found = []
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            to = (self.pos[0] + dr, self.pos[1] + dc)
            if MAZE[to[0]][to[1]] != "#" and to not in self.visited:
                found.append(Action(to))
        return found

    def chance_prob(self, action: Action) -> float:
        return PROB if action == Action("caught") else 1 - PROB

    def child(self, action: Action) -> "History":
        new = self.clone()
        new.actions_so_far.append(action)
        if self.attacked:
            new.attacked = False
            new.dead = action == Action("caught")
            new.met.append("fight")
        elif self.bandits is None:
            new.bandits = action.name
        elif self.to_answer:
            new.to_answer = False
            if action.name is not None:
                left, to = action.name
                new.bandits = tuple(sorted([b for b in self.bandits if b != left] + [to]))
        else:
            new.pos = action.name
            new.visited.append(new.pos)
            if new.square() == "G":
                new.gold += 1
            if new.square() == "E" and new.pos in new.bandits:
                new.attacked = True
            elif new.square() == "E":
                if not new.met:
                    new.alarm, new.to_answer = new.pos, True
                new.met.append("nobody")
        return new

    def utility(self) -> float:
        return 10 + self.gold if not self.dead and self.square() == "D" else 0


def create_root() -> History:
    global BANDITS, PROB
    rows, _ = int(input()), int(input())
    MAZE[:] = [input().strip() for _ in range(rows)]
    BANDITS, PROB = int(input()), float(input())
    root = History()
    for r, row in enumerate(MAZE):
        for c, what in enumerate(row):
            if what == "E":
                DANGEROUS.append((r, c))
            if what == "S":
                root.pos, root.visited = (r, c), [(r, c)]
    return root


def export_gambit(root_history: History) -> str:
    text = 'EFG 2 R "" { "Pl0" "Pl1" }\n'
    terminal, chance = 1, 1

    def build(history, depth):
        nonlocal text, terminal, chance
        text += " " * depth
        if history.type() == HistoryType.terminal:
            util = history.utility()
            text += f't "{history}" {terminal} "" {{ {util}, {-util} }}\n'
            terminal += 1
            return
        if history.type() == HistoryType.chance:
            text += f'c "{history}" {chance} "" {{ '
            for action in history.actions():
                text += f'"{action}" {history.chance_prob(action):.3f} '
            text += "} 0\n"
            chance += 1
        else:
            player, infoset = int(history.current_player()) + 1, history.infoset().index()
            text += f'p "{history}" {player} {infoset} "" {{ '
            for action in history.actions():
                text += f'"{action}" '
            text += "} 0\n"
        for action in history.actions():
            build(history.child(action), depth + 1)

    build(root_history, 0)
    return text


if __name__ == "__main__":
    print(export_gambit(create_root()))
