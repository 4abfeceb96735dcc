"""A player's linear program in rationals, from the game: the same columns and rows as in the file
that `lower` writes.

The file holds decimals: 0.33 there is not 33/100. So what a solver says about the file is only a
guess here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from schemas.linear_program import LETTERS
from stages.forms.sequence_form import SequenceForm

Line = list[tuple[int, fmpq]]


@dataclass(frozen=True)
class Program:
    """maximise v0 subject to E x = e (rows f), F' v - A' x <= 0 (rows b), x >= 0; see
    `stages.lower.model`.
    """

    form: SequenceForm
    player: int
    names: tuple[str, ...]
    """Of the columns."""
    rows: tuple[str, ...]
    lines: tuple[Line, ...]
    """Per row its coefficients, each with the number of its column."""

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """Per column its coefficients, each with the number of its row."""
        found: tuple[Line, ...] = tuple([] for _ in self.names)
        for row, line in enumerate(self.lines):
            for column, coefficient in line:
                found[column].append((row, coefficient))
        return found

    @cached_property
    def number(self) -> dict[str, int]:
        """Per name of a column its number; the slack of a row, under the row's name, comes behind
        the columns.
        """
        return {name: number for number, name in enumerate((*self.names, *self.rows))}

    @cached_property
    def objective(self) -> int:
        """The number of the column that is maximised."""
        return self.number[f"{LETTERS[self.player][1]}0"]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Of each column and slack: `bound` by 0, `free`, or `fixed` at 0, as the slack of an
        equation is.
        """
        free = LETTERS[self.player][1]
        return (
            *("free" if name.startswith(free) else "bound" for name in self.names),
            *("fixed" if name.startswith("f") else "bound" for name in self.rows),
        )

    def column(self, number: int) -> Line:
        """Return the coefficients of a column or slack."""
        return (
            self.columns[number]
            if number < len(self.names)
            else [(number - len(self.names), fmpq(1))]
        )


def program(form: SequenceForm, player: int) -> Program:
    """Return the linear program of a player (1 or 2).

    `v0 - v1 <= 0` and `v1 <= 3 x0` for a game in which player 2 has one move, which pays 3:

    >>> from fractions import Fraction
    >>> from stages.forms.sequence_form import SequenceForm, Sequences
    >>> first, second = Sequences((0,), (), (), (), (), {}), Sequences((0, 1), (0,), (1,), ((0,),),
    ...     ((1,),), {})
    >>> found = program(SequenceForm((first, second), {(0, 1): Fraction(3)}), 1)
    >>> found.names, found.rows, found.lines[2]
    (('x0', 'v0', 'v1'), ('f0', 'b0', 'b1'), [(2, 1), (0, -3)])
    """
    own, opponent = form.players if player == 1 else form.players[::-1]
    weight, value = LETTERS[player]
    names = (*_named(weight, own.present), *_named(value, (0, *opponent.numbers)))
    rows = (*_named("f", (0, *own.numbers)), *_named("b", opponent.present))
    x = {sequence: at for at, sequence in enumerate(own.present)}
    v = {number: at for at, number in enumerate((0, *opponent.numbers), len(x))}
    b = {sequence: at for at, sequence in enumerate(opponent.present, 1 + len(own.numbers))}
    one, minus = fmpq(1), fmpq(-1)
    lines: tuple[Line, ...] = tuple([] for _ in rows)
    lines[0].append((x[0], one))
    for row, (parents, actions) in enumerate(zip(own.parents, own.actions, strict=True), 1):
        lines[row].extend(
            [*((x[parent], minus) for parent in parents), *((x[action], one) for action in actions)]
        )
    lines[b[0]].append((v[0], one))
    for number, parents, actions in zip(
        opponent.numbers, opponent.parents, opponent.actions, strict=True
    ):
        for parent in parents:
            lines[b[parent]].append((v[number], minus))
        for action in actions:
            lines[b[action]].append((v[number], one))
    sign = -1 if player == 1 else 1
    for (first, second), payoff in form.payoffs.items():
        mine, other = (first, second) if player == 1 else (second, first)
        lines[b[other]].append((x[mine], fmpq(sign * payoff.numerator, payoff.denominator)))
    return Program(form, player, names, rows, lines)


def _named(letter: str, numbers: Iterable[int]) -> list[str]:
    return [f"{letter}{number}" for number in numbers]
