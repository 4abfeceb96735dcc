"""Strategies on a state graph whose game is not listed, and what a player remembers there."""

from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game.words import START
from ..strategy import Fitted


class StateStrategy(NamedTuple):
    """A player's strategy: a distribution for each state in which it moves."""

    distributions: list[tuple[Fraction, ...]]
    """Distributions over the moves of a state; the sum of each is exactly 1."""
    which: NDArray[np.int32]
    """Shape (n,): the index of the distribution at each state of the player, else -1."""


StateStrategies = Fitted[StateStrategy]
"""The strategies of a text, fitted to a state graph without cycles."""


class Remembered(NamedTuple):
    """One entry of a player's memory."""

    text: str
    """The label of an action, or a text that the player saw."""
    own: bool
    """Whether it is the player's own action."""


Memory = tuple[Remembered, ...]
"""What a player remembers, in order."""


def memory_text(memory: Memory) -> str:
    """Return a memory in the words of an information set; START if it is empty.

    >>> memory_text((Remembered("K", False), Remembered("check", True), Remembered("bet", False)))
    '[K] check [bet]'
    """
    words: list[str] = []
    for own, entries in groupby(memory, attrgetter("own")):
        texts = [entry.text for entry in entries]
        words += texts if own else [f"[{', '.join(texts)}]"]
    return " ".join(words) or START
