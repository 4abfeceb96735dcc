"""The differences of two artifacts, the first called A and the second B."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Kind(StrEnum):
    """How a thing differs."""

    GONE = "gone"
    """Only A has it."""
    NEW = "new"
    """Only B has it."""
    CHANGED = "changed"


class Change(NamedTuple):
    """One way in which A and B differ."""

    kind: Kind
    topic: str
    """The sort of thing, such as `payoff` or `move of agent`."""
    subject: str = ""
    """Which of these, in words; empty where the topic says it."""
    before: str = ""
    """Its value in A; empty if the thing has none."""
    after: str = ""
    """Its value in B."""


class Difference(NamedTuple):
    """A change with the places where it occurs."""

    change: Change
    square: str = ""
    """The square on the map; empty if there is none."""
    history: tuple[str, ...] | None = None
    """The labels of the first, and shortest, history that shows it; None outside of games."""
    other: tuple[str, ...] | None = None
    """For an information set of which the other artifact has two: a history to the second one."""
    times: int = 1
    """The number of information sets, nodes, states or entries where it occurs."""
    unit: str = ""
    """The unit of `times`, in the plural; empty if the change occurs once by its nature."""


class Fact(NamedTuple):
    """A number of A and of B, as text: a consequence of differences rather than a difference."""

    name: str
    before: str
    after: str


Entries = dict["Entry", Fraction | float | str]
"""The entries of an artifact that is a table: what it says about each thing."""


class Entry(NamedTuple):
    """A thing in a table."""

    topic: str
    subject: str = ""


class Comparison(NamedTuple):
    """The result of comparing two artifacts."""

    of: str
    """What they are, such as `games`."""
    files: tuple[str, str]
    facts: Sequence[Fact]
    differences: Sequence[Difference]
    remarks: Sequence[str] = ()
    """Limits of the comparison, in sentences."""
    all: bool = False
    """Whether the text lists every difference, however many lines that takes."""
