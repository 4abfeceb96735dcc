"""What agents did against each other in droid battle, as `match` and `tournament` write it; no
stage reads it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from schemas.parts.documents import check_keys
from schemas.rules.droid_battle import DroidBattle

FORMAT = "efgc/droid-contest"
VERSION = 1
KEYS = ("rule", "value", "games", "seed", "standings", "results")


class Outcome(NamedTuple):
    """How a battle ends between two policies, exactly up to rounding."""

    win: float
    draw: float
    loss: float
    """Of player 1."""


class Mean(NamedTuple):
    """Of the points by which player 1 was ahead at the end of the games that were played."""

    score: float
    low: float
    high: float
    """95 % interval."""


class Result(NamedTuple):
    """How one plays droid 2 against another that plays droid 5."""

    first: str
    second: str
    exact: Outcome | None
    """Of the first; None where one of them is no fixed distribution."""
    played: tuple[int, int, int] | None
    """Games that the first won, drew and lost; None where none were played."""
    score: float | None = None
    """Mean points by which the first is ahead, exactly, where `exact` is known and the battle is
    for points: one for the win is not played to its end where it is decided.
    """
    mean: Mean | None = None
    """The same of the games that were played."""


class Standing(NamedTuple):
    """What is known of one who takes part."""

    name: str
    points: float
    """Mean per game over all results: a win 1 and a draw 1/2; in a battle for points, the points by
    which it is ahead.
    """
    low: float
    high: float
    """95 % interval of the points; they are the points themselves where all results are exact."""
    exploitability: tuple[float | None, float | None]
    """As droid 2 and as droid 5: what a perfect opponent gains over the game value; None where
    nobody can tell.
    """


@dataclass(frozen=True)
class Contest:
    """All results."""

    rule: DroidBattle
    value: float
    """Of the battle to droid 2."""
    games: int
    """Per result that was played."""
    seed: int
    standings: tuple[Standing, ...]
    """Best first."""
    results: tuple[Result, ...]


def check_text(text: str) -> None:
    """Check the keys of a contest in JSON. Raises InputError; no stage reads it back."""
    check_keys(text, FORMAT, VERSION, KEYS, ())
