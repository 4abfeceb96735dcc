import sys
from itertools import combinations


class Map:
    def __init__(self):
        m = int(sys.stdin.readline())
        n = int(sys.stdin.readline())
        self.grid = []
        for _ in range(m):
            self.grid.append(sys.stdin.readline().strip()[:n])
        self.bandits = int(sys.stdin.readline())
        self.p = float(sys.stdin.readline())
        self.m, self.n = m, n

    def at(self, x, y):
        return self.grid[x][y]

    def all(self, kind):
        return [(x, y) for x in range(self.m) for y in range(self.n) if self.at(x, y) == kind]


class Node:
    """kind is 'agent', 'bandits', 'nature' or 'end'."""

    def __init__(self, kind, info=None, value=0):
        self.kind = kind
        self.info = info
        self.value = value
        self.labels = []
        self.kids = []
        self.probs = []

    def connect(self, label, kid, prob=None):
        self.labels.append(label)
        self.kids.append(kid)
        self.probs.append(prob)


class Generator:
    def __init__(self, island):
        self.island = island
        self.danger = island.all('E')

    def tree(self):
        root = Node('bandits', info='initial')
        start = self.island.all('S')[0]
        for hidden in combinations(self.danger, self.island.bandits):
            root.connect('hide ' + str(hidden), self.agent([start], 0, [], set(hidden), hidden, 0))
        return root

    def agent(self, path, gold, seen, hidden, original, entered):
        x, y = path[-1]
        node = Node('agent', info=(tuple(path), tuple(seen)))
        for name, nx, ny in (('up', x - 1, y), ('down', x + 1, y),
                             ('left', x, y - 1), ('right', x, y + 1)):
            if self.island.at(nx, ny) != '#' and (nx, ny) not in path:
                kid = self.moved(path + [(nx, ny)], gold, seen, hidden, original, entered)
                node.connect(name, kid)
        if not node.kids:
            return Node('end', value=0)
        if len(node.kids) == 1:
            # nothing to decide here
            return node.kids[0]
        return node

    def moved(self, path, gold, seen, hidden, original, entered):
        here = path[-1]
        symbol = self.island.at(*here)
        if symbol == 'D':
            return Node('end', value=10 + gold)
        if symbol == 'G':
            gold += 1
        if symbol == 'E':
            entered += 1
            if here in hidden:
                return self.fight(path, gold, seen, hidden, original, entered)
            if entered == 1:
                return self.alarm(path, gold, seen + ['alarm'], hidden, original)
            seen = seen + ['empty']
        return self.agent(path, gold, seen, hidden, original, entered)

    def fight(self, path, gold, seen, hidden, original, entered):
        p = self.island.p
        node = Node('nature')
        node.connect('lost', Node('end', value=0), p)
        rest = hidden - {path[-1]}
        kid = self.agent(path, gold, seen + ['bandit'], rest, original, entered)
        node.connect('won', kid, 1 - p)
        return node

    def alarm(self, path, gold, seen, hidden, original):
        place = path[-1]
        node = Node('bandits', info=(original, place))
        node.connect('nobody moves', self.agent(path, gold, seen, hidden, original, 1))
        for b in sorted(hidden):
            for d in self.danger:
                if d in hidden or d == place:
                    continue
                new = (hidden - {b}) | {d}
                kid = self.agent(path, gold, seen, new, original, 1)
                node.connect('%s to %s' % (b, d), kid)
        return node


def export(root):
    ids = {'agent': {}, 'bandits': {}}
    n_ends = 0
    lines = ['EFG 2 R "Island" { "agent" "bandits" }', '""']
    queue = [root]
    while queue:
        node = queue.pop()
        if node.kind == 'end':
            n_ends += 1
            lines.append('t "" %d "" { %d, %d }' % (n_ends, node.value, -node.value))
        elif node.kind == 'nature':
            inner = ' '.join('"%s" %s' % pair for pair in zip(node.labels, node.probs))
            lines.append('c "" 1 "" { %s } 0' % inner)
        else:
            table = ids[node.kind]
            number = table.setdefault(node.info, len(table) + 1)
            inner = ' '.join('"%s"' % label for label in node.labels)
            player = 1 if node.kind == 'agent' else 2
            lines.append('p "" %d %d "" { %s } 0' % (player, number, inner))
        queue.extend(reversed(node.kids))
    print('\n'.join(lines))


sys.setrecursionlimit(10000)
export(Generator(Map()).tree())
