"""A match in the terminal: the loop that carries out the orders of a person, whatever the game."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from ....schemas.parts.problems import InputError, Problem
from .match import Match
from .score import Score

CLEAR = "\x1b[H\x1b[2J\x1b[3J"

M = TypeVar("M", bound=Match[Any])


class Command(Enum):
    """Orders other than an action."""

    HELP = auto()
    STEP = auto()
    NEW = auto()
    QUIT = auto()


Order = int | str | Command
"""The number of an action, from 0; or an error message; or a command."""


class Terminal(ABC, Generic[M]):
    """A match in the terminal."""

    def __init__(self, match: M) -> None:
        self.match = match
        self.score = Score()

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

    def advance(self, after: M) -> None:
        """Go on to the match after an action or a step."""
        self.match = after

    def run(self) -> M:
        """Carry out orders until a person quits or the input ends; return the last match. Ctrl-C
        quits.
        """
        for stream, name in ((sys.stdin, "<stdin>"), (sys.stdout, "<stdout>")):
            if stream is None:
                raise InputError([Problem("is closed")], name)
        try:
            with self.inputs() as inputs:  # Keys typed before this may be lost.
                self.show()
                for text in inputs:
                    order = self.order(text)
                    if order is Command.QUIT:
                        break
                    self._carry_out(order)
        except KeyboardInterrupt:
            self.interrupted()
        return self.match

    def interrupted(self) -> None:
        """Print what Ctrl-C leaves to be printed: nothing."""

    def _carry_out(self, order: Order) -> None:
        if order is Command.HELP:
            self.show(self.help())
        elif order is Command.NEW:
            self.renew()
        elif order is Command.STEP:
            self.advance(self.match.step())
        elif isinstance(order, int):
            self.advance(self.match.act(order))
        else:
            self.show(str(order))
