"""Bounds on the value of a game (`*.bounds.json`): two strategies, and the payoffs of best
responses to them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Length, Mark, OneOf, Rational, Weight
from .parts.problems import Place, Problem, shown

DIGESTS = ("game_sha256", "graph_sha256", "map_sha256", "matrices_sha256")
"""One of these keys says to what bounds belong."""
REGRET = "regret"
DOUBLE_ORACLE = "double-oracle"
MATCHING, MIRROR = "PCFR+", "magnetic mirror descent"
"""The updates of strategies with regret: of those that remember everything, and of others."""
RESTRICTED = "restricted linear programs"
"""That of a double oracle."""


class BoundsStatus(StrEnum):
    """Why the search ended."""

    GAP = "gap"
    """The bounds are as close as requested."""
    LIMIT = "limit"
    """The time was over."""
    STALLED = "stalled"
    """A double oracle found nothing better for either player."""


class Situation(NamedTuple):
    """What a player does where it knows the same."""

    information_set: Annotated[
        int | None,
        "of a game: the number of the information set; of matrices: the row of E or F; missing in "
        "bounds for a state graph",
        Interval(0),
        Mark.OPTIONAL,
    ]
    states: Annotated[
        tuple[str, ...],
        "of a state graph, with regret: the names of the states between which the strategy does "
        "not distinguish",
        Mark.OPTIONAL,
    ]
    actions: Annotated[tuple[str, ...], "labels of the player's actions", Length(1)]
    probabilities: Annotated[
        tuple[Annotated[float, Interval(0)], ...],
        "one per action; of a state graph or map they are divided by their exact sum, elsewhere "
        "the largest is 1 minus the others",
        Length(1),
    ]
    after: Annotated[
        tuple[str, ...],
        "of a map or a state graph, with double-oracle: what the player did and saw before, in "
        "order, such as `did bet` and `saw pass`; missing at the beginning",
        Mark.OPTIONAL,
    ] = ()
    last: Annotated[
        tuple[str, ...],
        "with `recall`: the last entries of the player's memory, such as `did bet` and `saw pass`, "
        "the latest one at the end; missing if there are none",
        Mark.OPTIONAL,
    ] = ()
    exact: Annotated[
        tuple[Weight, ...],
        "in bounds with a `value`: the probabilities as whole numbers and fractions",
        Mark.OPTIONAL,
    ] = ()

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The exact probabilities of the actions; they add up to 1, or are all 0."""
        if self.exact:
            return self.exact
        total = sum(map(Fraction, self.probabilities))
        return tuple(Fraction(one) / (total or 1) for one in self.probabilities)


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
    method: Annotated[
        str,
        "how the strategies were found: `regret` or `double-oracle`; for a map it is the latter",
        OneOf((REGRET, DOUBLE_ORACLE)),
    ]
    rule: Annotated[
        str,
        "the update of the strategies in each step: with regret `PCFR+` for a game, a sequence "
        "form or a state graph that is public after its deal, and `magnetic mirror descent` for "
        "other state graphs; `restricted linear programs` with double-oracle",
    ]
    steps: Annotated[int, "number of steps, of all runs together", Interval(0)]
    status: Annotated[
        str,
        "why the search ended: `gap`, the bounds are as close as requested, or `limit`, the time "
        "was over, or `stalled`, a double oracle found nothing better for either player",
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
    map_sha256: Annotated[
        str,
        "SHA-256 of the [map](map.md), 64 hexadecimal digits; missing in other bounds",
        Mark.DIGEST,
        Mark.OPTIONAL,
    ] = ""
    map_rules: Annotated[
        str, "name of the rules of the map; missing in other bounds", Mark.OPTIONAL
    ] = ""
    matrices_sha256: Annotated[
        str,
        "SHA-256 of the file of [matrices](linear_program.md#matrices), 64 hexadecimal digits; "
        "missing in other bounds",
        Mark.DIGEST,
        Mark.OPTIONAL,
    ] = ""
    value: Annotated[
        Rational | None,
        "the value as a whole number or a fraction, if both strategies are `exact` and prove it; "
        "else missing",
        Mark.OPTIONAL,
    ] = None

    @property
    def base(self) -> str:
        """The kind of the file that the bounds belong to, in words."""
        if self.map_sha256 or self.matrices_sha256:
            return "map" if self.map_sha256 else "sequence form"
        return "game" if self.game_sha256 else "state graph"

    @property
    def sha256(self) -> str:
        """The digest of the game, the state graph, the map or the sequence form."""
        return self.game_sha256 or self.graph_sha256 or self.map_sha256 or self.matrices_sha256

    @property
    def is_listed(self) -> bool:
        """Whether strategies have numbered information sets."""
        return bool(self.game_sha256 or self.matrices_sha256)

    @property
    def by_memory(self) -> bool:
        """Whether the strategies say what a player does after its memories."""
        return not self.is_listed and (self.method == DOUBLE_ORACLE or self.rule == MATCHING)

    @property
    def gap(self) -> float:
        return self.upper_bound - self.lower_bound

    @property
    def seconds(self) -> float | None:
        """Wall-clock seconds; None if they are not recorded."""
        return self.progress[-1].seconds if self.progress else None


def mismatch(bounds: Bounds, kind: str, path: str = "") -> str:
    """Return the error for bounds that do not belong to a file of this kind, in words. `path`
    is that of the bounds.
    """
    of = bounds.base
    if of == kind:
        return f"are bounds for another {kind}"
    name = path.removesuffix(".bounds.json")
    name = "NAME" if name == path else name
    file = f", such as {name}.{_ENDINGS[of]}" if of in _ENDINGS else ""
    return f"are bounds for a {of}, not for a {kind}: name the {of}{file}"


_ENDINGS = {"game": "game.json", "state graph": "states.yaml", "sequence form": "npz"}


def _consistent(bounds: Bounds) -> Iterator[Problem]:
    if sum(bool(getattr(bounds, key)) for key in DIGESTS) != 1:
        words = "one of game_sha256, graph_sha256, map_sha256 and matrices_sha256 is needed"
        yield Problem(words, ("graph_sha256",))
    if bounds.map_sha256 and bounds.method != DOUBLE_ORACLE:
        yield Problem("must be double-oracle in bounds with a map_sha256", ("method",))
    if bounds.recall and not bounds.graph_sha256:
        yield Problem("is for bounds with a graph_sha256", ("recall",))
    elif bounds.recall and bounds.method != REGRET:
        yield Problem("is for bounds with the method regret", ("recall",))
    for key, number in (("lower_bound", bounds.lower_bound), ("upper_bound", bounds.upper_bound)):
        if not math.isfinite(number):
            yield Problem("bounds must be finite", (key,))
    if bounds.value is not None:
        yield from _of_value(bounds, bounds.value)
    if bounds.lower_bound > bounds.upper_bound:
        yield Problem("is less than lower_bound", ("upper_bound",))
    yield from _of_progress(bounds)
    for player, strategy in enumerate(bounds.strategies):
        if bounds.by_memory:
            yield from _by_memory(strategy, player)
        else:
            yield from _of_strategy(strategy, player, bounds)


def _of_value(bounds: Bounds, value: Fraction) -> Iterator[Problem]:
    if not bounds.graph_sha256 or bounds.method != DOUBLE_ORACLE:
        yield Problem("is for bounds of a state graph by a double oracle", ("value",))
    if not bounds.lower_bound <= value <= bounds.upper_bound:
        yield Problem("does not lie between the bounds", ("value",))
    for player, strategy in enumerate(bounds.strategies):
        for at, one in enumerate(strategy):
            if not one.exact:
                place = ("strategies", player, at)
                yield Problem("needs exact probabilities, because there is a value", place)


def _of_progress(bounds: Bounds) -> Iterator[Problem]:
    last = bounds.progress[-1] if bounds.progress else None
    if last is not None and last[:3] != (bounds.steps, bounds.lower_bound, bounds.upper_bound):
        yield Problem("the last line does not have the steps and the bounds", ("progress",))
    for at, (before, after) in enumerate(zip(bounds.progress, bounds.progress[1:], strict=False)):
        if after.lower_bound < before.lower_bound or after.upper_bound > before.upper_bound:
            yield Problem("has worse bounds than the line before", ("progress", at + 1))


def _of_strategy(strategy: tuple[Situation, ...], player: int, bounds: Bounds) -> Iterator[Problem]:
    of_game = bounds.is_listed
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
        yield from _distribution(one, place)


def _by_memory(strategy: tuple[Situation, ...], player: int) -> Iterator[Problem]:
    known: set[tuple[str, ...]] = set()
    for at, one in enumerate(strategy):
        place = ("strategies", player, at)
        if one.information_set is not None or one.states:
            yield Problem("needs neither an information_set nor states", place)
        if one.after in known:
            yield Problem("duplicate situation", place)
        known.add(one.after)
        yield from _distribution(one, place)
    for at, one in enumerate(strategy):
        before = {one.after[:end] for end, word in enumerate(one.after) if word.startswith("did ")}
        for after in sorted(before - known):
            known.add(after)
            words = ", ".join(after) or "nothing"
            said = f"a situation is missing: what the player does after {words}"
            yield Problem(said, ("strategies", player, at, "after"))


def _distribution(one: Situation, place: Place) -> Iterator[Problem]:
    if len(set(one.actions)) < len(one.actions):
        twice = next(label for label in one.actions if one.actions.count(label) > 1)
        yield Problem(f"duplicate action {shown(twice)}", (*place, "actions"))
    if len(one.actions) != len(one.probabilities):
        yield Problem("there is not one probability per action", place)
    elif max(one.probabilities, default=0) > 2 or not abs(math.fsum(one.probabilities) - 1) <= 1e-9:
        yield Problem("is not a distribution", (*place, "probabilities"))
    elif one.exact and (sum(one.exact) != 1 or tuple(map(float, one.exact)) != one.probabilities):
        yield Problem("are other numbers than the probabilities", (*place, "exact"))


ARTIFACT = Artifact(
    "efgc/bounds",
    1,
    "Bounds on the value of a game",
    Bounds,
    _consistent,
    schema={"oneOf": [{"required": [key]} for key in DIGESTS]},
)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
