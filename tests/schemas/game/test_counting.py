"""Counts and sequences of a game, and what is wrong with it, as its records have them."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given

import plain_game
from card_games import hidden_goofspiel, kuhn, leduc
from efgc.schemas import game
from efgc.schemas.game import Chance, Decision, InformationSet, Terminal
from efgc.schemas.game.columns import GameRecord
from efgc.schemas.game.structure import check_structure
from odd_games import games
from small_games import boards, game_of, island, law


def follows_from_records(played):
    assert game.check(played) == []
    found = game.count(played)
    sizes = found.histories, found.terminal_histories, found.escapes, found.information_sets
    assert sizes == plain_game.counts(played)
    sequences = plain_game.sequences(played)
    assert [*played.first] == [those[0] for those in sequences]
    assert played.parents == plain_game.parents(played)
    assert list(played.parents) == list(plain_game.parents(played))
    for player in (1, 2):
        alike = enumerate(played.information_sets)
        assert played.infosets(player) == [at for at, one in alike if one.player == player]
    for infoset, those in enumerate(sequences):
        assert played.sequences(infoset) == those
        moves = [(infoset, action) for action in range(len(those))]
        assert list(map(played.move, those)) == moves


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, False)])
def test_of_a_card_game(made):
    follows_from_records(made())


@law(50)
@given(boards())
def test_of_a_map(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        follows_from_records(game_of(island(rows, bandits, capture), rules, level))


def doubled(times):
    """Return a game in which player 1 moves so often, and each time both ways lead on alike."""
    infosets = [InformationSet(1, "", (), ("l", "r")) for _ in range(times)]
    nodes = [Decision(number, (number + 1, number + 1)) for number in range(times)]
    return replace(kuhn(), information_sets=tuple(infosets), nodes=(*nodes, Terminal(Fraction(1))))


@pytest.mark.parametrize("times", [1, 30, 61, 62, 63, 64, 65, 130])
def test_histories_are_counted_exactly_however_many_there_are(times):
    played = doubled(times)
    follows_from_records(played)
    assert game.count(played).terminal_histories == 2**times


def is_checked_carefully(played):
    """Hold that a game in unchecked records has the problems of the same game in columns."""
    parts = {field.name: getattr(played, field.name) for field in fields(played)}
    parts |= {"information_sets": (*played.information_sets,), "nodes": (*played.nodes,)}
    assert check_structure(GameRecord(**parts)) == check_structure(played)


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
def test_broken_games_are_found(how):
    played = kuhn()
    changed = BROKEN[how](played.nodes)
    broken = replace(played, nodes=(*changed, *played.nodes[len(changed) :]))
    assert game.check(broken)
    is_checked_carefully(broken)


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
def test_a_broken_information_set_is_found(infoset):
    played = kuhn()
    for sets in ((infoset, *played.information_sets[1:]), (*played.information_sets, infoset)):
        broken = replace(played, information_sets=sets)
        assert game.check(broken)
        is_checked_carefully(broken)


@law(100)
@given(games())
def test_of_any_texts_and_numbers(played):
    is_checked_carefully(played)
    if not game.check(played):
        follows_from_records(played)
