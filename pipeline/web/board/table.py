"""The table at which a battle is played: one game, which any number of pages show.

Agents may take seconds for an action. They run in a thread, so that the pages need not wait for
them.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from pipeline.droids.droid import Action
from pipeline.droids.match import Agents, Match, Round
from pipeline.droids.seat import Seats
from pipeline.web.board.tally import Tally
from schemas.parts.problems import EfgcError
from schemas.rules.droid_battle import DroidBattle, Position


class Late(Exception):
    """An action for a round or game that is over, or at a time when no action is expected."""


class Impossible(Exception):
    """An action that is not possible for the droid."""


class Look(NamedTuple):
    """The state of the game at one moment."""

    version: int
    """Increases with every event."""
    game: int
    """Counted from 1."""
    point: Position
    rounds: tuple[Round, ...]
    over: bool
    possible: tuple[tuple[Action, ...], tuple[Action, ...]]
    """The possible actions of the droids; empty at the end."""
    waiting: int
    """The player whose action is expected; 0: no player."""
    steps: bool
    """Whether two programs wait for the order to play the next round."""
    thinking: bool
    fault: str
    """The error that ended the game early; empty if there was none."""
    tally: Tally
    """The tally of all finished games, including this one."""
    restarts: bool
    """Whether the next game begins automatically in a moment."""


class Table:
    """A series of games between the same two players.

    Between two people, the first player's action stays hidden until the second player's has
    arrived. After the end of a game, the next begins automatically after `restart` seconds; None
    for never.
    """

    def __init__(self, rule: DroidBattle, seats: Seats, restart: float | None = None) -> None:
        self.rule = rule
        self.seats = seats
        self._agents: Agents = (seats[0].agent, seats[1].agent)
        self._changed = threading.Condition()
        self._version = self._game = 0
        self._restart, self._tally = restart, Tally()
        self._timer: threading.Timer | None = None
        with self._changed:
            self._begin()

    def look(self) -> Look:
        """Return the state of the game."""
        with self._changed:
            match = self._match
            possible = ((), ()) if match.over else (match.possible(1), match.possible(2))
            ready = not (self._thinking or self._fault or match.over)
            return Look(
                version=self._version,
                game=self._game,
                point=match.point,
                rounds=tuple(match.rounds),
                over=match.over,
                possible=possible,
                waiting=self._waiting(),
                steps=ready and None not in self._agents,
                thinking=self._thinking,
                fault=self._fault,
                tally=self._tally,
                restarts=self._timer is not None,
            )

    def act(self, game: int, round: int, player: int, action: Action) -> None:
        """Accept a person's action. Raises Late and Impossible."""
        with self._changed:
            self._refuse_late(game, round)
            if self._waiting() != player:
                raise Late(f"droid {'25'[player - 1]} is not asked for an action now")
            if action not in self._match.possible(player):
                possible = ", ".join(one.word for one in self._match.possible(player))
                raise Impossible(
                    f"droid {'25'[player - 1]} cannot {_phrase(action)} now; possible are "
                    f"{possible}"
                )
            self._hidden[player] = action
            if not self._waiting():
                self._play()
            self._tell()

    def step(self, game: int, round: int) -> None:
        """Let two programs play a round. Raises Late."""
        with self._changed:
            self._refuse_late(game, round)
            if None in self._agents:
                raise Late("a person plays; the round begins with an action")
            self._play()

    def new(self, game: int, round: int) -> None:
        """Leave this game, which must be in this round, for a new one. Raises Late."""
        with self._changed:
            self._refuse_other(game, round)
            self._begin()

    def close(self) -> None:
        """Do not begin any more games."""
        with self._changed:
            self._restart = None
            self._stop_waiting()

    def settle(self, seconds: float) -> None:
        """Wait until no agent is running, at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._thinking, seconds)

    def _waiting(self) -> int:
        if self._thinking or self._fault or self._match.over:
            return 0
        return next(
            (
                player
                for player in (1, 2)
                if self._agents[player - 1] is None and player not in self._hidden
            ),
            0,
        )

    def _refuse_late(self, game: int, round: int) -> None:
        self._refuse_other(game, round)
        if self._match.over:
            raise Late("the game is over")
        if self._fault:
            raise Late(f"the game has ended: {self._fault}")

    def _refuse_other(self, game: int, round: int) -> None:
        now = len(self._match.rounds) + 1
        if (game, round) != (self._game, now):
            raise Late(
                f"this was for round {round} of game {game}; now it is round {now} of game "
                f"{self._game}"
            )
        if self._thinking:
            raise Late("the round is being played")

    def _begin(self) -> None:
        """Show the opening at once. The agents, which may be slow, get the new game in a thread."""
        self._stop_waiting()
        self._game += 1
        self._match, self._fault = Match(self.rule, (None, None)), ""
        self._hidden: dict[int, Action] = {}
        self._think(self._clear)

    def _clear(self) -> None:
        match = Match(self.rule, self._agents)
        with self._changed:
            self._match = match

    def _play(self) -> None:
        given, match = dict(self._hidden), self._match

        def play() -> None:
            chosen = {
                player: given[player] if player in given else match.ask(player) for player in (1, 2)
            }
            with self._changed:
                match.step(chosen)
                self._hidden.clear()
                if match.over:
                    self._end(match.point.score)

        self._think(play)

    def _end(self, score: int) -> None:
        self._tally = self._tally.after(score)
        if self._restart is not None:
            self._timer = threading.Timer(self._restart, self._begin_after, [self._game])
            self._timer.daemon = True
            self._timer.start()

    def _begin_after(self, game: int) -> None:
        with self._changed:
            # A new game may have begun a moment before.
            if self._game == game and self._timer is not None:
                self._begin()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _think(self, work: Callable[[], None]) -> None:
        self._thinking = True
        self._tell()
        threading.Thread(target=self._work, args=(work,), daemon=True).start()

    def _work(self, work: Callable[[], None]) -> None:
        fault = ""
        try:
            work()
        except EfgcError as error:
            fault = " ".join(str(error).split())
        except (
            Exception
            # Otherwise an error in this thread would be lost, and the page would wait for ever.
        ) as error:
            fault = f"a bug of ours: {type(error).__name__}: {' '.join(str(error).split())}"
        with self._changed:
            self._thinking, self._fault = False, fault
            self._tell()

    def _tell(self) -> None:
        self._version += 1
        self._changed.notify_all()


def _phrase(action: Action) -> str:
    return "shoot" if action == Action.SHOOT else f"go {action.word}"
