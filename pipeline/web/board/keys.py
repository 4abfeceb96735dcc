"""The keys of the board in a terminal, by the names of what they ask for; a line at a time where
stdin is none.
"""

import os
import re
import sys
from collections.abc import Iterator
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


@contextmanager
def keys_of_stdin() -> Iterator[Iterator[str]]:
    """Give what the keyboard wants, by its names in WORDS; raw keys of a terminal, else lines."""
    try:
        import termios
        import tty
    except ImportError:  # Windows has neither.
        yield _lines()
        return
    if not sys.stdin.isatty():
        yield _lines()
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield _presses(number)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _presses(number: int) -> Iterator[str]:
    # Many at once where somebody is quick.
    while pressed := os.read(number, 64).decode("utf-8", "replace"):
        for key in re.findall("\x1b[[O][A-D]|.|\n", pressed):
            yield KEYS.get(key if key.startswith("\x1b") else key.lower(), key)


def _lines() -> Iterator[str]:
    for line in sys.stdin:
        text = line.rstrip("\r\n").lower()
        if text.strip() in WORDS:
            yield text.strip()
        elif not text:
            yield "step"
        else:
            yield from (KEYS.get(key, key) for key in text)
