"""One wrong payoff or probability in a right tree is a mistake, even where the normal form hides
it: no such file may pass.
"""

import random
import re
from fractions import Fraction
from functools import cache

import pytest

from drawn.cases import board, case
from drawn.judged import Judge
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.programs.maps import built_in, separating, text_of
from efgc.pipeline.files.text import Text
from efgc.stages.expand.gambit import write_gambit

RULES = ("island-2013", "island-2018", "cave-2023")


@cache
def graded_by(rules, seed=None):
    """Return the grader of a small map, or of the map that `efgc grade` recommends."""
    text = text_of(separating(rules)) if seed is None else board(seed).text
    return Grader(GradingRequest(Text(text, "map", "map", "0" * 64), rules))


def lines_of(grader):
    return "".join(write_gambit(grader.expanded.game)).splitlines(True)


def grade(grader, lines):
    return grader.grade("x", lambda: Text("".join(lines), "x", "x", "0" * 64))


def with_payoff(line, payoff):
    label = re.match('t "(.*?)"', line)[1]
    return f't "{label}" 99999 "" {{ {payoff} {-payoff} }}\n'


def with_probability(line, capture):
    line = re.sub(r'^c "(.*?)" \d+', r'c "\1" 99999', line)
    line = re.sub(r'"captured" \S+', f'"captured" {capture}', line)
    return re.sub(r'"escaped" \S+', f'"escaped" {1 - capture}', line)


def one_change(lines, chance):
    """Return the number of a line, from 0, and this line with another payoff or probability."""
    numbers = [at for at, line in enumerate(lines) if line.startswith(("t ", "c "))]
    at = chance.choice(numbers)
    if lines[at].startswith("c "):
        right = Fraction(re.search(r'"captured" (\S+)', lines[at])[1])
        choices = {Fraction(1, 3), Fraction(9, 10), Fraction(0), Fraction(1)} - {right, 1 - right}
        return at, with_probability(lines[at], chance.choice(sorted(choices)))
    right = Fraction(re.search(r"{ (\S+) ", lines[at])[1])
    return at, with_payoff(lines[at], chance.choice(sorted({-1, 0, 1, 2, 3, 10} - {right})))


def hold(grader, changes, seed):
    """Hold that each of some random changes of the right tree is found in its line."""
    lines, chance = lines_of(grader), random.Random(seed)
    for _ in range(changes):
        at, line = one_change(lines, chance)
        found = grade(grader, [*lines[:at], line, *lines[at + 1 :]])
        assert (found.verdict, found.difference.line) == ("different", at + 1), line


@pytest.mark.parametrize("rules", RULES)
def test_a_wrong_number_on_the_recommended_map_is_found(rules):
    hold(graded_by(rules), 2, rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_many_wrong_numbers_on_the_recommended_map_are_found(rules):
    hold(graded_by(rules), 60, 1)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_wrong_numbers_on_small_maps_are_found(rules, seed):
    hold(graded_by(rules, seed), 8, seed)


def test_a_dead_end_that_pays_is_named_though_it_merges_strategies():
    """A grader that compares normal forms alone may not see it."""
    grader = graded_by("cave-2023")
    lines = lines_of(grader)
    at = next(at for at, line in enumerate(lines) if "{ 0 0 }" in line)
    found = grade(grader, [*lines[:at], with_payoff(lines[at], 2), *lines[at + 1 :]])
    assert found.verdict == "different"
    assert [one.words for one in found.mistakes if one.proved] == ["one end of play pays 2, not 0"]


def test_a_wrong_fight_before_a_dead_end_is_found_where_bandits_hide_late():
    where = board(301)
    one = Judge(where).judged(case(where, "one probability", 0, way="hiding late"))
    assert (one.case.truth, one.grade.verdict, one.verdict) == ("same", "different", "right")
    assert one.at_mistake


def test_a_mistake_that_cannot_show_explains_no_wrong_number():
    """Without the move, the game has the normal form of the map's, and so has the hand-in."""
    board = text_of(built_in("island-2018")[2])
    grader = Grader(GradingRequest(Text(board, "map", "map", "0" * 64), "island-2018"))
    lines = lines_of(grader)
    at = lines.index('t "" 2 "" { 0 0 }\n')
    wrong = [*lines[:at], with_payoff(lines[at], 10), *lines[at + 1 :]]
    assert grade(grader, wrong).verdict == "different"
    assert grader.explanations(Text("".join(wrong), "x", "x", "0" * 64), []) == {}
