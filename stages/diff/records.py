"""The differences of two artifacts, the first called A and the second B."""

from collections.abc import Sequence
from typing import NamedTuple

UNCOMPARED = "information sets are not compared: the two merge histories differently"
"""The remark on games that may differ in more than their listed differences."""


class Change(NamedTuple):
    """One way in which A and B differ."""

    topic: str
    """The sort of thing, such as `payoff` or `move of agent`."""
    subject: str
    """Which of these; empty where the topic is enough."""
    before: str | None
    """What A says about it; None if only B has it."""
    after: str | None
    """What B says about it; None if only A has it."""


class Difference(NamedTuple):
    """A change with the histories where it occurs."""

    change: Change
    times: int = 1
    unit: str = "times"
    """What is counted, in the plural: information sets, nodes or states."""
    history: tuple[str, ...] | None = None
    """The labels of the first, and shortest, history that shows it; None outside of games."""
    other: tuple[str, ...] | None = None
    """For an information set that is two in the other game: a history to the second one."""


class Comparison(NamedTuple):
    """The result of comparing two artifacts."""

    of: str
    """What they are, such as `games`."""
    files: tuple[str, str]
    differences: Sequence[Difference]
    remarks: Sequence[str] = ()
    """Limits of the comparison."""
    all: bool = False
    """Whether the text lists every difference, however many lines that takes."""
    advice: str = ""
    """The last line of the text on different files: a command that compares in another way."""

    @property
    def is_same(self) -> bool:
        return not self.differences and UNCOMPARED not in self.remarks
