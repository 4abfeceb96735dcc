"""The results of agents against each other in droid battle or Goofspiel. `match` and `tournament`
write them; no stage reads them.
"""

from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Mark
from .rules.rule import Rule
from .rules.shapes import PUBLIC_GAME

_SHARE = Interval(0, 1.0000001)


class Outcome(NamedTuple):
    """The outcome of a game between two policies, exact up to rounding."""

    win: Annotated[float, "probability that the first agent wins", _SHARE]
    draw: Annotated[float, "probability of a draw", _SHARE]
    loss: Annotated[float, "probability that the second agent wins", _SHARE]
    score: Annotated[
        float | None,
        "mean lead of the first agent in points; null unless the game is for points",
        Mark.WRITTEN,
    ] = None
    """A battle for the win ends as soon as it is decided."""


class PlayedGames(NamedTuple):
    """The games that were played by two agents."""

    win: Annotated[int, "games won by the first agent", Interval(0)]
    draw: Annotated[int, "games drawn", Interval(0)]
    loss: Annotated[int, "games won by the second agent", Interval(0)]
    score: Annotated[
        float, "mean lead of the first agent in points; the largest possible where the other failed"
    ]
    low: Annotated[float, "lower end of its 95 % interval, by the normal distribution"]
    high: Annotated[float, "upper end"]
    failed: Annotated[int, "games in which an agent failed, which it lost", Interval(0)] = 0
    failure: Annotated[str, "the first of these games, and what happened in it"] = ""

    @property
    def games(self) -> int:
        return self.win + self.draw + self.loss


class Result(NamedTuple):
    """The result of one agent as player 1 against another as player 2."""

    first: Annotated[str, "the agent that plays droid 2, or player 1"]
    second: Annotated[str, "the agent that plays droid 5, or player 2"]
    exact: Annotated[
        Outcome | None,
        "probabilities, computed over the states of all rounds; null if one of the two does not "
        "play a fixed distribution per state",
    ]
    played: Annotated[PlayedGames | None, "games that were played"]


class Standing(NamedTuple):
    """The standing of one participant."""

    name: Annotated[str, "its name as given"]
    points: Annotated[
        float,
        "mean per game over all pairs: 1 for a win and 1/2 for a draw; in a game for points, the "
        "lead in points; exact results count as they are",
    ]
    low: Annotated[
        float,
        "lower end of the 95 % interval (Wilson; in a game for points, the normal interval of "
        "the mean); `points` if every result is exact",
    ]
    high: Annotated[float, "upper end"]
    exploitability: Annotated[
        tuple[float | None, float | None],
        "as player 1 and as player 2: the gain of a perfect opponent over the game value; null if "
        "unknown",
    ]


class Contest(NamedTuple):
    """The results of agents against each other in droid battle or Goofspiel."""

    rule: Annotated[Rule, "the game, as in the state graph", PUBLIC_GAME]
    value: Annotated[float, "value of the game to player 1"]
    games: Annotated[int, "games per pair that was played", Interval(0)]
    seed: Annotated[int, "seed of all random numbers", Interval(0)]
    standings: Annotated[tuple[Standing, ...], "one per agent, best first", Mark.LINES]
    results: Annotated[tuple[Result, ...], "one per pair", Mark.LINES]
    planned: Annotated[
        int, "if it was interrupted, the planned number of games of all pairs", Interval(0)
    ] = 0


ARTIFACT = Artifact("efgc/droid-contest", 1, "Droid contest", Contest)
read, write = ARTIFACT.read, ARTIFACT.write
