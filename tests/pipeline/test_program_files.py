"""Linear programs and their neighbours as files: all commands read them alike, and the ending of a
file decides which reader complains.
"""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from said import but_files

FOLDER = Path(__file__).parents[1] / "stages/solve/program_files"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def ended(*argv):
    """Return the exit code of a command, and its output with that on stderr."""
    codes = []
    with CliRunner().isolation() as (out, err, *_):
        codes.append(guarded(lambda: efgc([*argv], standalone_mode=False)))
        return codes[0], out.getvalue().decode() + but_files(err.getvalue().decode())


COMMANDS = (
    *(("run", "{}"), ("solve", "{}"), ("lower", "{}", "-o", "x.lp"), ("check", "{}")),
    *(("run", "--relax", "{}"), ("compare-solvers", "{}", "--solver", "glpk")),
)


@pytest.mark.parametrize(
    "name, said",
    [
        ("semi.lp", "semi.lp:9:2: semi-continuous columns: not a linear program\n"),
        (
            "negative-upper.mps",
            "negative-upper.mps:10:2: x has an upper bound below 0: state its lower one, too\n",
        ),
    ],
)
def test_all_commands_refuse_a_program_in_the_same_words(name, said):
    for command in COMMANDS:
        assert ended(*(word.format(name) for word in command)) == (1, said), command


@pytest.mark.parametrize(
    "name, optimum",
    [
        *[("constant.lp", "12"), ("no-rows.mps", "-1"), ("empty-row.lp", "2")],
        *[("names-with-blanks.mps", "8"), ("no-objective.lp", "0")],
    ],
)
def test_all_commands_find_the_same_optimum(name, optimum):
    assert f"\noptimum  {optimum}, minimised" in ended("run", name)[1]
    assert ended("solve", name, "-o", "s.json") == (0, "")
    assert json.loads(Path("s.json").read_text())["objective"] == float(optimum)
    assert ended("certify", name, "s.json", "-o", "c.json") == (0, "")
    code, said = ended("check", name, "c.json")
    assert code == 0 and f"c.json: proves for {name} that the minimum is {optimum}\n" in said
    assert ended("lower", name, "-o", "x.mps") == (0, "")
    assert f"\noptimum  {optimum}, minimised" in ended("run", "x.mps")[1]


def test_all_commands_remark_on_a_direction_in_a_comment():
    ended("solve", "pulp-maximise.mps", "-o", "s.json")
    for command in (*COMMANDS, ("certify", "{}", "s.json")):
        code, said = ended(*(word.format("pulp-maximise.mps") for word in command))
        assert code == 0, command
        assert said.count("the comment *SENSE:Maximize means nothing") == 1, command


@pytest.mark.parametrize("name", ["constant.lp", "no-rows.mps"])
def test_a_packed_program_is_the_program(name):
    Path(f"{name}.gz").write_bytes(gzip.compress(Path(name).read_bytes()))
    assert ended("run", f"{name}.gz") == ended("run", name)
    assert ended("solve", f"{name}.gz", "-o", "s.json") == (0, "")
    assert ended("certify", name, "s.json", "-o", "c.json") == (0, "")
    assert ended("check", f"{name}.gz", "c.json", "s.json")[0] == 0
    ended("run", f"{name}.gz", "-o", "made")
    assert Path("made", f"{Path(name).stem}.solution.json").exists()
    Path("cut.lp.gz").write_bytes(Path(f"{name}.gz").read_bytes()[:-9])
    assert ended("run", "cut.lp.gz") == (1, "cut.lp.gz: a gzip file that is damaged or cut off\n")


BROKEN = {
    "a.lp": ("objective\n x\n", "a.lp:1:1: neither an .lp file (max, min) nor an .mps file"),
    "b.mps": ("NAMES x\nROWS\n", "b.mps:1:1: neither an .lp file (max, min) nor an .mps file"),
    "c.json": ("[1, 2", "c.json:1:6: not valid JSON: Expecting ',' delimiter"),
    "d.json": ('"x"', "d.json: 'x' is not a mapping"),
    "e.csv": ("a;b\n1,5;2\n", "e.csv:2:1: '1,5' has a decimal comma; write 1.5"),
    "decimal-comma.csv": (None, "decimal-comma.csv:2:3: '1,5' has a decimal comma; write 1.5"),
    "f.lp": ('{"x": 1}', "f.lp:1:1: neither an .lp file (max, min) nor an .mps file"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["run", "check", "parse"])
def test_the_ending_decides_which_reader_complains(name, command):
    text, expected = BROKEN[name]
    if text is not None:
        Path(name).write_text(text)
    code, said = ended(command, name)
    assert code == 1 and said.startswith(expected)


def test_a_matrix_may_have_one_column_with_a_name():
    Path("m.csv").write_text("# payoffs\npay\n1\n2\n")
    assert ended("run", "m.csv")[1].startswith("matrix 2x1\n\nvalue        2 to player 1 (exact)")


@pytest.mark.parametrize(
    "plan",
    [
        "name,solution\nx,4\ny,0\nz,3\n",
        "\ufeffcolumn;value\nx;4\ny;0\nz;3\n",
        "x = 4\nz = 3\n",
    ],
)
def test_plans_of_cbc_and_of_spreadsheets_are_read(plan):
    Path("plan.csv").write_text(plan, encoding="utf-8")
    assert ended("solve", "p.lp", "--from", "plan.csv", "-o", "s.json") == (0, "")
    assert json.loads(Path("s.json").read_text())["objective"] == 5
