"""What reaches the nodes of a game, and its words: as the pass over its records finds them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_game
from card_games import hidden_goofspiel, leduc
from drawn_games import AT_THE_BORDERS, SMALL, drawn, sound_game
from efgc.schemas.game import (
    START,
    Chance,
    Decision,
    InformationSet,
    Terminal,
    check,
    infoset_text,
)
from efgc.schemas.game import reaching_walk as walk
from efgc.schemas.game.words import Words
from odd_games import games
from plain_reaching import plain_reached
from small_games import boards, game_of, island, law


@law(50)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_words(board, level):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, level)
    sequences, infosets = plain_game.words(game)
    assert [*map(game.words.sequence, range(len(sequences)))] == sequences
    assert [infoset_text(game, infoset) for infoset in range(len(infosets))] == [
        words or START for words in infosets
    ]


def spelled(game):
    """Return the words of all information sets and sequences of a game."""
    words, sequences = Words(game.columns.infosets, game.reached), game.columns.infosets.first[-1]
    infosets = range(len(game.information_sets))
    return [*map(words.infoset, infosets), *map(words.sequence, range(sequences))]


@law(20)
@given(games())
def test_words_of_any_labels(game):
    if check(game):
        return
    sequences, infosets = plain_game.words(game)
    assert spelled(game) == [*infosets, *sequences]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("efgc.schemas.game.words.KEPT", 1)
        assert spelled(game) == [*infosets, *sequences]


def members_of(found, number):
    """Return the sequences of a set."""
    return tuple(found.members[found.begin[number] : found.begin[number + 1]].tolist())


def is_the_same(game):
    """Compare with the plain pass; return how many conflicts there are."""
    plain, found = plain_reached(game), game.reached
    for player in (1, 2):
        number = found.number[player - 1]
        for node in range(len(game.nodes)):
            assert members_of(found, number[node]) == plain.sequences(player, node)
    weights = list(found.weights)
    assert [weights[at] for at in found.weight] == list(plain.weights)
    assert weights == list(dict.fromkeys(plain.weights)) and weights[0] == 1
    assert tuple(members_of(found, number) for number in found.parent) == plain_game.parents(game)
    sequences = game.first[-1] + len(game.information_sets[-1].actions) if game.first else 1
    assert found.begin[: sequences + 1].tolist() == list(range(sequences + 1))
    assert found.members[:sequences].tolist() == list(range(sequences))
    assert found.conflicts == plain.conflicts and bool(check(game)) == bool(plain.conflicts)
    return len(found.conflicts)


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_card_games(made):
    assert is_the_same(made()) == 0


@law(100)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_maps(board, level):
    rows, bandits, capture, rules = board
    assert is_the_same(game_of(island(rows, bandits, capture), rules, level)) == 0


@law(500)
@given(drawn(SMALL))
def test_games_that_may_be_none(game):
    is_the_same(game)


@law(300)
@given(drawn((*SMALL, *AT_THE_BORDERS)))
def test_weights_at_the_borders(game):
    is_the_same(game)


@law(300)
@given(drawn((*SMALL, *AT_THE_BORDERS), decisions=False))
def test_weights_that_add_up(game):
    assert is_the_same(game) == 0


def test_sets_that_overlap():
    # Player 2 comes to the end by both moves, either from the left or from the right.
    half = Fraction(1, 2)
    game = sound_game(
        [InformationSet(2, "", (), ("l", "r"))],
        [
            Chance(("a", "b"), (half, half), (1, 2)),
            Decision(0, (3, 3)),
            Decision(0, (4, 4 + 1)),
            Chance(("x", "y"), (half, half), (4, 5)),
            Terminal(Fraction(1)),
            Terminal(Fraction(2)),
        ],
    )
    assert is_the_same(game) == 2
    joined = game.nodes[:2] + (Decision(0, (4, 4)), Chance(("x",), (Fraction(1),), (4,)))
    game = sound_game(game.information_sets, (*joined, game.nodes[4]))
    assert is_the_same(game) == 0
    assert plain_reached(game).sequences(2, 4) == (1, 2) and plain_reached(game).weights[4] == 1


def test_more_weights_than_the_initial_room_holds(monkeypatch):
    monkeypatch.setattr(walk, "_ROOM", 8)
    many = 1_000
    weights = [Fraction(10 * at + 1, 10**30) for at in range(many)]
    weights += [Fraction(10 * at + 1, 10**15) for at in range(many)]
    weights.append(1 - sum(weights))
    labels = tuple(f"c{at}" for at in range(len(weights)))
    middle = range(1, len(weights) + 1)
    last = len(weights) + 1
    tail = [Chance(("x", "y"), (Fraction(1, 3), Fraction(2, 3)), (last, last + 1))] * len(weights)
    ends = [Terminal(Fraction(1)), Terminal(Fraction(2))]
    assert (
        is_the_same(sound_game([], [Chance(labels, tuple(weights), tuple(middle)), *tail, *ends]))
        == 0
    )


def test_more_sequence_sets_than_the_initial_room_holds(monkeypatch):
    monkeypatch.setattr(walk, "_ROOM", 8)
    assert is_the_same(game_of(island(["----", "-E--", "S-ED"], 1), "island-2018", 1)) == 0


def test_all_nodes_are_hard():
    large = (Fraction(1, 2**70), 1 - Fraction(1, 2**70))
    nodes = [Chance(("a", "b"), large, (at + 1, at + 2)) for at in range(10)]
    nodes += [Terminal(Fraction(1)), Terminal(Fraction(2))]
    assert is_the_same(sound_game([], nodes)) == 0
