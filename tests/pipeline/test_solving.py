"""Badly scaled and degenerate games: solvers fail on them, and `efgc run` still proves the
value.
"""

import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from efgc.pipeline.chain import programs
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways import game as game_way
from efgc.pipeline.ways import run as chain
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import EfgcError, SolverError, VerificationError
from efgc.schemas.report import Proof
from efgc.schemas.solution import check, read, write
from efgc.stages import solve as package
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import lower, lower_lazily
from efgc.stages.report import TOLERANCE
from efgc.stages.report.exact import answer
from efgc.stages.report.exact.from_basis import prove
from efgc.stages.report.lift import claim
from efgc.stages.solve import EXACT, Request, Solver, solve
from efgc.stages.solve import order as turns
from efgc.stages.solve.program import read_program
from said import but_files
from scaled_games import GIGA, MICRO, SCALES, drawn, tied
from small_games import ARTIFACTS, PUBLISHED, boards, game_of, island, law, published

CAVE = Text(published("cave-example"), "cave", "cave", "0" * 64)


def went(game, **asked):
    """Return what the chain reports on a game, which stands for what a map is expanded to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_way, "expand", lambda *_: game)
        return chain.result(CAVE, Settings(**asked))


def proved(game, **asked):
    """Return the exact value of a game by the whole chain; it must be proved and lie between narrow
    bounds.
    """
    return value_in(went(game, **asked).report, game)


def value_in(report, game):
    assert isinstance(report.exact, Proof), report.exact
    assert Fraction(report.bounds.lower) <= report.exact.value <= Fraction(report.bounds.upper)
    largest = max(abs(float(node.payoff)) for node in game.nodes if isinstance(node, Terminal))
    assert report.bounds.upper - report.bounds.lower <= TOLERANCE * largest
    return report.exact.value


# Of the games whose program GLPK or HiGHS, both mostly, does not solve: the scale, the number, the
# player.
FAIL = [
    ("all", 29, 2),
    ("all", 164, 1),
    ("all", 199, 1),
    ("all", 229, 1),
    ("all", 238, 2),
    ("far", 21, 2),
    ("far", 52, 2),
    ("far", 70, 2),
    ("far", 84, 1),
    ("far", 164, 1),
    ("far", 177, 2),
    ("far", 199, 1),
    ("far", 214, 1),
    ("far", 233, 2),
    ("tiny", 23, 1),
    ("tiny", 35, 2),
    ("tiny", 47, 2),
    ("tiny", 52, 2),
]


@cache
def failed(scale, number, player):
    """Return what the chain reports where one of these programs is given to all solvers in turn."""
    return went(drawn(scale, number), player=player)


@pytest.mark.many
@pytest.mark.parametrize("scale, number, player", FAIL)
def test_where_solvers_fail_the_value_is_proved(scale, number, player):
    game = drawn(scale, number)
    assert (
        value_in(failed(scale, number, player).report, game)
        == proved(game, player=3 - player)
        == proved(game, player=player, lp_format="mps")
    )


def test_solvers_do_fail_there():
    """Which and how is theirs to say, and differs from machine to machine; a table on which they do
    not is none.
    """
    refused = {str(error) for one in FAIL for error in failed(*one).solved.answers.refused}
    assert len(refused) > 12
    for sign in (
        "glpk reports infeasible",
        "glpk reports limit",
        "GLPK's simplex ended with code 5",
        "glpk calls",
        "HiGHS ended with",
    ):
        assert any(sign in said for said in refused), sign


@pytest.mark.many
@pytest.mark.parametrize("scale, number, player", FAIL)
@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_a_named_solver_runs_alone(scale, number, player, solver):
    game = drawn(scale, number)
    try:
        made = went(game, player=player, solver=solver)
    except EfgcError as error:
        assert error.exit_code in (3, 4, 5)
        assert "the linear program of a game always has an optimum: without --solver" in str(error)
    else:
        assert made.report.origins.solver == solver and made.solved.answers.refused == []
        assert made.report.exact.value == failed(scale, number, player).report.exact.value


@law(40)
@given(st.sampled_from(sorted(SCALES)), st.integers(1000, 10**9), st.sampled_from([1, 2]))
def test_badly_scaled_games(scale, number, player):
    game = drawn(scale, number)
    assert proved(game, player=player) == proved(game, player=3 - player)


# The value by the agent's chance to be let go, 1e-9, where GLPK says 2, 3e-9 twice, 0 and -1e-9.
CAVES = {
    ("3 0.999999999\n-D-#\n-E--\nS--#\nGEEE\n", "cave-2023"): "2",
    ("3 0.999999999\nDG-\n-EE\n#S-\nE-E\n", "cave-2023"): "3/1000000000",
    ("3 0.999999999\nEEE\nDES\n", "island-2018"): "1/100000000",
    ("3 0.999999999\nEED\nSEE\n", "cave-2023"): "1000000001/1000000000000000000",
}


@pytest.mark.slow
@pytest.mark.parametrize("cave, rules", CAVES)
def test_the_command_line_names_the_accepted_solver(cave, rules, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("m.txt").write_text(cave)
    argv = ["run", "m.txt", "--rules", rules, "-O", "0", "--format", "json", "-o", "made"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 0
    printed, told = capfd.readouterr()
    found = json.loads(printed)
    assert found["value_exact"] == CAVES[cave, rules]
    assert (
        Fraction(found["lower_bound"])
        <= Fraction(found["value_exact"])
        <= Fraction(found["upper_bound"])
    )
    kept = read(Path("made/m.solution.json").read_text())
    assert kept.solver == found["solver"]
    assert but_files(told).splitlines()[-1:] == (
        [f"m.txt: solved by {kept.solver}"] if "refused" in dict(kept.options) else []
    )
    # The stages one by one end as well: `solve` asks HiGHS, too, about the program of a game.
    for command in (
        "certify made/m.game.json made/m.solution.json -o c.json",
        "check c.json made/m.game.json",
        "solve made/m.lp -o s.json",
        "report made/m.game.json s.json",
    ):
        assert guarded(lambda: efgc(command.split(), standalone_mode=False)) == 0


@law(40)
@given(boards(), st.sampled_from(["0.000000001", "0.999999999"]), st.sampled_from([0, 1, 2]))
def test_caves_with_a_chance_of_a_billionth(board, chance, level):
    rows, bandits, _, rules = board
    game = game_of(island(rows, bandits, chance), rules, level=level)
    assert proved(game, player=1) == proved(game, player=2)


@pytest.mark.slow
@pytest.mark.parametrize("unit", [MICRO, Fraction(1), GIGA])
@pytest.mark.parametrize("player", [1, 2])
def test_thousands_of_ties(unit, player):
    assert proved(tied(60, unit), player=player) == 0
    assert proved(tied(61, unit), player=player) == 0


# The process that solves then has the patches of the test.
FORKED = pytest.mark.usefixtures("forked")


def lies(monkeypatch, folder, body, *solvers):
    """Have a module of our own answer for solvers of SOLVERS."""
    (folder / "forger.py").write_text(
        f"from efgc.stages.solve import Answer\ndef solve(program, request):\n    {body}\n"
    )
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "forger", raising=False)
    for solver in solvers:
        monkeypatch.setitem(package.SOLVERS, solver, Solver("forger", "highspy"))


FAKES = {
    "it fails": "from efgc.schemas.parts.problems import SolverError; "
    "raise SolverError('no memory')",
    "it calls the program infeasible": "return Answer('1', 'infeasible', None, (), ())",
    "it calls the program unbounded": "return Answer('1', 'unbounded', None, (), ())",
    "it has gone round in circles": "return Answer('1', 'limit', None, (), ())",
    "it answers with other columns": "return Answer('1', 'optimal', 42.0, (), ())",
    "it aborts": "import os; os.abort()",
    "it makes a plan up": "from efgc.stages.solve.solvers import highs; "
    "good = highs.solve(program); "
    "return good._replace(columns=tuple(entry._replace(value=1.0) for entry in good.columns))",
}


@FORKED
@pytest.mark.parametrize("fake", FAKES)
def test_the_next_solver_runs_if_the_first_fails(fake, tmp_path, monkeypatch, capfd):
    name, (rules, value) = "island-report", PUBLISHED["island-report"]
    lies(monkeypatch, tmp_path, FAKES[fake], "glpk")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Path("m.txt").write_text(published(name))
    argv = ["run", "m.txt", "--rules", rules, "--brief", "-o", "made"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 0
    printed, told = capfd.readouterr()
    assert (
        f"exact value     {value}" in printed
        and "solved by       highs" in printed
        and "\nrefused " in printed
    )
    assert but_files(told).splitlines()[1:] == ["m.txt: solved by highs"]
    assert read(Path("made/m.solution.json").read_text()).solver == "highs"
    assert guarded(lambda: efgc(["solve", "made/m.lp", "-o", "s.json"], standalone_mode=False)) == 0
    assert read(Path("s.json").read_text()).solver == "highs"
    assert guarded(lambda: efgc([*argv, "--solver", "glpk"], standalone_mode=False)) in (3, 4, 5)
    assert "always has an optimum: without --solver" in capfd.readouterr().err


@FORKED
@pytest.mark.slow
@pytest.mark.parametrize("fake", FAKES)
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("name", PUBLISHED)
def test_exact_arithmetic_is_the_fallback_when_all_solvers_fail(
    fake, format, name, tmp_path, monkeypatch
):
    rules, value = PUBLISHED[name]
    game = game_of(published(name), rules)
    honest = went(game, lp_format=format).solved.solution
    lies(monkeypatch, tmp_path, FAKES[fake], "glpk", "highs")
    made = went(game, lp_format=format)
    solution, report, refused = made.solved.solution, made.report, made.solved.answers.refused
    assert (report.exact.value, report.origins.solver, len(refused)) == (value, EXACT, 2)
    assert check(solution) == [] and read("".join(write(solution))) == solution
    assert [entry.name for entry in solution.columns] == [entry.name for entry in honest.columns]
    assert [entry.name for entry in solution.rows] == [entry.name for entry in honest.rows]
    assert (solution.size, solution.sense, solution.lp_sha256) == (
        honest.size,
        honest.sense,
        honest.lp_sha256,
    )
    assert abs(solution.objective - honest.objective) < 1e-9
    assert prove([claim(game, solution)]).value == value


@FORKED
def test_all_reasons_are_reported_if_every_solver_fails(tmp_path, monkeypatch):
    lies(monkeypatch, tmp_path, FAKES["it fails"], "glpk", "highs")
    monkeypatch.setattr(answer, "optimum", lambda *_: "too large")
    with pytest.raises(SolverError, match="^no memory; no memory; exact: too large$"):
        went(drawn("tiny", 1))


def test_the_next_solver_replaces_a_rejected_solution(monkeypatch):
    """Each solver is asked about the other player's program, too, before the next one is."""
    game, reports = kuhn(), []
    honest = programs.report

    def picky(game, solutions, **asked):
        reports.append([solution.solver for solution in solutions])
        if solutions[0].solver != EXACT:
            raise VerificationError(
                f"{solutions[0].solver}'s solution is not an equilibrium of this game"
            )
        return honest(game, solutions, **asked)

    monkeypatch.setattr(programs, "report", picky)
    monkeypatch.setattr(game_way, "expand", lambda *_: game)
    steps = list(chain.run(CAVE, Settings()))
    assert [step.name for step in steps] == ["parse", "expand", "lower", "solve", "report"]
    first, last = steps[-2:]
    assert first.made.solution.solver == "glpk" and last.made.solved.solution.solver == EXACT
    # The report writes the solution that it is of over the first one.
    assert list(last.files(Settings())) == ["report.txt", "solution.json"]
    assert reports == [["glpk"], ["glpk", "glpk"], ["highs"], ["highs", "highs"], [EXACT]]
    assert (
        last.made.report.origins.solver == EXACT
        and "highs's solution" in last.made.report.origins.refused
    )


def test_glpk_ends_where_it_would_go_round_in_circles():
    program = lower(drawn("all", 29), 2)[0]
    assert solve(program).status == "limit"
    assert solve(program, request=Request((("it_lim", "100"),))).status == "limit"


@FORKED
def test_a_time_limit_ends_all(tmp_path, monkeypatch):
    lies(monkeypatch, tmp_path, FAKES["it has gone round in circles"], "glpk")
    with pytest.raises(EfgcError, match="glpk did not find an optimum: limit") as raised:
        went(drawn("tiny", 1), request=Request(time_limit=1.0))
    assert raised.value.exit_code == 4


def nonzeros(text):
    return read_program(text).size.nonzeros


def orders(monkeypatch, large, interior):
    """Let programs be large and very large from so many nonzeros on."""
    (_, last), (_, second), first = turns.ORDERS
    monkeypatch.setattr(turns, "LARGE", large)
    monkeypatch.setattr(turns, "ORDERS", ((interior, last), (large, second), first))


def test_the_number_of_nonzeros_chooses_the_solver(monkeypatch):
    assert nonzeros(lower(kuhn())[0]) == 68
    for large, interior, solver in ((69, 70, "glpk"), (68, 69, "highs"), (67, 68, "highs-ipm")):
        orders(monkeypatch, large, interior)
        report = went(kuhn()).report
        assert report.origins.solver == solver and report.exact.value == Fraction(-1, 18)
    assert went(kuhn(), solver="glpk").report.origins.solver == "glpk"


REWRITTEN = {
    "blank lines": lambda text: text + 10_000 * "\n",
    "comments": lambda text: text.replace("s.t.", 1_000 * "\\ + 3 x1 s.t.\n" + "s.t."),
    "no comments": lambda text: re.sub(r"\\.*", "", text),
    "one line": lambda text: re.sub(r"\n(?=[-+<=])", " ", re.sub(r"\\.*", "", text).strip()),
    "plain numbers": lambda text: text.replace(".0 ", " ").replace("+1 ", "+").replace("-1 ", "-"),
    "glued numbers": lambda text: re.sub(r"([+-][\d.]+) ", r"\1", text),
}


@pytest.mark.parametrize("rewrite", REWRITTEN.values(), ids=REWRITTEN)
def test_a_rewritten_program_is_solved_by_the_same_solver(rewrite, monkeypatch):
    program = lower(kuhn())[0]
    text = rewrite(program)
    assert text != program and turns.order(nonzeros(text)) == ("glpk", "highs")
    for size, solver in ((68, "highs"), (69, "glpk")):
        orders(monkeypatch, size, 100)
        assert turns.order(nonzeros(text))[0] == turns.order(nonzeros(program))[0] == solver


def test_a_program_has_the_nonzeros_of_its_text():
    for game in (kuhn(), drawn("all", 29), drawn("tiny", 1)):
        for player, format in product((1, 2), ("lp", "mps")):
            program, text, _ = lower_lazily(Forms(game), player, format, ())
            assert program.size.nonzeros == nonzeros(text) > 0


def test_the_worked_examples_keep_their_solver():
    programs = list(ARTIFACTS.glob("*/*.lp"))
    assert len(programs) > 8
    for path in programs:
        assert turns.order(nonzeros(path.read_text()))[0] == "glpk"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen here")
@pytest.mark.parametrize(
    "source", ["maze/maze.txt", "island-2/island-2.lp", "droid-duel/droid-duel.yaml"]
)
def test_one_core_and_two_write_the_same_bytes(source, tmp_path):
    cores = sorted(os.sched_getaffinity(0))
    written = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        subprocess.run(
            [sys.executable, "-m", "efgc", "run", ARTIFACTS / source, "-o", folder],
            check=True,
            capture_output=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
            preexec_fn=lambda number=number: os.sched_setaffinity(0, cores[:number]),
        )
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert written[0] == written[1] and len(written[0]) > 1
