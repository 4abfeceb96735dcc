"""Points for the islands of 2020: perfect, weak and broken programs, run on maps."""

import csv
import io
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import processes
from efgc.pipeline.apps.course import contracts
from efgc.pipeline.apps.course.grading.grader import GradingRequest
from efgc.pipeline.apps.course.points import islands
from efgc.pipeline.apps.course.programs import runs
from efgc.pipeline.apps.course.programs.runs import RunOutcome, run_python
from efgc.pipeline.apps.course.records import Grade
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.schemas.grades import PASSED, UNDECIDED, Verdict
from efgc.schemas.parts.install_commands import import_folder
from small_games import published

COURSE = ("--course", "island-2020")
MAPS = ("three-bushes", "two-bushes")  # Worth 0 and 5.


def maps(folder):
    (folder / "maps").mkdir()
    for name in MAPS:
        (folder / "maps" / f"{name}.txt").write_text(published(name))
    return str(folder / "maps")


def trees():
    """Return the Gambit file of each map by its last row, and the values."""
    text = {name: published(name) for name in MAPS}
    made = {
        name: "".join(contracts.gambit(Text(text[name], name, name, "0" * 64), "island-2020"))
        for name in MAPS
    }
    return {text[name]: made[name] for name in MAPS}


def program(lines):
    return f"import sys\ntrees = {trees()!r}\ntext = sys.stdin.read\n{lines}\n"


PERFECT_LP = """
import sys
import game_tree
map, _, player = sys.stdin.read().rstrip().rpartition("\\n")
print(game_tree.value[map + "\\n"] * (-1.0 if player == "1" else 1.0))
"""
PERFECT_TREE = """
value = dict(zip(trees, (0.0, 5.0)))
if __name__ == "__main__":
    print(trees[text()], end="")
"""
# The value to the agent whoever is asked for, and the tree of another map.
WEAK_LP = PERFECT_LP.replace('-1.0 if player == "1" else 1.0', "1.000001")
WEAK_TREE = PERFECT_TREE.replace("trees[text()]", "trees[[*trees][1]]")


def graded(folder, tree, lp, *options):
    handin = folder / "ann"
    handin.mkdir()
    if tree:
        (handin / "game_tree.py").write_text(program(tree))
    if lp:
        (handin / "game_lp.py").write_text(lp)
    asked = ["grade", str(handin), *COURSE, "--map", maps(folder), "--jobs", "1"]
    made = CliRunner().invoke(efgc, [*asked, "--format", "csv", *options], catch_exceptions=False)
    rows = list(csv.DictReader(io.StringIO(made.stdout)))
    assert [row["part"] for row in rows] == [
        *["game_tree.py", "game_lp.py", "game_lp.py"] * 2,
        "all",
    ]
    assert [row["player"] for row in rows] == ["", "0", "1"] * 2 + [""]
    right = all(row["verdict"] in ("identical", "right") for row in rows)
    assert made.exit_code == (not right), made.output
    return rows


def points(rows):
    return [float(row["points"]) for row in rows]


@pytest.mark.parametrize(("printed", "right"), [("5.00001", 1), ("4.99999", 1), ("5.000011", 0)])
def test_a_value_may_be_off_by_the_tolerance_of_the_document(monkeypatch, printed, right):
    monkeypatch.setattr(islands, "run_python", lambda *_: RunOutcome(printed))
    board = Text(published("two-bushes"), "map", "map", "0" * 64)
    terms = islands.Terms(GradingRequest(board), 1, 5.0, 1.0, 10**9, 1.0, 1)
    assert islands.MapWork(terms, "ann", 0)().points == 4 * right


@pytest.mark.parametrize("verdict", [*UNDECIDED, *PASSED, Verdict.DIFFERENT])
def test_a_tree_loses_points_only_if_it_is_decided(monkeypatch, verdict):
    monkeypatch.setattr(islands, "run_python", lambda *_: RunOutcome("tree"))
    monkeypatch.setattr(islands, "_graded", lambda *_: Grade("game_tree.py", verdict))
    board = Text(published("two-bushes"), "map", "map", "0" * 64)
    terms = islands.Terms(GradingRequest(board), 1, 5.0, 1.0, 10**9, 1.0, 1)
    grade = islands.MapWork(terms, "ann", None)()
    expected = 6 if verdict in PASSED else 0 if verdict == "different" else None
    assert (grade.verdict, grade.points, grade.of) == (verdict, expected, 6)


@pytest.mark.slow
def test_programs_run_in_the_python_of_the_course(tmp_path):
    course = tmp_path / "course python"
    course.write_text(f'#!/bin/sh\nCOURSE=1 exec {sys.executable} "$@"\n')
    course.chmod(0o755)
    lp = "import os\nassert os.environ['COURSE']\n" + PERFECT_LP
    rows = graded(tmp_path, PERFECT_TREE, lp, "--python", f"'{course}'")
    assert points(rows)[-1] == 14


@pytest.mark.slow
def test_a_missing_package_is_one_line_at_the_end(tmp_path):
    (tmp_path / "game_lp.py").write_text("import gurobipy\nimport game_tree\n")
    (tmp_path / "map.txt").write_text(published("two-bushes"))
    asked = ["grade", str(tmp_path), *COURSE, "--map", str(tmp_path / "map.txt")]
    # No Python has it that is asked not to look for installed packages.
    made = CliRunner().invoke(efgc, [*asked, "--python", f"{sys.executable} -I -S"])
    assert [line for line in made.stderr.splitlines() if "gurobipy" in line] == [
        f"2 rows failed without gurobipy: {sys.executable} -I -S -m pip install gurobipy, "
        "or name another Python with --python"
    ]
    made = CliRunner().invoke(efgc, [*asked, "--python", "no-such-python"])
    assert (
        made.exit_code == 2 and "'no-such-python' is not a command that can be found" in made.stderr
    )


@pytest.mark.slow
def test_perfect_programs_have_all_points(tmp_path):
    rows = graded(tmp_path, PERFECT_TREE, PERFECT_LP)
    assert points(rows) == [3, 2, 2, 3, 2, 2, 14]
    assert [row["verdict"] for row in rows] == [*["identical", "right", "right"] * 2, "right"]
    assert [row["value"] for row in rows] == ["0", "0", "-0", "5", "5", "-5", ""]
    assert [row["true value"] for row in rows] == ["0", "0", "0", "5", "5", "-5", ""]
    assert sorted(path.name for path in (tmp_path / "ann").iterdir()) == [
        "game_lp.py",
        "game_tree.py",
    ]


@pytest.mark.slow
def test_weak_programs_get_the_points_of_their_right_parts(tmp_path):
    rows = graded(tmp_path, WEAK_TREE, WEAK_LP)
    assert points(rows) == [0, 2, 2, 3, 2, 0, 9]  # 5.000005 is within the tolerance.
    assert rows[0]["verdict"] == "different"
    assert rows[5]["reason"] == (
        "5.000005 is not the value of the map's game, but the value to the other player"
    )


BROKEN = {
    "import time; time.sleep(60)": "took longer than 1 s",
    "print('Optimal'); print(5.0)": "printed 'Optimal 5.0', no number",
    "print('nan')": "printed 'nan', no number",
    "": "printed nothing, no number",
    "1 / 0": "ended with exit code 1: ZeroDivisionError: division by zero",
    "raise NotImplementedError": "ended with exit code 1: NotImplementedError",
    "import os; os.abort()": "ended with SIGABRT",
    "import sys; sys.exit('no licence')": "ended with exit code 1: no licence",
    "import sys; sys.stdout.buffer.write(b'\\xff\\xfe')": "no number",
}


@pytest.mark.slow
@pytest.mark.parametrize("content", BROKEN)
def test_a_missing_answer_is_a_row_with_the_reason(tmp_path, content):
    rows = graded(
        tmp_path, content, content or "\n", "--run-seconds", "1" if "60" in content else "9"
    )
    assert points(rows) == [0] * 7
    assert all(BROKEN[content] in row["reason"] for row in rows if row["part"] == "game_lp.py")
    assert all(row["reason"] for row in rows if row["part"] == "game_tree.py")


@pytest.mark.slow
def test_programs_that_are_missing_have_no_points(tmp_path):
    rows = graded(tmp_path, "", WEAK_LP)
    assert points(rows)[-1] == 0
    assert rows[0]["reason"] == "there is no game_tree.py"
    assert "No module named 'game_tree'" in rows[1]["reason"]


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_a_program_has_no_more_room_than_it_is_given(tmp_path, monkeypatch):
    from efgc.stages.isolated import sandbox

    monkeypatch.setattr(runs, "MOST_BYTES", 100_000)
    (tmp_path / "fills.py").write_text("while True: print('x' * 1000)")
    ran = run_python(str(tmp_path / "fills.py"), "", 20.0, 1)
    assert "100,000 bytes" in ran.reason or "File too large" in ran.reason
    monkeypatch.setattr(sandbox, "SHARE", 1e-9)  # Of what is free: the least there is remains.
    (tmp_path / "grows.py").write_text("x = []\nwhile True: x.append(bytearray(10_000_000))")
    assert "MemoryError" in run_python(str(tmp_path / "grows.py"), "", 20.0, 1).reason


@pytest.mark.long
def test_our_own_templates_have_all_points(tmp_path):
    handin = tmp_path / "ann"
    handin.mkdir()
    for name, text in contracts.templates().items():
        (handin / name).write_text(text)
    (tmp_path / "map.txt").write_text(published("island-report"))
    asked = ["grade", str(handin), *COURSE, "--map", str(tmp_path / "map.txt")]
    made = CliRunner().invoke(efgc, asked, catch_exceptions=False)
    assert made.exit_code == 0 and "ann, all: right, 14 of 14 points" in made.stdout


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")
def test_a_program_ends_with_its_parent_process(tmp_path):
    (tmp_path / "sleeps.py").write_text(
        "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(300)"
    )
    guard = [sys.executable, "-c", runs.GUARD, str(import_folder())]
    guard += ["300", "1000000000", "9", "1", "", sys.executable, "sleeps.py"]
    who = f"import subprocess\nsubprocess.Popen({guard!r}, start_new_session=True).wait()"
    with subprocess.Popen([sys.executable, "-c", who], cwd=tmp_path) as waits:
        wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
        waits.kill()
    pid = int((tmp_path / "pid").read_text())
    assert processes.end([pid])


def wait_for(what):
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until
        time.sleep(0.1)
