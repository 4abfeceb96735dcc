"""`.mps` files as other programs write them: what they say is the same to every solver."""

import pytest
import swiglpk

from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.status import Sense, Status
from efgc.stages.programs.bounds import bounds
from efgc.stages.programs.texts import read_exactly
from efgc.stages.solve import BUILT_IN, Request, available, solve, take
from efgc.stages.solve.program import read_program
from efgc.stages.solve.solvers import described, programs

THERE = list(filter(available, BUILT_IN))
NEAR = 1e-6
SECTIONS = (
    "OBJSENSE\n    MAX\n",
    "OBJSENSE\n  MAXIMIZE\n",
    "OBJSENSE MAX\n",
    "OBJSENSE MAXIMIZE\n",
    "OBJSENSE\n* the most\n\nmax\n",
)
# Least is -2 x - y at x = 3, y = 1; the entry of the objective is minus its constant.
PROGRAM = """NAME p
ROWS
 N  cost
 L  c
COLUMNS
    x         cost      -2             c         1
    y         cost      -1             c         1
RHS
    RHS       c         4
    RHS       cost      5
BOUNDS
 UP BND       x         3
ENDATA
"""


@pytest.mark.parametrize("solver", THERE)
@pytest.mark.parametrize("constant", [0, 5, -2.5])
def test_a_constant_is_minus_the_objectives_right_hand_side(solver, constant):
    program = PROGRAM.replace("cost      5", f"cost      {-constant}")
    assert read_program(program).constant == constant
    assert solve(program, solver).objective == pytest.approx(constant - 7, abs=NEAR)


def test_highs_reads_the_same_constant(tmp_path):
    highspy = pytest.importorskip("highspy")
    (tmp_path / "p.mps").write_text(PROGRAM)
    highs = highspy.Highs()
    # As we do: HiGHS 1.16 keeps the first number of threads, also in what is forked.
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(tmp_path / "p.mps"))
    highs.run()
    assert highs.getObjectiveValue() == solve(PROGRAM, "glpk").objective == -12


@pytest.mark.parametrize("write", ["glp_write_sol", "glp_print_sol"])
def test_solution_files_of_glpk_have_the_constant_with_its_sign(tmp_path, write):
    """glpsol reads the other sign, and its objective is -2."""
    (tmp_path / "p.mps").write_text(PROGRAM)
    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    lp = swiglpk.glp_create_prob()
    swiglpk.glp_read_mps(lp, swiglpk.GLP_MPS_FILE, None, str(tmp_path / "p.mps"))
    swiglpk.glp_simplex(lp, None)
    assert swiglpk.glp_get_obj_val(lp) == -2
    getattr(swiglpk, write)(lp, str(tmp_path / "p.sol"))
    swiglpk.glp_delete_prob(lp)
    found = take(read_program(PROGRAM), (tmp_path / "p.sol").read_text())
    assert found.objective == -12


@pytest.mark.parametrize("kind", ["GLP_MPS_FILE", "GLP_MPS_DECK"])
def test_a_constant_that_glpk_wrote_is_refused(tmp_path, kind):
    """It means the other sign by it; a file of GLPK without a constant is like any."""
    for constant in (0, 3):
        (tmp_path / "p.mps").write_text(PROGRAM)
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        lp = swiglpk.glp_create_prob()
        swiglpk.glp_read_mps(lp, swiglpk.GLP_MPS_FILE, None, str(tmp_path / "p.mps"))
        swiglpk.glp_set_obj_coef(lp, 0, constant)
        swiglpk.glp_write_mps(lp, getattr(swiglpk, kind), None, str(tmp_path / "p.mps"))
        swiglpk.glp_delete_prob(lp)
        written = (tmp_path / "p.mps").read_text()
        if not constant:
            assert solve(written, "glpk").objective == -7
    with pytest.raises(InputError, match="the constant 3 of the objective.* as -3: change") as told:
        read_program(written)
    [found] = told.value.problems
    assert written.splitlines()[found.line - 1].split() == ["RHS1", "R0000000", "3", "c", "4"]
    nobodys = written.replace("* Format:", "*")
    assert solve(nobodys, "glpk").objective == solve(nobodys, "highs").objective == -10


def directed(section):
    """Return the program with its costs turned, under a section: so it says the most."""
    turned = PROGRAM.replace("  -2", "   2").replace("  -1", "   1")
    return turned.replace("ROWS\n", f"{section}ROWS\n")


@pytest.mark.parametrize("solver", THERE)
@pytest.mark.parametrize("section", SECTIONS)
def test_objsense_is_the_direction(solver, section):
    found = solve(directed(section), solver)
    assert (found.sense, found.status) == (Sense.MAXIMISE, Status.OPTIMAL)
    assert found.objective == pytest.approx(7 - 5, abs=NEAR)
    assert found.rows[0].value == pytest.approx(1, abs=NEAR)


@pytest.mark.parametrize("solver", THERE)
@pytest.mark.parametrize("section", [one.replace("MAX", "MIN") for one in SECTIONS[:4]])
def test_objsense_can_also_select_minimisation(solver, section):
    found = solve(directed(section), solver)
    assert (found.sense, found.objective) == (Sense.MINIMISE, pytest.approx(-5, abs=NEAR))


@pytest.mark.parametrize("section", SECTIONS)
def test_glpsol_is_given_the_direction_beside_the_file(monkeypatch, section):
    asked = []

    def run(argv, place, *_):
        asked.append(((place / "p.mps").read_text(), argv))
        return None

    monkeypatch.setattr(programs, "start", run)
    glpsol = described("glpsol")
    programs.ask_program(read_program(directed(section)), Request(), glpsol)
    programs.ask_program(read_program(PROGRAM), Request(options=(("nopresol", ""),)), glpsol)
    [(given, argv), (plain, others)] = asked
    assert "OBJSENSE" not in given + plain
    assert (argv[-1:], others[-1:]) == (["--max"], ["--nopresol"])


@pytest.mark.parametrize("section", SECTIONS)
def test_the_proof_of_bounds_knows_the_direction(section):
    text = directed(section).replace(" UP BND       x         3\n", "")
    found = solve(text, "glpk")
    assert bounds(read_exactly(text), found.columns, found.rows) == (3, 3)


@pytest.mark.parametrize(
    "section, line, said",
    [
        ("OBJSENSE\n", 3, "'ROWS'"),
        ("OBJSENSE  best\n", 2, "'best'"),
        ("OBJSENSE\n\n  UP\n", 4, "'UP'"),
    ],
)
def test_another_direction_is_refused_in_its_line(section, line, said):
    with pytest.raises(InputError, match=f"is MAX or MIN, not {said}") as told:
        read_program(directed(section))
    assert told.value.problems[0].line == line


@pytest.mark.parametrize("section", SECTIONS)
def test_lines_below_objsense_keep_their_numbers(section):
    wrong = directed(section).replace("    RHS       c         4", "    RHS       d         4")
    with pytest.raises(InputError) as told:
        read_program(wrong)
    line = told.value.problems[0].line
    assert wrong.splitlines()[line - 1].split() == ["RHS", "d", "4"]


def test_objsense_outside_a_section_header_is_no_direction():
    for text in (
        "* OBJSENSE MAX\n" + PROGRAM,
        PROGRAM.replace(" y ", " OBJSENSE "),
        PROGRAM.replace("NAME p", "NAME OBJSENSE"),
    ):
        assert solve(text, "glpk").objective == -12
