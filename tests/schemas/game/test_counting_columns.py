"""What follows from a game in columns is what follows from its records."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from card_games import hidden_goofspiel, kuhn, leduc
from odd_games import games
from schemas import game
from schemas.game import Chance, Decision, InformationSet, Terminal
from small_games import boards, game_of, island, law


def follows_the_same(played):
    columns = played.in_columns()
    assert game.check(columns) == game.check(played) == []
    assert game.count(columns) == game.count(played)
    assert list(columns.nodes) == list(played.nodes)
    assert columns.first == played.first and columns.first[0:2] == played.first[:2]
    assert columns.parents == played.parents and list(columns.parents) == list(played.parents)
    for player in (1, 2):
        assert columns.infosets(player) == played.infosets(player)
    for sequence in range(1, played.first[-1] + 1):
        assert columns.move(sequence) == played.move(sequence)


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, False)])
def test_of_a_card_game(made):
    follows_the_same(made())


@law(50)
@given(boards())
def test_of_a_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        follows_the_same(game_of(island(rows, bandits, capture), rules, level))


def doubled(times):
    """Return a game in which player 1 moves so often, and each time both ways lead on alike."""
    infosets = [InformationSet(1, "", (), ("l", "r")) for _ in range(times)]
    nodes = [Decision(number, (number + 1, number + 1)) for number in range(times)]
    return replace(kuhn(), information_sets=tuple(infosets), nodes=(*nodes, Terminal(Fraction(1))))


@pytest.mark.parametrize("times", [1, 30, 61, 62, 63, 64, 65, 130])
def test_histories_are_counted_exactly_however_many_there_are(times):
    played = doubled(times)
    follows_the_same(played)
    assert game.count(played.in_columns()).terminal_histories == 2**times


BROKEN = {
    "child": lambda nodes: [Chance(nodes[0].actions, nodes[0].probabilities, (1, 1, 3, 4, 5, 6))],
    "earlier": lambda nodes: [*nodes[:1], Decision(0, (7, 0))],
    "beyond": lambda nodes: [*nodes[:1], Decision(0, (7, 10**6))],
    "ways": lambda nodes: [*nodes[:1], Decision(0, (7, 8, 9))],
    "infoset": lambda nodes: [*nodes[:1], Decision(99, (7, 8))],
    "negative": lambda nodes: [*nodes[:1], Decision(-1, (7, 8))],
    "later": lambda nodes: [*nodes[:1], Decision(3, (7, 8))],
    "sum": lambda nodes: [Chance(nodes[0].actions, (Fraction(1, 5),) * 6, nodes[0].children)],
    "sign": lambda nodes: [
        Chance(nodes[0].actions, (*(Fraction(2, 5),) * 3, *(Fraction(-1, 15),) * 3), nodes[0][2])
    ],
    "labels": lambda nodes: [Chance(("a",) * 6, nodes[0].probabilities, nodes[0].children)],
    "few labels": lambda nodes: [Chance(("a",), nodes[0].probabilities, nodes[0].children)],
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_is_broken_is_told_the_same(how):
    played = kuhn()
    changed = BROKEN[how](played.nodes)
    broken = replace(played, nodes=(*changed, *played.nodes[len(changed) :]))
    found = game.check(broken)
    assert found and game.check(broken.in_columns()) == found


@pytest.mark.parametrize(
    "infoset",
    [
        InformationSet(3, "", (), ("p", "b")),
        InformationSet(1, "", (), ("p", "p")),
        InformationSet(1, "", (), ("p", "")),
        InformationSet(1, "", (), ("p",)),
        InformationSet(1, "", (), ()),
    ],
)
def test_a_broken_information_set_is_told_the_same(infoset):
    played = kuhn()
    for sets in ((infoset, *played.information_sets[1:]), (*played.information_sets, infoset)):
        broken = replace(played, information_sets=sets)
        found = game.check(broken)
        assert found and game.check(broken.in_columns()) == found


@law(100)
@given(games())
def test_of_any_texts_and_numbers(played):
    if not game.check(played):
        follows_the_same(played)
    assert game.check(played.in_columns()) == game.check(played)
