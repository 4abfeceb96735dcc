"""Games in which both players choose at once, in formats used by people and programs: rows of
numbers, a table of payoffs in YAML, or Gambit's normal form.

In every format the game is the same: player 1 chooses a row, then player 2 chooses a column without
seeing the row.
"""

from stages.parse.matrix.normal_form import is_normal_form, parse_normal_form
from stages.parse.matrix.payoff_table import is_payoff_table, parse_payoff_table
from stages.parse.matrix.rows import is_matrix, parse_matrix

__all__ = [
    "is_matrix",
    "is_normal_form",
    "is_payoff_table",
    "parse_matrix",
    "parse_normal_form",
    "parse_payoff_table",
]
