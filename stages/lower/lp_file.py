"""The linear program as an `.lp` file, written by Pyomo."""

import io
import re
from collections.abc import Sequence

from stages.lower.model import Model, label

_PREFIX = re.compile(r"^c_[eul]_(\w+)_:$", re.MULTILINE)


def write_lp(model: Model, legend: Sequence[str] = ()) -> str:
    """Return the text that GLPK, HiGHS, CBC, SCIP and the commercial solvers read alike, with the
    lines of a legend as comments.
    """
    from pyomo.repn.plugins.lp_writer import LPWriter  # For start-up time.

    text = io.StringIO()
    LPWriter().write(model, text, labeler=label)
    # Pyomo marks a row as equality or bound; without the mark a row has the same name in .lp and
    # .mps.
    head, rest = _PREFIX.sub(r"\1:", text.getvalue()).split("\n", 1)
    return "\n".join([head, *(f"\\ {line}" for line in legend), rest])
