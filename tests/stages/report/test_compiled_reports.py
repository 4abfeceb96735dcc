"""Compiled kernels of reports give the same bits as the Python that they were compiled from."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_reports
from card_games import hidden_goofspiel, leduc
from drawn_strategies import drawn
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.stages.report import measures, off_path
from efgc.stages.report.document import _ranks
from efgc.stages.report.lift import behaviour
from efgc.stages.report.measures import plan_of, reached_entries
from small_games import boards, game_of, island, law
from uncompiled import same_bits

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)

TIE = 1e-9


def all_of(columns, strategies, plans):
    """Return what all kernels find of a game in columns."""
    values = measures.action_values(columns, strategies).columns
    reached = measures.reaches(columns, strategies)
    found = [values.weight, values.values, reached.array]
    found += measures.most_likely(columns, strategies)
    for player, (strategy, plan) in enumerate(zip(strategies, plans, strict=True), 1):
        lifted = behaviour(columns, player, plan)
        found += [lifted.columns.own_reach, lifted.columns.probabilities]
        found += [plan_of(columns, lifted).array, reached_entries(columns, strategy)]
        found.append(_ranks(columns, lifted.columns))
        answered = off_path.with_best_responses(columns, player, strategies, reached, TIE)
        found += [answered.columns.own_reach, answered.columns.probabilities]
        found.append(off_path.punished(columns, player, answered, TIE))
    return [np.asarray(one) if isinstance(one, memoryview) else one for one in found]


def has_the_same_bits(game, seed):
    draw = random.Random(seed)
    strategies = drawn(game, 1, draw), drawn(game, 2, draw)
    plans = [
        [
            max(0.0, weight + draw.choice((0.0, 0.0, 1e-12)))
            for weight in plain_reports.realized(game, one).values()
        ]
        for one in strategies
    ]
    same_bits(all_of, game, strategies, plans)


@pytest.mark.parametrize("made", [leduc, lambda: hidden_goofspiel(3, True)])
def test_reports_on_card_games(made):
    has_the_same_bits(made(), 1)


@law(10)
@given(boards(), st.sampled_from([0, 1, 2]), st.integers(0, 2**32))
def test_reports_on_maps(board, level, seed):
    rows, bandits, capture, rules = board
    has_the_same_bits(game_of(island(rows, bandits, capture), rules, level), seed)
