"""Q-learning: games against a policy, or of two tables against each other."""

import numpy as np

from .....schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from math import inf as INFINITY

    from .....schemas.parts.arrays import (
        Doubles,
        Doubles2,
        Index,
        Int64,
        Ints,
        Ints2,
        ReadDoubles,
        ReadDoubles2,
        ReadDoubles4,
        ReadInt8s,
        ReadInt32s3,
        ReadInts,
        ReadInts2,
        ReadInts4,
    )
    from .....stages.solve.induction.droid_battle.kernel import ACTIONS, SHOOT, choices, step

    WORDS = 624

# Constants of the random number generator below.
ALL, HIGHEST, TWIST = 0xFFFFFFFF, 0x80000000, 0x9908B0DF
SEVEN, FIFTEEN = 0x9D2C5680, 0xEFC60000


def train(
    steps: ReadInt32s3,
    line: ReadInt8s,
    following: ReadInts4,
    counts: ReadInts,
    of_pair: ReadInts2,
    of_tally: ReadInts2,
    of_left: ReadInts,
    first: Doubles2,
    second: Doubles2,
    learner: Index,
    others: ReadDoubles4,
    which: ReadInts,
    rewards: ReadDoubles,
    corners: ReadDoubles2,
    rate: float,
    discount: float,
    explore: float,
    explore_end: float,
    games: Index,
    max_rounds: Index,
    done: Index,
    total: Index,
    start_pair: Index,
    start_tally: Index,
    rounds: Index,
    scores: ReadInts,
    seed: Int64,
) -> tuple[int, int]:
    """Play games and learn from them; return the numbers of games and rounds played.

    `first` and `second` are the tables of the droids, which may be the same table. `learner` is the
    droid that learns and plays by its table, 0 for both. The opponent's policy is
    `others[which[rounds to play]]`. `rewards` are those of a point, of the win, of a shot and of a
    corner; `corners` is 1 where a droid is in a corner, by droid and pair of squares; `scores` are
    the scores of the tallies.
    """
    twister: Ints = np.empty(WORDS + 1, np.int64)
    start_twister(twister, seed)
    over, open_tallies = counts[0], of_tally.shape[1]
    possible: Ints2 = np.empty((2, ACTIONS), np.int64)
    chosen: Ints = np.zeros(2, np.int64)
    states: Ints = np.zeros(2, np.int64)
    number: Ints = np.zeros(2, np.int64)
    last: Ints = np.zeros(2, np.int64)
    reward: Doubles = np.zeros(2)
    played: Index = 0
    game: Index = 0
    with cython.nogil:
        while game < games and played < max_rounds:
            epsilon = explore + (explore_end - explore) * (done + game) / total
            pair: Index = start_pair
            tally: Index = start_tally
            left: Index = rounds
            last[:] = -1
            while True:
                two_on = counts[0] + counts[1]  # From here on player 1 has shots.
                kind = 1
                if tally >= two_on:
                    kind += 1
                if tally >= two_on + counts[2]:
                    kind += 1
                number[0] = choices(steps[pair], kind >> 1, 0, possible[0])
                number[1] = choices(steps[pair], kind & 1, 1, possible[1])
                for side in range(2):
                    if learner == 0 or learner == side + 1:
                        table = first if side == 0 else second
                        state = of_pair[side, pair] + of_tally[side, tally] + of_left[left]
                        most = largest_of(table, state, possible[side], number[side])
                        if last[side] >= 0:
                            old = table[states[side], last[side]]
                            table[states[side], last[side]] = old + rate * (
                                reward[side]
                                + rewards[3] * corners[side, pair]
                                + discount * most
                                - old
                            )
                        if draw_number(twister) < epsilon:
                            chosen[side] = possible[side, draw_below(twister, number[side])]
                        else:
                            chosen[side] = one_of(
                                table, state, possible[side], number[side], twister
                            )
                        states[side], last[side] = state, chosen[side]
                    else:
                        chosen[side] = draw_action(others[which[left], pair, tally], twister)
                pair, shot1, shot2, change = step(steps, line, pair, chosen[0], chosen[1])
                tally = following[tally, shot1, shot2, change + 1]
                left -= 1
                played += 1
                reward[0] = rewards[0] * change + rewards[2] * shot1
                reward[1] = -rewards[0] * change + rewards[2] * shot2
                if left == 0 or tally < over or tally >= open_tallies:
                    break
            # Decided games end in the last three columns: lost, drawn, won.
            result = tally - open_tallies - 1 if tally >= open_tallies else sign_of(scores[tally])
            for side in range(2):
                if last[side] >= 0:
                    table = first if side == 0 else second
                    final = reward[side] + rewards[1] * result * (1 - 2 * side)
                    old = table[states[side], last[side]]
                    table[states[side], last[side]] = old + rate * (final - old)
            game += 1
    return game, played


def sign_of(score: Int64) -> Index:
    """Return the sign of a score: -1, 0 or 1."""
    if score == 0:
        return 0
    return 1 if score > 0 else -1


def largest_of(table: Doubles2, state: Index, found: Ints, number: Index) -> float:
    best: float = -INFINITY
    for k in range(number):
        best = max(best, table[state, found[k]])
    return best


def one_of(table: Doubles2, state: Index, found: Ints, number: Index, twister: Ints) -> Index:
    # Recomputed, as the update may have changed the same state.
    most = largest_of(table, state, found, number)
    equal = 0
    for k in range(number):
        if table[state, found[k]] >= most - 1e-12:
            equal += 1
    which = draw_below(twister, equal)
    chosen: Index = found[0]
    for k in range(number):
        if table[state, found[k]] >= most - 1e-12:
            if which == 0:
                chosen = found[k]
            which -= 1
    return chosen


def draw_action(weights: ReadDoubles, twister: Ints) -> Index:
    total: float = 0.0
    for action in range(ACTIONS):
        total += weights[action]
    left: float = draw_number(twister) * total
    for action in range(ACTIONS):
        left -= weights[action]
        if left < 0.0 and weights[action] > 0.0:
            return action
    for action in range(ACTIONS - 1, -1, -1):
        if weights[action] > 0.0:
            return action
    return SHOOT


# The Mersenne Twister of NumPy's `np.random.seed`, `random` and `randint` (Matsumoto and Nishimura,
# ACM Transactions on Modeling and Computer Simulation 8, 1998), in the form that kernels call: its
# 32-bit words, followed by the index of the next one.


def start_twister(words: Ints, seed: Int64) -> None:
    """Initialise the generator from a seed."""
    words[0] = seed & ALL
    for at in range(1, WORDS):
        word: Int64 = words[at - 1] ^ words[at - 1] >> 30
        words[at] = 1812433253 * word + at & ALL
    words[WORDS] = WORDS


def draw_word(words: Ints) -> Int64:
    """Return the next 32 random bits."""
    if words[WORDS] == WORDS:
        for at in range(WORDS):
            both: Int64 = words[at] & HIGHEST | words[(at + 1) % WORDS] & (HIGHEST - 1)
            words[at] = words[(at + 397) % WORDS] ^ both >> 1
            if both & 1:
                words[at] ^= TWIST
        words[WORDS] = 0
    word: Int64 = words[words[WORDS]]
    words[WORDS] += 1
    word ^= word >> 11
    word ^= word << 7 & SEVEN
    word ^= word << 15 & FIFTEEN
    return word ^ word >> 18


def draw_number(words: Ints) -> float:
    """Return a random number in [0, 1)."""
    high: Int64 = draw_word(words) >> 5
    low: Int64 = draw_word(words) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


def draw_below(words: Ints, limit: Index) -> Index:
    """Return a random integer from 0 to below a limit."""
    mask: Int64 = 0
    while mask < limit - 1:
        mask = 2 * mask + 1
    if mask == 0:
        return 0
    found: Int64 = limit
    while found >= limit:
        found = draw_word(words) & mask
    return found
