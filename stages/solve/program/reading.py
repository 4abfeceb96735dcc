"""The one reader of linear programs: every command reads an `.lp` or `.mps` text here, exactly, and
solvers get what was read.

The readers of others do not serve: GLPK and HiGHS round every number and know no line and column of
most faults, Pyomo only writes these formats, and each reads some texts in a way of its own.
"""

import re
from functools import lru_cache

from ....schemas.linear_program import recognise
from ....schemas.parts.problems import InputError, Problem, position, shown
from .contents import Contents
from .lp_text import read_lp
from .mps_text import read_mps

CONTROLS = re.compile("[\0-\x08\x0e-\x1f]")
NAMED = 3
RELAX = "--relax of run, solve and lower drops the condition"


# The remarks, the solver's process and the verdict all read the same text.
@lru_cache(maxsize=1)
def read_contents(text: str) -> Contents:
    """Return the program of an `.lp` or `.mps` text, which may have columns that must be whole
    numbers. Raise InputError with the place.
    """
    if found := CONTROLS.search(text):  # Readers take these for blanks, for letters or for the end.
        said = f"a control character, {shown(found[0])}"
        raise InputError([Problem(said, (), *position(text, found.start()))])
    return read_lp(text) if recognise(text) == "lp" else read_mps(text)


def refuse_integers(contents: Contents) -> None:
    """Raise InputError if columns must be whole numbers."""
    whole = contents.integers
    if not whole:
        return
    more = f" and {len(whole) - NAMED:,} more" if len(whole) > NAMED else ""
    what = "must be a whole number" if len(whole) == 1 else "must be whole numbers"
    names = sorted(whole, key=whole.__getitem__)
    said = f"{', '.join(names[:NAMED])}{more} {what}: this is not a linear program"
    raise InputError([Problem(f"{said}; {RELAX}", (), *whole[names[0]])])
