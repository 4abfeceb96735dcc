import sys
import itertools


def load():
    data = sys.stdin.read().split()
    m = int(data[0])
    n = int(data[1])
    mapa = data[2:2 + m]
    for riadok in mapa:
        assert len(riadok) == n
    return mapa, int(data[2 + m]), float(data[3 + m])


mapa, pocet_banditov, pravdepodobnost = load()

# dangerous squares get numbers 0, 1, 2, ... in the order of reading
E = {}
for i in range(len(mapa)):
    for j in range(len(mapa[0])):
        if mapa[i][j] == 'E':
            E[(i, j)] = len(E)
        elif mapa[i][j] == 'S':
            start = (i, j)

infosets = {}
counter = {'1': 0, '2': 0}
outcomes = {}


def infoset(player, text):
    name = player + text
    if name not in infosets:
        counter[player] += 1
        infosets[name] = counter[player]
    return str(infosets[name])


def terminal(value):
    if value not in outcomes:
        outcomes[value] = len(outcomes) + 1
    return 't "" ' + str(outcomes[value]) + ' "" { ' + str(value) + ' ' + str(-value) + ' }\n'


def personal(player, text, actions):
    s = 'p "" ' + player + ' ' + infoset(player, text) + ' "" { '
    for a in actions:
        s += '"' + a + '" '
    return s + '} 0\n'


def code(positions):
    return "".join(str(x) + "," for x in sorted(positions))


def agent(square, been, gold, memory, bandits, quiet):
    # quiet = the first dangerous place is still ahead of us
    subtrees = ''
    actions = []
    for action, di, dj in (('R', 0, 1), ('D', 1, 0), ('L', 0, -1), ('U', -1, 0)):
        to = (square[0] + di, square[1] + dj)
        kind = mapa[to[0]][to[1]]
        if kind == '#' or to in been:
            continue
        actions.append(action)
        remember = memory + action
        now = been + (to,)
        if kind == 'D':
            subtrees += terminal(10 + gold)
        elif kind == 'G':
            subtrees += agent(to, now, gold + 1, remember, bandits, quiet)
        elif kind != 'E':
            subtrees += agent(to, now, gold, remember, bandits, quiet)
        elif E[to] in bandits:
            p = pravdepodobnost
            subtrees += 'c "" 1 "" { "killed" ' + str(p) + ' "alive" ' + str(1 - p) + ' } 0\n'
            subtrees += terminal(0)
            rest = bandits - {E[to]}
            subtrees += agent(to, now, gold, remember + '!', rest, False)
        elif quiet:
            subtrees += sensors(to, now, gold, remember + '?', bandits)
        else:
            subtrees += agent(to, now, gold, remember + '?', bandits, False)
    if not actions:
        return terminal(0)
    return personal('1', memory, actions) + subtrees


def sensors(square, been, gold, memory, bandits):
    free = set(E.values()) - bandits - {E[square]}
    after = [bandits]
    for who in sorted(bandits):
        for where in sorted(free):
            after.append(bandits - {who} | {where})
    # the bandits know where they are and where the alarm is
    text = personal('2', code(bandits) + 'alarm' + str(E[square]), ['to ' + code(b) for b in after])
    for b in after:
        text += agent(square, been, gold, memory, b, False)
    return text


def main():
    sys.setrecursionlimit(20000)
    starts = [frozenset(x) for x in itertools.combinations(range(len(E)), pocet_banditov)]
    efg = 'EFG 2 R "island with bandits" { "agent" "bandits" }\n""\n\n'
    efg += personal('2', 'start', [code(x) for x in starts])
    for x in starts:
        efg += agent(start, (start,), 0, '', x, True)
    print(efg, end='')


main()
