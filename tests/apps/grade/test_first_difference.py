"""The first difference that matters, what is told of it, and what players do not see."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

import handins
from efgc.pipeline.apps.course.grade.forced_moves import without_trivial_parts
from efgc.pipeline.apps.course.grade.histories import actions_to
from efgc.pipeline.apps.course.grade.labels import direction, heading
from efgc.pipeline.apps.course.grade.mistakes.knowledge import forgotten, unseen
from efgc.pipeline.apps.course.grade.tree_comparison import compare_trees
from efgc.pipeline.apps.course.grade.tree_pair import Continuations
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.files.text import Text
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.stages.expand.gambit import write_gambit
from small_games import island, published

HALF = Fraction(1, 2)


@cache
def grader(name, rules):
    return Grader(GradingRequest(Text(published(name), "map", "map", "0" * 64), rules))


def graded(known, game):
    """Return the grade of a game, written as a file that says nothing of what is seen."""
    sets = tuple(one._replace(sees=()) for one in game.information_sets)
    text = "".join(write_gambit(replace(game, information_sets=sets)))
    return known.grade("x", lambda: Text(text, "x", "x", "0" * 64))


@pytest.mark.parametrize(
    "label, said",
    [
        ("GoLeft", "left"),
        ("moveUp", "up"),
        ("go_left", "left"),
        ("LEFT1", "left"),
        ("L (0,1)", "left"),
        ("dir=left", "left"),
        ("goleft", "left"),
        ("e1", ""),
        ("e1 e2", ""),
        ("up-left", ""),
        ("UpLeft", ""),
        ("northwest", ""),
        ("stay", ""),
    ],
)
def test_moves_are_read_in_the_words_of_programs(label, said):
    assert direction(label) == said


def test_a_square_or_a_step_is_read_as_a_move_from_the_agents_square():
    assert heading("2,1", (1, 1), False) == "down" and heading("(0, 1)", (1, 1), True) == "right"
    assert heading("3,3", (1, 1), False) == "" and heading("2,1", None, False) == ""


# -- what drawing alone makes


def cut(tree, chance):
    """Play ends as soon as one payoff alone can follow."""

    def change(node):
        ends = {part[1] if part[0] == "t" else None for part in handins.below(node)}
        return ("t", ends.pop(), node[1]) if len(ends) == 1 and None not in ends else node

    return handins.mapped(tree, change)


DRAWINGS = (cut, handins.all_forced_left_out, handins.chance_split, handins.ends_later)


@pytest.mark.parametrize("drawn", DRAWINGS)
@pytest.mark.parametrize(
    "name, rules", [("two-bushes", "cave-2023"), ("cave-example", "cave-2023")]
)
def test_differences_in_the_drawing_alone_are_skipped_and_noted(name, rules, drawn):
    game = handins.expanded(published(name), rules).game
    other, _ = handins.built(drawn(handins.nested(game), handins.rounds(1)), game.players)
    found = compare_trees(game, other)
    assert found.difference is None, found.difference
    assert compare_trees(game, game).drawn is None


def test_an_encounter_right_after_hiding_is_not_one_more_place_to_hide():
    """The agent's only move leads to the miner, who has just hidden there."""
    game = handins.expanded(island(["SED", "##E"], 1), "cave-2023").game
    other, _ = handins.built(handins.all_forced_left_out(handins.nested(game), None), game.players)
    found = compare_trees(game, other)
    assert found.difference is None, found.difference


@pytest.mark.parametrize("drawn", [lambda tree, chance: tree, *DRAWINGS])
def test_the_first_difference_is_at_the_mistake_in_every_drawing(drawn):
    known = grader("island-3", "cave-2023")
    chart, expansion = known.chart, known.reference.expansion
    told = 0
    for kind, game, wrong, _ in handins.mutations(expansion, chart, handins.rounds(3)):
        if kind not in ("one exit", "one fight inverted", "gold not counted", "always fights"):
            continue
        tree = drawn(handins.nested(game), handins.rounds(1))
        other, origins = handins.built(tree, game.players)
        found = compare_trees(known.reference.game, other)
        first = found.difference
        assert first is not None and first.reference in wrong, (kind, first)
        told += 1
    assert told == 3  # Where fights are even, none can be inverted.


def test_continuations_omit_irrelevant_differences():
    """Player 1 goes left, or right and then on or back; back pays what left does."""
    ends = tuple(Terminal(Fraction(payoff)) for payoff in (1, 1, 3))
    one, two = (InformationSet(1, "", (name,), ("l", "r")) for name in "ab")
    late = Game(
        title="",
        source=None,
        players=("a", "b"),
        states=0,
        information_sets=(one, two),
        nodes=(Decision(0, (1, 2)), ends[0], Decision(1, (3, 4)), *ends[1:]),
    )
    early = replace(late, information_sets=(one,), nodes=(Decision(0, (1, 2)), *ends[1:]))
    draw = replace(early, nodes=(Chance(("l", "r"), (HALF, HALF), (1, 2)), *ends[1:]))
    continuations = Continuations()
    numbers = [continuations.of(game)[0] for game in (late, early, draw)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert continuations.constant(numbers[0]) is None and continuations.can_have(
        1, numbers[0], Fraction(1)
    )
    assert not continuations.can_have(1, numbers[2], Fraction(1))
    same = replace(early, nodes=(Decision(0, (1, 2)), ends[0], ends[0]))
    assert continuations.constant(continuations.of(same)[0]) == 1
    assert [type(record) for record in without_trivial_parts(same).nodes] == [Terminal]


# -- what is told


def test_a_history_that_contradicts_the_labels_is_not_reported():
    known = grader("island-3", "island-2018")
    right = known.reference.game
    end = max(at for at, node in enumerate(right.nodes) if isinstance(node, Terminal))
    nodes = [*right.nodes]
    nodes[end] = Terminal(nodes[end].payoff + 7)
    game = replace(right, nodes=tuple(nodes))
    mirror = {"up": "down", "down": "up", "left": "right", "right": "left"}
    sets = tuple(
        one._replace(actions=tuple(mirror.get(label, label) for label in one.actions))
        for one in game.information_sets
    )
    plain, mirrored = graded(known, game), graded(known, replace(game, information_sets=sets))
    assert plain.difference.squares and plain.difference.kind == "payoff"
    assert not mirrored.difference.squares and not mirrored.difference.events
    assert plain.difference.way == tuple(taken.label for taken in actions_to(game, end))
    assert mirrored.difference.way and mirrored.difference.line
    assert plain.mistakes[0].proved and "one end of play pays" in plain.mistakes[0].words


# -- what players are not shown


@pytest.mark.parametrize(
    "name, rules, mistake",
    [
        ("island-3", "island-2018", "bandits do not see the place of the alarm"),
        ("island-report", "cave-2023", "agent does not see whether miners fight or take the gold"),
    ],
)
def test_hidden_information_is_named_and_proved(name, rules, mistake):
    known = grader(name, rules)
    suspects = {one.mistake.words: one for one in unseen(known.reference.histories(known.chart))}
    found = graded(known, suspects[mistake].make())
    assert found.verdict == "different"
    assert [(one.words, one.proved) for one in found.mistakes] == [(mistake, True)]
    assert found.difference.kind == "knows too little" and found.difference.other_line


TWO_CAVES = "2 0.5\nSE-\nEG-\n--D\n"


def test_the_place_of_an_encounter_is_named_before_the_path():
    known = Grader(GradingRequest(Text(TWO_CAVES, "map", "map", "0" * 64), "cave-2023"))
    suspects = {one.mistake.words: one for one in unseen(known.reference.histories(known.chart))}
    mistake = "miners do not see the place of the encounter"
    found = graded(known, suspects[mistake].make())
    assert [(one.words, one.proved) for one in found.mistakes] == [(mistake, True)]


@pytest.mark.parametrize(
    "name, rules",
    [
        ("island-report", "cave-2023"),
        pytest.param("island-3", "island-2018", marks=pytest.mark.slow),
    ],
)
def test_forgotten_information_is_named_without_perfect_recall(name, rules):
    known, named = grader(name, rules), 0
    for suspect in forgotten(known.reference.histories(known.chart)):
        found = graded(known, suspect.make())
        if found.verdict == "no perfect recall":
            assert found.problems and found.difference.kind == "knows too little"
            assert found.mistakes and found.mistakes[0].proved, suspect.mistake
            named += 1
    assert named >= 2


@pytest.mark.parametrize("name", ["cave-example", "island-1", "island-report"])
def test_the_shortest_history_is_reported_without_a_named_mistake(name):
    """Hiding places may have numbers, if what follows them tells them apart."""
    known = grader(name, "cave-2023")
    right = known.reference.game
    nodes, sets = [*right.nodes], [*right.information_sets]
    ends = [at for at, one in enumerate(nodes) if isinstance(one, Terminal) and one.payoff > 2]
    for extra, end in enumerate(ends, 1):
        nodes[end] = Terminal(nodes[end].payoff + Fraction(extra, 7))
    hide = right.nodes[0].infoset
    sets[hide] = sets[hide]._replace(actions=tuple(map(str, range(len(sets[hide].actions)))))
    found = graded(known, replace(right, nodes=tuple(nodes), information_sets=tuple(sets)))
    shortest = min(ends, key=lambda end: len(actions_to(right, end)))
    assert found.difference.kind == "payoff" and not found.mistakes
    assert len(found.difference.way) == len(actions_to(right, shortest))
    assert found.difference.events[0].startswith("miners: ")
    assert found.difference.expected.endswith(f"payoff {right.nodes[shortest].payoff}")
