"""A tree as a `.efg` file: labels, information sets and payoffs as written by a program."""

from dataclasses import dataclass, field
from fractions import Fraction

from drawn.labels import call
from drawn.nodes import CHANCE, END, every


@dataclass
class Style:
    """A program's style of drawing and writing trees; drawn by `drawn.cases`."""

    forced: tuple = ()
    """The players whose nodes with only one action are left out."""
    cut: tuple = ()
    """The players at whose nodes play ends once all payoffs below are 0."""
    captured: str = ""
    """stop, or on."""
    hiding: tuple = ()
    """Of: one by one, in any order, late."""
    shuffled: bool = False
    go: str = "words"
    placed: str = "names"
    relocated: str = "names"
    encounter: str = "words"
    chance: str = "words"
    numbers: str = "fraction"
    """fraction, decimal, or a float: expansion, repr, 17 digits."""
    sets: str = "counted"
    """counted, from zero, negative, hashed."""
    described_once: bool = False
    node_names: bool = False
    outcomes: str = "each"
    """each, or one per payoff, described once."""
    exchanged: bool = False
    total: int = 0
    """The sum of both players' payoffs."""


@dataclass
class Written:
    """A file, with the node of each line."""

    text: str
    nodes: dict = field(default_factory=dict)
    """The nodes by line, from 1."""
    labels: dict = field(default_factory=dict)
    """The labels of the branches, by line."""

    def way(self, line):
        """Return the labels that lead from the root to a line; `_2` for a second one that is empty,
        as the reader calls it.
        """
        return [self.labels[at][way] or f"_{way + 1}" for at, way in self._above(line)]

    def drawn_until(self, line):
        """Return squares and events up to the last of each that stands above a line."""
        squares, events = next(iter(self.nodes.values())).squares[:1], ()
        for at, way in self._above(line):
            node = self.nodes[at]
            meaning = node.branches[way][0]
            if meaning[0] == "go":
                squares = (*node.squares, meaning[2])
            elif meaning[0] != "stop":
                events = (*node.events, meaning)
        return squares, events

    def _above(self, line):
        """Return the lines above one, each with the way that leads on."""
        above = {
            id(below): (at, way)
            for at, node in self.nodes.items()
            for way, (_, _, below) in enumerate(node.branches)
        }
        found = []
        while id(self.nodes[line]) in above:
            line, way = above[id(self.nodes[line])]
            found.append((line, way))
        return found[::-1]


def write(tree, style, names, players=("agent", "bandits"), chance=None):
    """Return the file of a tree. `names` are the dangerous places in reading order."""
    one, two = players[::-1] if style.exchanged else players
    lines = [f'EFG 2 R "hand-in" {{ "{one}" "{two}" }}', '""', ""]
    found = Written("")
    sets, outcomes, drawn = {}, {}, 0
    for node in every(tree):
        name = f"n{len(lines)}" if style.node_names else ""
        if node.turn == END:
            lines.append(f't "{name}" {_outcome(node, style, outcomes)}')
        elif node.turn == CHANCE:
            drawn += 1
            labels = [call(way, at, style, names) for at, (way, _, _) in enumerate(node.branches)]
            shares = [_number(share, style) for _, share, _ in node.branches]
            ways = " ".join(f'"{label}" {p}' for label, p in zip(labels, shares, strict=True))
            lines.append(f'c "{name}" {drawn} "" {{ {ways} }} 0')
            found.labels[len(lines)] = labels
        else:
            player = 3 - node.turn if style.exchanged else node.turn
            known = sets.setdefault(player, {})
            first = node.knows not in known
            if first:
                labels = [
                    call(way, at, style, names) for at, (way, _, _) in enumerate(node.branches)
                ]
                known[node.knows] = (_set_number(len(known), style, chance, known), labels)
            number, labels = known[node.knows]
            described = f' "" {{ {" ".join(f"{chr(34)}{label}{chr(34)}" for label in labels)} }}'
            if style.described_once and not first:
                described = ""
            lines.append(f'p "{name}" {player} {number}{described} 0')
            found.labels[len(lines)] = labels
        found.nodes[len(lines)] = node
    found.text = "\n".join(lines) + "\n"
    return found


def _set_number(at, style, chance, known):
    match style.sets:
        case "from zero":
            return at
        case "negative":
            return -at - 1
        case "hashed":
            taken = {number for number, _ in known.values()}
            number = chance.randrange(-(2**31) + 1, 2**31)
            return number if number not in taken and number else at + 1
        case _:
            return at + 1


def _outcome(node, style, outcomes):
    paid = node.payoff if not style.exchanged else style.total - node.payoff
    pays = f"{{ {_number(paid, style)} {_number(style.total - paid, style)} }}"
    if style.outcomes == "each":
        outcomes[node] = len(outcomes) + 1
        return f'{outcomes[node]} "" {pays}'
    if paid in outcomes:
        return str(outcomes[paid])
    outcomes[paid] = len(outcomes) + 1
    return f'{outcomes[paid]} "pays {paid}" {pays}'


def _number(number, style):
    from decimal import Decimal

    number = Fraction(number)
    if number.denominator == 1:
        return str(number.numerator)
    match style.numbers:
        case "expansion":
            return str(Decimal(float(number)))
        case "repr":
            return repr(float(number))
        case "17 digits":
            return f"{float(number):.17g}"
        case "decimal":
            return _decimal(number) or str(number)
        case _:
            return str(number)


def _decimal(number):
    """Return an exact decimal, or empty text."""
    for digits in range(1, 7):
        scaled = number * 10**digits
        if scaled.denominator == 1:
            sign, scaled = "-" * (scaled < 0), abs(scaled.numerator)
            return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}}"
    return ""
