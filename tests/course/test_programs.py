"""Programs of students: the right ones are accepted, and each wrong one is wrong on some map."""

import io
import sys
from contextlib import chdir, redirect_stdout
from functools import cache
from unittest.mock import patch

import pytest

from course.programs.mistakes import MISTAKES, RIGHT, wrong_program
from efgc.pipeline.apps.course import contracts
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.points.printed_reports import read_printed
from efgc.pipeline.apps.course.points.reports import differences, known_in, reference_game
from efgc.pipeline.files.text import Text
from efgc.schemas.grades import PASSED
from small_games import published

CAVES = (
    "2 0.33\n######\n#SGGE#\n#-##-#\n#EG-D#\n#-####\n######\n",
    "2 0.6\n#####\n#SGE#\n###-#\n#DEE#\n#####\n",
    "1 0.3\n####\n#SE#\n#--#\n#E-#\n#-D#\n####\n",
    "1 0.7\n#######\n#DGS-E#\n#-E-GD#\n#######\n",
    "3 0.5\n#####\n#-S-#\n#EEE#\n#-D-#\n#---#\n#####\n",
)
ISLANDS = (
    "6\n5\n#####\n#SE-#\n#G#E#\n#E-G#\n#--D#\n#####\n2\n0.35\n",
    published("island-report"),
    published("island-3"),
)
# More maps for the right ones: certain captures, and nothing to decide.
MORE = {
    "cave": ("1 1.0\n#####\n#SGE#\n#E-D#\n#####\n", "1 0.3\n#####\n#S#D#\n##-E#\n#####\n"),
    "island": (published("two-bushes"), "4\n5\n#####\n#S#D#\n##E-#\n#####\n1\n0.5\n"),
}
RULES = {"cave": "cave-2023", "island": "island-2020"}
PROGRAMS = sorted(path.stem for path in RIGHT.glob("*.py"))


def family(program):
    return "cave" if program.startswith("cave") else "island"


def maps(program):
    return CAVES if family(program) == "cave" else ISLANDS


def text_of(text, name="map"):
    return Text(text, name, name, "0" * 64)


@cache
def grader(board, rules):
    return Grader(GradingRequest(text_of(board), rules))


@cache
def reference(board):
    return reference_game(contracts.report_2018(text_of(board)))


def printed(source, board, folder):
    """Return what a program prints for a map: on stdin, and in a file named by its argument."""
    (folder / "map.txt").write_text(board)
    limit, output = sys.getrecursionlimit(), io.StringIO()
    code = compile(source, "program", "exec")
    arguments, stdin = (
        patch.object(sys, "argv", ["main.py", "map.txt"]),
        patch.object(sys, "stdin", io.StringIO(board)),
    )
    try:
        with arguments, stdin, chdir(folder), redirect_stdout(output):
            exec(code, {"__name__": "__main__"})
    finally:
        sys.setrecursionlimit(limit)
    return output.getvalue()


def faults(program, source, board, folder):
    """Return what is wrong with the output for a map; empty if it is right."""
    output = printed(source, board, folder)
    if program.startswith("report"):
        report, true = read_printed(output), reference(board)
        return [*report.troubles, *differences(true, report, known_in(true, report))]
    grade = grader(board, RULES[family(program)]).grade("program", lambda: text_of(output))
    return [] if grade.verdict in PASSED else [grade]


def test_the_corpus_is_complete():
    counts = [
        sum(program.startswith(kind) for program in PROGRAMS)
        for kind in ("cave", "island", "report")
    ]
    assert counts == [9, 7, 4]
    assert len(MISTAKES) == len({mistake.name for mistake in MISTAKES}) == 60
    assert 10 <= sum(not mistake.mistake for mistake in MISTAKES) <= 15


@pytest.mark.many
@pytest.mark.parametrize("program", PROGRAMS)
def test_right_programs_are_accepted(program, tmp_path):
    source = (RIGHT / f"{program}.py").read_text()
    for board in (*maps(program), *MORE[family(program)]):
        assert faults(program, source, board, tmp_path) == [], board


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_wrong_programs_are_wrong_on_some_map(mistake, tmp_path):
    source = wrong_program(mistake)
    assert any(faults(mistake.program, source, board, tmp_path) for board in maps(mistake.program))


# What is forgotten decides nothing on the last cave and the last island.
NAMED = {
    "the first bandit alone can move": ISLANDS,
    "the last event alone": (*CAVES, "2 0.85\n######\n#-D-G#\n#-EES#\n######\n"),
    "the square instead of the path": (
        ISLANDS[0],
        "6\n5\n#####\n#G--#\n#--##\n#-SG#\n#DE-#\n#####\n1\n0.35\n",
    ),
}


@pytest.mark.parametrize("mistake", [one for one in MISTAKES if one.name in NAMED])
def test_a_mistake_is_named_and_no_other_one(mistake, tmp_path):
    source = wrong_program(mistake)
    named = {
        one.words
        for board in NAMED[mistake.name]
        for grade in faults(mistake.program, source, board, tmp_path)
        for one in grade.mistakes
        if one.proved
    }
    assert named == {mistake.mistake}
