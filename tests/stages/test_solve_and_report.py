"""Solve and report: one status vocabulary, and no solver is believed."""

from dataclasses import replace

import pytest

from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.parts.problems import InputError, SolverError, StatusError, VerificationError
from efgc.schemas.strategies import Behaviour
from efgc.stages import solve as solve_package
from efgc.stages.documents import Layout
from efgc.stages.lower import lower
from efgc.stages.report import FORMATS, report
from efgc.stages.report.best_response import best_response_value
from efgc.stages.solve import BUILT_IN, Solver, solve
from small_games import WITH_BASIS, game_of, island, published, there

GAME = game_of(published("island-report"))
PROGRAM = lower(GAME, 1)[0]
SOLUTION = solve(PROGRAM)


@pytest.mark.parametrize("solver", BUILT_IN)
@pytest.mark.parametrize(
    "text, status",
    [
        ("max\n o: x\ns.t.\n c: x <= 3\nend\n", "optimal"),
        ("max\n o: x\ns.t.\n c: x <= 1\n d: x >= 2\nend\n", "infeasible"),
        ("max\n o: x\ns.t.\n c: x >= 1\nend\n", "unbounded"),
        ("min\n o: x + y\ns.t.\n c: x - y = 1\nbounds\n x free\n y free\nend\n", "unbounded"),
        ("min\n o: x\ns.t.\n c: x + y >= 5\n d: x + y <= 3\n e: x - y <= 7\nend\n", "infeasible"),
        ("max\n o: x + 2 y\ns.t.\n c: x - y <= 4\n d: - x + y >= -9\nend\n", "unbounded"),
    ],
)
def test_statuses(text, status, solver):
    there(solver)
    if solver == "cvxopt" and "free" in text:
        with pytest.raises(SolverError, match="Rank"):  # It wants columns that rows tell apart.
            solve(text, solver)
        return
    solution = solve(text, solver)
    assert solution.status == status
    assert (solution.objective is None) == (status != "optimal")


@pytest.mark.parametrize("solver", WITH_BASIS)
def test_primal_dual_and_basis_are_kept(solver):
    there(solver)
    solution = solve("max\n o: 3 x + 2 y\ns.t.\n c: x + y <= 4\n d: x <= 3\nend\n", solver)
    assert solution.objective == 11
    assert [(entry.name, entry.value, entry.basis) for entry in solution.columns] == [
        ("x", 3, "basic"),
        ("y", 1, "basic"),
    ]
    assert [(entry.name, entry.value, entry.basis) for entry in solution.rows] == [
        ("c", 2, "upper"),
        ("d", 1, "upper"),
    ]


def test_missing_solver(monkeypatch):
    monkeypatch.setitem(
        solve_package.SOLVERS, "none", Solver("efgc.stages.solve.none", "no-such-package")
    )
    with pytest.raises(
        SolverError, match="the solver none is not installed: .* -m pip install no-such-package$"
    ):
        solve(PROGRAM, "none")


def changed(entries, **values):
    return tuple(entry._replace(value=values.get(entry.name, entry.value)) for entry in entries)


LIES = {
    "a wrong objective": (
        {"objective": 6.0},
        VerificationError,
        "claims the value 6, its strategies have 5.05476190476",
    ),
    "no dual values": (
        {"rows": tuple(row._replace(value=0.0) for row in SOLUTION.rows)},
        VerificationError,
        "not an equilibrium",
    ),
    "another plan": (
        {"columns": changed(SOLUTION.columns, x2=1.0, x3=0.0)},
        VerificationError,
        "not an equilibrium",
    ),
    "another game's program": (
        {"problem": "efgc_player1_0123456789abcdef"},
        InputError,
        "another game",
    ),
    "the other player's program": (
        {"problem": SOLUTION.problem.replace("player1", "player2")},
        InputError,
        "columns are none",
    ),
    "a missing column": (
        {"columns": tuple(column for column in SOLUTION.columns if column.name != "x1")},
        InputError,
        "x1 is",
    ),
    "foreign columns": (
        {"columns": tuple(column._replace(name="z") for column in SOLUTION.columns)},
        InputError,
        "columns are",
    ),
    "no optimum": (
        {"status": "infeasible", "columns": (), "rows": ()},
        StatusError,
        "did not find an optimum: infeasible",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_found(lie):
    change, error, message = LIES[lie]
    with pytest.raises(error, match=message):
        report(GAME, [replace(SOLUTION, **change)])


def test_a_solution_without_a_name_is_judged_by_its_strategies():
    """Another program may lose the name of the linear program; its columns still say whose it
    is.
    """
    assert abs(report(GAME, [replace(SOLUTION, problem="")]).bounds.value - 2123 / 420) <= 1e-9
    with pytest.raises(VerificationError):
        report(
            GAME, [replace(SOLUTION, problem="", columns=changed(SOLUTION.columns, x2=1.0, x3=0.0))]
        )


def test_noise_of_a_solver_is_no_play():
    noisy = tuple(column._replace(value=column.value - 1e-13) for column in SOLUTION.columns)
    found = report(GAME, [replace(SOLUTION, columns=noisy)])
    assert {weight for weight in found.plans[0] if weight < 1e-9} == {0.0}
    assert found.bounds.exploitability <= 1e-9


def test_a_report_shows_how_much_a_plan_was_repaired():
    exact = report(GAME, [SOLUTION])
    detailed = FORMATS["text"](exact, Layout(verbose=True))
    assert exact.repaired <= 1e-12 and not any("repaired" in line for line in detailed)
    [x1] = (column.value for column in SOLUTION.columns if column.name == "x1")
    rough = report(GAME, [replace(SOLUTION, columns=changed(SOLUTION.columns, x1=x1 - 1e-7))])
    assert 5e-8 <= rough.repaired <= 1e-7
    assert all(abs(sum(entry.probabilities) - 1) <= 1e-12 for entry in rough.strategies[0])
    detailed = "".join(FORMATS["text"](rough, Layout(verbose=True)))
    assert f"  repaired        realization weights, by up to {rough.repaired:.2g}\n" in detailed


def without_duals(solution):
    return replace(solution, rows=tuple(row._replace(value=0.0) for row in solution.rows))


def test_run_solves_the_second_program_where_dual_values_prove_nothing(monkeypatch):
    monkeypatch.setattr("efgc.stages.solve.order.solve", lambda *call: without_duals(solve(*call)))
    steps = list(run(Text(published("island-1"), "map", "map", "0" * 64), Settings()))
    assert [step.name for step in steps] == ["parse", "expand", "lower", "solve", "report"]
    assert abs(steps[-1].made.report.bounds.value - 220 / 31) <= 1e-9


def test_run_names_the_stage_that_wrote_a_broken_artifact(monkeypatch):
    from efgc.pipeline.ways import game as game_way
    from efgc.schemas.parts.problems import StageBug

    monkeypatch.setattr(
        game_way, "expand", lambda graph, limit, unroll, watch: replace(GAME, nodes=GAME.nodes[:-1])
    )
    with pytest.raises(StageBug, match="a bug of ours: expand wrote a broken artifact"):
        list(run(Text(published("island-1"), "map", "map", "0" * 64), Settings()))


def test_best_response_by_hand():
    """One place of two is occupied, the agent's ways are one each: who hides evenly gives the agent
    half of its fights.
    """
    game = game_of(published("two-bushes"), "island-2020")
    even = [
        Behaviour(
            infoset,
            1.0,
            (1 / len(game.information_sets[infoset].actions),)
            * len(game.information_sets[infoset].actions),
        )
        for infoset in game.infosets(2)
    ]
    assert best_response_value(game, 1, tuple(even)) == 5
    always = [
        Behaviour(infoset, 1.0, (1.0, *[0.0] * (len(game.information_sets[infoset].actions) - 1)))
        for infoset in game.infosets(2)
    ]
    assert best_response_value(game, 1, tuple(always)) == 10


def test_sets_that_own_moves_never_reach_have_own_reach_zero():
    found = report(*_solved(island(["S-D", "-E-", "---"], 1, "1")))
    [start] = [entry for entry in found.strategies[0] if entry.infoset == 1]
    assert start.own_reach == 1
    assert any(entry.own_reach == 0 for entry in found.strategies[0])


def _solved(text):
    game = game_of(text)
    return game, [solve(lower(game)[0])]
