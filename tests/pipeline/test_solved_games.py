"""`report` and `certify` find the table of columns of a program, or say that it is missing."""

import os
import shutil

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from said import but_files
from small_games import ARTIFACTS

CAVE, ISLAND = ARTIFACTS / "cave-example", ARTIFACTS / "island-1"
VALUE = "exact value     201/100, proved in rationals"
MISSING = "the table of columns of the linear program is missing"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Make a folder with a game and a solution, whose program lost its comments and its name."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(CAVE / "cave-example.game.json", "g.game.json")
    shutil.copy(CAVE / "cave-example.columns.json", "given.json")
    lines = (CAVE / "cave-example.lp").read_text().splitlines(keepends=True)
    with open("bare.lp", "w") as file:
        file.writelines(line for line in lines if not line.startswith("\\"))
    assert ended("solve", "bare.lp", "-o", "s.solution.json") == 0
    return tmp_path


def ended(*words):
    return guarded(lambda: efgc([*words], prog_name="efgc", standalone_mode=False))


def reported(capfd, *words):
    capfd.readouterr()
    code = ended("report", "g.game.json", *words, "--brief")
    out, err = capfd.readouterr()
    return code, out, but_files(err)


@pytest.mark.parametrize("name", ["s.columns.json", "g.columns.json", "a.columns.json"])
def test_a_table_beside_the_solution_or_the_game_is_found(name, capfd):
    os.rename("given.json", name)
    shutil.copy(ISLAND / "island-1.columns.json", "0.columns.json")  # Of another game.
    code, out, err = reported(capfd, "s.solution.json")
    assert (code, err) == (0, "") and VALUE in out


def test_a_table_that_fits_is_preferred_to_one_of_the_same_name(capfd):
    shutil.copy(ISLAND / "island-1.columns.json", "s.columns.json")
    code, _, err = reported(capfd, "s.solution.json")
    assert code == 1 and err.startswith("s.columns.json:3:2: the table is of another game, or ")
    os.rename("given.json", "a.columns.json")
    assert reported(capfd, "s.solution.json")[0] == 0


@pytest.mark.parametrize(
    "words", [("given.json", "s.solution.json"), ("s.solution.json", "given.json")]
)
def test_a_table_is_named_before_or_behind_the_solution(words, capfd):
    code, out, err = reported(capfd, *words)
    assert (code, err) == (0, "") and VALUE in out
    assert ended("certify", "g.game.json", *words, "-o", "proof.json") == 0


@pytest.mark.parametrize("command", ["report", "certify"])
def test_a_missing_table_is_named_with_the_way_to_get_it(command, capfd):
    assert ended(command, "g.game.json", "s.solution.json") == 1
    said = but_files(capfd.readouterr().err)
    assert said.startswith(f"s.solution.json: {MISSING}: name it before the solution; ")
    assert "there is no s.columns.json or g.columns.json" in said and said.count("\n") == 1
    assert "--columns FILE" in said


@pytest.mark.parametrize(
    "words, message",
    [
        (("given.json",), "name a solution, and at most one table of columns for each"),
        (
            ("given.json", "s.solution.json", "given.json"),
            "a game has two players, so at most two solutions",
        ),
    ],
)
def test_too_many_or_too_few_files_are_wrong_usage(words, message, capfd):
    code, _, err = reported(capfd, *words)
    assert code == 2 and message in err


def test_garbage_in_the_table_is_refused_with_its_place(capfd):
    with open("given.json") as file:
        text = file.read()
    with open("s.columns.json", "w") as file:
        file.write(text.replace('"action": "down"', '"action": "dawn"', 1))
    code, _, err = reported(capfd, "s.solution.json")
    assert code == 1
    assert err.startswith("s.columns.json:8:3: x1 is not a column of this game's linear program")


def test_a_pipe_saves_the_table_with_columns(capfd):
    assert ended("lower", "g.game.json") == 0
    note = "efgc: the table of columns, which `efgc report` needs, is not saved; --columns"
    assert capfd.readouterr().err.startswith(note)
    assert ended("lower", "g.game.json", "--columns", "kept.columns.json") == 0
    assert but_files(capfd.readouterr().err) == "" and os.path.exists("kept.columns.json")
    assert ended("lower", "g.game.json", "-o", "p.lp", "--columns", "p.lp") == 2


def test_names_with_words_are_safe_and_are_reported(capfd):
    assert ended("lower", "g.game.json", "--names", "words", "-o", "w.lp") == 0
    with open("w.lp") as file:
        text = file.read()
    assert "+1 v0_root\n" in text
    assert ended("solve", "w.lp", "-o", "w.solution.json") == 0
    code, out, err = reported(capfd, "w.solution.json")
    assert (code, err) == (0, "") and VALUE in out
