"""Hand-ins that no solver can solve: the tree of the map is identical all the same."""

import re

import pytest

import many_handins
from efgc.pipeline.apps.course.grade.solved_games import exchange_game_players
from efgc.pipeline.apps.course.grading import grader as grading
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.files.text import Text
from efgc.schemas.parts.problems import SolverError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from small_games import published

RIGHT = many_handins.tree("island-1")
RENAMED = re.sub(r'"(\w+)"', r'"x \1"', RIGHT)
EXCHANGED = "".join(
    write_gambit(exchange_game_players(read_gambit(RIGHT, "0" * 64, "x").game.with_records()))
)
OTHER = many_handins.tree("island-3")


def text_of(text):
    return Text(text, "x", "x", "0" * 64)


def unsolved(game, settings):
    raise SolverError("glpk: no answer")


@pytest.mark.parametrize(
    "tree, verdict, reason",
    [
        (RIGHT, "identical", ()),
        (RENAMED, "identical", ()),
        (EXCHANGED, "identical", ()),
        (OTHER, "not solved", ("glpk: no answer",)),
    ],
)
def test_the_tree_of_the_map_needs_no_solver(monkeypatch, tree, verdict, reason):
    grader = Grader(GradingRequest(text_of(published("island-1"))))
    solved = grader.grade("x", lambda: text_of(tree))
    monkeypatch.setattr(grading, "solved_game", unsolved)
    grade = grader.grade("x", lambda: text_of(tree))
    assert grade.verdict == verdict
    assert tuple(problem.message for problem in grade.problems) == reason
    if verdict == "identical":
        same = (solved.verdict, solved.proof, solved.remarks, solved.nodes)
        assert (grade.verdict, grade.proof, grade.remarks, grade.nodes) == same
        assert grade.value is None
    assert (tree is EXCHANGED) == any("player 1 of the file" in one for one in grade.remarks)
