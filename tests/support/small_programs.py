"""Small linear programs of every shape, as files and as the checker reads them."""

import random
from fractions import Fraction

from efgc.schemas.parts.status import Sense, Status
from efgc.schemas.solution import Size, Solution
from efgc.stages.checkers.program_checker import ExactProgram, Row

OPTIMAL = """\\ A diet.
min
 cost: 0.6 bread + 1.1 milk + 2 beans
subject to
 energy: 2.5 bread + 0.6 milk + 3.3 beans >= 20
 protein: 0.08 bread + 0.03 milk + 0.21 beans >= 1.1
 fat: bread - 3 milk <= 7.5
bounds
 bread <= 6
 1 <= milk <= 4
end
"""
INFEASIBLE = OPTIMAL.replace(">= 20", ">= 200").replace("end", " beans <= 9\nend")
UNBOUNDED = OPTIMAL.replace("min\n", "max\n")
RANGES = """NAME ranges
OBJSENSE
    MAX
ROWS
 N  gain
 L  a
 G  b
 E  c
COLUMNS
    x  gain  3  a  1
    x  b  1
    y  gain  2.5  a  2
    y  c  1
    z  gain  -1  b  -1
    z  c  0.1
RHS
    right  a  8  b  -2
    right  c  1  gain  -7.25
RANGES
    wide  a  6  b  4
    wide  c  0.5
BOUNDS
 UP bound  x  3.3
 MI bound  z
 UP bound  z  2
ENDATA
"""


def drawn(seed):
    """Return a random program with bounds, rows and numbers of every kind."""
    rng = random.Random(seed)

    def number():
        return Fraction(rng.randint(-20, 20), rng.choice((1, 1, 2, 4, 5, 10)))

    def ends(weights):
        low, high = sorted((number(), number()))
        kinds = ((Fraction(0), None), (None, None), (low, high), (None, high), (low, None))
        return rng.choices((*kinds, (low, low)), weights)[0]

    columns = {f"x{at}": ends((5, 1, 2, 1, 1, 1)) for at in range(rng.randint(1, 5))}
    rows = {
        f"r{at}": Row(
            ends((0, 0, 2, 4, 2, 2)),
            {name: number() for name in columns if rng.random() < 0.7} or {"x0": Fraction(1)},
        )
        for at in range(rng.randint(1, 4))
    }
    costs = {name: number() for name in columns}
    return ExactProgram("drawn", rng.random() < 0.5, number(), costs, columns, rows)


def unsolved(status=Status.LIMIT):
    """Return a solution that says nothing."""
    return Solution(
        *("", "0" * 64, "none", "", (), status, Sense.MINIMISE, None, None),
        *(Size(0, 0, 0), (), ()),
    )
