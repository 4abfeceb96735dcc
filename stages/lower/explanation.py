"""A linear program of a small game in words: the reasoning behind it, row by row, and the legend of
both players' programs.

The rows are those of `stages.forms.program`, with its coefficients in rationals: the flows of a
realization plan, `E x = e`, and the best responses of the opponent, which bound what the plan
guarantees (Koller, Megiddo and von Stengel, STOC 1994; von Stengel, GEB 14, 1996).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...schemas.columns import Column
from ...schemas.game import START
from ...schemas.linear_program import Symbol, SymbolKind, symbol_name
from ...schemas.parts.exact import brief
from ...schemas.parts.problems import LimitError
from ..forms.column_table import column_table
from ..forms.formulation import Formulation

MOST_ROWS = 2000
"""The most rows that are explained; nobody reads more."""


def explain(
    formulation: Formulation, player: int = 0, letters: tuple[str, str] = ("", "")
) -> Iterator[str]:
    """Return the lines of the explanation of a player's program; `player` is as in `lower`.

    If `letters` are given, a sequence is also named by its player's letter and its number from 1.
    Raises LimitError for a program of more than MOST_ROWS rows, before it makes any line.
    """
    form = formulation.form
    chosen = player or form.longer
    own, other = form.sides(chosen)
    rows = 2 + len(own.numbers) + sum(map(len, other.actions))
    if rows > MOST_ROWS:
        raise LimitError(
            f"the linear program has {rows:,} rows; at most {MOST_ROWS:,} can be explained in words"
        )
    return _Explanation(formulation, chosen, letters).lines()


class _Explanation:
    """A program with the words for its columns and rows."""

    def __init__(self, formulation: Formulation, player: int, letters: tuple[str, str]) -> None:
        self.program = formulation.programs[player - 1]
        self.player, self.letters = player, letters
        players = formulation.game.players
        self.own, self.opponent = players[player - 1], players[2 - player]
        self.title = formulation.game.title
        told = column_table(formulation, player)
        both = (*told.columns, *told.rows)
        symbols = (*self.program.columns, *self.program.rows)
        told_by = dict(zip(symbols, both, strict=True))
        self.meaning = {symbol: column.meaning for symbol, column in told_by.items()}
        self.number = {symbol: column.information_set for symbol, column in told_by.items()}

    def lines(self) -> Iterator[str]:
        """Yield the introduction, then each row with its reason."""
        value = symbol_name(self.program.columns[self.program.objective])
        yield f"{self.title}: the linear program of {self.own}\n\n"
        yield f"maximise {value}\n"
        yield f"    What a plan of {self.own} guarantees, against every plan of {self.opponent}.\n"
        for symbol, line in zip(self.program.rows, self.program.lines, strict=True):
            terms = [(self.program.columns[column], number) for column, number in line]
            yield "\n"
            yield from (
                self._flow(symbol, terms)
                if symbol.kind is SymbolKind.FLOW
                else self._response(symbol, terms)
            )
        yield "\n"
        yield f"every {symbol_name(self.program.columns[0])[0]} >= 0\n"
        yield "    The weight of a sequence: how likely its player makes all its moves.\n"

    def _flow(self, row: Symbol, terms: list[tuple[Symbol, Fraction]]) -> Iterator[str]:
        if row.number == 0:
            yield f"{symbol_name(row)}: {_sum(terms)} = 1\n"
            yield f"    A plan of {self.own} begins: the empty sequence has weight 1.\n"
            return
        yield f"{symbol_name(row)}: {_sum(terms)} = 0\n"
        into = [symbol for symbol, number in terms if number < 0]
        out = [symbol for symbol, number in terms if number > 0]
        yield f"    {self._infoset(self.own, row)}: what comes in flows out\n"
        for word, symbols in (("in ", into), ("out", out)):
            for symbol in symbols:
                yield f"    {word} {self._called(symbol)}\n"

    def _response(self, row: Symbol, terms: list[tuple[Symbol, Fraction]]) -> Iterator[str]:
        """Yield a row `value - later values - payoffs <= 0` with its meaning."""
        above = [
            symbol for symbol, number in terms if symbol.kind is SymbolKind.VALUE and number > 0
        ]
        behind = [
            symbol for symbol, number in terms if symbol.kind is SymbolKind.VALUE and number < 0
        ]
        paid = [(symbol, -number) for symbol, number in terms if symbol.kind is SymbolKind.WEIGHT]
        yield f"{symbol_name(row)}: {_sum(terms)} <= 0\n"
        yield f"    If {self.opponent} should play {self._called(row)}:\n"
        for symbol in above:
            sure = f"{symbol_name(symbol)}, what {self.own} is sure of at"
            yield f"    {sure} {self._infoset(self.opponent, symbol)}, is no more than\n"
        for symbol in behind:
            at = self._infoset(self.opponent, symbol)
            yield f"    + {symbol_name(symbol)}, what {self.own} is sure of at {at}\n"
        for symbol, payoff in paid:
            yield f"    {'-' if payoff < 0 else '+'} {brief(abs(payoff))} times "
            yield f"{self._called(symbol)}\n"
        if not behind and not paid:
            yield "    + 0: play only ends there without payoff\n"

    def _infoset(self, whose: str, symbol: Symbol) -> str:
        """Return an information set's owner, number in the game and description."""
        if symbol.number == 0:
            return START
        meaning, number = self.meaning[symbol], self.number[symbol]
        words = f" ({meaning})" if meaning else ""
        name = "a joined sequence" if number is None else f"information set #{number}"
        return f"{name} of {whose}{words}"

    def _called(self, symbol: Symbol) -> str:
        letter = self.letters[symbol.player - 1]
        also = f" = {letter}{symbol.number + 1}" if letter else ""
        return f"{symbol_name(symbol)}{also} ({self.meaning[symbol]})"


def _sum(terms: list[tuple[Symbol, Fraction]]) -> str:
    """Return a sum in mathematical notation.

    >>> x1, x2 = (Symbol(SymbolKind.WEIGHT, 1, number) for number in (1, 2))
    >>> _sum([(x1, Fraction(-1)), (x2, Fraction(3, 2))])
    '- x1 + 3/2 x2'
    """
    parts: list[str] = []
    for symbol, number in terms:
        sign = "-" if number < 0 else "+" if parts else ""
        size = "" if abs(number) == 1 else brief(abs(number))
        parts += [part for part in (sign, size, symbol_name(symbol)) if part]
    return " ".join(parts)


Cells = tuple[str, ...]


def legend(
    formulation: Formulation,
    titles: tuple[str, str],
    letters: tuple[str, str],
    files: tuple[str, str],
) -> Iterator[str]:
    """Yield the lines of a table of sequences and one of information sets per player.

    `titles` holds the players' names, `letters` the letters that name their sequences, with numbers
    from 1, and `files` the names of their own programs.
    """
    for player, title, letter, own, other in (
        (1, titles[0], letters[0], files[0], files[1]),
        (2, titles[1], letters[1], files[1], files[0]),
    ):
        program = formulation.programs[player - 1]
        told = column_table(formulation, player)
        weights = [
            (f"{letter}{symbol.number + 1}", *_both(symbol, SymbolKind.RESPONSE), column.meaning)
            for symbol, column in zip(program.columns, told.columns, strict=True)
            if symbol.kind is SymbolKind.WEIGHT
        ]
        flows = [
            (*_both(symbol, SymbolKind.VALUE), _in_tree(row), row.meaning or "the first decision")
            for symbol, row in zip(program.rows, told.rows, strict=True)
            if symbol.kind is SymbolKind.FLOW
        ]
        yield f"{title}: sequences, each a column of {own} and a row of {other}\n"
        yield from _table(weights)
        yield f"\n{title}: information sets, each a row of {own} and a column of {other}, "
        yield "and # in the tree\n"
        yield from _table(flows)
        yield "" if player == 2 else "\n"


def _in_tree(row: Column) -> str:
    return "" if row.information_set is None else f"#{row.information_set}"


def _both(symbol: Symbol, kind: SymbolKind) -> tuple[str, str]:
    """Return the names of a symbol in the player's program and in the opponent's."""
    return symbol_name(symbol), symbol_name(symbol._replace(kind=kind))


def _table(rows: Sequence[Cells]) -> Iterator[str]:
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)][:-1]
    for *cells, meaning in rows:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield f"{'  '.join(padded)}  {meaning}\n"
