"""Tracking the score and the round, which the assignment does not pass to an agent."""

from pipeline.droids.droid import Agent, R2Droid
from schemas.rules.droid_battle import DroidBattle, Position


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
