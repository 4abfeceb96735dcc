"""A player's linear program in rationals, from the sequence form.

For player 1, in the letters of `sequence_form`:

    maximise  v0   subject to   E x = e,   F' v - A' x <= 0,   x >= 0,

where v holds one value per information set of player 2, v0 that of the root;
the dual values of the inequalities are player 2's realization plan. The
program of player 2 is the same with the players exchanged and A negated.

`lower` writes it with decimals: 0.33 there is not 33/100. So what a solver says
about the file is a guess only, and exact arithmetic solves this program.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.sequence_form import SequenceForm

if TYPE_CHECKING:
    from stages.forms.program_columns import ProgramColumns

Line = list[tuple[int, Fraction]]
"""The coefficients of a row, each with the number of its column."""
ONE, MINUS = Fraction(1), Fraction(-1)


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
    def arrays(self) -> "ProgramColumns | None":
        """The program in floats, of a form in columns; None for any other."""
        if self.form.columns is None:
            return None
        # For start-up time: NumPy.
        from stages.forms.program_columns import program_columns

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
        if self.arrays is None:
            return tuple(map(symbol_name, (*self.columns, *self.rows)))
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
        own, opponent = self.form.sides(self.player)
        x = {sequence: at for at, sequence in enumerate(own.present)}
        v = {number: at for at, number in enumerate((0, *opponent.numbers), len(x))}
        b = {sequence: at for at, sequence in enumerate(opponent.present, 1 + len(own.numbers))}
        lines: tuple[Line, ...] = tuple([] for _ in self.rows)
        # E x = e: the empty sequence is played,
        lines[0].append((x[0], ONE))
        for row, (parents, actions) in enumerate(zip(own.parents, own.actions, strict=True), 1):
            # and what flows into an information set flows out of it.
            lines[row].extend((x[parent], MINUS) for parent in parents)
            lines[row].extend((x[action], ONE) for action in actions)
        lines[b[0]].append((v[0], ONE))
        for number, parents, actions in zip(
            opponent.numbers, opponent.parents, opponent.actions, strict=True
        ):
            for parent in parents:
                lines[b[parent]].append((v[number], MINUS))  # F' v
            for action in actions:
                lines[b[action]].append((v[number], ONE))
        for (first, second), payoff in self.form.payoffs.items():  # - A' x
            mine, other = (first, second) if self.player == 1 else (second, first)
            lines[b[other]].append((x[mine], -payoff if self.player == 1 else payoff))
        return lines


def _symbols(kind: Kind, player: int, numbers: Iterable[int]) -> list[Symbol]:
    return [Symbol(kind, player, number) for number in numbers]
