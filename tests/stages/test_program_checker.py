"""The checker's reader of linear programs: it reads what GLPK reads, exactly, and refuses the rest
with the line.
"""

import pytest

from efgc.stages.checkers.program_checker import Unreadable, read_program
from efgc.stages.programs.texts import read_exactly
from small_games import ARTIFACTS
from small_programs import INFEASIBLE, OPTIMAL, RANGES

PROGRAMS = sorted(ARTIFACTS.glob("*/*.lp"))
LP = """\\* Source Pyomo model name=odd *\\
Maximize
 o: 3x + 2e1y - .5 z
 + 1. w   \\ goes on
Subject To
 c: x + y
 - z <= 4

 x - 2 w
 >= -3
 e_: 0 x + y = - 1e-2
 f: w =< 5
Bounds
 x <= 3
 z >= -4
 -2<=y
 w free
 -inf <= v <= +inf
 w <= 7
 u = 2.5
 -1 < t < 1
END
"""
MPS = """* A comment.
NAME          p FREE
ROWS
 N  o
 L  c
 G  d
 E  e
 N  other
COLUMNS
 x o 1 c 1
 x d -1.5e0
 y o 2 other 3
 y e 1
 z c 1
RHS
 rhs c 4 d -1
 rhs o 7
RANGES
 r c 3 d 2
 r e -2
BOUNDS
 UP b x 4
 LO b x -4
 MI b y
 FR b z
ENDATA
"""


@pytest.mark.parametrize(
    "text",
    [LP, LP.replace("\n", "\r\n"), LP[: LP.index("END")], MPS, OPTIMAL, INFEASIBLE, RANGES],
)
def test_programs_that_glpk_reads_are_read(text):
    read_exactly(text)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_it_reads_the_programs_of_games_as_glpk_does(path):
    read_exactly(path.read_text())


def test_there_are_programs_of_games():
    assert len(PROGRAMS) > 5


@pytest.mark.parametrize(
    "text, old, new, line",
    [
        (LP, "3x", "3 x + 5 + 6", 3),
        (LP, "3x", "3ex", 3),
        (LP, "c: x + y", "c: x + x", 6),
        (LP, "c: x + y", "x c: x + y", 6),
        (LP, "e_: 0 x", "c: 0 x", 11),
        (LP, "<= 4", "<= 4 x", 6),
        (LP, "<= 4", "<= four", 6),
        (LP, "<= 4", "", 6),
        (LP, "z >= -4", "4 <= z <= x", 15),
        (LP, "z >= -4", "4 >= z <= 5", 15),
        (LP, "z >= -4", "z", 15),
        (LP, "z >= -4", "z = +inf", 15),
        (LP, "z >= -4", "z >= +inf", 15),
        (LP, "x <= 3", "x <= -3", 14),
        (LP, "x <= 3", "x <= 1e401", 14),
        (LP, "x <= 3", f"x <= {'1' * 1001}", 14),
        (LP, "END", "END\nmore", 23),
        (LP, "END", "\tEND", 22),
        (LP, "Bounds", " Bounds", 13),
        (MPS, "RHS\n", "RHS", 15),
        (MPS, " rhs o 7", " other o 7", 17),
        (MPS, " r e -2", " s e -2", 20),
        (MPS, " MI b y", " MI c y", 24),
        (MPS, " MI b y", " MI y", 24),
        (MPS, "COLUMNS\n", "COLUMNS", 9),
        (LP, "Maximize", "Most", 2),
        (MPS, " N  o", " X  o", 4),
        (MPS, " G  d", " G  c", 6),
        (MPS, " x o 1 c 1", " x o 1 c", 10),
        (MPS, " x o 1 c 1", " x o 1 o 1", 10),
        (MPS, " x o 1 c 1", " x o 1 f 1", 10),
        (MPS, " x o 1 c 1", " x o 1 c 1_0", 10),
        (MPS, " rhs o 7", " rhs c 7", 17),
        (MPS, " UP b x 4", " UP b w 4", 22),
        (MPS, " UP b x 4", " ZZ b x 4", 22),
        (MPS, " UP b x 4", " UP 4", 22),
        (MPS, " UP b x 4\n LO b x -4", " UP b x -4", 22),
        (MPS, "RANGES", "SECTION", 19),
        (MPS, "ENDATA\n", "", 25),
    ],
)
def test_invalid_or_ambiguous_programs_are_refused_with_their_line(text, old, new, line):
    assert old in text
    with pytest.raises(Unreadable, match=f"^line {line} of the program: "):
        read_program(text.replace(old, new, 1))


def test_columns_that_must_be_whole_numbers_are_refused_with_their_line():
    """A certificate is about a linear program: the checker needs no reading of others."""
    text = OPTIMAL.replace("end", "general\n milk\nbinaries\n beans\nend")
    marked = MPS.replace(" y o", " M 'MARKER' 'INTORG'\n y o").replace(
        "RHS", " M 'MARKER' 'INTEND'\nRHS", 1
    )
    for wrong, line in ((text, 12), (marked, 12)):
        with pytest.raises(Unreadable, match=f"^line {line} of the program: "):
            read_program(wrong)
