"""Numbers that no solver in double precision can reckon with: refused where they stand, or left to
exact arithmetic.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import fuzzed
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import InputError
from efgc.stages import isolated
from efgc.stages.solve import BUILT_IN, available, solve
from efgc.stages.solve.program import read_program
from efgc.stages.solve.program.unsuitable import out_of_range
from said import but_files
from small_games import ARTIFACTS, PUBLISHED, published

pytestmark = pytest.mark.usefixtures("forked")

PROGRAM = (ARTIFACTS.parent / "tests/stages/solve/solution_files/program.lp").read_text()
LP = "max\n o: {} x\ns.t.\n r: 1.0 x + 2 e1000y <= {}\nbounds\n 0 <= x <= {}\nend\n"
MPS = (
    "NAME  1e999 FREE\n* 1e-999\nROWS\n N  o\n L  r\nCOLUMNS\n    x  o  {}\n    x  r  1\nRHS\n   "
    " b  r  {}\nBOUNDS\n"
    " UP b  x  {}\nENDATA\n"
)


@pytest.mark.parametrize(
    "spelled, place",
    [
        (("4e-310", "1", "1"), "2:5"),
        (("1", "1e301", "1"), "4:25"),
        (("1", "1", "1.5e+400"), "6:12"),
        (("." + 310 * "0" + "1", "1", "1"), "2:5"),
        ((310 * "9", "1", "1"), "2:5"),
        (("1", "3e-0999", "1"), "4:25"),
    ],
)
def test_a_number_out_of_range_is_refused_with_its_place(spelled, place):
    with pytest.raises(
        InputError,
        match="solvers in double precision accept 0 and numbers between 1e-300 and 1e\\+300",
    ) as raised:
        read_program(LP.format(*spelled))
    assert [str(problem).partition(": ")[0] for problem in raised.value.problems] == [place]
    assert read_program(LP.format("1", "1", "1")).size.columns == 2


FINE = [
    "1e-300",
    "1e300",
    "0e999",
    "0.0e-400",
    "0" * 400 + "1",
    "1." + "0" * 400,
    "1.7976931348623157e+308",
]


@pytest.mark.parametrize("spelled", FINE)
def test_numbers_within_range_are_accepted(spelled):
    assert (
        out_of_range(LP.format(spelled, "1", spelled), "lp")
        == out_of_range(MPS.format(spelled, "1", spelled), "mps")
        == []
    )


def test_of_an_mps_file_names_and_comments_are_no_numbers():
    assert out_of_range(MPS.format("1", "1", "1"), "mps") == []
    assert [
        problem.line for problem in out_of_range(MPS.format("1e-301", "-1e301", "1e999"), "mps")
    ] == [7, 10, 12]


def test_in_a_comment_of_an_lp_file_nothing_is_a_number():
    assert out_of_range("\\ 1e999\nmax\n o: x \\ 1e999\ns.t.\n r: x <= 1 \nend\n", "lp") == []


TWICE = (
    "NAME  x FREE\nROWS\n N  o\n G  r\nCOLUMNS\n    x  o  1\n    x  r  1\nRHS\n    b  r  "
    "1\nBOUNDS\n FR b  x\n FR b  x\n"
    "ENDATA\n"
)


@pytest.mark.parametrize("solver", list(filter(available, BUILT_IN)))
@pytest.mark.parametrize(
    "command", ["solve twice.mps --solver {}", "compare-solvers twice.mps --solver {}"]
)
def test_a_bound_that_is_stated_twice_is_one(solver, command, tmp_path, monkeypatch, capfd):
    """GLPK's own reader ends with an assertion."""
    monkeypatch.chdir(tmp_path)
    Path("twice.mps").write_text(TWICE)
    guarded(lambda: efgc(command.format(solver).split(), standalone_mode=False))
    printed = "".join(capfd.readouterr())
    assert "optimal" in printed and "assertion" not in printed


@pytest.mark.slow
@pytest.mark.parametrize("forks", [True, False])
def test_where_nothing_is_forked_it_is_the_same(forks, monkeypatch):
    monkeypatch.setattr(isolated, "FORKS", forks and isolated.FORKS)
    assert solve(PROGRAM).objective == solve(PROGRAM, "highs").objective == 7.5


GAME = """EFG 2 R "x" {{ "A" "B" }}
p "" 1 1 "" {{ "l" "r" }} 0
p "" 2 1 "" {{ "l" "r" }} 0
t "" 5 "" {{ 2e0 -2e0 }}
t "" 12 "" {{ {0} -{0} }}
p "" 2 1 "" {{ "l" "r" }} 0
t "" 20 "" {{ -{1} {1} }}
t "" 22 "" {{ -8e-259 8e-259 }}
"""
GAMES = {  # The payoffs, and the value; player 2 has one information set.
    ("4e-307", "3e-300"): Fraction(4, 10**307),
    ("1e-320", "1e300"): Fraction(1, 10**320),
    ("4e-200", "3e-300"): Fraction(4, 10**200),
    ("3e-400", "1e-400"): Fraction(3, 10**400),
}


@pytest.mark.parametrize("payoffs", GAMES)
@pytest.mark.parametrize("format", ["text", "json"])
def test_a_game_with_such_payoffs_has_its_value(payoffs, format, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("g.efg").write_text(GAME.format(*payoffs))
    assert (
        guarded(
            lambda: efgc(["run", "g.efg", "--format", format, "-o", "made"], standalone_mode=False)
        )
        == 0
    )
    printed, told = capfd.readouterr()
    assert "Assertion" not in printed + told
    if format == "json":
        found = json.loads(printed)
        assert Fraction(found["value_exact"]) == GAMES[payoffs]
        assert found["lower_bound"] <= float(GAMES[payoffs]) <= found["upper_bound"]
    assert guarded(lambda: efgc(["run", "g.efg", "--solver", "glpk"], standalone_mode=False)) in (
        0,
        3,
        4,
        5,
    )
    assert capfd.readouterr().err.count("\n") <= 1


def test_programs_with_numbers_out_of_range_are_not_passed_to_solvers(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("g.efg").write_text(GAME.format("4e-307", "3e-300"))
    assert guarded(lambda: efgc(["run", "g.efg", "-o", "made"], standalone_mode=False)) == 0
    assert but_files(capfd.readouterr().err) == (
        "g.efg: refused: the linear program has numbers, 1 of them, that are not between 1e-300 "
        "and 1e+300 in size: no solver in "
        "floating point is asked about it\ng.efg: solved by exact\n"
    )
    assert guarded(lambda: efgc(["solve", "made/g.lp"], standalone_mode=False)) == 1
    assert "'4e-307' is too small" in capfd.readouterr().err


def test_payoffs_beyond_are_refused_with_their_place(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("g.efg").write_text(GAME.format("1e301", "1"))
    assert guarded(lambda: efgc(["run", "g.efg"], standalone_mode=False)) == 1
    assert capfd.readouterr().err.startswith(
        "g.efg:5:14: '1e301' is not a number of reasonable size"
    )


@pytest.mark.slow
@pytest.mark.parametrize("payoff", ["8e-259", "1e-320"])
def test_a_hand_in_ends_no_other(payoff, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("m.txt").write_text(published("island-report"))
    rules = PUBLISHED["island-report"][0]
    for command in (
        f"parse m.txt -O 0 --rules {rules} -o m.yaml",
        "expand m.yaml --unroll --format gambit -o good.efg",
    ):
        assert guarded(lambda: efgc(command.split(), standalone_mode=False)) == 0
    Path("bad.efg").write_text(GAME.format("4e-307", payoff))
    capfd.readouterr()
    ended = guarded(
        lambda: efgc(
            f"grade bad.efg good.efg --map m.txt --rules {rules}".split(), standalone_mode=False
        )
    )
    printed = capfd.readouterr().out
    assert (
        ended in (0, 1)
        and "good.efg" in printed
        and "bad.efg" in printed
        and "identical" in printed
    )
    assert "not solved" not in printed


@pytest.mark.long
@pytest.mark.parametrize("reader", fuzzed.READERS)
def test_drawn_files_end_every_command_with_its_code(reader, tmp_path):
    """A sample; `tests/benchmarks/fuzz_numbers.py` draws as many as one likes."""
    codes = set()
    for seed in range(60):
        wrong, code = fuzzed.offence(reader, seed, tmp_path)
        assert not wrong
        codes.add(code)
    assert {0, 1} < codes
