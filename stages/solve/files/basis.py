"""The MPS basis file, which CBC, clp and lp_solve write beside their solution."""

import re

from ....schemas.parts.status import Basis
from ..interface import Answer

_LINE = re.compile(r" (XU|XL|UL|LL)\s+(\S+)(?:\s+(\S+))?", re.ASCII)
_OF_COLUMN = {"XU": Basis.BASIC, "XL": Basis.BASIC, "UL": Basis.UPPER, "LL": Basis.LOWER}
_OF_ROW = {"XU": Basis.UPPER, "XL": Basis.LOWER}


def with_basis(answer: Answer, text: str) -> Answer:
    """Return the answer with the basis of a file; an empty text has none.

    XU and XL put a column into the basis in place of a row at its upper or lower bound; UL puts a
    column at its upper bound.
    """
    if not text:
        return answer
    of_columns, of_rows = dict[str, Basis](), dict[str, Basis]()
    for kind, column, row in _LINE.findall(text):
        of_columns[column] = _OF_COLUMN[kind]
        if kind in _OF_ROW:
            of_rows[row] = _OF_ROW[kind]
    columns, rows = (
        tuple(entry._replace(basis=bases.get(entry.name, other)) for entry in entries)
        for entries, bases, other in (
            (answer.columns, of_columns, Basis.LOWER),
            (answer.rows, of_rows, Basis.BASIC),
        )
    )
    return answer._replace(columns=columns, rows=rows)
