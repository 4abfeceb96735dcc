"""The stage games of droid battle, one round at a time.

Games of one pair of squares differ only in shots and score: they form the
batches of `stages.solve.induction.batch`, grouped by the players that can shoot.
"""

import numpy as np

from .....schemas.parts import shadow as cython
from .indexing import PADDING

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from .....schemas.parts.arrays import (
        Doubles2,
        Index,
        Ints,
        ReadDoubles,
        ReadDoubles2,
        ReadInt8s,
        ReadInt32s2,
        ReadInt32s3,
        ReadInts,
        ReadInts4,
    )
    from ..batch import Bench, solve_batch
    from ..lanes import LANES

    ACTIONS, SHOOT = 5, 4

assert PADDING % LANES == 0


def solve_round(
    pairs: ReadInts,
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    payoff: ReadDoubles,
    below: ReadDoubles2,
    lift: float,
    values: Doubles2,
) -> tuple[float, int]:
    """Solve all stage games of a round from the values of the next; return the largest gap and the
    number of games.

    The arrays are those of `Indexing`. Tallies without any shots are terminal and keep their
    values.
    """
    bench = Bench()
    A, low, high = bench.A, bench.low, bench.high
    own: Ints = np.empty(ACTIONS, np.int64)
    other: Ints = np.empty(ACTIONS, np.int64)
    worst: float = 0.0
    games: Index = 0
    with cython.nogil:
        for number in range(pairs.shape[0]):
            pair = pairs[number]
            first: Index = counts[0]
            for kind in range(1, 4):
                m = choices(steps[pair], kind >> 1, 0, own)
                n = choices(steps[pair], kind & 1, 1, other)
                bench.size[:] = 0
                last: Index = first + counts[kind]
                for batch in range((last - first + LANES - 1) // LANES):
                    start = first + batch * LANES
                    lanes = min(LANES, last - start)
                    for i in range(m):
                        for j in range(n):
                            to, own_shot, other_shot, change = step(
                                steps, line, pair, own[i], other[j]
                            )
                            for lane in range(LANES):
                                tally = following[start + lane, own_shot, other_shot, change + 1]
                                A[i, j, lane] = payoff[change + 1] + below[to, tally]
                    solve_batch(bench, m, n, lanes, lift, False)
                    games += lanes
                    for lane in range(lanes):
                        worst = max(worst, high[lane] - low[lane])
                        values[pair, start + lane] = 0.5 * (low[lane] + high[lane])
                first = last
    return worst, games


def step(
    steps: ReadInt32s3, line: ReadInt8s, pair: Index, own: Index, other: Index
) -> tuple[Index, Index, Index, Index]:
    """Return the result of two actions: the pair of squares, whether each player fired, and the
    change of the score.
    """
    to = steps[pair, own, other]
    one = 1 if own == SHOOT else 0
    two = 1 if other == SHOOT else 0
    return to, one, two, (one - two) * line[to]


def choices(steps: ReadInt32s2, armed: Index, player: Index, found: Ints) -> Index:
    """Write the actions that a player has at a pair of squares; return their number."""
    count = 0
    for action in range(ACTIONS):
        # A droid that shoots stays on its square, which is always possible.
        to = steps[action, SHOOT] if player == 0 else steps[SHOOT, action]
        if to >= 0 and (armed > 0 or action != SHOOT):
            found[count] = action
            count += 1
    return count
