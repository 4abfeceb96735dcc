"""A match in the terminal: the loop that carries out the orders of a person, whatever the game."""

import os
import select
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from enum import Enum, auto
from functools import partial
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Generic, TypeVar

from ....schemas.parts.problems import EfgcError, InputError, Problem
from ...files.reading import OutputError, write_stdout
from .match import Match
from .score import Score

CLEAR = "\x1b[H\x1b[2J"
PACE, FASTEST, SLOWEST = 1.0, 1 / 16, 8.0
"""Seconds between two moves of programs that play by themselves: at first, and the limits."""

M = TypeVar("M", bound=Match[Any])


class Command(Enum):
    """Orders other than an action."""

    HELP = auto()
    STEP = auto()
    PLAY = auto()
    """Let two programs play by themselves, or pause."""
    FASTER = auto()
    SLOWER = auto()
    NEW = auto()
    QUIT = auto()


Order = int | str | Command
"""The number of an action, from 0; or an error message; or a command."""


class Terminal(ABC, Generic[M]):
    """A match in the terminal."""

    def __init__(self, match: M) -> None:
        self.match = match
        self.score = Score()
        self.failure: EfgcError | None = None
        """The error of an agent that ended the game."""
        self.pace = PACE
        self.plays = False
        """Whether two programs play by themselves."""

    @abstractmethod
    def inputs(self) -> AbstractContextManager[Iterator[str]]:
        """Yield the inputs of the person, each a line or a key; they end with stdin."""

    @abstractmethod
    def order(self, text: str) -> Order:
        """Return the order that an input means."""

    @abstractmethod
    def show(self, note: str = "") -> None:
        """Print the match, or a note about it."""

    @abstractmethod
    def help(self) -> str:
        """Return the equilibrium's play here."""

    @abstractmethod
    def renew(self) -> None:
        """Begin a new match."""

    def start(self) -> None:
        """Show the match before the first order."""
        self.show()

    def advance(self, after: M) -> None:
        """Go on to the match after an action or a step."""
        self.match = after

    def run(self) -> M:
        """Carry out orders until a person quits or the input ends; return the last match. Ctrl-C
        quits. Raise the error of an agent that ended the last match.
        """
        for stream, name in ((sys.stdin, "<stdin>"), (sys.stdout, "<stdout>")):
            if stream is None:
                raise InputError([Problem("is closed")], name)
        try:
            with self.inputs() as inputs:  # Keys typed before this may be lost.
                self.attempt(self.start)
                for text in inputs:
                    order = self.order(text)
                    if order is Command.QUIT:
                        break
                    self.attempt(partial(self._carry_out, order))
        except KeyboardInterrupt:
            write_stdout(["\n"])
        if self.failure:
            raise self.failure
        return self.match

    def attempt(self, work: Callable[[], None]) -> None:
        """Do work in which agents choose. The failure of an agent ends the game, not play."""
        try:
            work()
        except OutputError:
            raise
        except EfgcError as error:
            self.failure = error
            self.show(self.fault)

    @property
    def fault(self) -> str:
        """The failure of an agent that ended the game, in words; empty for none."""
        return f"The game has ended: {' '.join(str(self.failure).split())}" if self.failure else ""

    @property
    def over(self) -> bool:
        """Whether the game is over, or was ended by the failure of an agent."""
        return bool(self.failure) or self.match.over

    def _carry_out(self, order: Order) -> None:
        if order is Command.HELP:
            self.show(self.help())
        elif order is Command.NEW:
            self.renew()
        elif order is Command.STEP:
            self.advance(self.match.step())
        elif order is Command.PLAY:
            self.plays = not self.plays
            self.show(self._pace_in_words())
        elif order in (Command.FASTER, Command.SLOWER):
            pace = self.pace * (0.5 if order is Command.FASTER else 2)
            self.pace = min(max(pace, FASTEST), SLOWEST)
            self.show(self._pace_in_words())
        elif isinstance(order, int):
            self.advance(self.match.act(order))
        else:
            self.show(str(order))

    def _pace_in_words(self) -> str:
        if not self.plays:
            return "Paused; p: play."
        return f"A move every {self.pace:g} s; p: pause, + faster, - slower."


def fitted(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines; on a terminal, a line that is too wide in several."""
    width = get_terminal_size().columns if sys.stdout.isatty() else 0
    for line in "\n".join(lines).split("\n"):
        yield from wrap(line, width, subsequent_indent="  ") if 0 < width < len(line) else [line]


def has_input(seconds: float) -> bool:
    """Wait at most so many seconds for input at a terminal; return whether there is some. The lines
    of a pipe are not waited for: programs that play by themselves first play to the end.
    """
    if not sys.stdin.isatty():
        return False
    if os.name != "posix":  # Windows cannot wait for a console; Ctrl-C ends play there.
        time.sleep(seconds)
        return False
    return bool(select.select([sys.stdin], [], [], seconds)[0])
