"""The one sentence that says why a hand-in has its verdict."""

import csv
import io
import json

import pytest

from efgc.pipeline.apps.course.grade.equivalence import compare_forms
from efgc.pipeline.apps.course.grade.reduced_forms import form_of, reduced_form
from efgc.pipeline.apps.course.grades import reason
from efgc.pipeline.apps.course.records import Grade, Grades, NamedMistake
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.grades import FirstDifference, Verdict
from efgc.schemas.parts.source import Source
from gambit_games import parse_gambit
from small_games import ARTIFACTS

MAP = str(ARTIFACTS / "cave-example" / "cave-example.txt")
TREE = (ARTIFACTS / "island-1" / "island-1.efg").read_text()
SMALL = "1 0.5\nE-DE\nGS--\n"
TRACEBACK = """Traceback (most recent call last):
  File "/home/ann/tree.py", line 31, in <module>
    main()
  File "/home/ann/tree.py", line 12, in main
    number = int(line)
             ^^^^^^^^^
ValueError: invalid literal for int() with base 10: 'x'
"""
PRINTED = [
    (
        TRACEBACK,
        "begins with a Python traceback: the program crashed with ValueError in line 12 of tree.py"
        ": invalid literal for int() with base 10: 'x'",
    ),
    (
        "  File \"tree.py\", line 3\n    def f(\n         ^\nSyntaxError: '(' was never closed\n",
        "begins with a Python traceback: the program crashed with SyntaxError in line 3 of tree.py"
        ": '(' was never closed",
    ),
    (
        "Traceback (most recent call last):\n",
        "begins with a Python traceback: the program crashed",
    ),
    (
        "usage: tree.py [-h] MAP\ntree.py: error: the following arguments are required: MAP\n",
        "begins with the usage text of a program, which was called with wrong arguments",
    ),
    (
        'Exception in thread "main" java.lang.NullPointerException\n\tat Main.main(Main.java:5)\n',
        "begins with a Java stack trace: the program crashed with java.lang.NullPointerException",
    ),
    (
        "bash: ./tree: No such file or directory\n",
        "begins with an error message: the program did not run: "
        "bash: ./tree: No such file or directory",
    ),
    (
        "Segmentation fault (core dumped)\n",
        "begins with the message that the program crashed: Segmentation fault (core dumped)",
    ),
]


@pytest.fixture
def called(capfd):
    """Run a command; return its exit code, stdout and stderr."""

    def run(*argv):
        code = guarded(lambda: efgc([*map(str, argv)], standalone_mode=False))
        return code, *capfd.readouterr()

    return run


@pytest.mark.parametrize(
    "text, reason", [*PRINTED, ("", "the file is empty"), ("\n \n", "the file is empty")]
)
def test_other_files_in_place_of_a_tree_are_named(text, reason, called, tmp_path):
    handin = tmp_path / "ann.efg"
    handin.write_text(text)
    _, found, _ = called("grade", handin, "--map", MAP, "--format", "csv")
    [row] = csv.DictReader(io.StringIO(found))
    assert (row["verdict"], row["reason"]) == ("unreadable", f"1:1: {reason}")
    _, found, _ = called("grade", handin, "--map", MAP)
    assert f"  reason            1:1: {reason}\n" in found
    _, found, _ = called("grade", handin, "--map", MAP, "--format", "json")
    assert json.loads(found)["grades"][0]["reason"] == f"1:1: {reason}"


@pytest.mark.parametrize("command", ["run", "parse", "expand", "lower", "solve", "lint", "draw"])
@pytest.mark.parametrize("text, said", PRINTED[:1] + PRINTED[3:4])
def test_all_commands_recognise_the_output_of_a_failed_program(
    command, text, said, called, tmp_path
):
    path = tmp_path / "x.efg"
    path.write_text(text)
    code, _, errors = called(command, path)
    assert code == 1 and errors == f"{path}:1:1: {said}\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["run", "parse", "solve", "lint", "check"])
def test_all_commands_name_utf16(command, encoding, called, tmp_path):
    path = tmp_path / "x.efg"
    path.write_bytes(TREE.encode(encoding))
    code, _, errors = called(command, path)
    assert code == 1
    assert errors == f"{path}:1:1: is UTF-16 text, not UTF-8: save it as UTF-8\n"


def test_the_reduced_game_of_the_map_is_recognised(called, tmp_path):
    board, graph, handin = (tmp_path / name for name in ("map.txt", "graph.yaml", "ann.efg"))
    board.write_text(SMALL)
    called("parse", board, "-O", "2", "-o", graph)
    called("expand", graph, "--format", "gambit", "-o", handin)
    _, found, _ = called("grade", handin, "--map", board, "--format", "json")
    [grade] = json.loads(found)["grades"]
    assert grade["verdict"] == "different"
    assert grade["reason"] == grade["proof"]
    assert grade["reason"].startswith("moves that do not change the value are left out")
    assert "efgc parse MAP -O 0 | efgc expand --format gambit" in grade["reason"]
    assert grade["difference"] is None and grade["mistakes"] == []


def test_the_reason_of_another_game_names_line_and_mistake(called, tmp_path):
    board, graph, handin = (tmp_path / name for name in ("map.txt", "graph.yaml", "ann.efg"))
    board.write_text(SMALL)
    called("parse", board, "-O", "0", "-o", graph)
    called("expand", graph, "--format", "gambit", "-o", handin)
    right = handin.read_text()
    handin.write_text(right.replace('"captured" 1/2 "escaped" 1/2', '"captured" 1/4 "escaped" 3/4'))
    _, found, _ = called("grade", handin, "--map", board, "--format", "csv")
    [row] = csv.DictReader(io.StringIO(found))
    assert row["reason"] == f"line {row['line']}: a fight ends in capture with probability 1/4"
    handin.write_text(right)
    _, found, _ = called("grade", handin, "--map", board, "--format", "csv")
    [row] = csv.DictReader(io.StringIO(found))
    assert row["reason"] == "the two trees are the same, up to names and order"


@pytest.mark.parametrize(
    "names, said",
    [
        (["always fight"], "line 7: always fight"),
        (["always fight", "cannot move"], "line 7: probably always fight; or cannot move"),
    ],
)
def test_probably_is_used_only_if_two_explanations_fit(names, said):
    first = FirstDifference("choices", (), (), "a", "b", line=7, column=1, other_line=None)
    mistakes = tuple(NamedMistake(name, "", name, True) for name in names)
    one = Grade("x", Verdict.DIFFERENT, difference=first, mistakes=mistakes)
    source = Source(file="", sha256="0" * 64, rules="cave-2023", level=0)
    head = Grades("t", source, ("agent", "miners"), 1.0, 3, (1, 1), (one,))
    assert reason(head, one) == said


def guessing(size, stakes):
    """Return a game in which player 2 chooses from a row, and player 1 guesses without seeing."""
    names = " ".join(f'"{at}"' for at in range(size))
    lines = ['EFG 2 R "guess" { "a" "b" }', '""', "", f'p "" 2 1 "" {{ {names} }} 0']
    for one in range(size):
        lines.append(f'p "" 1 1 "" {{ {names} }} 0')
        for other in range(size):
            paid = stakes[one] if one == other else 0
            lines.append(f't "" {len(lines)} "" {{ {paid} {-paid} }}')
    return reduced_form(form_of(parse_gambit("\n".join(lines) + "\n", "0" * 64)))


@pytest.mark.parametrize(
    "sizes, proof",
    [
        ((3, 3), "the table of the payoffs of all strategies differs from that of the map's game"),
        (
            (201, 202),
            "ann can play in 202 ways with different payoffs, but in 201 in the map's game",
        ),
    ],
)
def test_a_proof_names_the_players_and_counts_in_words(sizes, proof):
    one, other = (guessing(size, range(1, size + 1)) for size in sizes)
    if sizes[0] == sizes[1]:
        other = guessing(sizes[1], [5, *range(2, sizes[1] + 1)])
    assert compare_forms(one, other, ("ann", "ben")) == (False, proof)


def test_a_program_in_the_place_of_a_file_is_named_as_one(tmp_path, capfd):
    program = tmp_path / "Cave.PY"
    program.write_text("# SOLUTION_VALUE:\ngame: goofspiel\n")
    argv = ["grade", str(program), "--map", MAP, "--format", "csv"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 1
    [row] = csv.DictReader(io.StringIO(capfd.readouterr().out))
    why = "a program; a file is graded here"
    assert (row["verdict"], row["reason"]) == ("unreadable", why)


def test_no_cell_of_a_table_is_a_formula(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "=1+2.efg").write_text(TREE.replace('"right"', '"=right"'))
    argv = ["grade", "=1+2.efg", "--map", MAP, "--format", "csv"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 1
    [row] = csv.DictReader(io.StringIO(capfd.readouterr().out))
    assert (row["file"], row["student"]) == ("'=1+2.efg", "'=1+2")
    assert float(row["value"]) and not any(
        cell.startswith(("=", "+", "@")) for cell in row.values()
    )
