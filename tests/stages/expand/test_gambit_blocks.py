"""Many nodes at once are written as the lines of the Gambit file that they are one by one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, leduc
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.stages.expand import gambit
from plain_gambit import nodes
from small_games import boards, game_of, island, law

HALF = Fraction(1, 2)
NUMBERS = st.one_of(
    st.fractions(max_denominator=1000),
    st.sampled_from(
        [sign * size for size in (2**31, 2**61, 2**62, 2**63 - 1, 2**63) for sign in (1, -1)]
    ).map(Fraction),
    st.sampled_from((Fraction(1, 2**61), Fraction(-1, 2**63), Fraction(1, 10**40 + 1))),
)


def is_written_alike(game):
    for most in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gambit, "MAX_LABELLED", most)
            _, _, *blocks = gambit.write_gambit(game)
            lines = list(nodes(game, gambit._infoset_labels(game) if most else {}))
        assert "".join(blocks) == "".join(lines)
        assert len(blocks) < len(lines)


@pytest.mark.slow
@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_card_games(made):
    is_written_alike(made())


@pytest.mark.slow
@law(200)
@given(boards())
def test_games_of_maps(board):
    rows, bandits, capture, rules = board
    for unroll in (True, False):
        is_written_alike(game_of(island(rows, bandits, capture), rules, unroll=unroll))


def drawn(payoffs, constant, labels):
    """Return a game with payoffs behind a move of chance, nodes not in prefix order."""
    ends = [Terminal(payoff) for payoff in payoffs]
    return Game(
        title="drawn",
        source=None,
        players=("a", "b"),
        states=0,
        information_sets=(InformationSet(2, "", (), labels), InformationSet(1, "", (), ("x",))),
        nodes=(
            Chance(("l", "r"), (HALF, HALF), (2, 1)),
            Decision(0, tuple(range(3, 3 + len(labels)))),
            Decision(1, (3 + len(labels),)),
            *ends[: len(labels) + 1],
        ),
        constant=constant,
    )


@pytest.mark.slow
@law(500)
@given(
    st.lists(NUMBERS, min_size=5, max_size=5),
    NUMBERS,
    st.lists(st.text(max_size=3), min_size=1, max_size=4, unique=True),
)
def test_any_numbers_and_labels(payoffs, constant, labels):
    is_written_alike(drawn(payoffs, constant, tuple(labels)))


def test_blocks_are_small(monkeypatch):
    game = replace(drawn([HALF] * 5, Fraction(0), ("l", "r")), title="blocks")
    whole = "".join(gambit.write_gambit(game))
    monkeypatch.setattr(gambit, "BLOCK", 1)
    blocks = list(gambit.write_gambit(game))
    assert "".join(blocks) == whole and len(blocks) == 2 + len(game.nodes)
