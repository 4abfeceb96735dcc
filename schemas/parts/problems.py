"""Problems and errors: everything that can end a command, with its exit code."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import StrEnum, auto
from typing import NamedTuple

from schemas.parts.labels import one_line

Place = tuple[str | int, ...]


class Code(StrEnum):
    """What is wrong, of the problems by which somebody decides what to do; all others have none."""

    NOT_CONSTANT_SUM = auto()
    NO_PERFECT_RECALL = auto()
    NUMBER_BEYOND_GAMBIT = auto()
    NEGATIVE_PROBABILITY = auto()
    SUM_OF_PROBABILITIES = auto()
    DESCRIBED_OTHERWISE = auto()
    """An information set, at another of its nodes."""
    OTHER_PAYOFFS = auto()
    """Of an outcome than where it stood first."""
    OTHER_LABEL = auto()
    """Of an outcome than where it stood first."""
    BEFORE_THE_TREE = auto()
    """Other output, and then a Gambit file."""
    BEHIND_THE_TREE = auto()
    """Text after the last node."""


class Problem(NamedTuple):
    """One finding in an artifact or a source.

    `place` is the way to it through mappings and lists, `line` and `column`
    (both from 1) its position in the text; what is not known is left out. The message is for
    people: who decides by what is wrong reads the code.

    >>> str(Problem("is not a state", place=("states", "s4", "moves", "up")))
    'states.s4.moves.up: is not a state'
    >>> str(Problem("'X' is not a square", line=4, column=7))
    "4:7: 'X' is not a square"
    """

    message: str
    place: Place = ()
    line: int | None = None
    column: int | None = None
    code: Code | None = None

    def __str__(self) -> str:
        if self.line is not None:
            column = "" if self.column is None else f"{self.column}:"
            return f"{self.line}:{column} {one_line(self.message)}"
        said = f"{path(self.place)}: {self.message}" if self.place else self.message
        return one_line(said)


class EfgcError(Exception):
    """Ends a command with one line and an exit code."""

    exit_code = 1


class InputError(EfgcError):
    """The input is wrong: all its problems at once.

    `source` is the name of the file, set by whoever knows it.
    """

    exit_code = 1

    def __init__(self, problems: Sequence[Problem], source: str = "") -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
        self.source = source

    def __reduce__(self) -> tuple[type["InputError"], tuple[tuple[Problem, ...], str]]:
        # Or else it would be made again from its words.
        return type(self), (self.problems, self.source)


class SizeError(InputError):
    """The input is right, and larger than what is worked on."""

    exit_code = 4


class OptionError(EfgcError):
    """An option that a solver or a command does not take, or a value that the option does not."""

    exit_code = 2


class SolverError(EfgcError):
    """The solver is missing, or ran and failed."""

    exit_code = 3


class MissingSolver(SolverError):
    """The solver is not installed."""


class StatusError(EfgcError):
    """The solver ended, but not with an optimum."""

    exit_code = 4


class LimitError(EfgcError):
    """What was asked takes more than is worked on."""

    exit_code = 4


class VerificationError(EfgcError):
    """The strategies do not prove the value."""

    exit_code = 5


class StageBug(EfgcError):
    """A stage wrote a broken artifact: our own bug."""

    exit_code = 5


class TimeUp(BaseException):
    """The time that a person gave is over, whatever was under way.

    Not an EfgcError, nor any Exception, for the reason that KeyboardInterrupt is none: whoever
    mends or reports the failures of a solver, of a file or of a hand-in must not take this for one
    of them.
    """

    exit_code = 4

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.under_way = ""
        """The stage and how far it is, added by whoever knows it."""

    def __str__(self) -> str:
        """Return it in words.

        >>> str(TimeUp(2.5))
        'the 2.5 s of --time-limit are over'
        """
        after = f"; under way: {self.under_way}" if self.under_way else ""
        return f"the {self.seconds:g} s of --time-limit are over{after}"


def path(place: Place) -> str:
    """Return a place as people write it.

    >>> path(("nodes", 17, "children", 0))
    'nodes[17].children[0]'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def position(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset into a text, both from 1.

    >>> position("ab\\ncd", 4)
    (2, 2)
    """
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def positions(text: str) -> Callable[[int], tuple[int, int]]:
    """Return what gives the position of an offset, as `position`: for many of them.

    >>> list(map(positions("ab\\ncd"), (0, 2, 4)))
    [(1, 1), (1, 3), (2, 2)]
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def found(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return found


def shown(value: object) -> str:
    """Return a value of the input, short enough for one line.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
    """
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = value if isinstance(value, str) else str(value)
    return repr(text if len(text) <= 40 else text[:37] + "...")
