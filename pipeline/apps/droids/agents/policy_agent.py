"""An agent that plays a policy: a distribution per state, sampled again in every round."""

import random
from typing import Any

from .....schemas.rules.rule import Rule
from ..game import Policy
from ..games import game_of
from ..turns import Chooser, Turn


class PolicyAgent(Chooser):
    """An agent that plays a policy of its game."""

    def __init__(self, rule: Rule, player: int, policy: Policy, seed: int | None = None) -> None:
        self.rule, self.game = rule, game_of(rule)
        self.policy = policy
        self.actions = self.game.actions(rule, player)
        self.random = random.Random(seed)

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        weights = self.game.weights(self.rule, self.policy, turn.point, player)
        if weights is None:  # The game is decided: further actions do not matter.
            return str(self.random.choice(rules.labels(turn, player)))
        return self.random.choices(self.actions, weights)[0]
