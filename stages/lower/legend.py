"""The legend of both programs of a game: the column and the row of each sequence and of each
information set.
"""

from collections.abc import Iterator, Sequence

from schemas.columns import Column
from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.column_table import column_table
from stages.forms.formulation import Formulation

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
            (f"{letter}{symbol.number + 1}", *_both(symbol, Kind.RESPONSE), column.meaning)
            for symbol, column in zip(program.columns, told.columns, strict=True)
            if symbol.kind is Kind.WEIGHT
        ]
        flows = [
            (*_both(symbol, Kind.VALUE), _in_tree(row), row.meaning or "the first decision")
            for symbol, row in zip(program.rows, told.rows, strict=True)
            if symbol.kind is Kind.FLOW
        ]
        yield f"{title}: sequences, each a column of {own} and a row of {other}\n"
        yield from _table(weights)
        yield f"\n{title}: information sets, each a row of {own} and a column of {other}, "
        yield "and # in the tree\n"
        yield from _table(flows)
        yield "" if player == 2 else "\n"


def _in_tree(row: Column) -> str:
    """Return the name of an information set in a picture of the tree."""
    return "" if row.information_set is None else f"#{row.information_set}"


def _both(symbol: Symbol, kind: Kind) -> tuple[str, str]:
    """Return the names of a symbol in the player's program and in the opponent's."""
    return symbol_name(symbol), symbol_name(symbol._replace(kind=kind))


def _table(rows: Sequence[Cells]) -> Iterator[str]:
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)][:-1]
    for *cells, meaning in rows:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield f"{'  '.join(padded)}  {meaning}\n"
