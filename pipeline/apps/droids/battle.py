"""Droid battle in play: its rules for the match engine, and rounds in words.

Agents are shown the same as in the assignment: both droids, and the score change of the last round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ....schemas.parts.squares import Square
from ....schemas.rules.droid_battle import (
    SHOOT,
    DroidBattle,
    Position,
    actions,
    hit,
    in_line,
    is_free,
    is_over,
    moved,
    opening,
)
from ....stages.draw.droids.moment import DROIDS, round_text
from ..play.match import Match
from .droid import BY_WORD
from .turns import Chooser, Shown, Turn, choice

Agents = tuple[Chooser | None, Chooser | None]
"""The agents of droid 2 and droid 5; None for a person."""


class Seat(NamedTuple):
    """The player of a droid."""

    name: str
    """The name shown on the board."""
    agent: Chooser | None
    """None for a person at the keyboard."""


Seats = tuple[Seat, Seat]
"""The seats of droid 2 and droid 5."""


class Round(NamedTuple):
    """The events of a round."""

    chosen: tuple[str, str]
    before: tuple[Square, Square]
    """The squares of the droids before their steps."""
    squares: tuple[Square, Square]
    """The squares of the droids after their steps."""
    change: int
    """The change of the score, to player 1."""


BattleTurn = Turn[Position]


class BattleRules(NamedTuple):
    """The rules of a battle for the match engine; both players choose at once."""

    rule: DroidBattle

    @property
    def players(self) -> tuple[str, str]:
        return DROIDS

    @property
    def opening(self) -> BattleTurn:
        return Turn(opening(self.rule))

    def movers(self, position: BattleTurn) -> tuple[int, ...]:
        return () if is_over(position.point) else (1, 2)

    def labels(self, position: BattleTurn, player: int) -> tuple[str, ...]:
        point = position.point
        return _actions(self.rule, point.squares[player - 1], point.shots[player - 1])

    def after(self, position: BattleTurn, actions: tuple[int, ...]) -> BattleTurn:
        point = position.point
        chosen = (self.labels(position, 1)[actions[0]], self.labels(position, 2)[actions[1]])
        squares = moved(self.rule, point.squares, chosen)
        change = hit(self.rule, squares, chosen)
        shots = (
            point.shots[0] - (chosen[0] == SHOOT),
            point.shots[1] - (chosen[1] == SHOOT),
        )
        return Turn(
            Position(squares, shots, point.score + change, point.rounds - 1),
            (*position.rounds, Round(chosen, point.squares, squares, change)),
        )

    def shown(self, turn: BattleTurn, player: int) -> Shown:
        board = self.rule.board
        droids = [(turn.point.squares[at], turn.point.shots[at]) for at in (player - 1, 2 - player)]
        return {
            "board": (len(board), len(board[0]), _walls(board)),
            "droids": droids,
            "change": turn.change(player),
        }

    def action_name(self, label: str) -> str:
        return BY_WORD[label].name if label in BY_WORD else label


@dataclass(frozen=True, eq=False, kw_only=True)
class BattleMatch(Match[BattleTurn]):
    """A battle on a board, of people and agents."""

    rule: DroidBattle
    agents: Agents

    @property
    def rules(self) -> BattleRules:
        return BattleRules(self.rule)

    @property
    def point(self) -> Position:
        """The current position."""
        return self.position.point

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far."""
        return self.position.rounds

    def draw(self, player: int) -> int:
        agent = self.agents[player - 1]
        assert agent is not None
        return choice(self.rules, self.position, player, agent)


def battle(rule: DroidBattle, agents: Agents) -> BattleMatch:
    """Return a battle before its first round. The agents must be cleared before they play."""
    people = tuple(player for player, agent in enumerate(agents, 1) if agent is None)
    return BattleMatch(people=people, rule=rule, agents=agents)


def clear(agents: Agents) -> None:
    """Prepare agents for a new game."""
    for agent in agents:
        if agent is not None:
            agent.clear()


# Cached, as a training asks for them several times a round.
_actions = lru_cache(maxsize=10_000)(actions)


@lru_cache(maxsize=8)
def _walls(board: tuple[str, ...]) -> tuple[Square, ...]:
    return tuple(
        (row, column)
        for row, text in enumerate(board)
        for column, square in enumerate(text)
        if square == "#"
    )


# Rounds in words: for screen readers, and for the terminal.


def points(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the points of both droids."""
    changes = [played.change for played in rounds]
    return changes.count(1), changes.count(-1)


def both_hit(rule: DroidBattle, played: Round) -> bool:
    """Return whether both droids were hit, in which case neither scores."""
    return played.chosen == (SHOOT, SHOOT) and in_line(rule, *played.squares)


def round_in_words(rule: DroidBattle, rounds: Sequence[Round]) -> str:
    """Return the last round in words; an empty text before the first.

    >>> battle = DroidBattle(("2-5",), (1, 1), 9, "win")
    >>> round_in_words(battle, [Round(("shoot", "left"), ((0, 0), (0, 2)), ((0, 0), (0, 1)), 1)])
    'Droid 2 shoots, droid 5 goes left. Droid 5 is hit: a point for droid 2.'
    """
    return round_text(rule, rounds[-1].before, rounds[-1].chosen) if rounds else ""


def lasers(
    rule: DroidBattle, rounds: Sequence[Round]
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares swept by each droid's laser in the last round; empty without a shot."""
    if not rounds:
        return (), ()
    first, second = (
        laser(rule, square) if action == SHOOT else ()
        for square, action in zip(rounds[-1].squares, rounds[-1].chosen, strict=True)
    )
    return first, second


def laser(rule: DroidBattle, square: Square) -> tuple[Square, ...]:
    """Return the squares that a laser from a square sweeps, without the square itself.

    >>> laser(DroidBattle(("2-#5", "----"), (1, 1), 9, "win"), (0, 0))
    ((0, 1), (1, 0))
    """
    board = rule.board
    return tuple(
        (row, column)
        for row in range(len(board))
        for column in range(len(board[0]))
        if (row, column) != square
        and is_free(rule, (row, column))
        and in_line(rule, square, (row, column))
    )
