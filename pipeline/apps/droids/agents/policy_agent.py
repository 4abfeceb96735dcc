"""An agent that plays a policy: a distribution per state, sampled again in every round.

Its base tracks the score and the round, which the assignment does not pass to an agent.
"""

import random

from .....schemas.rules.droid_battle import ACTIONS, DroidBattle, Position
from ..droid import BY_WORD, Action, Agent, R2Droid
from ..policy import Policy, at_position


class Tracker(Agent):
    """An agent with the battle and the number of its droid, which tracks the score and the
    round.
    """

    def __init__(self, rule: DroidBattle, player: int) -> None:
        self.rule = rule
        self.player = player
        self.clear()

    def clear(self) -> None:
        self.score = 0
        """The agent's points minus the opponent's."""
        self.left = self.rule.rounds

    def note(self, own: R2Droid, other: R2Droid, score_change: int) -> Position:
        """Update the score and the round, and return the position. To be called once per round."""
        self.score += score_change
        self.left -= 1
        droids = (own, other) if self.player == 1 else (other, own)
        score = self.score if self.player == 1 else -self.score
        return Position(
            (droids[0].location, droids[1].location),
            (droids[0].shots, droids[1].shots),
            score,
            self.left + 1,
        )


class PolicyAgent(Tracker):
    """An agent that plays a policy of `pipeline.apps.droids.policy`."""

    def __init__(
        self, rule: DroidBattle, player: int, policy: Policy, seed: int | None = None
    ) -> None:
        super().__init__(rule, player)
        self.policy = policy
        self.random = random.Random(seed)

    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        weights = at_position(
            self.rule, self.policy, self.note(self_droid, adv_droid, score_change)
        )
        if weights is None:  # The game is decided: further actions do not matter.
            return self.random.choice(sorted(self_droid.available_actions()))
        return self.random.choices([BY_WORD[word] for word in ACTIONS], weights)[0]
