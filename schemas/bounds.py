"""Bounds on the value of a game (`*.bounds.json`): two strategies, and the payoffs of best
responses to them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from schemas.parts.documents.artifacts import Artifact
from schemas.parts.documents.shapes import Interval, Length, Mark, OneOf
from schemas.parts.problems import Problem

REGRET = "regret"


class BoundsStatus(StrEnum):
    """Why the search ended."""

    GAP = "gap"
    """The bounds are as close as requested."""
    LIMIT = "limit"
    """The time was over."""


class Situation(NamedTuple):
    """What a player does where it knows the same."""

    information_set: Annotated[
        int | None,
        "of a game: the number of the information set; missing in bounds for a state graph",
        Interval(0),
        Mark.OPTIONAL,
    ]
    states: Annotated[
        tuple[str, ...],
        "of a state graph: the names of the states between which the strategy does not "
        "distinguish; missing in bounds for a game",
        Mark.OPTIONAL,
    ]
    actions: Annotated[tuple[str, ...], "labels of the player's actions", Length(1)]
    probabilities: Annotated[
        tuple[Annotated[float, Interval(0)], ...],
        "one per action; they are divided by their exact sum",
        Length(1),
    ]
    last: Annotated[
        tuple[str, ...],
        "with `recall`: the last entries of the player's memory, such as `did bet` and `saw pass`, "
        "the latest one at the end; missing if there are none",
        Mark.OPTIONAL,
    ] = ()


class Progress(NamedTuple):
    """The bounds after some steps."""

    step: Annotated[int, "number of steps", Interval(0)]
    lower_bound: Annotated[float, "largest lower bound so far"]
    upper_bound: Annotated[float, "smallest upper bound so far"]
    seconds: Annotated[
        float | None,
        "wall-clock seconds, of all runs together; null under `SOURCE_DATE_EPOCH`",
        Interval(0),
    ]


@dataclass(frozen=True)
class Bounds:
    """Bounds on the value of a game to player 1, with the strategies that prove them."""

    title: Annotated[str, "the game in words"]
    game_sha256: Annotated[
        str,
        "SHA-256 of the [game](game.md) in canonical form, 64 hexadecimal digits; missing in "
        "bounds for a state graph",
        Mark.DIGEST,
        Mark.OPTIONAL,
    ]
    graph_sha256: Annotated[
        str,
        "SHA-256 of the [state graph](observation_graph.md) in canonical form, 64 hexadecimal "
        "digits; missing in bounds for a game",
        Mark.DIGEST,
        Mark.OPTIONAL,
    ]
    method: Annotated[str, "how the strategies were found: `regret`", OneOf((REGRET,))]
    rule: Annotated[
        str,
        "the update of the strategies in each step: `PCFR+` for a game, `magnetic mirror descent` "
        "for a state graph",
    ]
    steps: Annotated[int, "number of steps, of all runs together", Interval(0)]
    status: Annotated[
        str,
        "why the search ended: `gap`, the bounds are as close as requested, or `limit`, the time "
        "was over",
        OneOf(tuple(BoundsStatus)),
    ]
    lower_bound: Annotated[float, "payoff that player 1's strategy guarantees"]
    upper_bound: Annotated[float, "most that player 1 can get against player 2's strategy"]
    progress: Annotated[tuple[Progress, ...], "one per line, the last with the bounds", Mark.LINES]
    strategies: Annotated[
        tuple[tuple[Situation, ...], tuple[Situation, ...]],
        "those of player 1 and player 2, one situation per line",
        Mark.LINES,
    ]
    recall: Annotated[
        int,
        "of a state graph: the number of the last entries of its memory on which a player's "
        "strategy depends, in addition to what it knows; missing if it is 0",
        Interval(0),
        Mark.OPTIONAL,
    ] = 0

    @property
    def sha256(self) -> str:
        """The digest of the game or of the state graph."""
        return self.game_sha256 or self.graph_sha256

    @property
    def gap(self) -> float:
        return self.upper_bound - self.lower_bound

    @property
    def seconds(self) -> float | None:
        """Wall-clock seconds; None if they are not recorded."""
        return self.progress[-1].seconds if self.progress else None


def _consistent(bounds: Bounds) -> Iterator[Problem]:
    if bool(bounds.game_sha256) == bool(bounds.graph_sha256):
        yield Problem("either game_sha256 or graph_sha256 is needed", ("graph_sha256",))
    for key, number in (("lower_bound", bounds.lower_bound), ("upper_bound", bounds.upper_bound)):
        if not math.isfinite(number):
            yield Problem("bounds must be finite", (key,))
    if bounds.lower_bound > bounds.upper_bound:
        yield Problem("is less than lower_bound", ("upper_bound",))
    yield from _of_progress(bounds)
    for player, strategy in enumerate(bounds.strategies):
        yield from _of_strategy(strategy, player, bounds)


def _of_progress(bounds: Bounds) -> Iterator[Problem]:
    last = bounds.progress[-1] if bounds.progress else None
    if last is not None and last[:3] != (bounds.steps, bounds.lower_bound, bounds.upper_bound):
        yield Problem("the last line does not have the steps and the bounds", ("progress",))
    for at, (before, after) in enumerate(zip(bounds.progress, bounds.progress[1:], strict=False)):
        if after.lower_bound < before.lower_bound or after.upper_bound > before.upper_bound:
            yield Problem("has worse bounds than the line before", ("progress", at + 1))


def _of_strategy(strategy: tuple[Situation, ...], player: int, bounds: Bounds) -> Iterator[Problem]:
    of_game = bool(bounds.game_sha256)
    known: set[tuple[int | str | None, tuple[str, ...]]] = set()
    for at, one in enumerate(strategy):
        place = ("strategies", player, at)
        if (one.information_set is not None, not one.states) != (of_game, of_game):
            needed = "an information_set and no states" if of_game else "states"
            yield Problem(f"needs {needed}", place)
        if len(one.last) > bounds.recall:
            words = f"has more entries than the recall, which is {bounds.recall}"
            yield Problem(words, (*place, "last"))
        places: tuple[int | str | None, ...] = (one.information_set,) if of_game else one.states
        names = {(name, one.last) for name in places}
        if known & names or not of_game and len(names) < len(one.states):
            yield Problem("duplicate situation", place)
        known |= names
        if len(one.actions) != len(one.probabilities):
            yield Problem("there is not one probability per action", place)
        elif not abs(math.fsum(one.probabilities) - 1) <= 1e-9:
            yield Problem("is not a distribution", (*place, "probabilities"))


ARTIFACT = Artifact(
    "efgc/bounds",
    1,
    "Bounds on the value of a game",
    Bounds,
    _consistent,
    schema={"oneOf": [{"required": ["game_sha256"]}, {"required": ["graph_sha256"]}]},
)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
