"""What a first difference claims about the rules is true for the history that it names."""

import subprocess
import sys
from dataclasses import replace

import pytest

import handins
from course.programs.mistakes import RIGHT
from efgc.pipeline.apps.course.grade.nodes import actions, described, forced
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.programs.maps import random_maps, text_of
from efgc.pipeline.files.text import Text
from efgc.schemas.game import Decision, children
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from handins import expanded
from small_games import island, published

ONTO_THE_ALARM = """EFG 2 R "student" { "agent" "bandits" }

p "" 2 1 "" { "e1" "e2" } 0
p "" 1 1 "" { "down" } 0
c "" 5 "" { "captured" 1/2 "escaped" 1/2 } 0
t "" 1 "" { 0, 0 }
p "" 1 2 "" { "down" } 0
p "" 1 3 "" { "right" } 0
t "" 2 "" { 10, -10 }
p "" 1 1 "" { "down" } 0
p "" 2 2 "" { "stay" "e2 to e1" } 0
p "" 1 4 "" { "down" } 0
c "" 13 "" { "captured" 1/2 "escaped" 1/2 } 0
t "" 1
p "" 1 5 "" { "right" } 0
t "" 2
p "" 1 4 "" { "down" } 0
p "" 1 6 "" { "right" } 0
t "" 2
"""
ONE_ALARM = "5\n4\n####\n#S##\n#E##\n#ED#\n####\n1\n0.5\n"
MOST = 300
"""Nodes of the maps of the law."""


def grader(text, rules):
    return Grader(GradingRequest(Text(text, "map", "map", "0" * 64), rules))


def first_difference(known, text):
    return known.grade("x", lambda: Text(text, "x", "x", "0" * 64)).difference


def exported(game):
    """Return a game as a file that does not say what players see."""
    sets = tuple(one._replace(sees=()) for one in game.information_sets)
    return "".join(write_gambit(replace(game, information_sets=sets)))


def replayed(game, labels):
    """Return the node of a game after labels, among which forced ones may be missing; None if one
    of them is not there.
    """
    node = 0
    for label in labels:
        while forced(game, node) and label not in actions(game, node):
            [node] = children(game.nodes[node])
        if label not in actions(game, node):
            return None
        node = children(game.nodes[node])[actions(game, node).index(label)]
    return node


def labels_of_line(text, line):
    """Return the labels from the root to the node in a line of a file."""
    reading = read_gambit(text)
    game = reading.game
    node = next(at for at in range(len(game.nodes)) if reading.position(at)[0] == line)
    labels = []
    for at in range(node - 1, -1, -1):
        below = children(game.nodes[at])
        if node in below:
            labels.append(actions(game, at)[below.index(node)])
            node = at
    return labels[::-1]


def test_an_alarm_that_is_missing_is_expected_where_it_is_raised():
    made = expanded(published("three-bushes"), "island-2013").game
    first = first_difference(grader(published("three-bushes"), "island-2018"), exported(made))
    assert first.way == ("e2", "up") and first.events == ("bandits: e2",)
    assert first.expected == "a decision of bandits among 2: stay, e2 to e3"
    assert first.found == "a decision of agent among 1: right"


def test_a_forced_choice_of_the_rules_is_expected_where_a_hand_in_has_two():
    first = first_difference(grader(ONE_ALARM, "island-2018"), ONTO_THE_ALARM)
    assert first.way == ("e2", "down") and first.line == 11
    assert first.expected == "a decision of bandits among 1: stay"
    assert first.found == "a decision of bandits among 2: stay, e2 to e1"


def test_the_story_of_a_proved_mistake_is_that_of_the_reference_whatever_the_labels():
    known = grader(ONE_ALARM, "island-2018")
    plain = first_difference(known, ONTO_THE_ALARM)
    numbered = ONTO_THE_ALARM.replace('"e1"', '"0"').replace('"e2"', '"1"').replace("e2 to e1", "2")
    first = first_difference(known, numbered.replace('"down"', '"x"').replace('"right"', '"x"'))
    assert first.way == ("1", "x")
    assert first._replace(way=(), found="") == plain._replace(way=(), found="")


def test_nothing_is_claimed_about_the_rules_if_the_history_is_unknown():
    """Two ends pay something else, which no mistake explains, and no label has a meaning."""
    known = grader(published("three-bushes"), "island-2018")
    text = exported(known.reference.game)
    for number, label in enumerate(("e1", "e2", "e3", "stay", "up", "down", "right", "left")):
        text = text.replace(f'"{label}"', f'"x{number}"')
    for number, label in enumerate(("e1 to e2", "e2 to e3", "e3 to e1", "e1 to e3", "e3 to e2")):
        text = text.replace(f'"{label}"', f'"y{number}"')
    text = text.replace("{ 10 -10 }", "{ 11 -11 }", 1).replace("{ 10 -10 }", "{ 12 -12 }", 1)
    first = first_difference(known, text)
    assert not first.squares and first.kind == "payoff"
    assert first.expected == "another payoff"


def without(tree, way):
    """Return a tree without the last action of a way."""
    first, *more = way
    kept = [(label, below) for label, below in tree[4] if more or label != first]
    if more:
        kept = [(label, without(below, more) if label == first else below) for label, below in kept]
    return (*tree[:4], kept)


def test_a_tree_that_goes_on_past_an_exit_differs_there():
    """Its choices are called gold and fight: one is understood, so the other is known, too."""
    program = (RIGHT / "cave_recursive.py").read_text()
    ending = """    if square == "D":
        print_terminal(2 + gold)
        return
"""
    assert ending in program
    board = "1 0.3\n######\n#SE-D#\n#-#GE#\n#-E--#\n######\n"
    going_on = """    if square == "D" and not legal_moves(pos, visited):
        print_terminal(2 + gold)
        return
"""
    command = [sys.executable, "-c", program.replace(ending, going_on)]
    tree = subprocess.run(command, input=board, capture_output=True, text=True, check=True).stdout
    first = first_difference(grader(board, "cave-2023"), tree)
    assert (first.kind, first.squares[-1]) == ("turn", (1, 4))
    assert first.expected == "the end of play, with payoff 3"
    assert first.found == "a decision of Player among 1: down"


def test_a_move_that_is_missing_before_player_2_hides_has_a_history():
    """The hand-in has player 2 hide only when the agent reaches a dangerous place."""
    known = grader(island(["S-ED", "--E#"], 1), "island-2018")
    drawn = handins.late(handins.nested(known.reference.game), None)
    tree = without(drawn, ("down", "right", "right"))
    first = first_difference(known, exported(handins.built(tree)[0]))
    assert (first.squares, first.events) == (((0, 0), (1, 0), (1, 1)), ())
    assert first.expected == "a decision of agent among 2: up, right"
    assert first.found == "a decision of agent among 1: up"


def suspects(known):
    """Return the games with the known mistakes, each once."""
    found = {}
    for suspect in known.possible:
        try:
            found.setdefault(suspect.mistake.words, suspect.make())
        except InputError:
            continue
    return found


def _onward(game, node):
    """Yield a node and those behind its forced moves, which a tree may leave out."""
    yield node
    while forced(game, node):
        [node] = children(game.nodes[node])
        yield node


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["island-2013", "island-2018", "cave-2023"])
def test_the_history_and_the_expected_node_are_those_of_the_reference(rules):
    """A law: with our own labels, the history leads to the expected node when it is replayed in the
    reference, on random small maps and for every known mistake.
    """
    told = 0
    for board in random_maps(rules, 5, 7):
        known = grader(text_of(board), rules)
        if known.nodes > MOST:
            continue
        game, histories = known.reference.drawn, known.reference.histories(known.chart)
        places = {}
        for at in range(len(game.nodes)):
            history = histories.history(at)
            places.setdefault((history.squares, history.events), []).append(at)
        for name, wrong in suspects(known).items():
            if len(wrong.nodes) > 4 * MOST:
                continue
            text = exported(wrong)
            first = first_difference(known, text)
            if first is None:
                continue
            told += 1
            said = (text_of(board), name, first)
            nodes = places.get((first.squares, first.events), [])
            assert nodes, said
            assert first.other_line or first.expected in [described(game, at) for at in nodes], said
            node = replayed(game, first.way)
            if node is None:  # The file leaves the textbook tree before, where nothing is decided.
                continue
            assert {*nodes} & {*_onward(game, node)}, said
            if first.other_line:
                other = replayed(game, labels_of_line(text, first.other_line))
                mine, yours = game.nodes[node], game.nodes[other]
                assert isinstance(mine, Decision) and isinstance(yours, Decision)
                assert (mine.infoset == yours.infoset) == (first.kind == "knows too much"), said
    assert told > 20
