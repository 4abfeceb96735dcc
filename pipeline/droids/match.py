"""One battle in play: the possible actions, the rounds, and the calls to the agents.

Agents are shown the same as in the assignment: both droids, and the score change of the last round.
They get copies of the droids, so that modifying them has no effect.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pipeline.droids.droid import BY_WORD, Action, Agent, R2Droid
from schemas.parts.problems import EfgcError
from schemas.parts.squares import Square
from schemas.parts.watch import Watch
from schemas.rules.droid_battle import (
    DroidBattle,
    Position,
    actions,
    hit,
    in_line,
    is_free,
    is_over,
    moved,
    opening,
    play,
)

Agents = tuple[Agent | None, Agent | None]


class AgentError(EfgcError):
    """An agent failed, timed out or returned an impossible action."""


class Round(NamedTuple):
    """The events of a round."""

    chosen: tuple[Action, Action]
    squares: tuple[Square, Square]
    """Where the droids stood after their steps."""
    lasers: tuple[tuple[Square, ...], tuple[Square, ...]]
    """The squares swept by each droid's laser; empty without a shot."""
    change: int
    """The change of the score, to player 1."""


class Match:
    """One battle between two agents; None for a player whose actions come from outside."""

    def __init__(self, rule: DroidBattle, agents: Agents) -> None:
        self.rule = rule
        self.agents = agents
        self.point = opening(rule)
        self.rounds: list[Round] = []
        for agent in agents:
            if agent is not None:
                agent.clear()

    @property
    def over(self) -> bool:
        return is_over(self.point)

    def possible(self, player: int) -> tuple[Action, ...]:
        """Return the actions available to a player now."""
        words = actions(self.rule, self.point.squares[player - 1], self.point.shots[player - 1])
        return tuple(BY_WORD[word] for word in words)

    def ask(self, player: int, training: bool = False) -> Action:
        """Return the action of a player's agent. Raise AgentError if the action is impossible."""
        agent = self.agents[player - 1]
        assert agent is not None
        own, other = (self.droid(number) for number in (player, 3 - player))
        last = self.rounds[-1].change if self.rounds else 0
        wanted = agent.get_best_move(own, other, last if player == 1 else -last, training)
        if not isinstance(wanted, Action) or wanted not in self.possible(player):
            shown = wanted.name if isinstance(wanted, Action) else repr(wanted)[:60]
            who = f"{agent.label}, " if agent.label else ""
            raise AgentError(
                f"{who}droid {'25'[player - 1]} in round {len(self.rounds) + 1}: {shown} is not "
                "possible there; possible are "
                f"{', '.join(action.name for action in self.possible(player))}"
            )
        return wanted

    def step(self, given: Mapping[int, Action] | None = None, training: bool = False) -> Round:
        """Play one round; `given` has the actions of players without an agent."""
        given = given or {}
        first, second = (
            given[player] if player in given else self.ask(player, training) for player in (1, 2)
        )
        words = (first.word, second.word)
        squares = moved(self.rule, self.point.squares, words)
        lasers = [
            laser(self.rule, square) if action == Action.SHOOT else ()
            for square, action in zip(squares, (first, second), strict=True)
        ]
        done = Round(
            chosen=(first, second),
            squares=squares,
            lasers=(lasers[0], lasers[1]),
            change=hit(self.rule, squares, words),
        )
        self.point = play(self.rule, self.point, words)
        self.rounds.append(done)
        return done

    def end(self, training: bool = False) -> None:
        """Pass the score change of the last round to the agents."""
        change = self.rounds[-1].change if self.rounds else 0
        for agent, own in zip(self.agents, (change, -change), strict=True):
            if agent is not None:
                agent.game_over(own, training)

    def droid(self, player: int) -> R2Droid:
        """Return a copy of a player's droid."""
        board = self.rule.board
        walls = frozenset(
            (row, column)
            for row, text in enumerate(board)
            for column, square in enumerate(text)
            if square == "#"
        )
        return R2Droid(
            len(board),
            len(board[0]),
            self.point.squares[player - 1],
            self.point.shots[player - 1],
            walls,
        )


def play_match(rule: DroidBattle, agents: Agents, training: bool = False) -> Position:
    """Play a battle between two agents to its end and return the final position."""
    match = Match(rule, agents)
    while not match.over:
        match.step(training=training)
    match.end(training)
    return match.point


def practise(
    rule: DroidBattle,
    agents: Agents,
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
            if agent is not None:
                agent.progress(played / max_rounds)
        played += rule.rounds - play_match(rule, agents, training=True).rounds
    return played


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
