"""Games of agents, whatever the rules: the agents choose at once, and a round follows."""

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import EfgcError
from ....schemas.parts.watch import Watch
from ...terminal.diagnostics import note
from ..play.match import CHANCE, Game

Point = TypeVar("Point")
Shown = dict[str, Any]
"""The knowledge of an agent from a file before its move, as JSON."""


MAX_LINES, MAX_LINE = 10, 500
"""Maximum lines of output shown of an agent in a contest or a training, and characters of a
line.
"""


class AgentError(EfgcError):
    """An agent failed, timed out or returned an impossible action."""

    code = "droid"

    def __init__(self, message: str, who: str = "") -> None:
        """`who` is the name of the player whose agent failed."""
        super().__init__(message)
        self.who = who


class Turn(NamedTuple, Generic[Point]):
    """A position, with the rounds that led to it."""

    point: Point
    """It has a `score`, to player 1."""
    rounds: tuple[Any, ...] = ()
    """Each has a `change`, that of the score to player 1."""

    def change(self, player: int) -> Any:
        """Return the change of a player's score by the last round; 0 before the first."""
        change = self.rounds[-1].change if self.rounds else 0
        return change if player == 1 else -change

    def score(self, player: int) -> Any:
        """Return a player's points minus the other's."""
        score = self.point.score  # type: ignore[attr-defined]
        return score if player == 1 else -score


class Rules(Game[Turn[Any]], Protocol):
    """The rules of a game of agents; both players move at once, or chance alone."""

    def shown(self, turn: Turn[Any], player: int) -> Shown:
        """Return the knowledge of a player's agent."""

    def action_name(self, label: str) -> str:
        """Return the name of an action in messages."""


class Printed:
    """The output of a user's file: passed on to stderr line by line with the agent's name, the
    first `most` lines, then only their number.
    """

    def __init__(self, label: str, most: float) -> None:
        self.label, self.most = label, most
        self.lines = 0
        self.last: deque[str] = deque(maxlen=5)
        """The last lines."""
        self.rest = b""

    def add(self, block: bytes) -> None:
        """Take a block of output; b'' is its end."""
        *lines, self.rest = (self.rest + block).split(b"\n")
        if not block or len(self.rest) > MAX_LINE:
            lines, self.rest = [*lines, self.rest] if self.rest else lines, b""
        for line in lines:
            self.lines += 1
            self.last.append(one_line(line.decode(errors="replace")[:MAX_LINE]))
            if self.lines <= self.most:
                note(self.last[-1], self.label)
        if not block and 0 < self.most < self.lines:
            more = f"{self.lines - self.most:,} of its {self.lines:,} lines of output"
            note(f"{more} are not shown", self.label)


class Chooser(ABC):
    """An agent of any game."""

    label = ""
    """Its name in messages, for an agent from a user's file."""
    printed: Printed | None = None
    """The output of an agent from a user's file."""

    def clear(self) -> None:
        """Reset before a new game: forget the last game, but keep all that was learned."""

    def game_over(self, score_change: Any, training: bool = False) -> None:
        """Receive the score change of the last round, which files never learn."""

    def progress(self, share: float) -> None:
        """Receive the fraction of the training that is done, from 0 to 1."""

    @abstractmethod
    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        """Return the label of the next action. `training` is true in training games."""


def choice(
    rules: Rules, turn: Turn[Any], player: int, agent: Chooser, training: bool = False
) -> int:
    """Return the number of the action of an agent. Raise AgentError if the action is impossible."""
    chosen = agent.choose(rules, turn, player, training)
    possible = rules.labels(turn, player)
    if chosen in possible:
        return possible.index(chosen)
    label, who = f"{agent.label}, " if agent.label else "", rules.players[player - 1]
    names = ", ".join(map(rules.action_name, possible))
    raise AgentError(
        f"{label}{who} in round {len(turn.rounds) + 1}: "
        f"{rules.action_name(chosen)} is not possible there; possible are {names}",
        who,
    )


def turns(
    rules: Rules,
    agents: tuple[Chooser, Chooser],
    training: bool = False,
    chance: random.Random | None = None,
) -> Iterator[Turn[Any]]:
    """Play a game between two agents: yield the opening and the turn after every round. `chance`
    draws for chance.
    """
    for agent in agents:
        agent.clear()
    chance = chance or random.Random()
    turn = rules.opening
    yield turn
    while movers := rules.movers(turn):
        if movers == (CHANCE,):
            turn = rules.after(turn, (chance.randrange(len(rules.labels(turn, CHANCE))),))
            continue
        first, second = (
            choice(rules, turn, player, agent, training) for player, agent in enumerate(agents, 1)
        )
        turn = rules.after(turn, (first, second))
        yield turn
    for player, agent in enumerate(agents, 1):
        agent.game_over(turn.change(player), training)


def play_match(
    rules: Rules,
    agents: tuple[Chooser, Chooser],
    training: bool = False,
    chance: random.Random | None = None,
) -> Turn[Any]:
    """Play a game between two agents to its end and return the last turn."""
    *_, turn = turns(rules, agents, training, chance)
    return turn


def practise(
    rules: Rules,
    agents: tuple[Chooser, Chooser],
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
        played += len(play_match(rules, agents, training=True).rounds)
    return played
