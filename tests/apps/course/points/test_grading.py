"""Points by a course document: which hand-ins there are, in folders and archives, and which options
they have.
"""

import csv
import io
import json
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from small_games import published

COURSE = ("--course", "island-2020")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a map and hand-ins."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.txt").write_text(published("two-bushes"))
    (tmp_path / "h" / "ben").mkdir(parents=True)
    (tmp_path / "h" / "ben" / "game_lp.py").write_text("print(5)")
    (tmp_path / "h" / "eva").mkdir()
    (tmp_path / "h" / "eva" / "notes.md").write_text("I did it.")
    with ZipFile(tmp_path / "h" / "ann.zip", "w") as archive:
        archive.writestr("hw/game_lp.py", "import other")
        archive.writestr("hw/other.py", "print(-5)")
    return tmp_path


def called(*words):
    made = CliRunner().invoke(efgc, ["grade", *words], catch_exceptions=False)
    return made.exit_code, made.stdout


@pytest.mark.slow
def test_hand_ins_of_a_folder_and_in_archives_have_rows_by_student(folder):
    code, text = called("h", *COURSE, "--map", "map.txt", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    names = ("student", "file", "part", "player", "verdict", "points")
    assert code == 1
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("ann", "h/ann.zip/hw", "game_tree.py", "", "failed", "0"),
        ("ann", "h/ann.zip/hw", "game_lp.py", "0", "wrong", "0"),
        ("ann", "h/ann.zip/hw", "game_lp.py", "1", "right", "4"),
        ("ann", "h/ann.zip/hw", "all", "", "partly right", "4"),
        ("ben", "h/ben", "game_tree.py", "", "failed", "0"),
        ("ben", "h/ben", "game_lp.py", "0", "right", "4"),
        ("ben", "h/ben", "game_lp.py", "1", "wrong", "0"),
        ("ben", "h/ben", "all", "", "partly right", "4"),
        ("eva", "h/eva", "", "", "skipped", "0"),
    ]
    assert sorted(path.name for path in (folder / "h").iterdir()) == ["ann.zip", "ben", "eva"]


@pytest.mark.slow
def test_the_points_are_scaled_and_the_outcome_counts_hand_ins(folder, capfd):
    words = ["grade", "h/ben", *COURSE, "--map", "map.txt", "--points", "7", "-o", "x.results.json"]
    assert guarded(lambda: efgc(words, prog_name="efgc", standalone_mode=False)) == 1
    tests = json.loads((folder / "x.results.json").read_text())["tests"]
    assert [(test["score"], test["max_score"]) for test in tests] == [(0, 3), (2, 2), (0, 2)]
    assert "1 hand-in: 1 partly right; wrote x.results.json" in capfd.readouterr().err


def test_a_folder_without_programs_is_unreadable(folder):
    code, text = called("h/eva", *COURSE, "--map", "map.txt", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (code, rows[0]["verdict"]) == (1, "unreadable")
    assert rows[0]["reason"] == "has no program (game_tree.py, game_lp.py)"


MISTAKES = {
    "h --map map.txt --games 3": "--games is for --course droids-2022",
    "h --course island-2020 --map map.txt --seed 3": "--seed is for --course droids-2022",
    "h --course island-2020 --map map.txt --rules island-2018": "--rules is for files and",
    "h --course island-2020 --map map.txt --random 3": "--random is for --program",
    "h --course island-2020 --map map.txt --feedback f": "--feedback is for files and",
    "h --course island-2020 --map map.txt -v": "--verbose is for files and",
    "h --course droids-2022 --solver glpk": "--solver is for files and --program and --course isl",
    "h --course droids-2022 --map map.txt": "--course droids-2022 has no --map",
    "h --course island-2020": "runs programs on each --map; there is none",
    "h --course island-2020 --map map.txt --program x": "--course and --program cannot be combined",
    "h --map map.txt --run-seconds 3": "--run-seconds is for --program and --course",
    "--course droids-2022": "name the hand-ins",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_options_for_other_hand_ins_are_refused(folder, capfd, words):
    call = ["grade", *words.split()]
    assert guarded(lambda: efgc(call, prog_name="efgc", standalone_mode=False)) == 2
    assert MISTAKES[words] in capfd.readouterr().err


def test_no_output_replaces_a_program(folder, capfd):
    words = ["grade", "h/ben", *COURSE, "--map", "map.txt"]
    words += ["--format", "csv", "-o", "h/ben/game_lp.py"]
    assert guarded(lambda: efgc(words, prog_name="efgc", standalone_mode=False)) in (1, 2)
    assert (folder / "h" / "ben" / "game_lp.py").read_text() == "print(5)"
