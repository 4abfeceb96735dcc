"""List the states of a droid battle.

At level 0 a state is one history, at level 1 one position: the squares of both
droids, their shots, the rounds left and, if the battle is for the win, the
score. At level 2 a battle for the win ends as soon as the winner is decided.
"""

from collections import Counter
from fractions import Fraction
from functools import cache

from ...parts.squares import Square
from ...parts.states import Joint, State, Terminal
from ..forecast import Following, Forecast, Recursion
from ..objective import Objective
from ..rule import Number, Unfolding
from .board import SHOOT, Battle, actions, hit, is_free, moved
from .positions import (
    Position,
    is_over,
    opening,
    play,
    winner,
    write_position,
)


class BattleUnfolding(Unfolding[Position]):
    """The unfolding of a battle at a level."""

    def __init__(self, rule: Battle, level: int) -> None:
        self.rule = rule
        self.level = level
        self.start = opening(rule)

    def recursion(self) -> Recursion:
        return BattleRecursion(self.rule, self.level)

    def name(self, point: Position) -> str:
        if self._is_over(point):
            return f"end {self._payoff(point)}"
        return write_position(point, self.rule.objective)

    def state(self, point: Position, number: Number[Position]) -> State:
        if self._is_over(point):
            return Terminal(Fraction(self._payoff(point)))
        own, other = (
            actions(self.rule, square, left)
            for square, left in zip(point.squares, point.shots, strict=True)
        )
        after = [[play(self.rule, point, (one, two)) for two in other] for one in own]
        return Joint(
            (own, other),
            tuple(tuple(number(to) for to in row) for row in after),
            tuple(tuple(self._reward(to.score - point.score) for to in row) for row in after),
        )

    def _is_over(self, point: Position) -> bool:
        return (
            is_over(point)
            or self.level == 2
            and self.rule.objective == Objective.WIN
            and _decided(point)
        )

    def _payoff(self, point: Position) -> int:
        return winner(point.score) if self.rule.objective == Objective.WIN else 0

    def _reward(self, change: int) -> Fraction:
        return Fraction(change if self.rule.objective == Objective.POINTS else 0)


def _decided(point: Position) -> bool:
    """Return whether the player behind can no longer catch up: each point takes a shot and a
    round.
    """
    return (
        not -min(point.shots[0], point.rounds) <= point.score <= min(point.shots[1], point.rounds)
    )


class BattleRecursion:
    """The recursion over the points of a battle; level 0 uses the points of level 1.

    A point is an integer that encodes the rounds left, the squares of both droids, and the tally:
    shots and score. Negative numbers are terminal.
    """

    def __init__(self, rule: Battle, level: int) -> None:
        self.rule = rule
        self.decided = level == 2 and rule.objective == Objective.WIN
        free = [
            (row, column) for row in range(len(rule.board)) for column in range(len(rule.board[0]))
        ]
        self.squares = [square for square in free if is_free(rule, square)]
        self.number = {square: at for at, square in enumerate(self.squares)}
        # Tallies are numbered by shots and score, but never listed: there may be millions.
        self.lowest = -rule.shots[1] if rule.objective == Objective.WIN else 0
        self.width = sum(rule.shots) + 1 if rule.objective == Objective.WIN else 1
        self.tallies = (rule.shots[0] + 1) * (rule.shots[1] + 1) * self.width
        self.follow = cache(self._follow)
        self.end = cache(self._end)

    @property
    def start(self) -> int:
        point = opening(self.rule)
        one, other = point.shots
        tally = (one * (self.rule.shots[1] + 1) + other) * self.width - self.lowest
        return self.end(point.rounds, tally) or self._point(
            point.rounds, self._pair(point.squares), tally
        )

    def following(self, point: int) -> Following:
        if point < 0:
            return Following(0, {})
        rounds, rest = divmod(point, len(self.squares) ** 2 * self.tallies)
        pair, tally = divmod(rest, self.tallies)
        (one, other), _ = self._tally(tally)
        rows, ends = self.follow(pair, one > 0, other > 0)
        found: dict[int, int] = {}
        for after, change, number in ends:
            to = self.end(rounds - 1, tally + change) or self._point(
                rounds - 1, after, tally + change
            )
            found[to] = found.get(to, 0) + number
        return Following(rows, found)

    def least(self) -> Forecast:
        return Forecast(states=1, plays=1, histories=1, whole=False)

    def _point(self, rounds: int, pair: int, tally: int) -> int:
        return (rounds * len(self.squares) ** 2 + pair) * self.tallies + tally

    def _tally(self, number: int) -> tuple[tuple[int, int], int]:
        """Return the shots and the score of a tally, given its number."""
        shots, score = divmod(number, self.width)
        one, other = divmod(shots, self.rule.shots[1] + 1)
        return (one, other), score + self.lowest

    def _pair(self, squares: tuple[Square, Square]) -> int:
        return self.number[squares[0]] * len(self.squares) + self.number[squares[1]]

    def _end(self, rounds: int, tally: int) -> int:
        """Return the terminal point for a tally with `rounds` rounds left; 0 if play continues."""
        shots, score = self._tally(tally)
        point = Position((self.squares[0], self.squares[0]), shots, score, rounds)
        return winner(score) - 2 if is_over(point) or self.decided and _decided(point) else 0

    def _follow(
        self, pair: int, one: bool, other: bool
    ) -> tuple[int, tuple[tuple[int, int, int], ...]]:
        """Return the number of actions of droid 2, and the outcomes of a round: the squares, the
        change of the tally, and the number of ways.
        """
        rule, squares = (
            self.rule,
            (self.squares[pair // len(self.squares)], self.squares[pair % len(self.squares)]),
        )
        choices = [
            actions(rule, square, armed)
            for square, armed in zip(squares, (one, other), strict=True)
        ]
        ends: Counter[tuple[int, int]] = Counter()
        for chosen in ((first, second) for first in choices[0] for second in choices[1]):
            after = moved(rule, squares, chosen)
            fired = (chosen[0] == SHOOT) * (rule.shots[1] + 1) + (chosen[1] == SHOOT)
            change = hit(rule, after, chosen) if rule.objective == Objective.WIN else 0
            ends[self._pair(after), change - fired * self.width] += 1
        return len(choices[0]), tuple(
            (after, change, number) for (after, change), number in ends.items()
        )
