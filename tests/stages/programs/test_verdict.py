"""Verdicts on solutions: a wrong optimum is refused whatever numbers hide it, and the answers of
solvers are never refused.
"""

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import SolverError, VerificationError
from efgc.schemas.parts.status import Status
from efgc.schemas.solution import Entry
from efgc.stages.programs import verdict as module
from efgc.stages.programs.certify import outcome
from efgc.stages.programs.texts import read_exactly, write_program
from efgc.stages.programs.verdict import verdict
from efgc.stages.report.exact.from_basis import LIMITS, Limits
from efgc.stages.solve import BUILT_IN, available, solve
from efgc.stages.solve.program import read_program
from small_programs import INFEASIBLE, OPTIMAL, RANGES, UNBOUNDED, drawn

# The optimum is 4. Any multiple of the first two rows adds up to nothing.
CANCELLING = """max
 obj: x + y
st
 c1: x - y <= 0
 c2: y - x <= 0
 c3: x + y <= 4
end
"""
# Infeasible: x - y is at most 0 and at least 0.5.
CONTRADICTORY = """max
 obj: z
st
 c1: x - y <= 0
 c2: y - x <= -0.5
 c3: z <= 1
end
"""
HAIR = """min
 obj: x
st
 c1: x + y >= 1
 c2: x + y <= 0.9999999
end
"""
FREE = """min
 obj: x + 2 y + 3 z
st
 c1: x + y + z = 3
 c2: y + 2 z >= 1
 c3: y + z >= 0.25
 c4: x <= 10
bounds
 x free
 y free
 z free
end
"""


def ended(argv, capfd):
    """Return the exit code of a command, and what it printed on stdout and stderr."""
    code = guarded(lambda: efgc(argv, standalone_mode=False)) or 0
    return code, *capfd.readouterr()


def solution_file(objective, columns, rows):
    """Return a solution as HiGHS writes it, with dual values."""
    both = zip(("primal", "dual"), (columns[0], columns[1]), (rows[0], rows[1]), strict=True)
    lines = ["Model status", "Optimal", ""]
    for kind, xs, ys in both:
        lines += [f"# {kind.title()} solution values", "Feasible"]
        lines += [f"Objective {objective}"] * (kind == "primal")
        lines += [f"# Columns {len(xs)}", *(f"{name} {value}" for name, value in xs.items())]
        lines += [f"# Rows {len(ys)}", *(f"{name} {value}" for name, value in ys.items())]
        lines += [""] * (kind == "primal")
    return "\n".join([*lines, "", "# Basis", "HiGHS_basis_file v2", "None", ""])


ZERO = {"x": 0, "y": 0}
FORGED = {
    "a dual value that cancels": (
        CANCELLING,
        solution_file(
            0, (ZERO, ZERO), ({"c1": 0, "c2": 0, "c3": 0}, {"c1": 1e12, "c2": 1e12, "c3": 0})
        ),
        "which is not the optimum: 4",
    ),
    "a plan that cancels": (
        CONTRADICTORY,
        solution_file(
            1,
            ({"z": 1, "x": 1e8, "y": 1e8}, {"z": 0, "x": 0, "y": 0}),
            ({"c1": 0, "c2": 0, "c3": 1}, {"c1": 0, "c2": 0, "c3": 1}),
        ),
        "the program is infeasible in exact arithmetic",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_numbers_that_cancel_prove_nothing(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    program, solution, words = FORGED[name]
    (tmp_path / "p.lp").write_text(program)
    (tmp_path / "p.sol").write_text(solution)
    code, printed, said = ended(["solve", "p.lp", "--from", "p.sol"], capfd)
    assert (code, printed) == (5, "") and words in said


WRONG_DUAL_VALUES = {
    "of the wrong sign": (
        {"c1": 0, "c2": 0, "c3": -1},
        "the dual value of c3 is -1 and should be at least 0",
    ),
    "that leave a reduced cost": (
        {"c1": 0, "c2": 0, "c3": 0},
        "the reduced cost of x is 1 and should be at most 0",
    ),
    "that prove less": ({"c1": 0, "c2": 0, "c3": 1.5}, "an objective of 6 is not ruled out"),
}


@pytest.mark.parametrize("name", WRONG_DUAL_VALUES)
def test_wrong_dual_values_of_another_program_are_named(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(CANCELLING)
    rows, fault = WRONG_DUAL_VALUES[name]
    plan, nothing = {"x": 2, "y": 2}, {"c1": 0, "c2": 0}
    solution = solution_file(4, (plan, ZERO), (nothing | {"c3": 4}, rows))
    (tmp_path / "p.sol").write_text(solution)
    code, printed, said = ended(["solve", "p.lp", "--from", "p.sol"], capfd)
    by = json.loads(printed)["options"]["dual_values"]
    assert code == 0 and json.loads(printed)["options"]["wrong_dual_values"] == fault
    assert said == f"p.sol: dual values are replaced by those of {by}: {fault}\n"
    (tmp_path / "p.solution.json").write_text(printed)
    report = " ".join(ended(["report", "p.lp", "p.solution.json"], capfd)[1].split())
    assert f"dual values: computed by {by}, because those of highs are wrong: {fault}" in report
    (tmp_path / "p.csv").write_text("x,2\ny,2\n")
    code, printed, said = ended(["solve", "p.lp", "--from", "p.csv"], capfd)
    assert (code, said) == (0, "")
    (tmp_path / "p.solution.json").write_text(printed)
    assert (
        f"by {by}, because there were none"
        in ended(["report", "p.lp", "p.solution.json"], capfd)[1]
    )


def test_a_dual_value_at_the_end_of_floating_point_proves_nothing(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    program = (
        "max\n o: 2 x + 3 y\nst\n c1: 3 x + y <= 4\n c2: x + 3 y <= 5\n c3: 2 x - 3 y <= 7\nend\n"
    )
    (tmp_path / "p.lp").write_text(program)
    solved = json.loads(ended(["solve", "p.lp"], capfd)[1])
    solved.pop("made")
    solved["objective"] = 0.0
    for entry in (*solved["columns"], *solved["rows"]):
        entry["value" if "column" in entry else "dual"] = 0.0
    solved["rows"][2]["dual"] = 1.7e308
    (tmp_path / "p.solution.json").write_text(json.dumps(solved))
    for command in (["check"], ["report"]):
        code, _, said = ended([*command, "p.lp", "p.solution.json"], capfd)
        assert code == 5 and "not the optimum: 5.875, exactly 47/8" in said


def test_run_and_certify_agree_on_a_program_that_is_infeasible_by_a_hair(
    tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(HAIR)
    for command in ("run", "solve", "run --solver highs", "solve --solver highs"):
        code, printed, said = ended([*command.split(), "p.lp"], capfd)
        assert (code, printed) == (4, "") and "the program is infeasible in exact" in said
        assert "run `efgc certify p.lp` for a proof" in said and said.count("\n") == 1
    certificate = json.loads(ended(["certify", "p.lp"], capfd)[1])
    assert certificate["status"] == "infeasible"


@pytest.mark.parametrize("program", [OPTIMAL, INFEASIBLE, UNBOUNDED, RANGES, FREE])
def test_certify_needs_no_solution_of_a_program(program, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(program)
    assert ended(["certify", "p.lp", "-o", "p.certificate.json"], capfd)[0] == 0
    code, printed, _ = ended(["check", "p.lp", "p.certificate.json"], capfd)
    assert code == 0 and "proves for p.lp that the" in printed


def test_certify_needs_a_solution_of_a_game(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.efg").write_text('EFG 2 R "" { "A" "B" }\nt "" 1 "" { 1 -1 }\n')
    assert ended(["parse", "g.efg", "-o", "g.game.json"], capfd)[0] == 0
    code, _, said = ended(["certify", "g.game.json"], capfd)
    assert code == 2 and "SOLUTION" in said


@pytest.mark.parametrize("solver", ["glpk", "highs", "highs-ipm", "highs-pdlp"])
def test_a_program_with_free_columns_is_proved_exactly(solver):
    found = solve(FREE, solver)
    proved = verdict(read_program(FREE), found)
    assert proved.exact == 4  # The objective is 3 + (y + 2 z).
    assert not proved.doubt


@pytest.mark.packages
@pytest.mark.parametrize("solver", list(filter(available, BUILT_IN)))
def test_no_answer_of_a_solver_is_refused(solver):
    for seed in (*range(6), 200, 203):
        text = write_program(drawn(seed), "lp")
        try:
            found = solve(text, solver)
        except SolverError:  # Some solvers give up on programs that are infeasible or unbounded.
            continue
        assert not verdict(read_program(text), found).doubt


def test_a_report_says_that_an_optimum_is_not_verified(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "QUICK_LIMITS", Limits(size=3))
    (tmp_path / "p.lp").write_text(FREE)
    code, printed, _ = ended(["run", "p.lp"], capfd)
    assert code == 0
    assert "4, minimised (reported by the solver, not verified: run `efgc certify`)" in printed
    code, _, said = ended(["solve", "p.lp", "-o", "p.solution.json"], capfd)
    assert code == 0 and "reported by the solver, not verified: exact arithmetic would take" in said
    code, printed, _ = ended(["check", "p.lp", "p.solution.json"], capfd)
    assert (
        code == 0 and "not verified against p.lp: exact arithmetic would take too long" in printed
    )


def test_an_optimum_smaller_than_the_tolerances_is_told_from_0():
    text = "max\n o: 0.000001 x\nst\n c: x <= 1\nend\n"
    read, found = read_program(text), solve(text)
    assert not verdict(read, found).doubt
    nothing = tuple(entry._replace(value=0.0) for entry in found.columns)
    with pytest.raises(VerificationError, match="not the optimum: 1e-06"):
        verdict(read, replace(found, objective=0.0, columns=nothing))


def test_a_plan_that_is_right_by_its_own_huge_terms_alone_is_not_verified():
    """The objective is right; x - y is 0 and should be 0.5."""
    text = "max\n o: z\nst\n a: z <= 1\n b: x - y = 0.5\nend\n"
    read, found = read_program(text), solve(text)
    values = {"z": 1.0, "x": 1e8, "y": 1e8}
    huge = tuple(entry._replace(value=values[entry.name], basis="") for entry in found.columns)
    proved = verdict(read, replace(found, columns=huge))
    assert proved.exact == 1 and "b is 0 and should be 0.5" in proved.doubt


def changed(solution, draw):
    """Return a solution with one to three numbers changed, some by as little as rounding does."""
    numbers = [1e12, -1e12, 1e308, 1e-300, float("inf"), float("nan"), 0.0, 1e6]
    for _ in range(draw.randrange(1, 4)):
        part = draw.choice(("columns", "rows", "objective"))
        if part == "objective":
            old = solution.objective
        else:
            entries = getattr(solution, part)
            at = draw.randrange(len(entries))
            old = entries[at].value
        new = draw.choice((*numbers, old + draw.choice((1e-3, -0.5, 1.0)), -old, 2 * old))
        if part == "objective":
            solution = replace(solution, objective=new)
        else:
            made = (*entries[:at], entries[at]._replace(value=new), *entries[at + 1 :])
            solution = replace(solution, **{part: made})
    if draw.random() < 0.3:
        status = draw.choice((Status.INFEASIBLE, Status.UNBOUNDED, Status.OPTIMAL))
        solution = replace(solution, status=status)
    return solution


MANY = (pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 75))


@pytest.mark.parametrize("seed", [*range(8), *MANY])
def test_no_changed_solution_is_accepted_with_a_wrong_optimum(seed):
    draw = random.Random(seed)
    program = drawn(seed)
    text = write_program(program, "lp")
    exact = outcome(read_exactly(text), None, LIMITS)
    read, found = read_program(text), solve(text)
    if found.status != Status.OPTIMAL:
        columns, rows = (
            tuple(Entry(name, 0.0, "") for name in lines.names)
            for lines in (read.columns, read.rows)
        )
        found = replace(found, objective=0.0, columns=columns, rows=rows)
    for _ in range(30):
        forged = changed(found, draw)
        try:
            proved = verdict(read, forged)
        except VerificationError:
            continue
        assert forged.status == exact.status
        if forged.status == Status.OPTIMAL and not proved.doubt:
            size = max(1, abs(exact.objective))
            assert abs(Fraction(forged.objective) - exact.objective) <= size / 1000
