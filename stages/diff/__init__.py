"""Compare two artifacts of one kind in words: by histories, information sets and the meanings of
columns, never by the numbers of states, nodes or lines.

State graphs and games are walked side by side (`compare_games`); everything else is a table of
entries (`compare_tables`).
"""

from ..documents import Format, plain
from .games import compare_games
from .records import Comparison, Entries, Entry, Fact
from .tables import (
    compare_tables,
    json_entries,
    meanings_of,
    program_entries,
    strategy_entries,
)
from .words import write_json, write_lines

__all__ = (
    "DIFF_FORMATS",
    "Comparison",
    "Entries",
    "Entry",
    "Fact",
    "compare_games",
    "compare_tables",
    "json_entries",
    "meanings_of",
    "program_entries",
    "strategy_entries",
    "write_lines",
)

DIFF_FORMATS = {
    "text": Format("diff.txt", plain(write_lines)),
    "json": Format("diff.json", plain(write_json)),
}
