"""Compare two artifacts of one kind in words: by histories, information sets and the meanings of
columns, never by the numbers of states, nodes or lines.
"""

from ..documents import Format, plain
from .games import compare_games, merging
from .records import Comparison, Difference
from .tables import (
    Table,
    compare_tables,
    in_one_direction,
    in_one_form,
    json_table,
    meanings_of,
    program_tables,
    strategy_table,
)
from .words import LIKE, write_json, write_lines

__all__ = (
    "DIFF_FORMATS",
    "Comparison",
    "Difference",
    "Table",
    "compare_games",
    "compare_tables",
    "in_one_direction",
    "in_one_form",
    "json_table",
    "meanings_of",
    "merging",
    "program_tables",
    "strategy_table",
)

DIFF_FORMATS = {
    "text": Format("diff.txt", plain(write_lines), like=LIKE),
    "json": Format("diff.json", plain(write_json)),
}
