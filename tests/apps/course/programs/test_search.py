"""Programs graded on maps: the smallest map on which one is wrong, and what is said of it."""

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from course.programs.mistakes import MISTAKES, RIGHT, wrong_program
from efgc.pipeline.apps.course.programs.search import folder_of, named_files
from efgc.pipeline.cli import efgc
from efgc.schemas.parts.problems import InputError
from efgc.stages import isolated
from efgc.stages.parse.maps import read_map

pytestmark = pytest.mark.slow
WRONG = {one.name: one for one in MISTAKES}
long = partial(pytest.param, marks=pytest.mark.long)
CAVES = ("--rules", "cave-2023", "--random", "0")


def text(name):
    return wrong_program(WRONG[name])


def put(folder, content, name="cave.py"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content)
    return folder


def graded(*argv, stdin=None):
    argv = ["grade", *map(str, argv)]
    made = CliRunner().invoke(efgc, argv, input=stdin, catch_exceptions=False)
    return made.exit_code, made.stdout, made.stderr


def rows(*argv):
    code, out, _ = graded(*argv, "--format", "json")
    return code, json.loads(out)["grades"]


@pytest.mark.long
def test_a_right_program_is_right_on_all_maps(tmp_path):
    put(tmp_path, (RIGHT / "cave_recursive.py").read_text())
    code, [row] = rows(tmp_path, "--program", "python3 cave.py", "--random", "3")
    assert (code, row["verdict"], row["program"]["wrong"], row["program"]["map"]) == (
        *(0, "identical"),
        *(0, ""),
    )
    assert row["program"]["maps"] > 10


@pytest.mark.parametrize(
    ("name", "mistake", "squares"),
    [
        long("encounters without their place", "miners do not see the place of the encounter", 4),
        ("the robbed player keeps the gold", "gold that was taken away is counted", 4),
        long("encounters without their order", "miners forget the order of the encounters", 7),
        ("captured with the probability of winning", "capture and escape are exchanged", 3),
    ],
)
def test_the_mistake_is_named_on_a_smallest_map_that_repeats_it(tmp_path, name, mistake, squares):
    put(tmp_path, text(name))
    code, [row] = rows(tmp_path, "--program", "python3 cave.py", *CAVES)
    [named] = row["mistakes"]
    assert code == 1 and mistake in named["mistake"]
    # Without the place, the miners still learn it later: on two maps it is another mistake.
    assert named["proved"] is (name != "encounters without their place")
    board = read_map(row["program"]["map"])
    assert sum(len(line) - line.count("#") for line in board.rows) <= squares
    command, _, stdin = row["program"]["repeat"].partition(" <<'END'\n")
    assert stdin == row["program"]["map"] + "END"
    assert command.startswith("efgc grade ") and command.endswith("--map -")
    code, out, _ = graded(
        *(tmp_path, "--program", "python3 cave.py", "--rules", "cave-2023", "--map", "-"),
        stdin=row["program"]["map"],
    )
    assert code == 1 and mistake in out


@pytest.mark.long
def test_an_explanation_is_refuted_where_the_program_is_right(tmp_path):
    """It moves left in wide maps, so that it does not leave this move out everywhere."""
    put(tmp_path, text("rows compared with the width"))
    _, [row] = rows(tmp_path, "--program", "python3 cave.py", *CAVES)
    assert row["verdict"] == "different"
    assert not any("everywhere" in one["mistake"] for one in row["mistakes"])


@pytest.mark.parametrize(
    ("seen", "proved", "remarks"),
    [
        ("(seen, placed)", True, ()),
        ("(seen, placed[0])", False, ("not for 1 other map on which the program was run",)),
    ],
)
def test_a_mistake_is_proved_only_if_it_explains_the_outputs_for_all_maps(
    tmp_path, seen, proved, remarks
):
    """With one miner, who sees the first hiding place knows where all miners hide."""
    right = (RIGHT / "cave_recursive.py").read_text()
    put(tmp_path, right.replace("print_decision(1, seen, ", f"print_decision(1, {seen}, "))
    boards = ("1 0.5\n####\n#ES#\n#GD#\n#E##\n####\n", "2 0.5\n####\n#ES#\n#GD#\n#EE#\n####\n")
    for number, board in enumerate(boards):
        (tmp_path / f"map{number}.txt").write_text(board)
    maps = (word for number in range(2) for word in ("--map", tmp_path / f"map{number}.txt"))
    _, [row] = rows(tmp_path, "--program", "python3 cave.py", "--rules", "cave-2023", *maps)
    assert row["verdict"] == "different"
    assert row["mistakes"] == [{"mistake": "agent knows where miners hide", "proved": proved}]
    assert len(row["remarks"]) == len(remarks)
    assert all(remark.endswith(end) for remark, end in zip(row["remarks"], remarks, strict=True))


@pytest.mark.long
def test_a_report_of_2018_is_compared(tmp_path):
    put(tmp_path, (RIGHT / "report_simplex.py").read_text(), "main.py")
    code, [row] = rows(
        *(tmp_path, "--program", "python3 main.py", "--rules", "island-2018", "--random", "0")
    )
    assert code == 0 and row["verdict"] in ("identical", "equivalent")
    wrong = next(one for one in MISTAKES if one.program == "report_simplex")
    put(tmp_path, wrong_program(wrong), "main.py")
    code, [row] = rows(
        *(tmp_path, "--program", "python3 main.py", "--rules", "island-2018", "--random", "0")
    )
    assert code == 1 and row["verdict"] == "different" and row["problems"]


@pytest.mark.long
def test_a_class_has_a_row_for_each_student_and_leaves_nothing(tmp_path, monkeypatch):
    folder = tmp_path / "class"
    put(folder / "Anna Malá", (RIGHT / "cave_stack.py").read_text())
    put(folder / "Ben" / "hw 1", text("the robbed player keeps the gold"))
    put(folder / "Cleo", "while True: pass")
    put(folder / "Dan", f"open({str(tmp_path / 'written')!r}, 'w').write('x')")
    put(folder / "Eve", "1 / 0")
    (folder / "Fay").mkdir()
    with zipfile.ZipFile(folder / "Gus.zip", "w") as archive:
        archive.writestr("cave.py", (RIGHT / "cave_lazy.py").read_text())
    out = tmp_path / "grades.csv"
    code, _, said = graded(
        *(folder, "--program", "python3 cave.py", *CAVES, "--run-seconds", "2"),
        *("-o", out, "--feedback", tmp_path / "pages"),
    )
    table = list(csv.DictReader(out.read_text().splitlines()))
    assert code == 1
    assert [(row["student"], row["verdict"]) for row in table] == [
        ("Anna Malá", "identical"),
        ("Ben", "different"),
        ("Cleo", "failed"),
        ("Dan", "failed"),
        ("Eve", "failed"),
        ("Fay", "skipped"),
        ("Gus", "equivalent"),
    ]
    reasons = {row["student"]: row["reason"] for row in table}
    assert reasons["Cleo"] == "took longer than 2 s"
    assert "ZeroDivisionError" in reasons["Eve"]
    assert not (tmp_path / "written").exists() or "PermissionError" not in reasons["Dan"]
    assert "6 hand-ins: 2 right, 1 different, 3 failed; 1 student without one; 7 pages in" in said
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        *("Gus.zip", *["cave.py"] * 5)
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "print(); print('hello'); print('EF')",
            "Line 1: is not a Gambit file: it does not begin with EFG; the first line that the "
            "program printed: hello",
        ),
        (
            "print('x ' * 500)",
            "Line 1: is not a Gambit file: it does not begin with EFG; the first line that the "
            f"program printed: {'x ' * 99}x…",
        ),
        ("pass", "the program printed nothing"),
        (
            "print('Reading the map'); "
            """print('EFG 2 R "" { "a" "b" } t "" 1 "" { 1 -1 }')""",
            "Line 2: is not a Gambit file: EFG begins in line 2, after 1 line of other output; "
            "'efgc lint --fix' removes that output; the first line that the program printed: "
            "Reading the map",
        ),
        (
            "1 / 0",
            "ended with exit code 1: ZeroDivisionError: division by zero (cave.py, line 1: 1 / 0)",
        ),
    ],
)
def test_the_page_shows_what_a_program_printed_in_place_of_a_game(tmp_path, code, said):
    put(tmp_path / "handin", code)
    put(tmp_path, "1 0.5\n####\n#ED#\n#S##\n####\n", "map.txt")
    words = (tmp_path / "handin", "--program", "python3 cave.py", "--map", tmp_path / "map.txt")
    failed, _, _ = graded(*words, "--feedback", tmp_path / "pages")
    mail = " ".join((tmp_path / "pages" / "handin.txt").read_text().split())
    assert failed == 1 and said in mail
    assert "your file" not in mail.lower() and "editor" not in mail


@pytest.mark.parametrize(
    ("name", "program", "maps", "verdict"),
    [
        ("sleeps", "time.sleep(60)", 1, "not graded"),  # Before any verdict.
        ("is right once", "time.sleep(60 * (len(board) > 4))", 2, "not graded"),
        ("is wrong, then sleeps", "time.sleep(60 * (len(board) > 4)); print('x')", 2, "unreadable"),
        ("is wrong where it is made smaller", "time.sleep(60 * (len(board) < 5))", 1, "different"),
    ],
)
def test_a_verdict_stands_when_the_time_is_over(tmp_path, name, program, maps, verdict):
    """The limit ends a search for more, not what is known by then."""
    right = (RIGHT / "cave_strings.py").read_text()
    code = text("captured with the probability of winning") if verdict == "different" else right
    start = "import io, sys, time; board = sys.stdin.read(); sys.stdin = io.StringIO(board)\n"
    put(tmp_path / "handin", f"{start}board = board.splitlines()[1:]\n{program}\n{code}")
    boards = ["1 0.5\n####\n#ED#\n#S##\n####\n", "1 0.3\n####\n#ES#\n#GD#\n#E##\n####\n"]
    for number, board in enumerate(boards[-maps:]):
        put(tmp_path / "maps", board, f"{number}.txt")
    words = (tmp_path / "handin", "--program", "python3 cave.py", "--map", tmp_path / "maps")
    code, [row] = rows(*words, "--handin-seconds", "4", "--feedback", tmp_path / "pages")
    mail = " ".join((tmp_path / "pages" / "handin.txt").read_text().split())
    assert (code, row["verdict"]) == (1, verdict), name
    if verdict == "not graded":
        assert "it takes more than the 4 s allowed" in mail and "file" not in mail
    else:
        assert row["program"]["map"] in boards and "How to check" in mail


def test_the_rules_are_recognised(tmp_path):
    put(tmp_path, (RIGHT / "island_recursive.py").read_text(), "game_tree.py")
    code, out, _ = graded(tmp_path, "--program", "python3 game_tree.py", "--random", "0")
    assert code == 0 and ", rules island-2020\n" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--program", "'"), "--program: no closing quotation: '"),
        (("--program", ""), "--program is empty"),
        (("--program", "main.py"), "no program 'main.py' to run: --program 'python3 main.py' (in"),
        (("main.py", "--program", "python3"), "no program 'python3' to run: --program 'python3 m"),
        (("--program", "python3 cave.py"), "name the rules with --rules"),
    ],
)
def test_what_cannot_be_graded_is_refused(tmp_path, argv, said):
    put(tmp_path, "print('hello')")
    code, _, err = graded(tmp_path, *argv)
    assert code == 2 and said in err


def test_a_name_that_no_folder_has_is_one_error_and_no_mark(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path / "class" / name, "print(5)", "main.py")
    out = tmp_path / "grades.csv"
    for folder, said in (("class", "2 have main.py"), ("class/ben", "1 has main.py")):
        with pytest.raises(InputError, match=f"no folder has mian.py; {said}"):
            graded(tmp_path / folder, "--program", "python3 mian.py", "-o", out)
    assert not out.exists()


def test_a_program_in_the_current_folder_needs_no_name(tmp_path):
    put(tmp_path, (RIGHT / "cave_recursive.py").read_text())
    command = [sys.executable, "-c", "from efgc.pipeline.start import main; main()", "grade"]
    command += ["--program", "python3 cave.py", *CAVES]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert re.search(r"^identical, ", ran.stdout, re.MULTILINE), ran.stderr
    assert [path.name for path in Path(tmp_path).iterdir()] == ["cave.py"]


@pytest.mark.parametrize(
    ("command", "script"),
    [
        ("python3 {far}/cave.py", ""),
        ("python3 far/cave.py", ""),
        (f"{sys.executable} far/cave.py", ""),
        ("{far}/run.sh", "#!/bin/sh\nexec python3 cave.py\n"),
    ],
)
def test_the_folder_of_a_hand_in_is_that_of_the_file_that_the_command_names(
    tmp_path, command, script, monkeypatch
):
    far = put(tmp_path / "far", (RIGHT / "cave_recursive.py").read_text())
    put(far, script, "run.sh").joinpath("run.sh").chmod(0o755)
    here = tmp_path / "here"
    here.mkdir()
    for number in range(2001):
        (here / f"{number}.txt").touch()
    monkeypatch.chdir(here if "{far}" in command else tmp_path)
    code, [row] = rows("--program", command.format(far=far), *CAVES)
    assert (code, row["verdict"], row["problems"]) == (0, "identical", [])


def test_the_work_may_be_done_by_an_interpreter_that_began_elsewhere(tmp_path, monkeypatch):
    put(tmp_path / "far", (RIGHT / "cave_recursive.py").read_text())
    monkeypatch.setattr(isolated, "FORKS", False)
    assert isolated.isolated("an interpreter that is kept", os.getcwd) != str(tmp_path)
    monkeypatch.chdir(tmp_path)
    code, [row] = rows("--program", "python3 far/cave.py", *CAVES)
    assert (code, row["verdict"], row["problems"]) == (0, "identical", [])


def test_a_folder_that_is_too_large_is_named(tmp_path, monkeypatch):
    for number in range(2001):
        (tmp_path / f"{number}.txt").touch()
    monkeypatch.chdir(tmp_path)
    _, out, _ = graded("--program", "python3 -m cave", *CAVES)
    assert f"its folder {tmp_path} has more than 2,000 files or 50 MB" in out


def test_an_interpreter_by_its_path_is_no_hand_in(tmp_path, monkeypatch):
    put(tmp_path / "bin", "", "python3.12")
    put(tmp_path / "own", "", "run")
    monkeypatch.chdir(tmp_path)
    assert folder_of(["bin/python3.12", "-m", "cave"]) == "."
    assert folder_of(["bin/python3.12", "own/run", "map.txt"]) == "own"
    assert folder_of(["own/run", "bin/python3.12"]) == "own"
    assert folder_of(["./cave"]) == folder_of(["cave"]) == "."


def test_a_program_among_files_is_recognised(tmp_path):
    put(tmp_path, "print()")
    code, _, err = graded(tmp_path / "cave.py", "--map", tmp_path / "map.txt")
    assert code == 2 and "cave.py is a program: add --program 'python3 {}'" in err


def test_modes_that_others_changed_are_restored(tmp_path):
    """A program that closes its own folder once, as another could where nothing is refused."""
    code = (
        "import os\nif not os.path.exists('../tmp/once'):\n"
        "    open('../tmp/once', 'w').close(); os.chmod('a.efg', 0); os.kill(os.getpid(), 9)\n"
        "assert os.stat('a.efg').st_mode & 0o777\n"
    )
    put(tmp_path, code + (RIGHT / "cave_recursive.py").read_text())
    put(tmp_path, "", "a.efg")
    _, [row] = rows(tmp_path, "--program", "python3 cave.py", *CAVES)
    assert row["verdict"] == "identical", row


def test_a_remark_on_the_output_of_a_right_program_is_kept(tmp_path):
    """Its information sets have numbers that are too large, as those of hash() are."""
    code = (RIGHT / "cave_recursive.py").read_text()
    put(tmp_path / "handin", code.replace("len(sets) + 1", "8636 * 10**9 + len(sets)"))
    put(tmp_path, "1 0.5\n####\n#ED#\n#S##\n####\n", "map.txt")
    words = (tmp_path / "handin", "--program", "python3 cave.py", "--map", tmp_path / "map.txt")
    code, [row] = rows(*words)
    assert (code, row["verdict"]) == (0, "identical")
    [remark] = row["remarks"]
    assert remark.startswith("on the map 1 0.5 / #### / #ED# / #S## / ####: line 3: the number '86")
    code, out, _ = graded(*words, "--strict", "--feedback", tmp_path / "pages")
    mail = (tmp_path / "pages" / "handin.txt").read_text()
    assert code == 1 and "#S## / ####: line 3: the" in " ".join(out.split())
    assert "#S## / ####: line 3: the" in " ".join(mail.split()).replace("Line", "line")


def test_files_in_commands():
    assert named_files(["java", "-cp", ".", "Main"]) == []
    assert named_files(["python3", "cave.py", "--p=0.5", "{map}"]) == ["cave.py"]


def test_what_one_map_cannot_show_is_said_as_for_files(tmp_path):
    put(tmp_path / "hand-in", (RIGHT / "cave_stack.py").read_text())
    (tmp_path / "map.txt").write_text("1 0.5\n####\n#ED#\n#S##\n####\n")
    words = (tmp_path / "hand-in", "--program", "python3 cave.py", "--map", tmp_path / "map.txt")
    code, out, said = graded(*words, "--format", "csv")
    assert code == 0 and " known mistakes cannot show on this map" in said
    code, out, _ = graded(*words, "--random", "1")
    assert code == 0 and "cannot show" not in out
    assert "and, if it is right on them, 1 random map, rules" in out
