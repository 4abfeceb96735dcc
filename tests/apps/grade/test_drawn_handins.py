"""Hand-ins drawn in the ways of real programs, with one mistake or none, beside what is true of
them: by a program of its own and by brute force, nothing of which the grader knows.
"""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from drawn.cases import WAYS, board, case, cases, drawn, style, wrong_tree
from drawn.judged import Judge, by_mistake, tally
from drawn.mistakes import MISTAKES
from drawn.nodes import every, sets_of
from drawn.rules import built, right
from drawn.told import faults
from drawn.truth import OTHER, SAME, mark, marks, same_game
from drawn.worth import normal_form, value
from drawn.written import Style, write
from gambit_games import parse_gambit
from small_games import PUBLISHED, game_of, published
from students import board_of

SMALL = 12  # Maps with few enough pure strategies.


def plan(name):
    """Return rows and switches of a published map."""
    rows, number, capture = board_of(published(name))
    course = PUBLISHED[name][0].split("-")[0]
    return rows, right(course, number, capture)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_programs_tree_has_the_published_value(name):
    assert value(built(*plan(name))) == pytest.approx(float(PUBLISHED[name][1]), abs=1e-9)


@pytest.mark.many
@pytest.mark.parametrize("seed", range(10))
def test_the_programs_tree_is_the_textbook_tree(seed):
    where = board(seed)
    tree, game = where.tree(), game_of(where.text, Judge(where).grader.rules)
    written = write(tree, Style(), where.names, where.players)
    assert len(list(every(tree))) == len(game.nodes)
    assert len(sets_of(every(tree))) == len(game.information_sets)
    assert Judge(where).judged(case(where, "", 0, Style())).grade.verdict == "identical"
    assert parse_gambit(written.text, "0" * 64).players == where.players


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SMALL))
def test_styles_keep_the_normal_form(seed):
    where, chance = board(seed), random.Random(seed)
    expected = normal_form(where.tree(), 10**6)
    if expected is None:
        pytest.skip("too many pure strategies")
    for _ in range(12):
        how = style(chance)
        assert marks(normal_form(drawn(where.tree(), how, chance), 10**7)) == marks(expected), how


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_shows_somewhere_and_changes_some_game(mistake):
    for seed in range(60):
        where = board(seed)
        tree = wrong_tree(where, mistake, random.Random(seed))
        if tree and same_game(where.tree(), tree) == OTHER:
            assert any(node.wrong for node in every(tree))
            return
    pytest.fail("no map for it")


def test_nothing_is_wrong_in_a_right_tree():
    where = board(3)
    tree = where.tree()
    mark(where.tree(), tree)
    assert not any(node.wrong for node in every(tree))
    assert same_game(where.tree(), tree) == SAME


def test_a_false_story_is_found():
    """The check of stories is no rubber stamp: each part of a true story, changed, is false."""
    where = board(0)
    judge = Judge(where)
    one = judge.judged(case(where, "wrong sign", 0, Style()))
    first = one.grade.difference
    assert one.false == [] and one.at_mistake
    elsewhere = max(one.case.written.nodes, key=lambda line: line != first.line and line)
    for changed in (
        first._replace(squares=(*first.squares[:-1], (9, 9))),
        first._replace(squares=first.squares[:-1]),
        first._replace(events=(*first.events, "chance: captured")),
        first._replace(found="the end of play, with payoff 77"),
        first._replace(found="a decision of agent among 2: up, down"),
        first._replace(expected="the end of play, with payoff 77"),
        first._replace(line=elsewhere),
    ):
        told = replace(one.grade, difference=changed)
        assert faults(one.case, told, judge.right), changed


def judged(count, first, each):
    return [
        judge.judged(one)
        for where, given in cases(count, first, each)
        for judge in [Judge(where)]
        for one in given
    ]


def held(found, at_mistake, named, false):
    """Hold the verdicts, and the explanations as far as they are known to go: parts of those that
    are told, of those that are different, and stories of those that are told.
    """
    told = [one for one in found if one.at_mistake is not None and one.case.truth == OTHER]
    wrong = [one for one in found if one.case.truth == OTHER and one.grade.verdict == "different"]
    said = "\n".join([*(str(one) for one in found if one.failed), *tally(found)])
    assert [str(one) for one in found if one.verdict == "wrong"] == []
    assert sum(one.verdict == "open" for one in found) <= len(found) / 100, said
    assert sum(one.at_mistake for one in told) >= at_mistake * len(told) > 0, said
    assert sum(one.named in ("right", "proved") for one in wrong) >= named * len(wrong), said
    assert sum(bool(one.false) for one in told) <= false * len(told), said


@pytest.mark.long
def test_hand_ins_of_real_programs():
    found = judged(48, first=0, each=4)
    held(found, at_mistake=0.9, named=0.85, false=0)
    assert len(list(by_mistake(found))) > 20  # Kinds of mistakes that were tried.


@pytest.mark.long
def test_many_hand_ins_of_real_programs():
    # As many more as wanted: tests/benchmarks/handins.py. Two stories are false where one label,
    # such as "1" or the first of two places, stands for hiding places that it does not name.
    held(judged(400, first=100, each=16), at_mistake=0.94, named=0.9, false=0.01)


def entered_again(number, which):
    return Judge(board(number)).judged(case(board(number), "the start entered again", which))


@pytest.mark.parametrize("number, which", [(4036, 1905), (4123, 1959)])
def test_a_forced_move_that_is_one_of_two_is_not_left_out(number, which):
    """The labels of what stands behind it are the same two."""
    one = entered_again(number, which)
    assert one.at_mistake and one.named == "right" and one.false == []


def test_a_return_to_the_start_is_named_though_forced_moves_are_left_out():
    """The labels alone would also fit a forced move that is left out."""
    one = entered_again(4096, 1942)
    assert one.at_mistake and one.named == "right" and one.false == []


@cache
def judge(number):
    return Judge(board(number))


@pytest.mark.many
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "number, mistake",
    [
        (205, "one payoff"),
        (205, "one probability"),
        (205, "one node told apart"),
        pytest.param(205, "two sets are one", marks=pytest.mark.slow),
        pytest.param(209, "one probability", marks=pytest.mark.slow),
    ],
)
def test_one_change_is_named_by_its_kind_however_the_tree_is_drawn(number, mistake, way):
    one = judge(number).judged(case(board(number), mistake, 0, way=way))
    assert one.grade.verdict == "different" and one.kind, one
    if mistake in ("one payoff", "one probability"):
        assert one.named == "right" and one.grade.mistakes[0].proved, one


@pytest.mark.parametrize("way", ["as the reference", "forced moves left out"])
def test_a_missing_action_is_no_wrong_payoff_though_the_forced_move_is_left_out(way):
    """The games are the same: two actions that pay as much, or one of them alone."""
    one = judge(101).judged(case(board(101), "a branch is missing", 5, way=way))
    assert [(mistake.words, mistake.proved) for mistake in one.grade.mistakes] == [
        ("a legal move is missing: up", True)
    ]
    assert one.kind or way == "forced moves left out", one


def test_hiding_one_by_one_is_laid_over_one_choice_only_where_it_is_one():
    """The last bandit of one order has one place left, which is left out: one way of several
    decisions in a row is an action of the first of them, the others are not.
    """
    where = board(625)
    assert Judge(where).judged(case(where, "", 301)).grade.verdict == "equivalent"


@pytest.mark.slow
def test_styles_that_leave_nothing_out_are_tried():
    """Every change of `drawn.styles` makes another tree of some map."""
    made = Counter()
    for seed in range(SMALL // 2):
        where = board(seed)
        for how in (
            Style(forced=(1,)),
            Style(forced=(2,)),
            Style(cut=(1,)),
            Style(cut=(1, 2, 3)),
            Style(captured="stop"),
            Style(captured="on"),
            Style(hiding=("one by one",)),
            Style(hiding=("in any order",)),
            Style(hiding=("late",)),
        ):
            tree = drawn(where.tree(), how, random.Random(0))
            made[str(how)] += len(list(every(tree))) != len(list(every(where.tree())))
    assert min(made.values()) > 0
