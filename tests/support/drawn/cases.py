"""Hand-ins by number: a map, a mistake or none, a style, the file and the true verdict."""

import random
from dataclasses import dataclass, replace
from fractions import Fraction

from drawn import styles
from drawn.labels import CHANCE_WORDS, ENCOUNTER, GO, PLACED
from drawn.mistakes import MISTAKES, SWITCHED
from drawn.nodes import every
from drawn.rules import TooLarge, built, right
from drawn.truth import mark, same_game
from drawn.written import Style, Written, write

PROBABILITIES = ("0.5", "0.33", "0.6", "0.9", "1/3", "0.25", "0.7", "0.1")
NUMBERED = dict.fromkeys(("go", "placed", "relocated", "encounter", "chance"), "number")
WAYS = {
    "as the reference": Style(),
    "forced moves left out": Style(forced=(1, 2, 3)),
    "the agent's forced moves left out": Style(forced=(1,)),
    "numbers for labels": Style(**NUMBERED),
    "numbers, forced moves left out": Style(**NUMBERED, forced=(1, 2, 3)),
    "numbers in another order": Style(**NUMBERED, shuffled=True),
    "numbers in another order, forced moves left out": Style(
        **NUMBERED, shuffled=True, forced=(1, 2, 3)
    ),
    "other words in another order": Style(
        go="czech", encounter="czech", chance="czech", shuffled=True
    ),
    "hiding late": Style(hiding=("late",)),
    "numbers, hiding late": Style(**NUMBERED, hiding=("late",)),
}
"""Plain ways to draw a tree, most of them in the order of the reference."""
LEAST, OFTEN, MOST = 20, 400, 2_000  # Nodes of the right tree; one map in eight has over OFTEN.


@dataclass(frozen=True)
class Board:
    """A map and its rules."""

    seed: int
    course: str
    rows: tuple
    bandits: int
    capture: str

    @property
    def text(self):
        """The map in the layout of its course."""
        if self.course == "cave":
            return "\n".join([f"{self.bandits} {self.capture}", *self.rows]) + "\n"
        size = [str(len(self.rows)), str(len(self.rows[0]))]
        return "\n".join([*size, *self.rows, str(self.bandits), self.capture]) + "\n"

    @property
    def switches(self):
        return right(self.course, self.bandits, Fraction(self.capture))

    @property
    def players(self):
        return ("agent", "miners" if self.course == "cave" else "bandits")

    def tree(self, switches=None):
        return built(self.rows, switches or self.switches)

    @property
    def names(self):
        """The dangerous places in reading order."""
        return [
            (row, column)
            for row, text in enumerate(self.rows)
            for column, kind in enumerate(text)
            if kind == "E"
        ]


@dataclass
class Case:
    """A hand-in."""

    seed: object
    board: Board
    mistake: str
    """A key of MISTAKES, or empty."""
    style: Style
    written: Written
    truth: str | None
    """SAME or OTHER; None if unknown."""


def board(seed):
    """Return a map whose tree has LEAST to MOST nodes; on three of four, a way out passes several
    dangerous places, so that observations matter.
    """
    chance = random.Random(f"board {seed}")
    course = ("cave", "island")[seed % 2]
    while True:
        found = _drawn_board(seed, course, chance)
        try:
            most = MOST if seed % 8 == 7 else OFTEN
            nodes = list(every(built(found.rows, found.switches, most)))
        except TooLarge:
            continue
        if len(nodes) >= LEAST and (seed % 8 < 2 or _is_rich(found, nodes)):
            return found


def _is_rich(found, nodes):
    """Return whether a way out passes two dangerous places at which player 2 may be hidden."""
    ways = (sum(at in found.names for at in node.squares) for node in nodes if node.ended == "exit")
    return 0 < found.bandits < len(found.names) and max(ways, default=0) > 1


def _drawn_board(seed, course, chance):
    height, width = chance.choice([(2, 4), (3, 3), (3, 4), (3, 5), (4, 4), (3, 6), (5, 5)])
    squares = [(row, column) for row in range(height) for column in range(width)]
    chance.shuffle(squares)
    places, gold = chance.choice((1, 2, 2, 3, 3, 3)), chance.randint(1, 3)
    kinds = dict(zip(squares, "SD" + "E" * places + "G" * gold, strict=False))
    walls = chance.uniform(0.1, 0.7)
    for square in squares[len(kinds) :]:
        kinds[square] = "#" if chance.random() < walls else "-"
    rows = tuple("".join(kinds[row, column] for column in range(width)) for row in range(height))
    bandits = 0 if chance.random() < 0.03 else chance.randint(1, min(places, 2))
    return Board(seed, course, rows, bandits, chance.choice(PROBABILITIES))


def style(chance, floats=False):
    """Return a style with all switches drawn at random."""

    def some(*ways):
        return chance.choice(ways)

    found = Style(
        forced=some((), (), (1,), (2,), (3,), (1, 2, 3), (1, 2, 3), (2, 3)),
        cut=some((), (), (), (1,), (1, 2, 3)),
        captured=some("", "", "", "stop", "on"),
        hiding=some((), (), (), ("late",), ("late",), ("one by one",), ("in any order",)),
        shuffled=some(False, True),
        go=some(*GO, "words", "letters", "go", "points"),
        placed=some(*PLACED),
        relocated=some(*PLACED),
        encounter=some(*ENCOUNTER),
        chance=some(*CHANCE_WORDS),
        sets=some("counted", "counted", "from zero", "negative", "hashed"),
        described_once=some(False, True),
        node_names=some(False, True),
        outcomes=some("each", "one per payoff"),
        exchanged=chance.random() < 0.1,
        total=some(0, 0, 0, 0, 10),
    )
    found.numbers = some(
        *(("expansion", "repr", "17 digits") if floats else ("fraction", "decimal"))
    )
    return found


def drawn(tree, how, chance):
    """Return a tree as drawn by a program with a style; `tree` is modified."""
    if how.captured:
        tree = styles.captured_goes_on(tree, how.captured)
    if how.cut:
        tree = styles.zero_cut(tree, how.cut)
    if "one by one" in how.hiding or "in any order" in how.hiding:
        tree = styles.one_by_one(tree, "in any order" in how.hiding)
    if "late" in how.hiding:
        tree = styles.late(tree)
    if how.forced:
        tree = styles.forced_left_out(tree, how.forced)
    return styles.shuffled(tree, chance) if how.shuffled else tree


def wrong_tree(where, mistake, chance):
    """Return the tree of a map with a mistake, marked where it shows; None if the mistake is
    impossible there.
    """
    kind = MISTAKES[mistake]
    if where.course not in kind.courses:
        return None
    switches = where.switches
    if mistake in SWITCHED:
        switches = kind.change(switches, chance)
    if not 0 <= switches.bandits <= len(where.names):
        return None
    try:
        tree = where.tree(switches)
    except TooLarge:
        return None
    if mistake not in SWITCHED:
        kind.change(tree, chance)
    mark(where.tree(), tree)
    return tree


def case(where, mistake, number, how=None, floats=False, way=""):
    """Return a hand-in for a map, drawn in one of WAYS if given; None if the mistake is impossible
    there.
    """
    chance = random.Random(f"case {where.seed} {mistake} {number}")
    tree = wrong_tree(where, mistake, chance) if mistake else where.tree()
    if tree is None:
        return None
    truth = same_game(where.tree(), tree)
    how = replace(WAYS[way]) if way else how or style(chance, floats)
    if mistake == "others lack the place":
        how.relocated = "number"
        how.shuffled = False
    written = write(drawn(tree, how, chance), how, where.names, where.players, chance)
    seed = f"{where.seed} {mistake!r} {number}" + f" {way!r}" * bool(way)
    return Case(seed, where, mistake, how, written, truth)


def cases(count, first=0, each=16, floats=False, plain=False):
    """Yield maps, each with hand-ins that are graded together, `count` hand-ins in all, cycling
    through all mistakes and none. Hand-ins of unknown truth are left out. `plain` ones cycle
    through WAYS, others have random styles.
    """
    every_mistake, ways = ["", *MISTAKES], [*WAYS]
    number, turn = first, first * each
    while count > 0:
        where, found = board(number), []
        while len(found) < min(each, count):
            mistake = every_mistake[turn % len(every_mistake)]
            turn += 1
            way = ways[turn % len(ways)] if plain else ""
            one = case(where, mistake, turn // len(every_mistake), way=way, floats=floats)
            if one is not None and one.truth is not None:
                found.append(one)
        yield where, found
        count, number = count - len(found), number + 1
