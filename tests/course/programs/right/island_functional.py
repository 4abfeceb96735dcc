import sys
from functools import partial, reduce
from itertools import chain, combinations, count, product, starmap

# ---- a tree is (head of the line, list of trees) ----


def end(value):
    return ("end", value), []


def chance(p, lost, won):
    return ("chance", p), [lost, won]


def decide(player, knowledge, named):
    return ("decide", player, knowledge, [n for n, _ in named]), [t for _, t in named]


# ---- the map ----


def parse(lines):
    m, n = int(lines[0]), int(lines[1])
    rows = lines[2 : 2 + m]
    squares = {complex(r, c): rows[r][c] for r, c in product(range(m), range(n))}
    return squares, int(lines[2 + m]), lines[3 + m].strip()


def text(square):
    return f"{int(square.real)},{int(square.imag)}"


def neighbours(squares, path):
    steps = (("d", 1), ("r", 1j), ("u", -1), ("l", -1j))
    around = ((name, path[-1] + step) for name, step in steps)
    return [(name, to) for name, to in around if squares[to] != "#" and to not in path]


def relocations(places, hidden, alarm):
    """All placements after the alarm; at most one bandit moves, and not to the agent."""
    free = places - hidden - {alarm}
    moved = starmap(lambda b, d: hidden - {b} | {d}, product(hidden, free))
    return sorted(chain([hidden], moved), key=label)


def label(hidden):
    return ";".join(sorted(map(text, hidden)))


# ---- the game ----


def agent(island, path, gold, seen, hidden, alarmed):
    squares = island[0]
    options = neighbours(squares, path)
    if not options:
        return end(0)
    enter = partial(entered, island, gold=gold, seen=seen, hidden=hidden, alarmed=alarmed)
    return decide(1, (path, seen), [(name, enter(path + (to,))) for name, to in options])


def entered(island, path, gold, seen, hidden, alarmed):
    squares, places, p = island
    here = path[-1]
    go_on = partial(agent, island, path)
    if squares[here] == "D":
        return end(10 + gold)
    if squares[here] != "E":
        return go_on(gold + (squares[here] == "G"), seen, hidden, alarmed)
    if here in hidden:
        return chance(p, end(0), go_on(gold, seen + ("fight",), hidden - {here}, True))
    quiet = seen + ("quiet",)
    if alarmed:
        return go_on(gold, quiet, hidden, True)
    results = relocations(places, hidden, here)
    answers = [("be at " + label(new), go_on(gold, quiet, new, True)) for new in results]
    return decide(2, (hidden, here), answers)


def game(squares, k, p):
    (start,) = (s for s, kind in squares.items() if kind == "S")
    places = frozenset(s for s, kind in squares.items() if kind == "E")
    island = squares, places, p
    hidings = map(frozenset, combinations(sorted(places, key=text), k))
    return decide(2, None, [(label(h), agent(island, (start,), 0, (), h, False)) for h in hidings])


# ---- gambit ----


def lines(tree, numbers, ends):
    head, trees = tree
    if head[0] == "end":
        yield f't "" {next(ends)} "" {{ {head[1]}, {-head[1]} }}'
    elif head[0] == "chance":
        yield f'c "" 1 "" {{ "lost" {head[1]} "won" {1 - float(head[1])!r} }} 0'
    else:
        _, player, knowledge, names = head
        number = numbers[player].setdefault(knowledge, len(numbers[player]) + 1)
        quoted = reduce(lambda a, b: f'{a} "{b}"', names, "")
        yield f'p "" {player} {number} "" {{{quoted} }} 0'
    yield from chain.from_iterable(lines(t, numbers, ends) for t in trees)


if __name__ == "__main__":
    tree = game(*parse(sys.stdin.read().splitlines()))
    print('EFG 2 R "island" { "agent" "bandits" }', '""', sep="\n")
    for one in lines(tree, {1: {}, 2: {}}, count(1)):
        print(one)
