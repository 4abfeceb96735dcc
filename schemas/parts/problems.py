"""Problems and errors: everything that can end a command, with its exit code."""

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import StrEnum, auto
from typing import Any, NamedTuple

from .labels import one_line

Place = tuple[str | int, ...]


class Code(StrEnum):
    """The kind of a problem on which other code depends; all other problems have no code."""

    NOT_CONSTANT_SUM = auto()
    NO_PERFECT_RECALL = auto()
    NUMBER_BEYOND_GAMBIT = auto()
    NEGATIVE_PROBABILITY = auto()
    SUM_OF_PROBABILITIES = auto()
    DESCRIBED_OTHERWISE = auto()
    """An information set is described differently at another of its nodes."""
    OTHER_PAYOFFS = auto()
    """An outcome has other payoffs than at its first occurrence."""
    OTHER_LABEL = auto()
    """An outcome has another label than at its first occurrence."""
    BEFORE_THE_TREE = auto()
    """There is other output before the Gambit file."""
    BEHIND_THE_TREE = auto()
    """There is text after the last node."""
    NO_HANDIN = auto()
    """A file of another kind, or a folder without a file that can be graded."""
    PROGRAM_OUTPUT = auto()
    """An error message or the usage text of a program in place of a file."""


class Problem(NamedTuple):
    """One finding in an artifact or a source.

    `place` is the path to it through mappings and lists; `line` and `column`, both
    from 1, are its position in the text. Unknown parts are omitted. The message is
    for people; code that depends on the kind of problem uses `code`.

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
    """Ends a command with one line and an exit code. `source` is the name of the file in which
    something is wrong; empty if there is none.
    """

    exit_code = 1

    def __init__(self, message: str = "", source: str | os.PathLike[str] = "") -> None:
        super().__init__(message)
        self.message, self.source = message, os.fspath(source)

    def __str__(self) -> str:
        return f"{self.source}: {self.message}" if self.source else self.message


class InputError(EfgcError):
    """The input is invalid; the error contains all its problems. A caller that knows the name of
    the file sets `source`.
    """

    exit_code = 1

    def __init__(self, problems: Sequence[Problem], source: str = "") -> None:
        super().__init__("; ".join(str(problem) for problem in problems), source)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, unpickling would pass the message to the constructor.
        return type(self), (self.problems, self.source), self.__dict__


class SizeError(InputError):
    """The input is valid, but larger than a limit."""

    exit_code = 4


class OptionError(EfgcError):
    """A solver or command does not have an option, or the option does not accept a value."""

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
    """The requested work exceeds a limit."""

    exit_code = 4


class VerificationError(EfgcError):
    """The strategies do not prove the value."""

    exit_code = 5


class NoOptimum(VerificationError):
    """A solution is called optimal, but exact arithmetic proves that there is no optimum."""


class StageBug(EfgcError):
    """A stage wrote an invalid artifact: a bug of efgc."""

    exit_code = 5


class TimeUp(BaseException):
    """The user's time limit has expired.

    Not an EfgcError or any Exception, for the same reason as KeyboardInterrupt: code that handles
    or reports the failures of a solver, a file or a submission must not catch it.
    """

    exit_code = 4

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.under_way = ""
        """The stage and its progress, added by code that knows them."""
        self.advice = ""
        self.bounds: tuple[float, float] | None = None
        """The bounds on the value that a search has so far, added by code that knows them."""

    def __str__(self) -> str:
        """Return the message.

        >>> str(TimeUp(2.5))
        'stopped: time limit of 2.5 s reached'
        """
        work = f" during {self.under_way}" if self.under_way else ""
        advice = f"; {self.advice}" if self.advice else ""
        return f"stopped{work}: time limit of {self.seconds:g} s reached{advice}"


def repeated(items: Iterable[Hashable]) -> Iterator[int]:
    """Yield the index of each item that has occurred before.

    >>> list(repeated("abcab"))
    [3, 4]
    """
    seen: set[Hashable] = set()
    for index, item in enumerate(items):
        if item in seen:
            yield index
        seen.add(item)


def path(place: Place) -> str:
    """Return a place in readable notation.

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
    """Return a function that maps offsets to positions like `position`, faster for many offsets.

    >>> list(map(positions("ab\\ncd"), (0, 2, 4)))
    [(1, 1), (1, 3), (2, 2)]
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def found(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return found


def counted(count: int, noun: str, several: str = "") -> str:
    """Return a number of things in words.

    >>> counted(1, "row"), counted(1200, "more row"), counted(0, "probability")
    ('1 row', '1,200 more rows', '0 probabilities')
    """
    several = several or (f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s")
    return f"{count:,} {noun if count == 1 else several}"


def agreeing(name: str, one: str, several: str) -> str:
    """Return the name of a player with its verb. A name in small letters may be a plural.

    >>> agreeing("agent", "has", "have"), agreeing("miners", "has", "have")
    ('agent has', 'miners have')
    """
    is_plural = name.islower() and name.endswith("s") and not name.endswith("ss")
    return f"{name} {several if is_plural else one}"


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
