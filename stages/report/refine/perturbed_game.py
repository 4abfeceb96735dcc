"""The perturbed game as a linear program, and the basic solutions of it.

With the floors l of the player's weights and k of the opponent's, with M for the matrix of
`stages.forms.program`, whose rows are `M z + s = e`, and with its costs c, the weights above the
floors are the unknowns of

    maximise  (c - M' k)' z   subject to   M z + s = e - M l,   s the slacks.

The matrix is the same. So a basis is solved once for each power of ε, and its basic solution and
its prices are polynomials in ε.

The floors are powers of ε (Miltersen and Sørensen, "Computing a quasi-perfect equilibrium of a two-
player game", Economic Theory 42, 2010; first in "Computing sequential equilibria for two-player
games", SODA 2006): a sequence of k own moves is played with a weight of at least ε^k. Their proof
requires the floor of a move to be of a smaller order than the least weight of the information set.
So a move without alternative needs no order of its own, and if several sequences lead to an
information set, their least order counts.

A polynomial is one number per power of ε; for all small enough ε > 0 its sign is that of its first
nonzero coefficient.
"""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from ....schemas.refinement import Polynomial
from ...forms.program import Domain, Program
from ...forms.sequence_form import Sequences
from ..exact.basic import Equations, System, sums
from ..exact.elimination import Line

Powers = Sequence[Sequence[fmpq]]
"""The coefficients of 1, ε, ε², ...: vectors of the same length."""


class Floors(NamedTuple):
    """The floors of a player's present sequences, in their order."""

    weights: Powers
    """The least realization weights. The floor of a sequence without alternative is the sum of the
    floors of those that lead to it; that of the empty sequence is 0, as its weight is always 1.
    """
    most: int
    """The largest number of actions at an information set."""


class Solved(NamedTuple):
    """A basic solution of the perturbed program, possibly neither feasible nor optimal."""

    basis: Collection[int]
    """Numbers of `Program.number`."""
    values: Powers
    """Per column, then per slack."""
    prices: Powers
    """Likewise."""


class Perturbed:
    """The program of a player in the perturbed game."""

    def __init__(self, program: Program) -> None:
        own, opponent = program.form.sides(program.player)
        equations = self.equations = Equations(program)
        self.own, self.other = floors(own), floors(opponent)
        # Weights are the first columns, responses the last rows.
        before, behind = equations.height - len(opponent.present), len(own.present)
        self.sides = [
            _negative(sums(equations.lines, [*floor, *_zeros(equations.width - behind)]))
            for floor in self.own.weights
        ]
        """The right-hand sides: per power of ε a number per row."""
        self.costs = [
            _negative(sums(equations.columns, [*_zeros(before), *floor]))
            for floor in self.other.weights
        ]
        """Per power of ε a number per column."""
        for row, number in equations.right:
            self.sides[0][row] += number
        for column, number in equations.costs:
            self.costs[0][column] += number

    @property
    def at_zero(self) -> Solved:
        """The program itself, relative to 0."""
        width, height = self.equations.width, self.equations.height
        return Solved(
            (),
            [[*_zeros(width), *side] for side in self.sides],
            [[*_negative(costs), *_zeros(height)] for costs in self.costs],
        )

    def at(self, bits: int) -> Equations:
        """Return the program for ε = 1/2^bits."""
        return self.equations.asking(
            _line(at_power(self.sides, bits)), _line(at_power(self.costs, bits))
        )

    def solved(self, system: System) -> Solved | None:
        """Return the solution of a basis; None if it is not a basis."""
        within = system.rights([_line(side) for side in self.sides])
        duals = system.lefts([system.within(_line(costs)) for costs in self.costs])
        if within is None or duals is None:
            return None
        return Solved(
            system.basis,
            [self._values(system, *each) for each in zip(self.sides, within, strict=True)],
            [self._prices(*each) for each in zip(self.costs, duals, strict=True)],
        )

    def is_optimal(self, found: Solved) -> bool:
        """Return whether a basic solution is feasible and optimal for all small enough ε > 0."""
        return self.allows(found.values, found.prices)

    def allows(self, values: Powers, prices: Powers) -> bool:
        """Return whether a basis with these values and prices is feasible and optimal.

        By construction the equations hold, and basic unknowns have price 0. It remains to check
        that no number bounded by 0 is negative, and that those fixed to 0 are 0.
        """
        domains = self.equations.domains
        feasible = _nowhere_negative(values, domains, Domain.FREE, Domain.FIXED)
        return feasible and _nowhere_negative(prices, domains, Domain.FIXED, Domain.FREE)

    def _values(self, system: System, side: list[fmpq], within: list[fmpq]) -> list[fmpq]:
        primal = _zeros(self.equations.width)
        for at, number in zip(system.basis, within, strict=True):
            if at < len(primal):
                primal[at] = number
        used = sums(self.equations.lines, primal)
        return [*primal, *(most - part for most, part in zip(side, used, strict=True))]

    def _prices(self, costs: list[fmpq], dual: list[fmpq]) -> list[fmpq]:
        paid = sums(self.equations.columns, dual)
        return [*(whole - own for whole, own in zip(paid, costs, strict=True)), *dual]


def _zeros(size: int) -> list[fmpq]:
    return [fmpq(0)] * size


def _negative(numbers: Sequence[fmpq]) -> list[fmpq]:
    return [-number for number in numbers]


def _line(numbers: Sequence[fmpq]) -> Line:
    return [(at, number) for at, number in enumerate(numbers) if number]


def floors(sequences: Sequences) -> Floors:
    """Return the floors of a player's sequences.

    >>> found = floors(Sequences(moves=(0, 1, 2, 3), infosets=(0, 1), numbers=(1, 2),
    ...     parents=((0,), (1,)), actions=((1, 2), (3,))))
    >>> print(*found.weights)
    [0, 0, 0, 0] [0, 1, 1, 1]
    """
    order = {0: 0}
    amounts: dict[int, dict[int, int]] = {0: {}}
    most = 1
    for parents, actions in zip(sequences.parents, sequences.actions, strict=True):
        least = min(order[parent] for parent in parents)
        most = max(most, len(actions))
        if len(actions) > 1:
            for action in actions:
                order[action], amounts[action] = least + 1, {least + 1: 1}
            continue
        total: dict[int, int] = {}
        for parent in parents:
            for power, amount in amounts[parent].items():
                total[power] = total.get(power, 0) + amount
        order[actions[0]], amounts[actions[0]] = least, total
    degree = max(power for amount in amounts.values() for power in (0, *amount))
    weights = [[fmpq(0)] * len(sequences.present) for _ in range(degree + 1)]
    for place, sequence in enumerate(sequences.present):
        for power, amount in amounts[sequence].items():
            weights[power][place] = fmpq(amount)
    return Floors(weights, most)


def _sign(powers: Powers, at: int) -> int:
    """Return the sign of the number at a place for all small enough ε > 0: -1, 0 or 1.

    >>> [_sign([[fmpq(0), fmpq(1)], [fmpq(-3), fmpq(-9)]], at) for at in (0, 1)]
    [-1, 1]
    """
    for numbers in powers:
        if number := numbers[at]:
            return 1 if number > 0 else -1
    return 0


def _nowhere_negative(
    powers: Powers, domains: Sequence[Domain], free: Domain, zero: Domain
) -> bool:
    """Return whether, for all small enough ε > 0, no number is negative and those of the domain
    `zero` are 0; numbers of the domain `free` may be anything.
    """
    for at, domain in enumerate(domains):
        if domain is not free:
            found = _sign(powers, at)
            if found < 0 or found and domain is zero:
                return False
    return True


def at_power(powers: Powers, bits: int) -> list[fmpq]:
    """Return the numbers for ε = 1/2^bits.

    >>> print(*at_power([[fmpq(0), fmpq(1)], [fmpq(8), fmpq(-8)]], 3))
    1 0
    """
    small = fmpq(1, 2**bits)
    found = list(powers[-1])
    for numbers in reversed(powers[:-1]):
        found = [
            number + small * rest if rest else number
            for number, rest in zip(numbers, found, strict=True)
        ]
    return found


def enough(powers: Powers) -> int:
    """Return a number of bits such that for ε = 1/2^bits and all smaller ε the signs are the same.

    Cauchy's bound: of c + c1 ε + c2 ε² + ... no root is nearer to 0 than |c| / (|c| + max |ci|).

    >>> enough([[fmpq(1)], [fmpq(-5)]])
    4
    """
    most = 1
    for at in range(len(powers[0])):
        first, *rest = _strip_leading_zeros(numbers[at] for numbers in powers)
        highest = max(map(abs, rest), default=fmpq(0))
        if highest:
            ratio = highest / abs(first)
            most = max(most, int(ratio.p).bit_length() - int(ratio.q).bit_length() + 2)
    return most


def polynomial(powers: Powers, at: int) -> Polynomial:
    """Return the number at a place as a record.

    >>> polynomial([[fmpq(1)], [fmpq(-1, 2)], [fmpq(0)]], 0)
    (Fraction(1, 1), Fraction(-1, 2))
    """
    found = [numbers[at] for numbers in powers]
    while found and not found[-1]:
        found.pop()
    return tuple(Fraction(int(number.p), int(number.q)) for number in found)


def _strip_leading_zeros(numbers: Iterable[fmpq]) -> list[fmpq]:
    """Return the coefficients from the first nonzero one on; one 0 if there is none."""
    found = list(numbers)
    begin = next((at for at, number in enumerate(found) if number), len(found) - 1)
    return found[begin:]
