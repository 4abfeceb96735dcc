"""`efgc run` on a linear program: it is solved, and its optimum reported with bounds."""

import json
from fractions import Fraction

import pytest

from pipeline.chain import STAGES, result, run
from pipeline.cli import efgc
from pipeline.diagnostics import guarded
from pipeline.settings import Settings
from pipeline.text import Text
from said import but_files
from schemas import game
from small_games import ARTIFACTS, PUBLISHED
from stages.lower import lower

SMALL = "max\n o: x + 2 y\ns.t.\n c: x + y <= 4\n d: x <= 3\nend\n"
NEVER = {
    "infeasible": "max\n o: x\ns.t.\n c: x <= 1\n d: x >= 2\nend\n",
    "unbounded": "max\n o: x\ns.t.\n c: x >= 1\nend\n",
}


def text(program):
    return Text(program, "p.lp", "p.lp", "0" * 64)


def ended(argv, capfd):
    code = guarded(lambda: efgc(argv, standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("player", [1, 2])
def test_the_bounds_hold_the_value(name, format, player):
    played = game.read((ARTIFACTS / name / f"{name}.game.json").read_text())
    made = result(text(lower(played, player, format)[0]), Settings()).report
    value = PUBLISHED[name][1] * (1 if player == 1 else -1) * (1 if format == "lp" else -1)
    assert Fraction(made.lower) <= value <= Fraction(made.upper)
    assert Fraction(made.upper) - Fraction(made.lower) <= Fraction(1, 10**8)


def test_it_goes_on_from_where_it_stands(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    (tmp_path / "p.lp").write_text(SMALL)
    code, printed, told = ended(["run", "p.lp", "-o", "."], capfd)
    assert (code, but_files(told)) == (0, "")
    assert printed == (
        "linear program\n\n"
        "optimum    8, maximised\n"
        "bounds     8 to 8, by the plan and the dual values in rationals\n"
        "solved by  glpk 5.0, optimal\n"
        "size       2 rows, 2 columns, 3 nonzeros\n\n"
        "column  value\n"
        "y           4\n"
    )
    assert (tmp_path / "p.report.txt").read_text() == printed
    assert (tmp_path / "p.lp").read_text() == SMALL
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "p.lp",
        "p.report.txt",
        "p.solution.json",
    ]
    assert ended(["solve", "p.lp"], capfd)[1] == (tmp_path / "p.solution.json").read_text()
    assert ended(["check", "p.report.txt", "p.solution.json"], capfd)[0] == 0


@pytest.mark.parametrize("through", STAGES)
def test_what_it_is_already_is_itself(through):
    *_, last = run(text(SMALL), Settings(), through)
    assert last.name == (through if through in ("solve", "report") else "parse")
    assert last.name != "parse" or list(last.files(Settings())) == ["lp"]


@pytest.mark.parametrize("status", NEVER)
def test_where_there_is_no_optimum_all_say_so(status, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text(NEVER[status])
    assert ended(["run", "p.lp"], capfd) == (
        4,
        "",
        f"glpk says {status}; highs says {status}\n",
    )
    assert ended(["run", "p.lp", "--solver", "highs"], capfd) == (
        4,
        "",
        f"{status}, says highs\n",
    )


def test_a_program_that_is_wrong_says_where(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.lp").write_text("max\n o: x\ns.t.\n c: x + y <= \nend\n")
    assert ended(["run", "p.lp"], capfd) == (
        1,
        "",
        "p.lp:5: no linear program: missing right-hand side\n",
    )


def test_a_solver_that_is_named_is_asked_alone(capfd, tmp_path):
    (tmp_path / "p.lp").write_text(SMALL)
    argv = ["run", str(tmp_path / "p.lp"), "--solver", "highs", "--through", "solve"]
    assert json.loads(ended(argv, capfd)[1])["solver"] == "highs"
