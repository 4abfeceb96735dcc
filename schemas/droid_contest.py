"""The results of agents against each other in droid battle. `match` and `tournament` write them; no
stage reads them.
"""

from dataclasses import dataclass
from typing import NamedTuple

from schemas.parts.documents import check_keys
from schemas.rules.droid_battle import DroidBattle

FORMAT = "efgc/droid-contest"
VERSION = 1
KEYS = ("rule", "value", "games", "seed", "standings", "results")


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

    name: str
    points: float
    """Mean per game over all results: 1 for a win and 1/2 for a draw; in a battle for points, the
    lead in points.
    """
    low: float
    high: float
    """The 95 % confidence interval of the points; both ends equal the points if all results are
    exact.
    """
    exploitability: tuple[float | None, float | None]
    """As droid 2 and as droid 5: the gain of a perfect opponent over the game value; None if
    unknown.
    """


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


def check_text(text: str) -> None:
    """Check the keys of a contest in JSON, which no stage reads. Raise InputError if they are
    wrong.
    """
    check_keys(text, FORMAT, VERSION, KEYS, ())
