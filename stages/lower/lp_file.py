"""The linear program as an `.lp` file, written by Pyomo."""

import io
import re
from collections.abc import Sequence

from stages.lower.model import Model, label

_PREFIX = re.compile(r"^c_[eul]_(\w+)_:$", re.MULTILINE)


def write_lp(model: Model, legend: Sequence[str] = ()) -> str:
    """Return a text that GLPK, HiGHS, CBC, SCIP and the commercial solvers all read the same way,
    with the lines of a legend as comments.
    """
    from pyomo.repn.plugins.lp_writer import LPWriter  # For start-up time.

    text = io.StringIO()
    LPWriter().write(model, text, labeler=label)
    # Pyomo prefixes the name of a row with its type; without the prefix, .lp and .mps have the same
    # names.
    head, rest = _PREFIX.sub(r"\1:", text.getvalue()).split("\n", 1)
    return "\n".join([head, *(f"\\ {line}" for line in legend), rest])
