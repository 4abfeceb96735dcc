"""LiteEFG's files: readings, refusals with their words, and that reading undoes writing."""

import time
from fractions import Fraction
from itertools import pairwise

import pytest

from card_games import kuhn, leduc
from efgc.schemas.game import Chance, check
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.liteefg import parse_liteefg
from efgc.stages.parse.recognising import is_liteefg
from efgc.stages.parse.rounded import unrounded
from random_games import random_game
from samples import SAMPLES
from small_games import seeds, solved
from tree_writers import liteefg

GUESS = SAMPLES["guess.game"]
OPENSPIEL = """# Opt {
#     openspiel,
#     players: 2,
# }
node / chance actions 0/=0.50000000 1/=0.50000000
node 0/ player 1 actions 0/0/ 0/1/
node 0/0/ leaf payoffs 1=1.000000 2=-1.000000
node 0/1/ leaf payoffs 1=-1.000000 2=1.000000
node 1/ player 1 actions 1/0/ 1/1/
node 1/0/ leaf payoffs 1=-2.000000 2=2.000000
node 1/1/ leaf payoffs 1=3.000000 2=-3.000000
infoset pl1_0__ nodes 0/ 1/
"""

BROKEN = """num_players: 2 => num_players: 3
4:20: 3 players; a game must have 2

node / c => knot / c
7:1: expected node, infoset or #; found 'knot'

node / chance => node
7:14: expected chance, player or leaf; found 'heads=0.33333334'

/ chance => / luck
7:8: expected chance, player or leaf; found 'luck'

heads player 1 => heads player 3
8:22: expected 1 or 2, the number of the player; found '3'

actions ask => moves ask
8:24: expected actions with a list after it; found 'moves'

leaf payoffs 1=-1 2=1 => leaf payoffs
10:32: expected payoffs with a list after it; found the end of the line

ask pass => ask ask
8:36: duplicate action 'ask'

=0.33333334 => =0.4
7:23: the probabilities sum to 106666669/100000000, not exactly 1; write fractions such as 1/3

=0.33333334 => =-0.33333334
7:23: the probability -16666667/50000000 is below 0

=0.33333334 => =nan
7:23: 'heads=nan' is not a name, = and a number such as 3, -0.5 or 1/3

heads=0.33333334 => heads
7:23: 'heads' is not a name, = and a number such as 3, -0.5 or 1/3

1=-1 2=1 => 1=-1
10:40: 1 payoff for 2 players

1=-1 2=1 => 1=-1 3=1
10:45: '3=1' is not the payoff of player 1 or 2, such as 1=3

1=-1 2=1 => 1=-1 1=1
10:45: a second payoff of player 1

1=2 2=-2 => 1=2 2=-1
11:40: the payoffs sum to 1 here and to 0 in line 10; the sum must be constant

node /C:heads/P1:pass leaf => node /C:heads/P1:wait leaf
8:36: the node '/C:heads/P1:pass' after this action is missing

node /C:heads/P1:pass leaf => node /C:heads/P1:wait leaf
12:6: no action leads to the node '/C:heads/P1:wait'

node /C:tails p => node /C:heads p
13:6: the node '/C:heads' is already in line 8

nodes /C:tails => nodes /C:tail
19:21: no node before this line has the name '/C:tail'

nodes /C:tails => nodes /C:heads
19:21: '/C:heads' is already in an information set

nodes /C:tails => nodes /
19:21: '/' is not a node of a player

nodes /C:tails => nodes
19:1: expected infoset, a name, nodes, and the names of its nodes

nodes /C:heads => nodes /C:heads /C:heads/P1:ask
18:30: a node of player 2, but the node in line 8 is of player 1

tails/P1:ask player 2 actions H T => tails/P1:ask player 2 actions T H
20:37: actions 'T, H', but the node in line 9 has 'H, T'
"""


def read(text):
    return parse_liteefg(text, "0" * 64, "a.game").game


def refused(text):
    """Return the problems of a text, each as `line:column: message`."""
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def shape(game):
    """Return what a game is, but for its words."""
    sets = [(infoset.player, infoset.actions) for infoset in game.information_sets]
    return game.players, game.constant, sets, list(game.nodes)


def test_the_sample_has_its_title_and_exact_probabilities():
    reading = parse_liteefg(GUESS, "0" * 64, "guess.game")
    game = reading.game
    assert (game.title, game.source.rules, check(game)) == ("Guess the coin", "liteefg", [])
    assert game.nodes[0].probabilities == (Fraction(1, 3), Fraction(2, 3))
    assert [infoset.sees for infoset in game.information_sets] == [
        ("heads",), ("asked",), ("tails",)
    ]  # fmt: skip
    assert reading.remarks == (
        "line 7: 0.33333334 is 1/3 up to floating-point rounding and is read as 1/3; 1 more number "
        "is corrected likewise",
    )


@pytest.mark.parametrize("number", [str, lambda part: f"{float(part):.8f}"])
@pytest.mark.parametrize(
    "game, value", [(kuhn(), Fraction(-1, 18)), (leduc(), None)], ids=["Kuhn", "Leduc"]
)
def test_published_games_are_read_back(game, value, number):
    found = read(liteefg(game, number))
    assert shape(found) == shape(game) and check(found) == []
    if value is not None:  # Kuhn 1950.
        assert solved(found).exact.value == value


@pytest.mark.parametrize("number", seeds(40))
def test_random_games_are_read_back(number):
    game = random_game(number)
    found = read(liteefg(game))
    assert shape(found) == shape(game) and check(found) == []


def test_blanks_and_line_ends_do_not_matter():
    assert shape(read(GUESS.replace("\n", " \r\n\n").replace(" ", "  "))) == shape(read(GUESS))


def test_files_from_openspiel_name_the_nodes_after_actions():
    game = read(OPENSPIEL)
    assert game.nodes[0].actions == ("0", "1")
    assert [infoset.actions for infoset in game.information_sets] == [("0", "1")]
    assert solved(game).exact.value == 1


def test_nodes_without_an_information_set_are_alone_in_theirs():
    alone = read(GUESS.replace("infoset heads nodes /C:heads\n", ""))
    assert shape(alone) == shape(read(GUESS))
    assert alone.information_sets[0].sees == ("/C:heads",)


def test_nothing_follows_probability_0():
    text = GUESS.replace("heads=0.33333334 tails=0.66666669", "heads=0 tails=1")
    assert read(text).nodes[0] == Chance(("tails",), (Fraction(1),), (1,))
    assert len(read(text).information_sets) == 2


def test_the_sum_of_payoffs_is_the_constant():
    shifted = GUESS.replace("2=1\n", "2=2\n").replace("2=-2", "2=-1").replace("2=0", "2=1")
    assert read(shifted).constant == 1


@pytest.mark.parametrize(
    "word, meant",
    [
        ("0.16666667", "1/6"),
        ("0.13333334", "2/15"),
        ("0.66666669", "2/3"),
        ("0.166667", "1/6"),
        ("0.16667", "0.16667"),
        ("0.333333", "1/3"),
        ("0.3333333333333333", "1/3"),
        ("0.12500000", "1/8"),
        ("0.27182817", "0.27182817"),
        ("1/3", "1/3"),
        ("1.6e-1", "0.16"),
    ],
)
def test_the_fraction_of_a_rounded_probability(word, meant):
    assert unrounded(word, Fraction(word)) == Fraction(meant)


def test_other_rounded_probabilities_are_divided_by_their_sum():
    text = GUESS.replace("heads=0.33333334 tails=0.66666669", "heads=0.27182817 tails=0.72817184")
    reading = parse_liteefg(text, "0" * 64)
    assert reading.game.nodes[0].probabilities[0] == Fraction(27182817, 100000001)
    assert reading.remarks == (
        "line 7: the probabilities sum to 1.00000001 and are divided by their sum",
    )


@pytest.mark.parametrize("broken", BROKEN.strip().split("\n\n"))
def test_broken_files_are_refused_at_their_place(broken):
    """Each is a change of the sample, and one of its problems."""
    change, *problem = broken.split("\n")
    old, new = change.split(" => ")
    assert old in GUESS
    assert " ".join(problem) in refused(GUESS.replace(old, new, 1))


def test_imperfect_recall_is_refused_at_the_second_node():
    text = GUESS.replace("player 2", "player 1").replace("/P2:", "/P1:")
    assert refused(text) == [
        "14:6: imperfect recall: this node (after 'tails, ask') and the node in line 9 (after "
        "'heads, ask') are in the same information set, so player 1 would forget an observation: "
        "whether it was information set 'heads' or information set 'tails'"
    ]


def test_two_actions_to_one_node_and_back_to_the_root():
    problems = refused(OPENSPIEL.replace("1/0/ 1/1/", "0/0/ /").replace(" 0/ 1/\n", " 0/\n"))
    assert problems[:2] == [
        "9:26: a second action leads to the node '0/0/'",
        "9:31: a second action leads to the node '/'",
    ]


@pytest.mark.parametrize(
    "text, least",
    [
        ("node /" + "a" * 500_000 + " player 1 actions " + "b " * 250_000, 100),
        ("node /" + "a" * 250_000 + " player 1 actions " + " ".join(map(str, range(90_000))), 100),
        ("node / player 1 actions " + " ".join(map(str, range(200_000))), 100),
        ("node x\n" * 100_000, 100),
        ("# " * 500_000 + "\nnode", 1),
        ("infoset a nodes " + "b " * 300_000, 100),
        ("", 1),
    ],
)
def test_long_broken_files_are_refused_soon(text, least):
    before = time.process_time()
    assert len(refused(text)) == least
    assert time.process_time() - before < 20


def test_depth_is_unlimited():
    names = ["n" + str(at) for at in range(5_000)]
    lines = ["# openspiel,"]
    for name, after in pairwise(names):
        lines += [f"node {name} player 1 actions {after} {name}end"]
        lines += [f"node {name}end leaf payoffs 1=0 2=0"]
    lines += [f"node {names[-1]} leaf payoffs 1=1 2=-1"]
    assert len(read("\n".join(lines)).nodes) == 2 * 5_000 - 1


@pytest.mark.parametrize(
    "text, is_one",
    [
        (GUESS, True),
        (OPENSPIEL, True),
        ("node / player 1 actions k b", True),
        ("a node / player 1", False),
        ("node of a tree", False),
        ("2 0.33\nSE-D\n", False),
        ("#" * 100_000 + "\nnode / player 1 actions k b", False),
    ],
)
def test_recognition(text, is_one):
    assert is_liteefg(text) == is_one
