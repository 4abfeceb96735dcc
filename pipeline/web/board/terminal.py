"""The board in the terminal, with the keys of the page. Without a terminal, stdin is read line by
line.
"""

import sys
import time
from collections.abc import Iterator

from pipeline.droids.droid import BY_WORD, Action
from pipeline.droids.match import Agents, Match
from pipeline.droids.seat import Seats
from pipeline.web.board.advisor import Advisor, NoHelp
from pipeline.web.board.keys import RESTART, keys_of_stdin
from pipeline.web.board.tally import MOMENT, Tally
from pipeline.web.board.words import CHOICE, DROIDS, how_it_ended, points, what_happened
from schemas.parts.problems import EfgcError, InputError, Problem
from schemas.parts.squares import Square
from schemas.rules.droid_battle import ACTIONS, DroidBattle, is_free
from schemas.rules.objective import Objective

CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def play_in_terminal(rule: DroidBattle, seats: Seats, restart: bool = True) -> None:
    """Play battles in the terminal until an order to quit; with `restart` the next begins
    automatically.

    Without a terminal, stdin is read line by line. A line is a word such as `up`, or a sequence of
    keys. An empty line lets two programs play a round, and the end of stdin quits. The next battle
    then begins at once.
    """
    for stream, name in ((sys.stdin, "<stdin>"), (sys.stdout, "<stdout>")):
        if stream is None:
            raise InputError([Problem("is closed")], name)
    advisor = Advisor(rule)
    try:
        playing = _Play(rule, seats, advisor, restart)
        with keys_of_stdin(playing.patience) as keys:
            playing.go(keys)
    except KeyboardInterrupt:
        pass
    finally:
        advisor.close()


class _Play:
    """A series of games, controlled by one keyboard."""

    def __init__(self, rule: DroidBattle, seats: Seats, advisor: Advisor, restart: bool) -> None:
        self.rule = rule
        self.seats = seats
        self.advisor = advisor
        self.agents: Agents = (seats[0].agent, seats[1].agent)
        self.restart = restart
        self.tally = Tally()
        self.begin()

    def begin(self) -> None:
        """Begin a new game."""
        self.hidden: dict[int, Action] = {}
        self.fault = ""
        # Without this there would be no board to show if an agent fails.
        self.match = Match(self.rule, (None, None))
        try:
            self.match = Match(self.rule, self.agents)
        except EfgcError as error:
            self.fault = " ".join(str(error).split())

    def go(self, keys: Iterator[str]) -> None:
        """Execute the orders from the keyboard until one of them is to quit."""
        self.show()
        for wanted in keys:
            if wanted == "quit":
                return
            if wanted == "help":
                self.show(self.help())
            elif wanted in ("new", RESTART):
                self.begin()
                self.show()
            else:
                self.show(self.obey(wanted))

    def obey(self, wanted: str) -> str:
        """Execute an action, or let the programs play a round; return the error, if any."""
        player = self.waiting()
        if self.over():
            return "The game is over: n begins a new one, q quits."
        if player and wanted not in BY_WORD:
            return (
                f"{wanted!r} is no action here; use w a s d or the arrows to move, space to "
                "shoot, h n q."
            )
        if player:
            action, possible = BY_WORD[wanted], self.match.possible(player)
            if action not in possible:
                return (
                    f"{DROIDS[player - 1]} cannot do that now; possible are "
                    f"{', '.join(one.word for one in possible)}."
                )
            self.hidden[player] = action
        elif wanted not in ("shoot", "step"):
            return "Two programs play: space lets them play a round, h n q."
        if not self.waiting():
            self.step()
        return ""

    def step(self) -> None:
        """Play a round."""
        try:
            self.match.step(self.hidden)
        except EfgcError as error:
            self.fault = " ".join(str(error).split())
        self.hidden = {}
        if self.match.over and not self.fault:
            self.tally = self.tally.after(self.match.point.score)
            self.ended = time.monotonic()

    def patience(self) -> float | None:
        """Return the seconds until the next game begins automatically; None for never."""
        if not self.restart or self.fault or not self.match.over:
            return None
        return max(0.0, self.ended + MOMENT - time.monotonic())

    def waiting(self) -> int:
        """Return the player whose action is expected; 0: no player."""
        return next(
            (
                player
                for player in (1, 2)
                if self.agents[player - 1] is None and player not in self.hidden
            ),
            0,
        )

    def over(self) -> bool:
        """Return whether the game is over, or was ended by an error."""
        return bool(self.fault) or self.match.over

    def help(self) -> str:
        """Return equilibrium play at this position, and its value."""
        if self.over():
            return "The game is over."
        print("working out the equilibrium ...", file=sys.stderr, flush=True)
        try:
            advice = self.advisor.advise(self.match.point, wait=True)
        except NoHelp as error:
            return f"There is no help: {error}."
        assert advice is not None
        people = [player for player in (1, 2) if self.agents[player - 1] is None] or [1, 2]
        lines = []
        for player in [self.waiting()] if self.waiting() else people:
            value = advice.value if player == 1 else -advice.value
            words = f"{round(value, 4) + 0.0:+.4f} {self.unit()}"  # Avoids -0.0000.
            lines.append(f"{DROIDS[player - 1]}: worth {words}; {_plays(advice.plays[player - 1])}")
        return "\n".join([*lines, CHOICE])

    def unit(self) -> str:
        """Return the unit of the values."""
        return (
            "(from -1, lost, to 1, won)"
            if self.rule.objective == Objective.WIN
            else "points to come"
        )

    def show(self, more: str = "") -> None:
        """Draw the board with the last events and the possible keys."""
        lines = [*self.head(), "", *draw(self.match), ""]
        lines += [
            text
            for text in (what_happened(self.rule, self.match.rounds), more, self.asked())
            if text
        ]
        print(f"{CLEAR if sys.stdout.isatty() else ''}{chr(10).join(lines)}\n", flush=True)

    def head(self) -> list[str]:
        """Return the scores."""
        point, scores = self.match.point, points(self.match.rounds)
        number = len(self.match.rounds) + (not self.match.over)
        names = [f"{droid} ({seat.name})" for droid, seat in zip(DROIDS, self.seats, strict=True)]
        width = max(map(len, names))
        return [
            f"round {number} of {self.rule.rounds}",
            *(
                f"{name:{width}}  points {score}  shots {shots}"
                for name, score, shots in zip(names, scores, point.shots, strict=True)
            ),
            *([self.tally.words()] if any(self.tally) else []),
        ]

    def asked(self) -> str:
        """Return the possible keys, in words."""
        if self.fault:
            return f"The game has ended: {self.fault}\nn: new game, q: quit"
        if self.match.over:
            soon = "The next game begins in a moment. " if self.restart else ""
            return f"{how_it_ended(self.match.rounds)}\n{soon}n: new game, q: quit"
        player = self.waiting()
        if not player:
            return "space: next round, h: help, n: new game, q: quit"
        hidden = f"{DROIDS[0]} has chosen. " if self.hidden else ""
        return (
            f"{hidden}{DROIDS[player - 1]}: w a s d or arrows to move, space to shoot; h: help, "
            "n: new game, q: quit"
        )


def draw(match: Match) -> list[str]:
    """Return the board as lines: droids, walls, and the lasers of the last round.

    >>> battle = Match(DroidBattle(("2--", "#-5"), (1, 1), 9, "win"), (None, None))
    >>> _ = battle.step({1: Action.MOVE_RIGHT, 2: Action.SHOOT})
    >>> print(*draw(battle), sep="\\n")
      . 2 |
      # - 5
    """
    rule, point = match.rule, match.point
    lasers = match.rounds[-1].lasers if match.rounds else ((), ())

    def mark(square: Square) -> str:
        if square in point.squares:
            return "25"[point.squares.index(square)]
        beams = {
            "-" if square[0] == origin[0] else "|"
            for origin, beam in zip(point.squares, lasers, strict=True)
            if square in beam
        }
        if beams:
            return "+" if len(beams) > 1 else beams.pop()
        return "." if is_free(rule, square) else "#"

    return [
        "  " + " ".join(mark((row, column)) for column in range(len(rule.board[0])))
        for row in range(len(rule.board))
    ]


def _plays(plays: tuple[float, ...] | None) -> str:
    if plays is None:
        return "nothing changes the result any more"
    return ", ".join(
        f"{word} {weight:.1%}" for word, weight in zip(ACTIONS, plays, strict=True) if weight > 0
    )
