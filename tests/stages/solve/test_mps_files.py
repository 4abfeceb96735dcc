"""`.mps` files as other programs write them: what they say is the same to every solver."""

import pytest
import swiglpk

from schemas.parts.problems import InputError
from stages.solve import SOLVERS, available, solve, take
from stages.solve.program import read_program
from stages.solve.program.glpk_problem import problem

THERE = [name for name, solver in SOLVERS.items() if available(solver)]
NEAR = 1e-6
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
    assert read_program(program, "mps").constant == constant
    assert solve(program, solver).objective == pytest.approx(constant - 7, abs=NEAR)


def test_highs_reads_the_same_constant(tmp_path):
    highspy = pytest.importorskip("highspy")
    (tmp_path / "p.mps").write_text(PROGRAM)
    highs = highspy.Highs()
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
    found = take(read_program(PROGRAM, "mps"), (tmp_path / "p.sol").read_text())
    assert found.objective == -12


@pytest.mark.parametrize("kind", ["GLP_MPS_FILE", "GLP_MPS_DECK"])
def test_a_constant_that_glpk_wrote_is_refused(tmp_path, kind):
    """It means the other sign by it; a file of GLPK without a constant is like any."""
    for constant in (0, 3):
        with problem(PROGRAM, "mps") as (lp, _):
            swiglpk.glp_set_obj_coef(lp, 0, constant)
            swiglpk.glp_write_mps(lp, getattr(swiglpk, kind), None, str(tmp_path / "p.mps"))
        written = (tmp_path / "p.mps").read_text()
        if not constant:
            assert solve(written, "glpk").objective == -7
    with pytest.raises(InputError, match="means 3 by the constant .* read -3: turn") as told:
        read_program(written, "mps")
    [found] = told.value.problems
    assert written.splitlines()[found.line - 1].split() == ["RHS1", "R0000000", "3", "c", "4"]
    nobodys = written.replace("* Format:", "*")
    assert solve(nobodys, "glpk").objective == solve(nobodys, "highs").objective == -10
