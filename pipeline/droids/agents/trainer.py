"""Games of training: of a table against a policy, or of two tables."""

from collections.abc import Callable

import numpy as np

from pipeline.droids.agents.features import corners, view
from pipeline.droids.agents.learning import Learning
from pipeline.droids.agents.q_games import train
from pipeline.droids.policy import Policy, stacked, tables
from schemas.droid_agent import DroidAgent
from schemas.rules.droid_battle import opening
from stages.solve.induction.droid_battle import index, located
from stages.solve.induction.matrix_game import Array


def trainer(
    agent: DroidAgent,
    both: tuple[Array, Array],
    against: Policy | None,
    player: int,
    learning: Learning,
    seed: int,
    episodes: int,
) -> Callable[[int, int, int], tuple[int, int]]:
    """Return what plays some games, up to so many rounds, after those that are done, and changes
    the tables of both droids, which may be one; it returns how many games and rounds there were.

    Against a policy only that of `player` is played and changes. Both tables are by what `agent`
    sees, and have its rewards.
    """
    rule, known, seen = agent.rule, index(agent.rule), view(agent.rule, agent.features)
    start = located(rule, opening(rule))
    others, which = stacked(against, rule)
    scores = np.array([tally.score for tally in known.tallies], np.int64)
    rewards = np.array(agent.rewards)

    def play(games: int, rounds: int, done: int) -> tuple[int, int]:
        return train(
            *tables(known)[1:5],
            *(seen.pair, seen.tally, seen.left),
            *both,
            0 if against is None else player,
            others,
            which,
            rewards,
            corners(rule),
            learning.rate,
            learning.discount,
            *learning.explore,
            *(games, rounds, done, episodes),
            *start,
            rule.rounds,
            scores,
            (seed * 1_000_003 + done) % 2**32,
        )

    return play
