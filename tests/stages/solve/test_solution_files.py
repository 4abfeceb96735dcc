"""Solution files of other programs: each format is read, and nothing that is broken or of another
program.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from efgc.schemas.game import read
from efgc.schemas.parts.problems import EfgcError, InputError, VerificationError
from efgc.stages.documents import Layout
from efgc.stages.lower import lower
from efgc.stages.report import FORMATS, report
from efgc.stages.solve import solve, take
from efgc.stages.solve.files import FILES
from efgc.stages.solve.program import read_program
from small_games import ARTIFACTS

FOLDER = Path(__file__).parent / "solution_files"
PROGRAM = read_program((FOLDER / "program.lp").read_text())
OTHER = read_program((ARTIFACTS / "goofspiel-3" / "goofspiel-3.lp").read_text())
TEXTS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
PRIMAL = {"cbc", "scip", "gurobi"}  # The files without dual values.
BASED = {"glpsol-o", "glpsol-w", "highs", "cplex"}  # The files with a basis.


def test_every_format_has_a_sample_file():
    assert set(TEXTS) == {format.replace(" ", "") for format in FILES} | {"cbc-all"}


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_taken(name):
    found = take(PROGRAM, TEXTS[name])
    assert (found.status, found.objective, found.seconds, found.version) == (
        "optimal",
        7.5,
        None,
        "",
    )
    assert {entry.name: entry.value for entry in found.columns}["x1"] == 0.5
    assert {entry.name: entry.value for entry in found.rows}["b1"] == 0.5
    assert ("dual_values" in dict(found.options)) == (name in PRIMAL)
    assert any(entry.basis for entry in found.columns) == (name in BASED)


@pytest.mark.parametrize("name", TEXTS)
def test_a_truncated_file_is_refused(name):
    lines = TEXTS[name].splitlines(keepends=True)
    taken = []
    for length in range(len(lines)):
        try:
            found = take(PROGRAM, "".join(lines[:length]))
            assert found.objective == 7.5
            taken.append(length)
        except (InputError, VerificationError):
            pass
    # HiGHS writes the basis last: without it all is there. Of the others none is taken, but for
    # that of lp_solve, which has neither rows nor dual values without -S4.
    whole = lines.index("# Basis\n") - 1 if name == "highs" else len(lines)
    if name == "lp_solve":
        first = lines.index("Actual values of the constraints:\n")
        last = lines.index("Objective function limits:\n")
        assert taken == [*range(first - 1, last + 1)]
        return
    assert all(length >= whole for length in taken)


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_of_another_program_is_refused(name):
    with pytest.raises(InputError):
        take(OTHER, TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_of_a_program_of_the_same_shape_proves_nothing(name):
    """The same names, and an exit that pays 8 in place of 10."""
    text = PROGRAM.text.replace("-10.0 x", "-8.0 x").replace("-5.0 x", "-4.0 x")
    assert text != PROGRAM.text
    with pytest.raises(VerificationError):
        take(read_program(text), TEXTS[name])


@pytest.mark.parametrize("word", ["nan", "inf", "1e999", "x", "0x1", "1_0", ""])
@pytest.mark.parametrize("name", TEXTS)
def test_a_value_that_is_no_number_is_refused(name, word):
    line = next(line for line in TEXTS[name].splitlines() if re.search(r"\bv2\b|^j 10 ", line))
    wrong = re.sub(r'(?<=[\s"])5(?=[\s"]|$)', word, line, count=1)
    assert wrong != line
    with pytest.raises(EfgcError) as raised:
        take(PROGRAM, TEXTS[name].replace(line, wrong, 1))
    assert raised.value.exit_code == 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_plan_proves_nothing(name):
    """The objective is right, and so is every number but one."""
    line = next(line for line in TEXTS[name].splitlines() if re.search(r"\bx1\b|^j 3 ", line))
    wrong = line.replace("0.5", "0.6")
    assert wrong != line
    with pytest.raises(VerificationError, match="should be"):
        take(PROGRAM, TEXTS[name].replace(line, wrong, 1))


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_objective_is_refused(name):
    wrong = re.sub(
        r"(?m)(^Optimal.*value |^[Oo]bjective value: +|^Objective[: ](?: value = )?|"
        r'^# Objective value = |objectiveValue="|^s bas 11 11 f f )7\.5',
        r"\g<1>8.5",
        TEXTS[name],
        count=1,
    )
    wrong = wrong.replace("value = 7.5 (MAX", "value = 8.5 (MAX")
    wrong = wrong.replace("Value of objective function: 7.5", "Value of objective function: 8.5")
    assert wrong != TEXTS[name]
    with pytest.raises(VerificationError, match="has the objective 7.5, not 8.5"):
        take(PROGRAM, wrong)


@pytest.mark.parametrize("name", TEXTS)
def test_a_duplicate_column_is_refused(name):
    line = next(
        line for line in TEXTS[name].splitlines(keepends=True) if re.search(r"\bx1\b|^j 3 ", line)
    )
    with pytest.raises(InputError):
        take(PROGRAM, TEXTS[name].replace(line, line + line, 1))


@pytest.mark.parametrize(
    "name, old, new, status",
    [
        ("cbc", "Optimal", "Infeasible", "infeasible"),
        ("cbc", "Optimal", "Unbounded", "unbounded"),
        ("cbc", "Optimal", "Stopped on time", "limit"),
        ("glpsol-o", "OPTIMAL", "INFEASIBLE (FINAL)", "infeasible"),
        ("glpsol-o", "OPTIMAL", "UNBOUNDED", "unbounded"),
        ("glpsol-o", "OPTIMAL", "UNDEFINED", "failed"),
        ("glpsol-w", "s bas 11 11 f f", "s bas 11 11 n u", "infeasible"),
        ("glpsol-w", "s bas 11 11 f f", "s bas 11 11 f n", "unbounded"),
        ("glpsol-w", "s bas 11 11 f f", "s bas 11 11 u u", "failed"),
        ("highs", "Optimal", "Infeasible", "infeasible"),
        ("highs", "Optimal", "Time limit reached", "limit"),
        ("lp_solve", "Value of objective function", "This problem is infeasible", "infeasible"),
        ("lp_solve", "Value of objective function", "This problem is unbounded", "unbounded"),
        ("scip", "optimal solution found", "time limit reached", "limit"),
        ("cplex", 'String="optimal"', 'String="time limit exceeded"', "limit"),
    ],
)
def test_a_status_is_in_our_words(name, old, new, status):
    found = take(PROGRAM, TEXTS[name].replace(old, new, 1))
    assert (found.status, found.objective, found.columns) == (status, None, ())


HUGE = 5000 * "9"  # More digits than Python makes a number of.


@pytest.mark.parametrize(
    "text, line, message",
    [
        (
            TEXTS["glpsol-w"].replace("\ni 1 ", "\ni\ni 1 ", 1),
            9,
            "is not a line 'i NUMBER STATUS VALUE DUAL'",
        ),
        (
            TEXTS["glpsol-w"].replace("\nj 3 ", f"\nj {HUGE} "),
            22,
            "is not a line 'j NUMBER STATUS VALUE DUAL'",
        ),
        (
            TEXTS["glpsol-w"].replace("s bas 11 11 f f", "s bas \ns", 1),
            8,
            "is not a line 's bas ROWS",
        ),
        (
            TEXTS["glpsol-w"].replace("s bas 11", "s bas 11 11 f f 7.5\ns\ns bas 11", 1),
            9,
            "is not a line 's bas ROWS",
        ),
        (
            TEXTS["glpsol-o"]
            .replace("   No. Row", "   No.\n   No. Row", 1)
            .replace("     1 ", "     1\n1 ", 1),
            10,
            "is not a line of the table",
        ),
        (
            TEXTS["highs"].replace("# Rows 11", f"# Rows {HUGE}"),
            19,
            "the number of lines is missing",
        ),
        ("", 1, "not a known format of solution files"),
        (
            "GLPSOL--GLPK LP/MIP Solver 5.0\n",
            1,
            "a log of glpsol; its solution file is what -o FILE",
        ),
        ("Running HiGHS 1.15.1\n", 1, "a log of HiGHS; its solution file is what --solution_file"),
        (TEXTS["glpsol-o"].replace(" OPTIMAL", " INTEGER OPTIMAL"), 5, "glpsol --nomip relaxes it"),
        ("Dear all,\n", 1, "not a known format of solution files"),
        (
            TEXTS["cplex"].replace("<CPLEX", "<!DOCTYPE x>\n<CPLEX"),
            1,
            "not a known format of solution files",
        ),
        (TEXTS["cplex"].replace(" <quality", " <qual<ity"), 15, "no XML"),
        (
            TEXTS["highs"].replace("# Rows 11", "# Rows 12"),
            32,
            "12 names and values expected, 11 found",
        ),
        (
            TEXTS["highs"].replace("# Dual solution values", "# Dual solution values\nNone\n# Was"),
            33,
            "there are no dual values",
        ),
        (
            TEXTS["cbc"].replace("x1 ", "x9 "),
            4,
            "the linear program has no column x9; the solution belongs to another one",
        ),
        (TEXTS["gurobi"].replace("x6 ", "# "), 13, "the column x6 is missing: 10 of 11 are there"),
        (
            TEXTS["gurobi"].replace("model value", "model efgc_player2_0123456789abcdef"),
            1,
            "belongs to the linear program efgc_player2_",
        ),
        (
            TEXTS["glpsol-w"].replace("s bas 11 11", "s bas 11 12"),
            8,
            "of 11 rows and 12 columns, not 11 and 11",
        ),
        (TEXTS["glpsol-w"].replace("s bas 11 11", "s mip 11 11"), 8, "whole numbers"),
        (TEXTS["glpsol-w"].replace("\nj 3 b", "\nj 33 b"), 22, "33 is not a number from 1 to"),
    ],
)
def test_errors_are_reported_with_their_line(text, line, message):
    with pytest.raises(InputError) as raised:
        take(PROGRAM, text)
    [problem] = raised.value.problems
    assert message in problem.message and problem.line == line


def test_a_long_name_has_a_line_of_its_own():
    """As glpsol -o writes it; and an epsilon, and a bound on each side."""
    program = read_program(
        "max\n o: long_name_of_a_column + y\ns.t.\n long_name_of_a_row: long_name_of_a_column + "
        "y <= 4\n"
        " r: y >= -1\nbounds\n y free\nend\n",
        "lp",
    )
    text = """\
Problem:
Rows:       2
Columns:    2
Non-zeros:  3
Status:     OPTIMAL
Objective:  o = 4 (MAXimum)

   No.   Row name   St   Activity     Lower bound   Upper bound    Marginal
------ ------------ -- ------------- ------------- ------------- -------------
     1 long_name_of_a_row
                    NU             4                           4             1
     2 r            NL            -1            -1                       < eps

   No. Column name  St   Activity     Lower bound   Upper bound    Marginal
------ ------------ -- ------------- ------------- ------------- -------------
     1 long_name_of_a_column
                    B              5             0
     2 y            B             -1
"""
    found = take(program, text + "\nEnd of output\n")
    assert [(entry.name, entry.value, entry.basis) for entry in (*found.columns, *found.rows)] == [
        ("long_name_of_a_column", 5.0, "basic"),
        ("y", -1.0, "basic"),
        ("long_name_of_a_row", 1.0, "upper"),
        ("r", 0.0, "lower"),
    ]


SPARSE = """Model status
Optimal

# Primal solution values
Feasible
Objective 7.5
# Columns -2
x0 1 1
v1 7.5 8
"""


@pytest.mark.parametrize(
    "text, line, message",
    [
        (
            "11 11 : Number of columns and rows for primal or dual solution or basis\n",
            1,
            "HiGHS in another style; its default style 0 is",
        ),
        (
            TEXTS["glpsol-w"].replace("s bas 11 11", "s bas 12 11"),
            8,
            "styles 2 and 3 of HiGHS; its default style 0 is read",
        ),
        (
            TEXTS["glpsol-o"].replace("Rows:       11", "Rows:       12"),
            2,
            "styles 2 and 3 of HiGHS; its default style 0 is read",
        ),
        (
            "Columns\n    Index Status    Lower    Upper  Primal  Dual  Name\n",
            1,
            "HiGHS in another style; its default style 0 is",
        ),
        (SPARSE, 7, "HiGHS in its style 4; its default style 0 is"),
    ],
)
def test_a_style_that_is_not_read_is_named(text, line, message):
    with pytest.raises(InputError, match=message) as raised:
        take(PROGRAM, text)
    assert raised.value.problems[0].line == line


def test_a_solver_without_a_version_is_named_alone():
    game = read((ARTIFACTS / "island-report" / "island-report.game.json").read_text())
    program = lower(game, 1)[0]
    found = "".join(
        FORMATS["text"](
            report(game, [replace(solve(program), solver="highs", version="", seconds=None)]),
            Layout(brief=True),
        )
    )
    assert "\nsolved by       highs, optimal\n" in found


def program_of(text):
    return read_program(text)


def test_a_large_value_elsewhere_does_not_hide_a_gap():
    """The optimum is 1. The value of y has nothing to do with the objective."""
    program = program_of("min\n o: x + 0 y\ns.t.\n c: x >= 1\n d: x <= 9\n e: y = 1000000\nend\n")
    text = """Optimal - objective value 5.00000000
      0 c 5 1
      1 d 5 0
      2 e 1000000 0
      0 x 5 0
      1 y 1000000 0
"""
    with pytest.raises(VerificationError, match="an objective of 1 is not ruled out"):
        take(program, text)


UNBOUNDED = "max\n o: x + 2 y\ns.t.\n c1: x - y <= 4\n c2: - x + y >= -9\nend\n"
SCIP = "solution status: {}\nno solution available\n"
HIGHS = "Model status\n{}\n"


@pytest.mark.parametrize(
    "text, status",
    [
        (SCIP.format("infeasible or unbounded"), "failed"),
        (SCIP.format("infeasible"), "infeasible"),
        (
            SCIP.format("unbounded").replace("no solution available", "objective value: +infinity"),
            "unbounded",
        ),
        (SCIP.format("gap limit reached"), "limit"),
        (HIGHS.format("Primal infeasible or unbounded"), "failed"),
        (HIGHS.format("Interrupted by user"), "limit"),
    ],
)
def test_a_file_without_an_optimum_has_its_status(text, status):
    assert take(program_of(UNBOUNDED), text).status == status


def test_no_optimum_of_the_interior_point_method_is_no_proof_of_infeasibility():
    text = "s ipt 2 2 n 0\ni 1 0 0\ni 2 0 0\nj 1 0 0\nj 2 0 0\ne o f\n"
    assert take(program_of(UNBOUNDED), text).status == "failed"


UNNAMED = "max\n 3 x + y\nsubject to\n x + y <= 4\n x - y <= 2\nend\n"


@pytest.mark.parametrize("names", [("cons0", "cons1"), ("r.4", "r.5"), ("R0", "c2")])
def test_rows_without_a_name_have_the_names_of_each_solver(names):
    text = f"""Optimal - objective value 10.00000000
      0 {names[0]} 4 2
      1 {names[1]} 2 1
      0 x 3 0
      1 y 1 0
"""
    found = take(program_of(UNNAMED), text)
    assert [(entry.name, entry.value) for entry in found.rows] == [("r.4", 2), ("r.5", 1)]


def test_a_row_with_the_name_of_a_column_is_no_row_of_a_file_without_rows():
    text = "Optimal - objective value 7.00000000\n      1 y 3.5 0\n"
    program = program_of("max\n o: 3 x + 2 y\ns.t.\n x: 2 x + y <= 3.5\nend\n")
    assert take(program, text).objective == 7
    text = "Optimal - objective value 7.00000000\n      0 x 1 1\n      1 y 2 0\n"
    program = program_of("max\n o: 3 x + 2 y\ns.t.\n x: 2 x + y <= 4\n c: x >= 1\nend\n")
    assert [entry.value for entry in take(program, text).columns] == [1, 2]


def test_a_long_name_in_a_file_of_the_interior_point_method():
    text = """Problem:
Rows:       1
Columns:    1
Non-zeros:  1
Status:     OPTIMAL
Objective:  o = 8 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound    Marginal
------ ------------    ------------- ------------- ------------- -------------
     1 averylongrowname
                                   4             4             =             2

   No. Column name       Activity     Lower bound   Upper bound    Marginal
------ ------------    ------------- ------------- ------------- -------------
     1 x                           4             0                       < eps

End of output
"""
    program = program_of("min\n o: 2 x\ns.t.\n averylongrowname: x = 4\nend\n")
    found = take(program, text)
    assert (found.objective, found.rows[0].value) == (8, 2)


NAMED = "max\n o: x_(A,_1) + y_1_\nst\n c: x_(A,_1) + y_1_ <= 4\nend\n"


@pytest.mark.parametrize(
    "text",
    [
        "x_(A,_1) 3\ny_1_ 1\n",
        "x_(A,_1) = 3\ny_1_ = 1\n",
        '"x_(A,_1)",3\ny_1_,1\n',
        'name;value\n"x_(A,_1)";3\ny_1_;1\n',
        '{"x_(A,_1)": 3, "y_1_": 1}',
    ],
)
def test_names_of_a_list_of_values_may_have_commas(text):
    found = take(read_program(NAMED), text)
    assert [entry.value for entry in found.columns] == [3, 1]


def test_a_similar_name_is_suggested():
    with pytest.raises(InputError, match="has no column y_1; did you mean 'y_1_'"):
        take(read_program(NAMED), "y_1 1\n")
