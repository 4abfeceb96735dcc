"""A family: one game for each probability p between 0 and 1, and its linear program as polynomials.

Strictly between 0 and 1 the tree is the same for all p, and so are the information sets; only the
probabilities of chance depend on p, each as a + b p. So a payoff of the sequence form, which is a
sum of payoffs times the chance probabilities on a history, is a polynomial in p, whose degree is at
most the largest number of such chance moves on one history.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from flint import fmpq, fmpq_mat, fmpq_poly

from .....schemas.game import Chance, Game, Node, Terminal
from .....schemas.parts.problems import LimitError, StageBug
from .....schemas.parts.squares import Square
from .....stages.forms.formulation import Forms, Formulation
from .....stages.forms.program import Program
from .....stages.report.exact.basic import Equations
from .functions import interpolating

GameAt = Callable[[Fraction], Game]
"""The game of a probability strictly between 0 and 1."""
Polynomials = list[tuple[int, fmpq_poly]]
"""The coefficients of a row, each with its column number."""
NODES = 20_000
"""Maximal number of nodes of a game that is searched for changes."""
SIZE = 5_000
"""Maximal number of rows and columns of the linear program, likewise."""
KEPT_OUT = ("endgames",)
"""Excluded reductions of the sequence form: their choice of a best move may depend on p."""
SEEN = Fraction(1, 3), Fraction(2, 5), Fraction(3, 7)
"""Sample points for the game; none is 1/2, where p and 1 - p are equal."""


@dataclass(frozen=True, eq=False)
class Family:
    """The games of all p strictly between 0 and 1."""

    model: Game
    """The game of one p."""
    chances: dict[int, tuple[tuple[Fraction, Fraction], ...]]
    """Per chance node that depends on p: a and b by action."""
    start: Square | None = None
    """For a map: player 1's first square. Used only in texts."""

    def game(self, p: Fraction) -> Game:
        """Return the game of a probability."""
        nodes = list(self.model.nodes)
        for number, parts in self.chances.items():
            node = nodes[number]
            assert isinstance(node, Chance)
            nodes[number] = node._replace(probabilities=tuple(a + b * p for a, b in parts))
        return replace(self.model, nodes=tuple(nodes))

    def formulation(self, p: Fraction) -> Formulation:
        """Return the sequence form of a probability; its sequences are the same for each."""
        return Forms(self.game(p)).without(KEPT_OUT)

    @cached_property
    def degree(self) -> int:
        """The largest number of chance moves on one history that depend on p."""
        above = [0] * len(self.model.nodes)
        for number, node in enumerate(self.model.nodes):
            if not isinstance(node, Terminal):
                here = above[number] + (number in self.chances)
                for child in node.children:
                    above[child] = max(above[child], here)
        return max(above)

    @cached_property
    def program(self) -> Program:
        """The linear program of the player with more sequences, for one of the probabilities."""
        formulation = self.formulation(SEEN[0])
        return formulation.programs[formulation.form.longer - 1]

    @cached_property
    def lines(self) -> tuple[Polynomials, ...]:
        """The coefficients of the program, per row."""
        # One point more than the degree requires: the coefficient of the next power must be 0.
        points = [Fraction(at, self.degree + 3) for at in range(1, self.degree + 3)]
        numbers: list[dict[tuple[int, int], fmpq]] = []
        for p in points:
            program = self.formulation(p).programs[self.program.player - 1]
            lines = Equations(program).lines
            numbers.append(
                {(row, at): number for row, line in enumerate(lines) for at, number in line}
            )
        places = sorted({place for each in numbers for place in each})
        known = [each.get(place, fmpq(0)) for each in numbers for place in places]
        found = interpolating([fmpq(*p.as_integer_ratio()) for p in points]) * fmpq_mat(
            len(points), len(places), known
        )
        made: tuple[Polynomials, ...] = tuple([] for _ in self.program.rows)
        for at, (row, column) in enumerate(places):
            polynomial = fmpq_poly([found[power, at] for power in range(len(points))])
            if polynomial.degree() > self.degree:
                raise StageBug("efgc: a bug of ours: the degree of a payoff is higher than said")
            made[row].append((column, polynomial))
        return made

    @cached_property
    def _equations(self) -> Equations:
        return Equations(self.program)

    def at(self, p: fmpq) -> Equations:
        """Return the program in numbers, for any p, even if it is no probability."""
        made = copy(self._equations)
        made.lines = tuple(
            [(column, value) for column, number in line if (value := number(p))]
            for line in self.lines
        )
        made.__dict__.pop("columns", None)  # A cache with the old numbers.
        return made


def family_of(game_at: GameAt, start: Square | None = None) -> Family:
    """Return the family of a game. Raises LimitError if it is too large, and StageBug if more
    than the probabilities of chance depends on p.
    """
    first = game_at(SEEN[0])
    if len(first.nodes) > NODES:
        raise LimitError(
            f"--critical: the game has {len(first.nodes):,} nodes, and changes of play are looked "
            f"for up to {NODES:,}"
        )
    others = list(map(game_at, SEEN[1:]))
    chances = {}
    for number, nodes in enumerate(zip(first.nodes, *(game.nodes for game in others), strict=True)):
        if parts := _parts(nodes):
            chances[number] = parts
    if any(game.information_sets != first.information_sets for game in others):
        raise StageBug("efgc: a bug of ours: the information sets depend on p")
    found = Family(first, chances, start)
    if (size := len(found.program.domains)) > SIZE:
        raise LimitError(
            f"--critical: the linear program has {size:,} rows and columns, and changes of play "
            f"are looked for up to {SIZE:,}"
        )
    return found


def _parts(nodes: tuple[Node, ...]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return a and b by action, from a node at each p in SEEN; empty if these are all the same."""
    if all(node == nodes[0] for node in nodes):
        return ()
    draws = [node for node in nodes if isinstance(node, Chance)]
    if len(draws) == len(nodes) and len({node._replace(probabilities=()) for node in draws}) == 1:
        by_action = zip(*(node.probabilities for node in draws), strict=True)
        lines = [line for numbers in by_action if (line := _line(numbers))]
        if len(lines) == len(draws[0].actions):
            return tuple(lines)
    raise StageBug("efgc: a bug of ours: more depends on p than the probabilities of chance")


def _line(numbers: tuple[Fraction, ...]) -> tuple[Fraction, Fraction] | None:
    """Return a and b of the line through the numbers at SEEN; None if they are on no line."""
    slope = (numbers[1] - numbers[0]) / (SEEN[1] - SEEN[0])
    start = numbers[0] - slope * SEEN[0]
    on = all(start + slope * p == number for p, number in zip(SEEN, numbers, strict=True))
    return (start, slope) if on else None
