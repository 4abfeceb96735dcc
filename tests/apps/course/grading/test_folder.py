"""Many hand-ins: rows in order, whatever one of them does, however many processes grade them, and
whenever they are stopped.
"""

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import many_handins
from efgc.pipeline.apps.course.grading import grader as grading
from efgc.pipeline.apps.course.grading.grader import grader
from efgc.pipeline.apps.course.grading.submissions import Submission, first_duplicates
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.reading import read_text
from efgc.pipeline.terminal import diagnostics
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.grades import VERDICTS
from efgc.schemas.parts.problems import SolverError
from said import but_files
from small_games import ARTIFACTS

pytestmark = pytest.mark.usefixtures("forked")

MAP = ARTIFACTS / "island-1" / "island-1.txt"
PROGRAM = "from efgc.pipeline.start import main; main()"
read_gambit, solve = grading.read_gambit, grading.solved_game


def stubborn(text, sha256, file, known, **reading):
    """Read a hand-in, unless its title says that it ends badly."""
    word = re.match(r'EFG 2 R "(\w+)', text)
    match word and word[1]:
        case "hangs":
            time.sleep(600)
        case "eats":
            bytearray(2**45)
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        case "aborts":
            os.abort()
        case "stumbles":
            raise KeyError("nobody thought\nof this")
        case "nests":
            return stubborn(text, sha256, file, known, **reading)
        case "resists":  # A tree that is the map's would be graded without a solver.
            text = re.sub('"[^"]*"', '"resists"', many_handins.tree(many_handins.OTHER), count=1)
    return read_gambit(text, sha256, file, known=known, **reading)


@cache
def right():
    return many_handins.tree(many_handins.MAP)


def titled(title):
    return re.sub('EFG 2 R "', f'EFG 2 R "{title} ', right(), count=1)


def called(*argv):
    return guarded(lambda: efgc(["grade", *map(str, argv)], standalone_mode=False))


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


BADLY = {
    "hangs": "it takes more than the 3 s of --handin-seconds",
    "eats": "the hand-in needs more memory than is available, shared among 2 hand-ins; "
    "--jobs 1 gives one all of it",
    "dies": "the hand-in ended with a kill signal, perhaps because memory ran out",
    "aborts": "the hand-in ended with an abort",
    "stumbles": r"a bug of efgc: KeyError: 'nobody thought\nof this'",
    "nests": "a bug of efgc: RecursionError: maximum recursion depth exceeded",
}


@pytest.mark.slow
def test_a_crash_ends_only_its_own_hand_in(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(grading, "read_gambit", stubborn)
    folder = tmp_path / "handins"
    folder.mkdir()
    words = ["fine", *BADLY, "well"]
    for number, word in enumerate(words):
        (folder / f"{number}-{word}.efg").write_text(titled(word))
    out = tmp_path / "grades.csv"
    argv = (folder, "--map", MAP, "--format", "csv", "--handin-seconds", "3", "--jobs", "2")
    assert called(*argv, "-o", out) == 1
    printed, said = capfd.readouterr()
    assert printed == ""
    assert said.splitlines()[-1].startswith("8 hand-ins: 2 right, 6 not graded; wrote ")
    found = rows(out)
    assert [row["file"] for row in found] == [
        str(folder / f"{number}-{word}.efg") for number, word in enumerate(words)
    ]
    assert [found[0]["verdict"], found[-1]["verdict"]] == ["identical"] * 2
    for row, said in zip(found[1:-1], BADLY.values(), strict=True):
        assert row["verdict"] == "not graded"
        assert row["difference"].startswith(said)


def test_a_solver_that_aborts_is_followed_by_the_next_one(tmp_path, monkeypatch):
    from efgc.stages.solve.solvers import glpk

    def aborting(*arguments, **options):
        os.abort()

    handin = tmp_path / "fine.efg"
    handin.write_text(titled("fine"))
    assert called(handin, "--map", MAP, "-o", tmp_path / "before.txt") == 0
    monkeypatch.setattr(glpk, "solve", aborting)
    assert called(handin, "--map", MAP, "-o", tmp_path / "after.txt") == 0
    assert (tmp_path / "after.txt").read_text() == (tmp_path / "before.txt").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("format", ["text", "csv", "json"])
def test_the_number_of_processes_changes_no_byte(format, tmp_path):
    folder = tmp_path / "handins"
    many_handins.write(folder, 12, every=2)
    made = [tmp_path / f"{jobs}" for jobs in (1, 3)]
    for path, jobs in zip(made, (1, 3), strict=True):
        assert called(folder, "--map", MAP, "--format", format, "--jobs", jobs, "-o", path) == 1
    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].read_text().count("h011.efg") == 1


@pytest.mark.slow
def test_a_student_without_a_file_ends_no_row_of_the_others(tmp_path):
    for name in ("anna", "ben", "cleo"):
        (tmp_path / name).mkdir()
    for name in ("anna", "cleo"):
        (tmp_path / name / "tree.efg").write_text(right())
    out = tmp_path / "grades.csv"
    folders = sorted(tmp_path.iterdir())
    assert called(*folders, "--map", MAP, "--format", "csv", "-o", out) == 0  # As below a folder.
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [row["verdict"] for row in rows] == ["identical", "skipped", "identical"]
    assert (rows[1]["file"], rows[1]["difference"]) == (
        str(tmp_path / "ben"),
        "has no Gambit file (.efg), linear program (.lp, .mps) or printed report (.txt)",
    )


def test_equal_files_are_graded_once(tmp_path, monkeypatch):
    names = ["a", "b", "c", "d", "e"]
    for name, title in zip(names, ("one", "two", "one", "owt", "one"), strict=True):
        (tmp_path / f"{name}.efg").write_text(titled(title))
    files = [str(tmp_path / f"{name}.efg") for name in names]
    paths = [*files, "-", "-", "nofile", "nofile"]
    duplicates = first_duplicates([Submission(path, "", path) for path in paths])
    assert duplicates == [0, 1, 0, 3, 0, 5, 6, 7, 8]
    log = tmp_path / "log"

    def counted(text, sha256, file, known):
        with open(log, "a") as lines:
            lines.write(f"{file}\n")
        return read_gambit(text, sha256, file, known=known)

    monkeypatch.setattr(grading, "read_gambit", counted)
    out = tmp_path / "grades.csv"
    assert called(*files, "--map", MAP, "--format", "csv", "-o", out) == 0
    assert [row["file"] for row in rows(out)] == files
    assert sorted(log.read_text().split()) == ["a.efg", "b.efg", "d.efg"]


def test_large_files_are_not_read(tmp_path, capfd):
    for name in "ab":  # Or else they are read to see whether they are alike.
        many_handins.too_large(tmp_path / f"{name}.efg")
    out = tmp_path / "grades.csv"
    assert called(tmp_path, "--map", MAP, "--format", "csv", "-o", out) == 1
    assert [row["difference"] for row in rows(out)] == ["larger than 1,073,741,824 bytes"] * 2
    [line] = capfd.readouterr().err.splitlines()
    assert line.startswith(f"2 hand-ins: 2 unreadable; wrote {out}, ")


@pytest.mark.slow
def test_hand_ins_can_be_read_from_a_pipe_and_from_stdin(tmp_path):
    run = subprocess.run(
        f"cat {ARTIFACTS}/island-1/island-1.efg | "
        f"{sys.executable} -c '{PROGRAM}' grade - <(cat {ARTIFACTS}/island-1/island-1.efg) "
        f"{ARTIFACTS}/island-1/island-1.efg --map {MAP} --format csv",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
    )
    assert [row["verdict"] for row in csv.DictReader(run.stdout.splitlines())] == ["identical"] * 3


@pytest.mark.slow
def test_a_reader_that_has_enough_gets_one_line_on_it(tmp_path):
    many_handins.write(tmp_path / "handins", 8)
    run = subprocess.run(
        f"{sys.executable} -c '{PROGRAM}' grade {tmp_path}/handins --map {MAP} --format csv "
        "--jobs 2 | head -1",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert run.stdout.startswith("student,verdict")
    assert run.stderr == "<stdout>: the reader closed the pipe\n"


def test_rows_are_there_before_the_next_hand_in_is(tmp_path, monkeypatch):
    """A file that is read at the moment of the second has the first one's row."""
    out, seen = tmp_path / "grades.csv", tmp_path / "seen"

    def looking(text, sha256, file, known):
        if file == "b.efg":
            seen.write_bytes(out.read_bytes())
        return read_gambit(text, sha256, file, known=known)

    monkeypatch.setattr(grading, "read_gambit", looking)
    for name in "ab":
        (tmp_path / f"{name}.efg").write_text(titled(name))
    out.write_text("of another run")
    out.chmod(0o640)
    assert called(tmp_path, "--map", MAP, "--format", "csv", "--jobs", "1", "-o", out) == 0
    assert [row["file"][-5:] for row in csv.DictReader(seen.read_text().splitlines())] == ["a.efg"]
    assert out.read_bytes().startswith(seen.read_bytes())
    assert out.stat().st_mode & 0o777 == 0o640


def test_a_map_that_is_wrong_leaves_the_file_of_another_run(tmp_path, capfd):
    out = tmp_path / "grades.csv"
    out.write_text("of another run")
    (tmp_path / "a.efg").write_text(right())
    assert called(tmp_path, "--map", __file__, "-o", out) == 1
    assert out.read_text() == "of another run"


@pytest.mark.long
def test_the_whole_time_limit_leaves_the_rows_so_far(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(grading, "read_gambit", stubborn)
    folder = tmp_path / "handins"
    folder.mkdir()
    for number, word in enumerate(("fine", "hangs", "well")):
        (folder / f"{number}.efg").write_text(titled(word))
    for format, jobs in (("csv", "2"), ("json", "1")):
        out = tmp_path / f"grades.{format}"
        argv = (folder, "--map", MAP, "--format", format, "--jobs", jobs, "-o", out)
        assert called(*argv, "--time-limit", "5") == 4
        assert capfd.readouterr().err == (
            f"grade: 1 of 3 hand-ins are graded, as {out} has it\n"
            "efgc: stopped during grade 1.efg, 1 of 3: time limit of 5 s reached\n"
        )
    assert [row["verdict"] for row in rows(tmp_path / "grades.csv")] == ["identical"]
    [only] = json.loads((tmp_path / "grades.json").read_text())["grades"]
    assert only["verdict"] == "identical"


def solved_game(game, asked):
    """Solve a hand-in, unless its title says that nobody can."""
    if game.title.startswith("resists"):
        raise SolverError("glpk: no answer")
    return solve(game, asked)


STUBBORN = [*((word, "not graded") for word in BADLY), ("resists", "not solved")]


@pytest.mark.long
def test_300_hand_ins_have_300_rows_in_order(tmp_path, monkeypatch, capfd):
    """Also where some of them are broken in every known way."""
    monkeypatch.setattr(grading, "read_gambit", stubborn)
    monkeypatch.setattr(grading, "solved_game", solved_game)
    folder, outs = tmp_path / "handins", [tmp_path / "1", tmp_path / "3"]
    verdicts = many_handins.write(folder, 300, 7, STUBBORN)
    for out in outs:
        argv = (folder, "--map", MAP, "--format", "csv", "-o", out, "--jobs", out.name)
        assert called(*argv, "--handin-seconds", "3") == 1
    found, others = map(rows, outs)
    shared = ", shared among 3 hand-ins; --jobs 1 gives one all of it"
    for row in others:
        row |= {name: row[name].replace(shared, "") for name in ("difference", "reason")}
    assert found == others
    assert but_files(capfd.readouterr().err) == ""
    assert [row["file"] for row in found] == sorted(map(str, folder.glob("h*.efg")))
    assert len(found) == 300 and len(verdicts) == 42
    assert set(verdicts.values()) == set(VERDICTS) - {
        *("identical", "equivalent", "not comparable", "skipped"),
        *("right", "partly right", "wrong", "failed", "uses efgc"),  # Of points and programs.
    }
    for number, row in enumerate(found):
        fine = "different" if number % 10 == 3 else "identical"
        assert row["verdict"] == verdicts.get(Path(row["file"]).name, fine), row


# -- stopped


@dataclass(frozen=True)
class Folder:
    """Hand-ins, and what they come to."""

    path: Path
    whole: bytes


COUNT = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return hand-ins, each third of them broken, with the table of their grades."""
    path = tmp_path_factory.mktemp("many") / "handins"
    many_handins.write(path, COUNT, every=3)
    out = path.parent / "whole.csv"
    assert called(path, "--map", MAP, "--format", "csv", "-o", out) == 1
    return Folder(path, out.read_bytes())


def stopped(folder, out, number, rows_before, format="csv", kill=os.kill):
    """Return exit code and last words of a run that gets a signal after so many rows, and the
    processes that it left.

    With `os.killpg` all its processes get it, as where a key is pressed at a terminal.
    """
    argv = ["grade", str(folder.path), "--map", str(MAP), "--format", format, "-o", str(out)]
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *argv, "--jobs", "2"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "EFGC_TEST": str(out)},
        start_new_session=True,
    )
    if format == "json":
        time.sleep(rows_before)  # Seconds: nobody can look.
    else:
        while not out.exists() or out.read_bytes().count(b"\n") < rows_before:
            time.sleep(0.005)
    kill(run.pid, number)
    _, told = run.communicate(timeout=60)
    deadline = time.monotonic() + 10
    while (left := processes_with(str(out))) and time.monotonic() < deadline:
        time.sleep(0.1)
    return run.returncode, told, left


def processes_with(word):
    """Return the processes whose environment has a word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"EFGC_TEST={word}".encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


@pytest.mark.long
@pytest.mark.parametrize("round", range(6))
def test_whenever_it_is_stopped_the_rows_so_far_are_there(round, folder, tmp_path):
    number = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)[round % 3]
    out = tmp_path / "grades.csv"
    kill = os.kill if round < 3 else os.killpg
    before = random.Random(round).randrange(2, 40)
    code, told, left = stopped(folder, out, number, before, kill=kill)
    assert left == []
    assert code == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(number, -number)
    found = out.read_bytes()
    assert folder.whole.startswith(found) and found.endswith(b"\n")
    done = len(rows(out))
    assert 0 < done < COUNT
    if number != signal.SIGKILL:
        assert told.startswith(f"grade: {done} of {COUNT} hand-ins are graded, as {out} has it\n")


@pytest.mark.long
@pytest.mark.parametrize("lines", [1, 7, 30])
def test_a_reader_of_the_first_rows_gets_them_whole(lines, folder):
    run = subprocess.run(
        f"{sys.executable} -c '{PROGRAM}' grade {folder.path} --map {MAP} --format csv --jobs 2 | "
        f"head -{lines}",
        shell=True,
        capture_output=True,
    )
    assert run.stdout == b"".join(folder.whole.splitlines(keepends=True)[:lines])
    assert run.stderr == b"<stdout>: the reader closed the pipe\n"


@pytest.mark.long
def test_json_is_whole_when_it_is_stopped(folder, tmp_path):
    out = tmp_path / "grades.json"
    for seconds in (1, 2, 4, 8):  # Until some are done, and not all.
        code, told, left = stopped(folder, out, signal.SIGTERM, seconds, "json")
        if out.exists():
            break
    assert (code, left) == (143, [])
    done = json.loads(out.read_text())["grades"]
    assert 0 < len(done) < COUNT
    assert told == f"grade: {len(done)} of {COUNT} hand-ins are graded, as {out} has it\n"


@pytest.mark.slow
def test_a_process_is_killed_and_its_hand_ins_are_graded_by_another(tmp_path, monkeypatch):
    many_handins.write(tmp_path / "handins", 12)
    marker = tmp_path / "killed"

    def killing(text, sha256, file, known):
        if file == "h005.efg" and not marker.exists():
            marker.touch()
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(60)
        return read_gambit(text, sha256, file, known=known)

    monkeypatch.setattr(grading, "read_gambit", killing)
    out = tmp_path / "grades.csv"
    argv = (tmp_path / "handins", "--map", MAP, "--format", "csv", "--jobs", "2")
    assert called(*argv, "-o", out) == 1
    assert marker.exists()
    assert [row["verdict"] for row in rows(out)] == [
        "different" if number % 10 == 3 else "identical" for number in range(12)
    ]


@pytest.mark.slow
def test_ray_gives_the_same_bytes(tmp_path, monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    many_handins.write(tmp_path / "handins", 12, every=3)
    made = [tmp_path / name for name in ("local", "ray")]
    for path in made:
        argv = (tmp_path / "handins", "--map", MAP, "--jobs", "2", "--engine", path.name)
        assert called(*argv, "--format", "csv", "-o", path) == 1
    assert made[0].read_bytes() == made[1].read_bytes()


@pytest.mark.long
def test_a_mistake_that_leads_to_a_far_larger_game_is_left_out(tmp_path):
    """The game of this map by one misreading has more than four times as many histories."""
    board, folder = tmp_path / "map.txt", tmp_path / "handins"
    board.write_text("3\n3\nSE-\nEEE\nGED\n1\n0.5\n")
    folder.mkdir()
    tree = many_handins.tree_of(board.read_text())
    (folder / "a.efg").write_text(tree.replace("EFG 2 R", "EFG 2 R ", 1))
    (folder / "b.efg").write_text(re.sub(r"\{ [1-9]\d* -\d+ \}", "{ 7 -7 }", tree, count=1))
    (folder / "c.efg").write_text(tree)
    out = tmp_path / "grades.csv"
    assert called(folder, "--map", board, "--format", "csv", "-o", out) == 1
    assert [row["verdict"] for row in rows(out)] == ["identical", "different", "identical"]
    kept = grader(grading.GradingRequest(read_text(str(board))))
    assert sum(one.form is None for one in kept.misread) == 1


def test_so_large_a_game_is_compared_with_few_mistakes(tmp_path, monkeypatch):
    wrong = tmp_path / "wrong.efg"
    wrong.write_text(re.sub(r"\{ [1-9]\d* -\d+ \}", "{ 777 -777 }", right(), count=1))
    out = tmp_path / "grades.csv"
    argv = (wrong, "--map", MAP, "--format", "csv", "-o", out)
    assert called(*argv) == 1
    [before] = rows(out)
    assert before["verdict"] == "different" and not before["remarks"]
    monkeypatch.setattr("efgc.pipeline.apps.course.grade.SEARCHED", 1)
    assert called(*argv) == 1
    [after] = rows(out)
    assert after["verdict"] == "different"
    assert after["remarks"] == "the map's game is so large that few common mistakes were looked for"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_names_the_hand_in_that_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "read_gambit", stubborn)
    monkeypatch.setattr(diagnostics, "PATIENCE", 0.3)
    for number, word in enumerate(("fine", "hangs", "well")):
        (tmp_path / f"{number}.efg").write_text(titled(word))
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    argv = (tmp_path, "--map", MAP, "--handin-seconds", "1.5", "-o", tmp_path / "out.txt")
    assert called(*argv, "--jobs", "1") == 1
    assert "grade 1.efg:" in seen.getvalue() and " 1 of 3" in seen.getvalue()
