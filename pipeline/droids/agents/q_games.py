"""Q-learning in compiled code: games against a policy, or of two tables against each other."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.solve.induction.droid_battle.kernel import choices, step

_ACTIONS = 5
_SHOOT = 4


@compiled
def train(
    steps,
    line,
    following,
    counts,
    of_pair,
    of_tally,
    of_left,
    first,
    second,
    learner,
    others,
    which,
    rewards,
    corners,
    rate,
    discount,
    explore,
    explore_end,
    games,
    max_rounds,
    done,
    total,
    start_pair,
    start_tally,
    rounds,
    scores,
    seed,
):
    """Play games and learn from them; return how many games and rounds were played.

    `first` and `second` are the tables of the droids, which may be one. `learner` is the droid that
    learns and plays its table, 0 for both. The other's policy is
    `others[which[rounds to play]]`. `rewards` are those of a point, of the win, of a shot and of
    `corners`, in which each of the droids is or is not by the pair of squares;
    `scores` are those of the tallies.
    """
    np.random.seed(seed)
    over, open_tallies = counts[0], of_tally.shape[1]
    found = np.empty((2, _ACTIONS), np.int64)
    chosen, states, number = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    last, reward = np.zeros(2, np.int64), np.zeros(2)
    played = 0
    for game in range(games):
        if played >= max_rounds:
            return game, played
        epsilon = explore + (explore_end - explore) * (done + game) / total
        pair, tally, left = start_pair, start_tally, rounds
        last[:] = -1
        while True:
            two_on = counts[0] + counts[1]  # From here on player 1 has shots.
            kind = 1 + (tally >= two_on) + (tally >= two_on + counts[2])
            number[0] = choices(steps[pair], kind >> 1, 0, found[0])
            number[1] = choices(steps[pair], kind & 1, 1, found[1])
            for side in range(2):
                if learner == 0 or learner == side + 1:
                    table = first if side == 0 else second
                    state = of_pair[side, pair] + of_tally[side, tally] + of_left[left]
                    most = _largest(table, state, found[side], number[side])
                    if last[side] >= 0:
                        old = table[states[side], last[side]]
                        table[states[side], last[side]] = old + rate * (
                            reward[side] + rewards[3] * corners[side, pair] + discount * most - old
                        )
                    if np.random.random() < epsilon:
                        chosen[side] = found[side, np.random.randint(number[side])]
                    else:
                        chosen[side] = _one_of(table, state, found[side], number[side])
                    states[side], last[side] = state, chosen[side]
                else:
                    chosen[side] = _draw(others[which[left], pair, tally])
            pair, one, two, change = step(steps, line, pair, chosen[0], chosen[1])
            tally = following[tally, one, two, change + 1]
            left -= 1
            played += 1
            reward[0] = rewards[0] * change + rewards[2] * one
            reward[1] = -rewards[0] * change + rewards[2] * two
            if left == 0 or tally < over or tally >= open_tallies:
                break
        # Decided games end in the last three columns: lost, drawn, won.
        result = tally - open_tallies - 1 if tally >= open_tallies else np.sign(scores[tally])
        for side in range(2):
            if last[side] >= 0:
                table = first if side == 0 else second
                final = reward[side] + rewards[1] * result * (1 - 2 * side)
                old = table[states[side], last[side]]
                table[states[side], last[side]] = old + rate * (final - old)
    return games, played


@compiled
def _largest(table, state, found, number):
    best = -np.inf
    for k in range(number):
        best = max(best, table[state, found[k]])
    return best


@compiled
def _one_of(table, state, found, number):
    # Not the one from before the update: the state may be the same.
    most = _largest(table, state, found, number)
    equal = 0
    for k in range(number):
        equal += table[state, found[k]] >= most - 1e-12
    which = np.random.randint(equal)
    for k in range(number):
        if table[state, found[k]] >= most - 1e-12:
            if which == 0:
                return found[k]
            which -= 1
    return found[0]


@compiled
def _draw(weights):
    left = np.random.random() * weights.sum()
    for action in range(_ACTIONS):
        left -= weights[action]
        if left < 0.0 and weights[action] > 0.0:
            return action
    return _last(weights)


@compiled
def _last(weights):
    for action in range(_ACTIONS - 1, -1, -1):
        if weights[action] > 0.0:
            return action
    return _SHOOT
