"""Hand-ins as students write them, from the documents of 2018 and 2023 alone: nothing here comes
from the program.

`island_2018` puts the bandits first, `cave_2023` lets the miners decide when the first dangerous
place is entered. Both write the file while they walk the map, with outcomes by number and
information sets described once.
"""

from fractions import Fraction
from itertools import combinations

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class Writer:
    def __init__(self, title, names):
        self.lines = [f'EFG 2 R "{title}" {{ {names} }}', '""']
        self.sets = {1: {}, 2: {}}
        self.outcomes = {}

    def move(self, player, what, actions):
        known = self.sets[player]
        described = (
            ""
            if what in known
            else f' "" {{ {" ".join(f"{chr(34)}{name}{chr(34)}" for name in actions)} }}'
        )
        number = known.setdefault(what, len(known) + 1)
        self.lines.append(f'p "" {player} {number}{described} 0')

    def fight(self, p):
        self.lines.append(f'c "" 1 "" {{ "dead" {p} "alive" {1 - p} }} 0')

    def end(self, points):
        if points in self.outcomes:
            self.lines.append(f't "" {self.outcomes[points]}')
        else:
            self.outcomes[points] = len(self.outcomes) + 1
            self.lines.append(f't "" {self.outcomes[points]} "" {{ {points}, {-points} }}')

    def text(self):
        return "\n".join(self.lines) + "\n"


def squares(rows):
    return {(r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row) if kind != "#"}


def around(board, at, been):
    found = [(name, (at[0] + dr, at[1] + dc)) for name, (dr, dc) in STEPS.items()]
    return [(name, to) for name, to in found if to in board and to not in been]


def island_2018(rows, bandits, p):
    """Bandits first; what the agent knows is its path with what happened on it."""
    board, out = squares(rows), Writer("assignment 1", '"agent" "attacker"')
    start = next(at for at, kind in board.items() if kind == "S")
    dangerous = [at for at, kind in board.items() if kind == "E"]

    def step(at, been, knows, hidden, first_alarm, gold, attacker):
        if board[at] == "D":
            return out.end(10 + gold)
        moves = around(board, at, been)
        if not moves:
            return out.end(0)
        out.move(1, knows, [name for name, _ in moves])
        for name, to in moves:
            arrive(
                to,
                been | {to},
                (*knows, name),
                hidden,
                first_alarm,
                gold + (board[to] == "G"),
                attacker,
            )

    def arrive(at, been, knows, hidden, first_alarm, gold, attacker):
        if board[at] != "E":
            return step(at, been, knows, hidden, first_alarm, gold, attacker)
        if at in hidden:
            if p == 1:
                return out.end(0)
            if p > 0:
                out.fight(p)
                out.end(0)
            return step(at, been, (*knows, "attacked"), hidden - {at}, True, gold, attacker)
        if first_alarm:
            return step(at, been, (*knows, "nobody"), hidden, True, gold, attacker)
        free = [place for place in dangerous if place not in hidden and place != at]
        changes = [hidden] + [hidden - {old} | {new} for old in sorted(hidden) for new in free]
        heard = (*attacker, at)
        out.move(2, heard, [f"to {sorted(change)}" for change in changes])
        for number, change in enumerate(changes):
            step(at, been, (*knows, "nobody"), change, True, gold, (*heard, number))

    placings = [frozenset(placing) for placing in combinations(dangerous, bandits)]
    out.move(2, (), [str(sorted(placing)) for placing in placings])
    for placing in placings:
        step(start, frozenset([start]), (), placing, False, 0, (placing,))
    return out.text()


def cave_2023(rows, miners, p):
    """The miners decide where they hide when You first enter a dangerous place: they do not know
    which.
    """
    board, out = squares(rows), Writer("cave", '"You" "Miners"')
    start = next(at for at, kind in board.items() if kind == "S")
    dangerous = [at for at, kind in board.items() if kind == "E"]
    placings = [frozenset(placing) for placing in combinations(dangerous, miners)]

    def step(at, been, knows, hidden, gold, told):
        if board[at] == "D":
            return out.end(2 + gold)
        moves = around(board, at, been)
        if not moves:
            return out.end(0)
        out.move(1, knows, [name for name, _ in moves])
        for name, to in moves:
            more = gold + (board[to] == "G")
            if board[to] == "E" and hidden is None:
                out.move(
                    2,
                    "hide",
                    [" and ".join(map(str, sorted(placing))) or "none" for placing in placings],
                )
                for placing in placings:
                    meet(to, been | {to}, (*knows, name), placing, more, (placing,))
            elif board[to] == "E":
                meet(to, been | {to}, (*knows, name), hidden, more, told)
            else:
                step(to, been | {to}, (*knows, name), hidden, more, told)

    def meet(at, been, knows, hidden, gold, told):
        if at not in hidden:
            return step(at, been, (*knows, "empty"), hidden, gold, told)
        told = (*told, at)
        out.move(2, told, ["rob", "fight"])
        step(at, been, (*knows, "robbed"), hidden - {at}, 0, (*told, "rob"))
        if p == 1:
            return out.end(0)
        if p > 0:
            out.fight(p)
            out.end(0)
        step(at, been, (*knows, "fought"), hidden - {at}, gold, (*told, "fight"))

    step(start, frozenset([start]), (), None, 0, ())
    return out.text()


def board_of(text):
    """Return rows, bandits and probability of a map in either layout."""
    lines = text.split("\n")
    if " " in lines[0]:
        number, p = lines[0].split()
        return [line for line in lines[1:] if line], int(number), Fraction(p)
    height = int(lines[0])
    return lines[2 : 2 + height], int(lines[2 + height]), Fraction(lines[3 + height])
