"""Games in which both players choose at once, as people and programs write them: rows of numbers,
a table of payoffs in YAML, or Gambit's normal form.

Whoever writes them, they are one game: player 1 chooses a row, then player 2, who does not see it,
a column.
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
