"""The stage games of droid battle, one round at a time.

Games of one pair of squares differ only in shots and score: they make the
batches of `stages.solve.induction.batch`, apart by who can shoot.
"""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.batch import solve_batch
from stages.solve.induction.bench import new_bench
from stages.solve.induction.droid_battle.indexing import PADDING
from stages.solve.induction.lanes import LANES

assert PADDING % LANES == 0
_ACTIONS = 5
_SHOOT = 4


@compiled
def solve_round(pairs, steps, line, following, counts, payoff, below, lift, values):
    """Solve all stage games of a round from the values of the next; return the largest gap and the
    number of games.

    The arrays are those of `Indexing`. Tallies without any shots are the end, and keep their
    values.
    """
    bench = new_bench()
    A, low, high = bench.A, bench.low, bench.high
    own, other = np.empty(_ACTIONS, np.int64), np.empty(_ACTIONS, np.int64)
    worst, games = 0.0, 0
    for pair in pairs:
        first = counts[0]
        for kind in range(1, 4):
            m = choices(steps[pair], kind >> 1, 0, own)
            n = choices(steps[pair], kind & 1, 1, other)
            bench.size[:] = 0
            last = first + counts[kind]
            for start in range(first, last, LANES):
                lanes = min(LANES, last - start)
                for i in range(m):
                    for j in range(n):
                        to, one, two, change = step(steps, line, pair, own[i], other[j])
                        for lane in range(LANES):
                            A[i, j, lane] = (
                                payoff[change + 1]
                                + below[to, following[start + lane, one, two, change + 1]]
                            )
                solve_batch(bench, m, n, lanes, lift, False)
                games += lanes
                for lane in range(lanes):
                    worst = max(worst, high[lane] - low[lane])
                    values[pair, start + lane] = 0.5 * (low[lane] + high[lane])
            first = last
    return worst, games


@compiled
def step(steps, line, pair, own, other):
    """Return where two actions lead to: the pair of squares, who fired, and the change of the
    score.
    """
    to = steps[pair, own, other]
    one, two = int(own == _SHOOT), int(other == _SHOOT)
    return to, one, two, (one - two) * line[to]


@compiled
def choices(steps, armed, player, found):
    """Write the actions that a player has at a pair of squares; return how many."""
    count = 0
    for action in range(_ACTIONS):
        possible = armed > 0
        if action != _SHOOT:
            possible = (steps[action, _SHOOT] if player == 0 else steps[_SHOOT, action]) >= 0
        if possible:
            found[count] = action
            count += 1
    return count
