"""Keeping account of a game: the assignment tells an agent neither the score nor the round."""

from pipeline.droids.droid import Agent, R2Droid
from schemas.rules.droid_battle import DroidBattle, Position


class Tracker(Agent):
    """An agent that knows the battle and which droid it plays."""

    def __init__(self, rule: DroidBattle, player: int) -> None:
        self.rule = rule
        self.player = player
        self.clear()

    def clear(self) -> None:
        self.score = 0
        """Own points less the other's."""
        self.left = self.rule.rounds

    def note(self, own: R2Droid, other: R2Droid, score_change: int) -> Position:
        """Return the point of play, once per round."""
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
