"""Droid battle in play: its rules for the match engine, the calls to agents, and rounds in words.

Agents are shown the same as in the assignment: both droids, and the score change of the last round.
They get copies of the droids, so that modifying them has no effect.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ....schemas.parts.problems import EfgcError
from ....schemas.parts.squares import Square
from ....schemas.parts.watch import Watch
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
from .droid import Action, Agent, R2Droid

Agents = tuple[Agent | None, Agent | None]
"""The agents of droid 2 and droid 5; None for a person."""


class AgentError(EfgcError):
    """An agent failed, timed out or returned an impossible action."""

    code = "droid"


class Seat(NamedTuple):
    """The player of a droid."""

    name: str
    """The name shown on the board."""
    agent: Agent | None
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


class Turn(NamedTuple):
    """A position, with the rounds that led to it."""

    point: Position
    rounds: tuple[Round, ...] = ()


class BattleRules(NamedTuple):
    """The rules of a battle for the match engine; both players choose at once."""

    rule: DroidBattle

    @property
    def players(self) -> tuple[str, str]:
        return DROIDS

    @property
    def opening(self) -> Turn:
        return Turn(opening(self.rule))

    def movers(self, position: Turn) -> tuple[int, ...]:
        return () if is_over(position.point) else (1, 2)

    def labels(self, position: Turn, player: int) -> tuple[str, ...]:
        point = position.point
        return actions(self.rule, point.squares[player - 1], point.shots[player - 1])

    def after(self, position: Turn, actions: tuple[int, ...]) -> Turn:
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


@dataclass(frozen=True, eq=False, kw_only=True)
class BattleMatch(Match[Turn]):
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


def choice(
    rules: BattleRules, turn: Turn, player: int, agent: Agent, training: bool = False
) -> int:
    """Return the number of the action of an agent. Raise AgentError if the action is impossible."""
    own, other = (droid(rules.rule, turn.point, number) for number in (player, 3 - player))
    change = turn.rounds[-1].change if turn.rounds else 0
    wanted = agent.get_best_move(own, other, change if player == 1 else -change, training)
    possible = rules.labels(turn, player)
    if isinstance(wanted, Action) and wanted.word in possible:
        return possible.index(wanted.word)
    shown = wanted.name if isinstance(wanted, Action) else repr(wanted)[:60]
    who = f"{agent.label}, " if agent.label else ""
    names = ", ".join(action.name for action in Action if action.word in possible)
    raise AgentError(
        f"{who}{DROIDS[player - 1]} in round {len(turn.rounds) + 1}: {shown} is not possible "
        f"there; possible are {names}"
    )


def droid(rule: DroidBattle, point: Position, player: int) -> R2Droid:
    """Return a copy of a player's droid."""
    board, at = rule.board, player - 1
    return R2Droid(len(board), len(board[0]), point.squares[at], point.shots[at], _walls(board))


@lru_cache(maxsize=8)
def _walls(board: tuple[str, ...]) -> frozenset[Square]:
    return frozenset(
        (row, column)
        for row, text in enumerate(board)
        for column, square in enumerate(text)
        if square == "#"
    )


def turns(rule: DroidBattle, agents: tuple[Agent, Agent], training: bool = False) -> Iterator[Turn]:
    """Play a battle between two agents: yield the opening and the turn after every round."""
    clear(agents)
    rules, change = BattleRules(rule), 0
    turn = rules.opening
    yield turn
    while not is_over(turn.point):
        first, second = (
            choice(rules, turn, player, agent, training) for player, agent in enumerate(agents, 1)
        )
        turn = rules.after(turn, (first, second))
        change = turn.rounds[-1].change
        yield turn
    for agent, own in zip(agents, (change, -change), strict=True):
        agent.game_over(own, training)


def play_match(rule: DroidBattle, agents: tuple[Agent, Agent], training: bool = False) -> Position:
    """Play a battle between two agents to its end and return the final position."""
    *_, turn = turns(rule, agents, training)
    return turn.point


def practise(
    rule: DroidBattle,
    agents: tuple[Agent, Agent],
    max_rounds: int,
    watch: Watch = lambda done, total: None,
) -> int:
    """Let two agents learn from games against each other; return the number of rounds played. The
    last game is played to its end.
    """
    played = 0
    while played < max_rounds:
        watch(played, max_rounds)
        for agent in agents:
            agent.progress(played / max_rounds)
        played += rule.rounds - play_match(rule, agents, training=True).rounds
    return played


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
