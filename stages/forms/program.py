"""A player's linear program in rationals, from the sequence form.

For player 1, in the letters of `sequence_form`:

    maximise  v0   subject to   E x = e,   F' v - A' x <= 0,   x >= 0,

where v holds one value per information set of player 2, v0 that of the root;
the dual values of the inequalities are player 2's realization plan. The
program of player 2 is the same with the players exchanged and A negated.

`lower` writes the coefficients as decimals: 0.33 in the file is not 33/100. A
solver's answer for the file is therefore only a guess; exact arithmetic solves
this program.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.linear_program import Symbol, SymbolKind, symbol_name
from ...schemas.solution import Size
from .columns import FormColumns, Int32s, Lists, lists_of
from .sequence_form import SequenceForm

Line = list[tuple[int, Fraction]]
"""The coefficients of a row, each with the number of its column."""


class Domain(StrEnum):
    """The values that a column or slack may take."""

    BOUND = "bound"
    """At least 0."""
    FREE = "free"
    FIXED = "fixed"
    """Always 0, like the slack of an equation."""


_DOMAINS = {
    SymbolKind.WEIGHT: Domain.BOUND,
    SymbolKind.VALUE: Domain.FREE,
    SymbolKind.FLOW: Domain.FIXED,
    SymbolKind.RESPONSE: Domain.BOUND,
}


@dataclass(frozen=True, eq=False, kw_only=True)
class ProgramColumns:
    """The rows of a program as arrays of floats; the rest is as in `Program`."""

    lines: Lists
    """Per row the numbers of its columns, in the order of `Program.lines`."""
    coefficients: NDArray[np.float64]
    """Parallel to the members of `lines`; each is the nearest float."""
    payoffs: NDArray[np.int64]
    """Parallel to the members of `lines`: the index of the form's payoff that the coefficient
    equals up to sign; -1 in E and F.
    """
    groups: tuple[tuple[SymbolKind, int, Int32s], ...]
    """The columns (weights, values), then the rows (flows, responses). Each group gives the kind,
    the player that the sequences or information sets belong to, and their numbers.
    """


@dataclass(frozen=True)
class Program:
    """The linear program of a player (1 or 2), computed from the form on first access.

    `v0 - v1 <= 0` and `v1 <= 3 x0` for a game whose only move is one of player 2 that pays 3:

    >>> from efgc.schemas.game import Decision, Game, InformationSet, Terminal
    >>> from efgc.schemas.linear_program import symbol_name
    >>> from efgc.stages.forms.sequence_form import sequence_form
    >>> pays = InformationSet(player=2, state="", sees=(), actions=("pay",))
    >>> nodes = Decision(infoset=0, children=(1,)), Terminal(Fraction(3))
    >>> game = Game(title="", source=None, players=("first", "second"), states=0,
    ...     information_sets=(pays,), nodes=nodes)
    >>> found = Program(sequence_form(game), 1)
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
    def _symbols(self) -> tuple[Symbol, ...]:
        """The columns, then the rows."""
        return tuple(
            Symbol(kind, player, number)
            for kind, player, numbers in self.arrays.groups
            for number in numbers.tolist()
        )

    @property
    def columns(self) -> tuple[Symbol, ...]:
        """The weights of the player's sequences, then the values of the opponent's information
        sets.
        """
        return self._symbols[: self.width]

    @property
    def rows(self) -> tuple[Symbol, ...]:
        """The flows through the player's information sets, then one response per sequence of the
        opponent.
        """
        return self._symbols[self.width :]

    @cached_property
    def number(self) -> dict[Symbol, int]:
        """For each column its number; the slacks of the rows are numbered after the columns."""
        return {symbol: number for number, symbol in enumerate(self._symbols)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of columns and rows in the file, by their numbers."""
        return tuple(
            f"{letter}{number}"
            for kind, player, numbers in self.arrays.groups
            for letter in (symbol_name(Symbol(kind, player, 0))[:-1],)
            for number in numbers.tolist()
        )

    @property
    def objective(self) -> int:
        """The number of the column that is maximised: the root's value, the first column after the
        weights.
        """
        return len(self.arrays.groups[0][2])

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.objective + len(self.arrays.groups[1][2])

    @property
    def size(self) -> Size:
        """The number of rows, columns and coefficients."""
        groups = self.arrays.groups
        height = len(groups[2][2]) + len(groups[3][2])
        return Size(height, self.width, len(self.arrays.lines.members))

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each column and slack."""
        groups = self.arrays.groups
        return tuple(_DOMAINS[kind] for kind, _, numbers in groups for _ in range(len(numbers)))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The coefficients of each row. All right-hand sides are 0 except that of the first row,
        which is 1.
        """
        return self.lines_of(Fraction)

    def lines_of(self, number: Callable[[int, int], Any]) -> tuple[list[tuple[int, Any]], ...]:
        """Return the same with coefficients that `number` makes from a numerator and a denominator;
        it is called once per distinct coefficient.
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


def program_columns(form: FormColumns, player: int) -> ProgramColumns:
    """Return the program of a player, 1 or 2."""
    own, opponent = form.players if player == 1 else form.players[::-1]
    mine, other = (form.first, form.second) if player == 1 else (form.second, form.first)
    weights, responses = own.present, opponent.present
    x = _places(weights, own.size)
    b = _places(responses, opponent.size) + 1 + len(own.numbers)
    v = len(weights)
    entries: list[tuple[Any, Any, Any]] = [  # Rows and columns; in each row in this order.
        (np.zeros(1, np.int64), np.zeros(1, np.int64), 1.0),  # E x = e
        (own.parents.owners + 1, x[own.parents.members], -1.0),
        (own.actions.owners + 1, x[own.actions.members], 1.0),
        (b[:1], np.full(1, v), 1.0),
        # An information set comes after those that its parents end in.
        (b[opponent.actions.members], v + 1 + opponent.actions.owners, 1.0),  # F' v
        (b[opponent.parents.members], v + 1 + opponent.parents.owners, -1.0),
        (b[other], x[mine], -form.floats if player == 1 else form.floats),  # - A' x
    ]
    rows = np.concatenate([row for row, _, _ in entries])
    order = np.argsort(rows, kind="stable")
    columns = np.concatenate([column for _, column, _ in entries])[order]
    coefficients = np.concatenate([np.broadcast_to(by, row.shape) for row, _, by in entries])
    height = 1 + len(own.numbers) + len(responses)
    return ProgramColumns(
        lines=lists_of(np.bincount(rows, minlength=height), columns),
        coefficients=coefficients[order],
        payoffs=np.maximum(order - (len(rows) - len(form.first)), -1),
        groups=(
            (SymbolKind.WEIGHT, player, weights),
            (SymbolKind.VALUE, 3 - player, _with_root(opponent.numbers)),
            (SymbolKind.FLOW, player, _with_root(own.numbers)),
            (SymbolKind.RESPONSE, 3 - player, responses),
        ),
    )


def _places(numbers: Int32s, size: int) -> NDArray[np.int64]:
    found = np.full(size, -1, np.int64)
    found[numbers] = np.arange(len(numbers))
    return found


def _with_root(numbers: Int32s) -> Int32s:
    return np.concatenate((np.zeros(1, np.int32), numbers))
