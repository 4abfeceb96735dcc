"""Compiled kernels give the same bits as the Python that they were compiled from."""

import random
import subprocess
import sys
from fractions import Fraction
from types import FunctionType

import numpy as np
import pytest
from hypothesis import assume, given, strategies

from efgc.pipeline.apps.droids import policy
from efgc.pipeline.apps.droids.agents import q_games, q_learning
from efgc.pipeline.apps.droids.agents.minimax import VIEWS, Minimax, minimax_policy
from efgc.pipeline.apps.droids.agents.q_learning import new_agent
from efgc.schemas.droid_agent import Rewards
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.rules.droid_battle import DroidBattle, neighbours, opening
from efgc.schemas.rules.goofspiel import Goofspiel
from efgc.stages.solve.induction import batch, goofspiel
from efgc.stages.solve.induction.droid_battle import rounds
from efgc.stages.solve.induction.goofspiel.table import position_table
from efgc.stages.solve.induction.lanes import LANES, MOST
from efgc.stages.solve.induction.matrix_game import solve_matrix
from small_games import law
from uncompiled import same_bits, uncompiled_kernels

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)

SEEDS = strategies.integers(0, 10**6)


def test_uncompiled_kernels_are_python():
    compiled = batch.solve_batch
    with uncompiled_kernels():
        assert isinstance(batch.solve_batch, FunctionType)
        assert batch.solve_batch is sys.modules[batch.__name__].solve_batch
    assert batch.solve_batch is compiled and not isinstance(compiled, FunctionType)


def test_kernels_load_neither_numba_nor_cython():
    code = (
        "import sys, efgc.pipeline.apps.droids.agents.q_learning\n"
        "import efgc.stages.solve.induction.goofspiel.table\n"
        "print({'numba', 'llvmlite', 'Cython', 'cython'} & sys.modules.keys())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "set()\n", ended.stderr


def matrices(chance, m, n):
    """Return LANES matrices of one shape: random ones, and some with ties or a constant row."""
    found = chance.random((m, n, LANES)) * 2 - 1
    if chance.random() < 0.3:
        found = np.round(found * 2)
    if chance.random() < 0.3:
        found[chance.integers(m)] = 0.25
    if chance.random() < 0.3:
        found += 1e-10 * chance.random(found.shape)
    return found


def batches(seed):
    """Return all that is known of some batches that are solved one after the other."""
    chance = np.random.default_rng(seed)
    m, n = (int(size) for size in chance.integers(1, 8, 2))
    bench, found = batch.Bench(), []
    for _ in range(3):
        np.asarray(bench.A)[:m, :n] = matrices(chance, m, n)
        lanes, keep = int(chance.integers(1, LANES + 1)), bool(chance.integers(2))
        batch.solve_batch(bench, m, n, lanes, 3.0, keep)
        found += [np.array(side)[:lanes] for side in (bench.low, bench.high)]
        if keep:
            found += [np.array(side)[:, :lanes] for side in (bench.X, bench.Y)]
        found += [np.array(side) for side in (bench.R, bench.C, bench.size)]
    return found


@law(100)
@given(SEEDS)
def test_batches_of_random_matrix_games(seed):
    same_bits(batches, seed)


def test_a_batch_of_the_largest_games():
    def solve():
        chance, bench = np.random.default_rng(1), batch.Bench()
        np.asarray(bench.A)[:] = matrices(chance, MOST, MOST)
        batch.solve_batch(bench, MOST, MOST, LANES, 3.0, True)
        return [np.array(side) for side in (bench.low, bench.high, bench.X, bench.Y)]

    same_bits(solve)


@law(100)
@given(SEEDS)
def test_single_matrix_games(seed):
    chance = np.random.default_rng(seed)
    m, n = (int(size) for size in chance.integers(1, 8, 2))
    same_bits(solve_matrix, matrices(chance, m, n)[:, :, 0].T)


@pytest.mark.parametrize("numbers", ["float64", "packed"])
@pytest.mark.parametrize("objective", ["points", "win"])
@law(5)
@given(seed=SEEDS)
def test_layers_of_random_deals_of_goofspiel(objective, numbers, seed):
    same_bits(layers, objective, numbers, seed)


def layers(objective, numbers, seed):
    chance = random.Random(seed)
    cards = chance.randint(1, 4)
    hands = tuple(tuple(sorted(chance.sample(range(1, 9), cards))) for _ in range(2))
    prizes = tuple(map(Fraction, sorted(chance.sample(range(1, 9), cards))))
    rule = Goofspiel(hands, prizes, objective)
    goofspiel.plan.cache_clear()
    below = goofspiel.first_layer(rule, numbers)
    found = []
    for left in range(1, cards + 1):
        rows = len(goofspiel.plan(rule)[left].patterns)
        chunk = goofspiel.solve_chunk(rule, left, (0, rows), below, numbers)
        below = chunk.values
        found += [chunk.values, chunk.largest_gap, chunk.games]
    return found


def test_a_table_of_all_positions():
    prizes = tuple(map(Fraction, range(1, 6)))
    rule = Goofspiel(((1, 2, 3, 4, 5), (2, 3, 4, 6, 7)), prizes, "points")

    def solve():
        return [
            part for layer in position_table(rule).layers for part in (layer.values, *layer.weights)
        ]

    same_bits(solve)


@law(5)
@given(SEEDS)
def test_rounds_policies_and_training_of_random_droid_battles(seed):
    chance = random.Random(seed)
    board = ["".join(chance.choices("--#", k=3)) for _ in range(2)]
    board = ["2" + board[0][1:], board[1][:2] + "5"]
    shots = (chance.randint(0, 2), chance.randint(0, 2))
    objective = chance.choice(["points", "win"])
    rule = DroidBattle(tuple(board), shots, chance.randint(1, 3), objective)
    assume(all(neighbours(rule, square) for square in opening(rule).squares))  # None is walled in.
    same_bits(battles, rule, seed)


def battles(rule, seed):
    policy.equilibrium.cache_clear()
    both = policy.equilibrium(rule)
    found = [[values for values, _ in rounds(rule)], both]
    for player in (1, 2):
        found += [policy.best_response(rule, both[2 - player], player)]
        for view in VIEWS:
            settings = Minimax(depth=1, view=view, evaluation="room")
            found.append(minimax_policy(rule, player, settings))
    mean = policy.uniform(rule, 2)
    found += [policy.expected(rule, both[0], mean), policy.outcome(rule, both[0], mean)]
    return found


@law(5)
@given(SEEDS, strategies.sampled_from([None, 1, 2]))
def test_training(seed, player):
    rule = DroidBattle(("2-", "-5"), (2, 1), 4, "win")
    same_bits(trained, rule, seed, player)


def trained(rule, seed, player):
    agent = new_agent(rule, ("squares", "shots"), Rewards(1.0, 1.0, -0.1, 0.1))
    tables = agent.table.copy(), agent.table.copy()
    against = None if player is None else policy.uniform(rule, 3 - player)
    plan = q_learning.Plan(40, player=player or 1, seed=seed)
    play = q_learning.trainer(agent, tables, plan, against)
    return [play(40, 100, 0, 40), *tables]


def test_random_numbers_are_those_of_numpy():
    words, numpy = np.empty(625, np.int64), np.random.RandomState(12345)
    q_games.start_twister(words, 12345)
    assert [q_games.draw_number(words) for _ in range(700)] == numpy.random(700).tolist()
    limits = [1, 2, 3, 4, 5] * 100
    assert [q_games.draw_below(words, limit) for limit in limits] == [
        int(numpy.randint(limit)) for limit in limits
    ]
