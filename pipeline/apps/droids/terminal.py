"""The board of droid battle in the terminal, with the keys of the page. Without a terminal, stdin
is read line by line.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from ....schemas.parts.squares import Square
from ....schemas.rules.droid_battle import ACTIONS, DroidBattle, is_free
from ....schemas.rules.objective import Objective
from ....stages.draw.droids.moment import DROIDS, result_text
from ...files.reading import write_stdout
from ...terminal.diagnostics import note
from ..play.rules import rules_of_battle
from ..play.terminal import CLEAR, Command, Order, Terminal, fitted, has_input
from .advisor import CHOICE, Advisor, NoHelp, helped_players
from .battle import BattleMatch, Seats, battle, clear, lasers, points, round_in_words

MOMENT = 4.0
"""Seconds for which the end of a game is shown before the next one begins automatically."""

KEYS = {
    "w": "up",
    "a": "left",
    "s": "down",
    "d": "right",
    " ": "shoot",
    "space": "shoot",  # As a line.
    "\x1b[A": "up",
    "\x1b[D": "left",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\r": "step",
    "\n": "step",
    "p": "play",
    "+": "faster",
    "-": "slower",
    "h": "help",
    "n": "new",
    "q": "quit",
    "\x04": "quit",
}
COMMANDS = {
    "help": Command.HELP,
    "new": Command.NEW,
    "quit": Command.QUIT,
}
WATCHING = {
    "shoot": Command.STEP,
    "step": Command.STEP,
    "play": Command.PLAY,
    "faster": Command.FASTER,
    "slower": Command.SLOWER,
}
"""The orders where two programs play."""
WORDS = (*ACTIONS, *COMMANDS, *WATCHING)
GO_ON = "go on"
"""The next round of two programs, or the next game, when the time is over without a key."""
Patience = Callable[[], float | None]
"""Returns the seconds after which the order is GO_ON if no key is pressed; None for never."""


@contextmanager
def keys_of_stdin(patience: Patience) -> Iterator[Iterator[str]]:
    """Yield the words of keys or lines from stdin: of raw keys on a terminal, else of lines. With
    lines there is no waiting: GO_ON follows at once.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows has neither module.
        yield _lines(patience)
        return
    if not sys.stdin.isatty():
        yield _lines(patience)
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield _presses(number, patience)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _presses(number: int, patience: Patience) -> Iterator[str]:
    while True:
        seconds = patience()
        if seconds is not None and not has_input(seconds):
            yield GO_ON
            continue
        # Fast typing gives several keys at once.
        pressed = os.read(number, 64).decode("utf-8", "replace")
        if not pressed:
            return
        for key in re.findall(r"\x1b[\[O][A-D]|.|\n", pressed):
            # Some terminals send O for [ in the codes of arrows.
            yield KEYS.get(key.replace("O", "[") if len(key) > 1 else key.lower(), key)


def _lines(patience: Patience) -> Iterator[str]:
    for key in _keys_of_lines():
        yield key
        while patience() is not None:
            yield GO_ON


def _keys_of_lines() -> Iterator[str]:
    for line in sys.stdin:
        text = line.rstrip("\r\n").lower()
        if text.strip() in (*WORDS, "space"):
            yield KEYS.get(text.strip(), text.strip())
        elif not text:
            yield "step"
        else:
            yield from (KEYS.get(key, key) for key in text)


def play_in_terminal(rule: DroidBattle, seats: Seats, restart: bool = True) -> None:
    """Play battles in the terminal until an order to quit; with `restart` the next begins
    automatically.

    Without a terminal, stdin is read line by line. A line is a word such as `up`, or a sequence of
    keys. An empty line lets two programs play a round, `play` the rest of the battle, and the end
    of stdin quits. The next battle then begins at once.
    """
    terminal = BoardTerminal(rule, seats, restart)
    try:
        terminal.run()
    finally:
        terminal.advisor.close()


class BoardTerminal(Terminal[BattleMatch]):
    """A series of games, controlled by one keyboard."""

    def __init__(self, rule: DroidBattle, seats: Seats, restart: bool) -> None:
        super().__init__(battle(rule, (seats[0].agent, seats[1].agent)))
        self.rule, self.seats, self.restart = rule, seats, restart
        self.rules = [f"- {line}" for line in rules_of_battle(rule)]
        self.advisor = Advisor(rule)
        self.ended = 0.0
        self.printed = [agent.printed for agent in self.match.agents if agent and agent.printed]

    def inputs(self) -> AbstractContextManager[Iterator[str]]:
        return keys_of_stdin(self.patience)

    def order(self, text: str) -> Order:
        match = self.match
        if text == GO_ON:
            return Command.NEW if self.over else Command.STEP
        if text in COMMANDS:
            return COMMANDS[text]
        if text == "?":
            return "\n".join(self.rules)
        if self.over:
            return "The game is over: n begins a new one, q quits."
        if not match.waiting:
            return WATCHING.get(text, "Two programs are playing: press space, or p + - h n q.")
        if text in match.labels:
            return match.labels.index(text)
        if text in ACTIONS:
            return (
                f"{DROIDS[match.waiting - 1]} cannot do that now; possible are "
                f"{', '.join(match.labels)}."
            )
        keys = "se w a s d or the arrows to move, space to shoot, h n q."
        return f"U{keys}" if text == "step" else f"{text!r} is not an action here; u{keys}"

    def start(self) -> None:
        for printed in self.printed if sys.stdout.isatty() else ():
            printed.most = 0  # The board would clear the lines: it shows the last ones below.
        clear(self.match.agents)
        self.show()

    def renew(self) -> None:
        self.match, self.failure = battle(self.rule, self.match.agents), None
        self.plays = self.plays and sys.stdin.isatty()  # A pipe would play for ever.
        self.start()

    def advance(self, after: BattleMatch) -> None:
        self.match = after
        if after.over:
            self.score, self.ended = self.score.after(after.point.score), time.monotonic()
        self.show()

    def patience(self) -> float | None:
        """Return the seconds until the next round of two programs, or until the next game begins
        automatically; None for never.
        """
        if not self.over:
            return self.pace if self.plays else None
        if not self.restart or self.failure:
            return None
        return max(0.0, self.ended + MOMENT - time.monotonic())

    def help(self) -> str:
        if self.over:
            return "The game is over."
        note("working out the equilibrium ...")
        try:
            advice = self.advisor.advise(self.match.point, wait=True)
        except NoHelp as error:
            return f"There is no help: {error}."
        assert advice is not None
        unit = (
            "(from -1, lost, to 1, won)"
            if self.rule.objective == Objective.WIN
            else "points to come"
        )
        lines = []
        for player in helped_players(self.match):
            value = advice.value if player == 1 else -advice.value
            words = f"{round(value, 4) + 0.0:+.4f} {unit}"  # Avoids -0.0000.
            lines.append(f"{DROIDS[player - 1]}: worth {words}; {_plays(advice.plays[player - 1])}")
        return "\n".join([*lines, CHOICE])

    def show(self, note: str = "") -> None:
        """Draw the board with the last round, a note and the possible keys."""
        happened = round_in_words(self.rule, self.match.rounds)
        lines = [*self._head(), "", *draw(self.match), ""]
        lines += () if self.match.rounds or note else [*self.rules, ""]
        lines += filter(None, dict.fromkeys((happened, self.fault, note, self._keys())))
        if sys.stdout.isatty():
            last = [f"{agent.label}: {line}" for agent in self.printed for line in agent.last]
            lines += ["", *last] if last else []
            write_stdout(CLEAR.encode())
        write_stdout(f"{line}\n" for line in fitted((*lines, "")))

    def _head(self) -> list[str]:
        """Return the scores."""
        match, scores = self.match, points(self.match.rounds)
        number = len(match.rounds) + (not match.over)
        names = [f"{droid} ({seat.name})" for droid, seat in zip(DROIDS, self.seats, strict=True)]
        width = max(map(len, names))
        return [
            f"round {number} of {self.rule.rounds}",
            *(
                f"{name:{width}}  points {score}  shots {shots}"
                for name, score, shots in zip(names, scores, match.point.shots, strict=True)
            ),
            *filter(None, [self.score.wins_in_words(DROIDS)]),
        ]

    def _keys(self) -> str:
        """Return the possible keys, in words."""
        if self.failure:
            return "n: new game, q: quit"
        if self.match.over:
            soon = "The next game begins in a moment. " if self.restart else ""
            rounds = self.match.rounds
            ended = result_text(points(rounds), len(rounds))
            return f"{ended}\n{soon}n: new game, q: quit"
        player = self.match.waiting
        if not player:
            pace = "p: pause, + - speed" if self.plays else "space: next round, p: play"
            return f"{pace}, h: help, ?: rules, n: new game, q: quit"
        hidden = f"{DROIDS[0]} has chosen. " if self.match.pending else ""
        return (
            f"{hidden}{DROIDS[player - 1]}: w a s d or arrows to move, space to shoot; h: help, "
            "?: rules, n: new game, q: quit"
        )


def draw(match: BattleMatch) -> list[str]:
    """Return the board as lines: droids, walls, and the lasers of the last round.

    >>> match = battle(DroidBattle(("2--", "#-5"), (1, 1), 9, "win"), (None, None))
    >>> print(*draw(match.act("right").act("shoot")), sep="\\n")
      . 2 |
      # - 5
    """
    rule, point = match.rule, match.point
    beams = lasers(rule, match.rounds)

    def mark(square: Square) -> str:
        if square in point.squares:
            return "25"[point.squares.index(square)]
        marks = {
            "-" if square[0] == origin[0] else "|"
            for origin, beam in zip(point.squares, beams, strict=True)
            if square in beam
        }
        if marks:
            return "+" if len(marks) > 1 else marks.pop()
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
