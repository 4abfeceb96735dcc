"""The results of agents against each other in droid battle. `match` and `tournament` write them; no
stage reads them.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Mark
from .rules.droid_battle import DroidBattle
from .rules.shapes import BATTLE

_SHARE = Interval(0, 1.0000001)


class Outcome(NamedTuple):
    """The outcome probabilities of a battle between two policies, exact up to rounding."""

    win: float
    draw: float
    loss: float
    """The probability that player 1 loses."""


class Mean(NamedTuple):
    """The mean lead of player 1 in points at the end of the games played."""

    score: float
    low: float
    high: float
    """The upper end of the 95 % confidence interval."""


class Result(NamedTuple):
    """The result of one agent as droid 2 against another as droid 5."""

    first: str
    second: str
    exact: Outcome | None
    """For the first agent; None if one of them does not play a fixed distribution."""
    played: tuple[int, int, int] | None
    """Games that the first agent won, drew and lost; None if none were played."""
    score: float | None = None
    """The exact mean lead of the first agent in points, if `exact` is known and the battle is for
    points; a battle for the win ends as soon as it is decided.
    """
    mean: Mean | None = None
    """The same over the games played."""


class Standing(NamedTuple):
    """The standing of one participant."""

    name: Annotated[str, "its name as given"]
    points: Annotated[
        float,
        "mean per game over all pairs: 1 for a win and 1/2 for a draw; in a battle for points, the "
        "lead in points; exact results count as they are",
    ]
    low: Annotated[
        float,
        "lower end of the 95 % interval (Wilson; in a battle for points, the normal interval of "
        "the mean); `points` if every result is exact",
    ]
    high: Annotated[float, "upper end"]
    exploitability: Annotated[
        tuple[float | None, float | None],
        "as droid 2 and as droid 5: the gain of a perfect opponent over the game value; null if "
        "unknown",
    ]


@dataclass(frozen=True)
class Contest:
    """The results of a match or tournament."""

    rule: DroidBattle
    value: float
    """The value of the battle to droid 2."""
    games: int
    """Number of games for each result that was played."""
    seed: int
    standings: tuple[Standing, ...]
    """Best first."""
    results: tuple[Result, ...]


class ExactResult(NamedTuple):
    """The outcome of one pair in the file, computed exactly."""

    win: Annotated[float, "probability that the first agent wins", _SHARE]
    draw: Annotated[float, "probability of a draw", _SHARE]
    loss: Annotated[float, "probability that the second agent wins", _SHARE]
    score: Annotated[
        float | None, "mean lead of the first agent in points; null unless the battle is for points"
    ]


class PlayedResult(NamedTuple):
    """The games of one pair in the file."""

    win: Annotated[int, "games won by the first agent", Interval(0)]
    draw: Annotated[int, "games drawn", Interval(0)]
    loss: Annotated[int, "games won by the second agent", Interval(0)]
    score: Annotated[float, "mean lead of the first agent in points"]
    low: Annotated[float, "lower end of its 95 % interval, by the normal distribution"]
    high: Annotated[float, "upper end"]


class ResultEntry(NamedTuple):
    """The result of one pair in the file."""

    first: Annotated[str, "the agent that plays droid 2"]
    second: Annotated[str, "the agent that plays droid 5"]
    exact: Annotated[
        ExactResult | None,
        "probabilities, computed over the states of all rounds; null if one of the two does not "
        "play a fixed distribution per state",
    ]
    played: Annotated[PlayedResult | None, "games that were played"]


class ContestFile(NamedTuple):
    """The results of agents against each other in droid battle."""

    rule: Annotated[DroidBattle, "the battle, as in the state graph", BATTLE]
    value: Annotated[float, "value of the battle to droid 2"]
    games: Annotated[int, "games per pair that was played", Interval(0)]
    seed: Annotated[int, "seed of all random numbers", Interval(0)]
    standings: Annotated[tuple[Standing, ...], "one per agent, best first", Mark.LINES]
    results: Annotated[tuple[ResultEntry, ...], "one per pair", Mark.LINES]


ARTIFACT = Artifact("efgc/droid-contest", 1, "Droid contest", ContestFile)
read = ARTIFACT.read
