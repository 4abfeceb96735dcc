import itertools
import sys


class InfoSets:
    """Gives numbers to information sets of one player"""

    def __init__(self, player):
        self.player = player
        self.ids = {}

    def get(self, what):
        if what not in self.ids:
            self.ids[what] = len(self.ids) + 1
        return self.ids[what]


AGENT = InfoSets(1)
MINERS = InfoSets(2)


class TerminalNode:
    count = 0

    def __init__(self, value):
        self.value = value

    def export(self):
        TerminalNode.count += 1
        return ['t "" %d "" { %s, %s }' % (TerminalNode.count, self.value, 0 - self.value)]


class ChanceNode:
    count = 0

    def __init__(self):
        self.branches = []

    def export(self):
        ChanceNode.count += 1
        inside = " ".join('"%s" %s' % (label, prob) for label, prob, _ in self.branches)
        lines = ['c "" %d "" { %s } 0' % (ChanceNode.count, inside)]
        for _, _, child in self.branches:
            lines += child.export()
        return lines


class DecisionNode:
    def __init__(self, owner, infoset):
        self.owner = owner
        self.infoset = owner.get(infoset)
        self.branches = []

    def export(self):
        inside = " ".join('"%s"' % label for label, _ in self.branches)
        lines = ['p "" %d %d "" { %s } 0' % (self.owner.player, self.infoset, inside)]
        for _, child in self.branches:
            lines += child.export()
        return lines


class Game:
    def __init__(self, miners, prob, maze):
        self.n = miners
        self.prob = prob
        self.maze = maze
        self.places = []
        for r in range(len(maze)):
            for c in range(len(maze[r])):
                if maze[r][c] == 'S':
                    self.start = (r, c)
                if maze[r][c] == 'E':
                    self.places.append((r, c))

    def root(self):
        node = DecisionNode(MINERS, "placement")
        for hidden in itertools.combinations(range(len(self.places)), self.n):
            label = "E" + "E".join(str(i) for i in hidden)
            spots = [self.places[i] for i in hidden]
            child = self.move_node([self.start], 0, "", spots, label)
            node.branches.append((label, child))
        return node

    def move_node(self, path, gold, seen, spots, shared):
        """node where the agent moves; shared is what all miners know"""
        r, c = path[-1]
        node = None
        for label, r2, c2 in (('left', r, c - 1), ('right', r, c + 1),
                              ('up', r - 1, c), ('down', r + 1, c)):
            if self.maze[r2][c2] == '#':
                continue
            if (r2, c2) in path:
                continue
            if node is None:
                node = DecisionNode(AGENT, str(path) + seen)
            child = self.after_move(path + [(r2, c2)], gold, seen, spots, shared)
            node.branches.append((label, child))
        if node is None:
            return TerminalNode(0)
        return node

    def after_move(self, path, gold, seen, spots, shared):
        r, c = path[-1]
        what = self.maze[r][c]
        if what == 'D':
            return TerminalNode(gold + 2)
        elif what == 'G':
            return self.move_node(path, gold + 1, seen, spots, shared)
        elif what == 'E' and (r, c) in spots:
            return self.fight_node(path, gold, seen, spots, shared)
        elif what == 'E':
            return self.move_node(path, gold, seen + "0", spots, shared)
        else:
            return self.move_node(path, gold, seen, spots, shared)

    def fight_node(self, path, gold, seen, spots, shared):
        place = "@%d,%d" % path[-1]
        node = DecisionNode(MINERS, shared + place)
        chance = ChanceNode()
        chance.branches.append(("dead", self.prob, TerminalNode(0)))
        survived = self.move_node(path, gold, seen + "F", spots, shared + place + "F")
        chance.branches.append(("alive", 1 - self.prob, survived))
        node.branches.append(("fight", chance))
        robbed = self.move_node(path, 0, seen + "T", spots, shared + place + "T")
        node.branches.append(("take gold", robbed))
        return node


def main():
    lines = [line.strip() for line in sys.stdin if line.strip()]
    miners, prob = lines[0].split()
    game = Game(int(miners), float(prob), lines[1:])
    print('EFG 2 R "cave game" { "agent" "miners" }')
    print('"created by main.py"')
    for line in game.root().export():
        print(line)


main()
