"""The keys of the board in a terminal, by the names of their orders. Without a terminal, stdin is
read line by line.
"""

import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from schemas.rules.droid_battle import ACTIONS

KEYS = {
    "w": "up",
    "a": "left",
    "s": "down",
    "d": "right",
    " ": "shoot",
    "\x1b[A": "up",
    "\x1b[D": "left",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1bOA": "up",
    "\x1bOD": "left",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "h": "help",
    "n": "new",
    "q": "quit",
    "\x04": "quit",
}
WORDS = (*ACTIONS, "help", "new", "quit", "step")


RESTART = "restart"
"""The order that is given when the time is over without a key."""
Patience = Callable[[], float | None]
"""Returns the seconds after which RESTART is given if no key is pressed; None for never."""


@contextmanager
def keys_of_stdin(patience: Patience) -> Iterator[Iterator[str]]:
    """Yield the orders from the keyboard, by their names in WORDS: raw keys of a terminal, else
    lines.

    With lines there is no waiting: RESTART is given at once.
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
        if seconds is not None and not select.select([number], [], [], seconds)[0]:
            yield RESTART
            continue
        # Fast typing gives several keys at once.
        pressed = os.read(number, 64).decode("utf-8", "replace")
        if not pressed:
            return
        for key in re.findall("\x1b[[O][A-D]|.|\n", pressed):
            yield KEYS.get(key if key.startswith("\x1b") else key.lower(), key)


def _lines(patience: Patience) -> Iterator[str]:
    for key in _keys_of_lines():
        yield key
        if patience() is not None:
            yield RESTART


def _keys_of_lines() -> Iterator[str]:
    for line in sys.stdin:
        text = line.rstrip("\r\n").lower()
        if text.strip() in WORDS:
            yield text.strip()
        elif not text:
            yield "step"
        else:
            yield from (KEYS.get(key, key) for key in text)
