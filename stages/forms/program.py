"""A player's linear program in rationals, from the sequence form.

For player 1, in the letters of `sequence_form`:

    maximise  v0   subject to   E x = e,   F' v - A' x <= 0,   x >= 0,

where v holds one value per information set of player 2, v0 that of the root;
the dual values of the inequalities are player 2's realization plan. The
program of player 2 is the same with the players exchanged and A negated.

`lower` writes it with decimals: 0.33 there is not 33/100. So what a solver says
about the file is a guess only, and exact arithmetic solves this program.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.program_columns import ProgramColumns, program_columns
from stages.forms.sequence_form import SequenceForm

Line = list[tuple[int, Fraction]]
"""The coefficients of a row, each with the number of its column."""


class Domain(StrEnum):
    """What values a column or slack may have."""

    BOUND = "bound"
    """From 0 up."""
    FREE = "free"
    FIXED = "fixed"
    """0, as the slack of an equation is."""


@dataclass(frozen=True)
class Program:
    """The linear program of a player (1 or 2); all of it follows from the form, once it is asked
    for.

    `v0 - v1 <= 0` and `v1 <= 3 x0` for a game in which player 2 has one move, which pays 3:

    >>> from schemas.linear_program import symbol_name
    >>> from stages.forms.sequence_form import SequenceForm, Sequences
    >>> first = Sequences(moves=(0,), infosets=(), numbers=(), parents=(), actions=(),
    ...     represented_by={})
    >>> second = Sequences(moves=(0, 1), infosets=(0,), numbers=(1,), parents=((0,),),
    ...     actions=((1,),), represented_by={})
    >>> found = Program(SequenceForm((first, second), {(0, 1): Fraction(3)}), 1)
    >>> [*map(symbol_name, found.columns)], [*map(symbol_name, found.rows)]
    (['x0', 'v0', 'v1'], ['f0', 'b0', 'b1'])
    >>> found.lines[2]
    [(2, Fraction(1, 1)), (0, Fraction(-3, 1))]
    """

    form: SequenceForm
    player: int

    @cached_property
    def arrays(self) -> ProgramColumns:
        """The program in floats."""
        return program_columns(self.form.columns, self.player)

    @cached_property
    def columns(self) -> tuple[Symbol, ...]:
        """Weights of the player's sequences, then values of the opponent's information sets."""
        own, opponent = self.form.sides(self.player)
        return (
            *_symbols(Kind.WEIGHT, self.player, own.present),
            *_symbols(Kind.VALUE, 3 - self.player, (0, *opponent.numbers)),
        )

    @cached_property
    def rows(self) -> tuple[Symbol, ...]:
        """Flows through the player's information sets, then responses, the opponent's sequences."""
        own, opponent = self.form.sides(self.player)
        return (
            *_symbols(Kind.FLOW, self.player, (0, *own.numbers)),
            *_symbols(Kind.RESPONSE, 3 - self.player, opponent.present),
        )

    @cached_property
    def number(self) -> dict[Symbol, int]:
        """Per column its number; the slack of a row comes behind the columns."""
        return {symbol: number for number, symbol in enumerate((*self.columns, *self.rows))}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What columns and rows are called in the file, by their numbers."""
        return tuple(
            f"{letter}{number}"
            for kind, player, numbers in self.arrays.groups
            for letter in (symbol_name(Symbol(kind, player, 0))[:-1],)
            for number in numbers.tolist()
        )

    @cached_property
    def objective(self) -> int:
        """The number of the column that is maximised: the root's value, the first behind the
        weights.
        """
        return len(self.form.sides(self.player)[0].present)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.objective + 1 + len(self.form.sides(self.player)[1].numbers)

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """Of each column and slack."""
        own, opponent = self.form.sides(self.player)
        return (
            *(Domain.BOUND,) * len(own.present),
            *(Domain.FREE,) * (1 + len(opponent.numbers)),
            *(Domain.FIXED,) * (1 + len(own.numbers)),
            *(Domain.BOUND,) * len(opponent.present),
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Per row its coefficients. The right-hand sides are 0, that of the first row is 1."""
        return self.lines_of(Fraction)

    def lines_of(self, number: Callable[[int, int], Any]) -> tuple[list[tuple[int, Any]], ...]:
        """Return the same with coefficients that `number` makes of a numerator and a denominator;
        each that differs is made once.
        """
        form, arrays = self.form.columns, self.arrays
        distinct, which = np.unique(form.units, return_inverse=True)
        sign = -1 if self.player == 1 else 1
        known = np.empty(len(distinct) + 2, object)
        known[:-2] = [number(sign * units, form.parts) for units in distinct.tolist()]
        known[-2:] = number(1, 1), number(-1, 1)
        at = np.where(arrays.coefficients > 0, len(distinct), len(distinct) + 1)  # E and F
        paid = arrays.payoffs >= 0
        at[paid] = which[arrays.payoffs[paid]]  # - A' x
        columns, numbers = arrays.lines.members.tolist(), known[at].tolist()
        begin = arrays.lines.begin.tolist()
        return tuple(
            list(zip(columns[first:last], numbers[first:last], strict=True))
            for first, last in zip(begin, begin[1:], strict=False)
        )


def _symbols(kind: Kind, player: int, numbers: Iterable[int]) -> list[Symbol]:
    return [Symbol(kind, player, number) for number in numbers]
