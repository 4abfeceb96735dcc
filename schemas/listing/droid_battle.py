"""Listing the states of a droid battle.

At level 0 a state is one history, at level 1 one standing: where both are, their
shots, the rounds left and, where the game is for the win, the score. At level 2
a game is over when nobody can catch up any more.
"""

from fractions import Fraction

from schemas.droid_battle import DroidBattle, Standing, actions, is_over, opening, play, winner, write_standing
from schemas.state_graph import Joint, State, Terminal

History = tuple[object, ...]


def list_battle(rule: DroidBattle, level: int, limit: int) -> tuple[tuple[str, ...], tuple[State, ...]] | None:
    """Return names and states, the start first; None if there are more than `limit`."""
    lister = _Lister(rule, level)
    lister.number(opening(rule), ())
    for point, history in lister.waiting:  # Grows while it is gone through.
        lister.states.append(lister.state(point, history))
        if len(lister.names) > limit:
            return None
    return tuple(lister.names), tuple(lister.states)


def standing_name(rule: DroidBattle, level: int, point: Standing) -> str:
    """Return the name that the state of a point of play has in a listed graph, at level 1 or 2."""
    return _Lister(rule, level).name(point)


class _Lister:
    """States while they are found, breadth first."""

    def __init__(self, rule: DroidBattle, level: int) -> None:
        self.rule = rule
        self.level = level
        self.names: list[str] = []
        self.states: list[State] = []
        self.known: dict[object, int] = {}
        self.waiting: list[tuple[Standing, History]] = []

    def number(self, point: Standing, history: History) -> int:
        key = self.name(point) if self.level else history
        if key not in self.known:
            self.known[key] = len(self.names)
            self.names.append(self.name(point) if self.level else f"s{len(self.names)}")
            self.waiting.append((point, history))
        return self.known[key]

    def name(self, point: Standing) -> str:
        if self._over(point):
            return f"end {self._payoff(point)}"
        return write_standing(point, self.rule.objective)

    def state(self, point: Standing, history: History) -> State:
        if self._over(point):
            return Terminal(Fraction(self._payoff(point)))
        own, other = (actions(self.rule, square, left) for square, left in zip(point.squares, point.shots))
        pairs = [[(one, two) for two in other] for one in own]
        after = [[play(self.rule, point, pair) for pair in row] for row in pairs]
        return Joint(
            (own, other),
            tuple(tuple(self.number(to, (*history, pair)) for to, pair in zip(*rows)) for rows in zip(after, pairs)),
            tuple(tuple(self._reward(to.score - point.score) for to in row) for row in after),
        )

    def _over(self, point: Standing) -> bool:
        counts = self.level == 2 and self.rule.objective == "win"
        # A point takes a shot and a round.
        decided = counts and not -min(point.shots[0], point.rounds) <= point.score <= min(point.shots[1], point.rounds)
        return is_over(point) or decided

    def _payoff(self, point: Standing) -> int:
        return winner(point.score) if self.rule.objective == "win" else 0

    def _reward(self, change: int) -> Fraction:
        return Fraction(change if self.rule.objective == "points" else 0)
