"""Strategies are carried onto a tree or a graph as by going over all of its information sets."""

import pytest
from hypothesis import given

from efgc.schemas.strategies import Behaviour
from efgc.stages.report.carry import Follower, Standing, after_action, carry, shares
from small_games import PUBLISHED, boards, game_of, island, law, published, solved


def plainly_carried(game, player, strategy, onto):
    follower, standings, found = Follower(game, player, strategy), {0: (Standing(1.0, 0, ()),)}, []
    for infoset in onto.infosets(player):
        record, weights = onto.information_sets[infoset], {}
        for parent in onto.parents[infoset]:
            for weight, *where in standings[parent]:
                weights[tuple(where)] = weights.get(tuple(where), 0) + weight
        before = tuple(Standing(weight, *where) for where, weight in weights.items())
        here = follower.here(before, record)
        found.append(Behaviour(infoset, *shares(here, record.actions)))
        for sequence, action in enumerate(record.actions, onto.first[infoset]):
            standings[sequence] = after_action(here, action)
    return tuple(found)


def is_carried_alike(game, onto):
    strategies = solved(game).strategies
    plain = (plainly_carried(game, player, one, onto) for player, one in enumerate(strategies, 1))
    assert carry(game, strategies, onto) == tuple(plain)


@pytest.mark.many
@pytest.mark.parametrize("levels", [(2, 0), (2, 1)])
@pytest.mark.parametrize("name", PUBLISHED)
def test_onto_published_games(name, levels):
    is_carried_alike(*(game_of(published(name), PUBLISHED[name][0], level) for level in levels))


@law(40)
@given(boards())
def test_onto_maps(board):
    rows, bandits, capture, rules = board
    is_carried_alike(*(game_of(island(rows, bandits, capture), rules, level) for level in (1, 0)))
