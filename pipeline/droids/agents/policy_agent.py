"""An agent that plays a policy: a distribution per state, sampled again in every round."""

import random

from pipeline.droids.agents.tracker import Tracker
from pipeline.droids.droid import BY_WORD, Action, R2Droid
from pipeline.droids.policy import Policy, at_position
from schemas.rules.droid_battle import ACTIONS, DroidBattle


class PolicyAgent(Tracker):
    """An agent that plays a policy of `pipeline.droids.policy`."""

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
