"""The evaluation: the guarantees of given strategies, and where they lose.

`evaluate --format json` writes it; no stage reads it. All payoffs are player 1's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple

from .game import Game
from .parts.documents import Data
from .parts.documents.artifacts import Artifact
from .parts.documents.records import converted, record
from .parts.documents.shapes import Interval, Key, Length, Mark, OneOf, Rational
from .parts.exact import float_above, float_below, write_exact
from .state_graph import ObservationGraph
from .strategies import ExactStrategy

LONG = 1_000
"""The most characters of a fraction in the file."""


class Enclosed(NamedTuple):
    """A number enclosed by two rationals, which may be equal."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The number, if it is known exactly; else None."""
        return self.low if self.low == self.high else None

    @property
    def lower(self) -> float:
        """The largest float that is certainly not above the number."""
        return float_below(self.low)

    @property
    def upper(self) -> float:
        """The smallest float that is certainly not below it."""
        return float_above(self.high)

    @property
    def near(self) -> float:
        """An approximate float for display."""
        return float((self.low + self.high) / 2)

    def plus(self, other: "Enclosed") -> "Enclosed":
        """Return the sum.

        >>> half = Enclosed(Fraction(1, 2), Fraction(1))
        >>> half.plus(half), half.less(half)
        (Enclosed(low=Fraction(1, 1), high=Fraction(2, 1)), Enclosed(low=Fraction(-1, 2), \
high=Fraction(1, 2)))
        """
        return Enclosed(self.low + other.low, self.high + other.high)

    def less(self, other: "Enclosed") -> "Enclosed":
        """Return the difference."""
        return Enclosed(self.low - other.high, self.high - other.low)

    def from_zero(self) -> "Enclosed":
        """Return the nonnegative part of the interval, for a number that cannot be negative."""
        return Enclosed(max(self.low, Fraction(0)), max(self.high, Fraction(0)))

    def times(self, factor: Fraction) -> "Enclosed":
        """Return the product with a number of either sign."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Enclosed(low, high)


class StrategyOrigin(StrEnum):
    """The origin of a strategy."""

    GIVEN = "given"
    """The strategy that is evaluated."""
    OPPONENT = "opponent"
    """The strategy in the second file."""
    EQUILIBRIUM = "equilibrium"
    """A strategy of the equilibrium computed by efgc."""
    BEST_RESPONSE = "best response"
    """A best response to the strategy that is evaluated."""


class BoundsEntry(NamedTuple):
    """An enclosed number in the file: its bounds, rounded outward."""

    lower: Annotated[float, "a lower bound, rounded down"]
    upper: Annotated[float, "an upper bound, rounded up"]
    exact: Annotated[
        Rational | None,
        "the number as a whole number or a fraction; null if it is not known or long",
    ]


def _write_bounds(number: Enclosed) -> Data:
    exact = number.exact
    if exact is not None and len(write_exact(exact)) > LONG:
        exact = None
    return record(BoundsEntry).write(BoundsEntry(number.lower, number.upper, exact))


_BOUNDS = converted(BoundsEntry, record(BoundsEntry).read, _write_bounds)
Bounds = Annotated[Enclosed, _BOUNDS._replace(name="bounds", plural="bounds", described=False)]
_PROBABILITY = Interval(0, 1)


class Match(NamedTuple):
    """Two strategies played against each other."""

    players: Annotated[
        tuple[StrategyOrigin, StrategyOrigin], "the origins of player 1's and player 2's strategies"
    ]
    value: Annotated[Bounds, "expected payoff to player 1", Key("payoff")]


class Move(NamedTuple):
    """One move of a play."""

    player: Annotated[int, "1 or 2; 0 is chance", OneOf((0, 1, 2))]
    sees: Annotated[tuple[str, ...], "the player's observations since its last move"]
    action: Annotated[str, "the label of the action"]
    probability: Annotated[
        float, "probability of the action, in the strategy or by chance", _PROBABILITY
    ]


class Play(NamedTuple):
    """One history, from start to end."""

    probability: Annotated[float, "probability of this history", _PROBABILITY]
    moves: Annotated[tuple[Move, ...], "from the start"]
    payoff: Annotated[Rational, "exact payoff to player 1 at the end"]


class Loss(NamedTuple):
    """The loss of a player at one of its information sets. Floats, for display."""

    infoset: int
    """Its number in the game."""
    loss: float
    """Per play of the game: reach × (payoff of the best action − payoff of the strategy)."""
    reach: float
    """Probability that the profile and chance lead there."""
    best: int
    """The index of the best action in the information set."""
    best_value: float
    """Player 1's payoff from there on, if the player takes the best action there and later."""
    value: float
    """The same if the player follows its strategy there, and takes the best actions later."""
    played: float
    """Probability with which the strategy takes the best action."""
    exact: Fraction | None = None
    """The exact loss, if the game is small and all numbers are exact."""


@dataclass(frozen=True, kw_only=True)
class Guaranteed:
    """What one player's strategy guarantees."""

    player: int
    """1 or 2."""
    guarantee: Enclosed
    """Player 1's payoff against a best response of the other player: the worst case for the
    strategy.
    """


@dataclass(frozen=True, kw_only=True)
class Evaluated(Guaranteed):
    """The evaluation of one player's strategy in a listed game."""

    strategy: ExactStrategy
    answer: ExactStrategy
    """A best response of the other player; uniform where the strategy and chance never lead."""
    answered: Enclosed
    """Player 1's payoff against `answer`: the guarantee, up to rounding in a large game."""
    play: Play
    """The most frequent play of the strategy against `answer`."""


@dataclass(frozen=True, kw_only=True)
class Guarantees:
    """The guarantees of one or two given strategies, and their payoffs against others."""

    title: str
    """The game in words."""
    players: tuple[str, str]
    """The names of the players."""
    constant: Fraction
    """The sum of both payoffs."""
    strategies: tuple[Guaranteed | None, Guaranteed | None]
    """Player 1's and player 2's; None for a player whose strategy is not evaluated."""
    profile: tuple[StrategyOrigin, StrategyOrigin]
    """The origins of the strategies for which gains and losses are computed."""
    gains: tuple[Enclosed | None, Enclosed | None]
    """The increase of each player's payoff if it plays a best response to the other player's
    strategy instead of its own in the profile; None if it is not known.
    """
    matches: tuple[Match, ...]
    """The match of the profile first."""
    value: Enclosed | None = None
    """The game value, if the game was solved."""
    adjusted: float = 0.0
    """As in `schemas.strategy.Fitted`; the maximum of both files."""
    completed: int = 0
    """As in `schemas.strategy.Fitted`; the sum of both files."""

    @property
    def nash_conv(self) -> Enclosed | None:
        """The sum of both players' gains; None unless both strategies are given."""
        first, second = self.gains
        given = {*self.profile} <= {StrategyOrigin.GIVEN, StrategyOrigin.OPPONENT}
        return first.plus(second) if given and first and second else None

    @property
    def exploitability(self) -> Enclosed | None:
        """Half of NashConv."""
        found = self.nash_conv
        return found and found.times(Fraction(1, 2))

    def from_value(self, player: int) -> Enclosed | None:
        """Return the difference between the game value and the guarantee of a player's strategy;
        None if one of the two is not known.
        """
        evaluated = self.strategies[player - 1]
        if self.value is None or evaluated is None:
            return None
        guarantee, value = evaluated.guarantee, self.value
        return value.less(guarantee) if player == 1 else guarantee.less(value)


@dataclass(frozen=True, kw_only=True)
class Evaluation(Guarantees):
    """The evaluation of one or two given strategies in a listed game."""

    game: Game
    strategies: tuple[Evaluated | None, Evaluated | None]
    gains: tuple[Enclosed, Enclosed]
    losses: Sequence[Loss]
    """Information sets of both players with a loss, the largest loss first."""


@dataclass(frozen=True, kw_only=True)
class GraphEvaluation(Guarantees):
    """The evaluation of one or two given strategies on a state graph, without listing its game."""

    graph: ObservationGraph
    histories: int
    """The number of histories of the game."""


class StrategyEntry(NamedTuple):
    """The evaluation of one player's strategy in the file."""

    information_sets: Annotated[
        int | None,
        "number of the player's information sets; null if the game is not listed",
        Interval(0),
    ]
    guarantee: Annotated[Bounds, "player 1's payoff against a best response of the other player"]
    answered: Annotated[
        Bounds | None,
        "player 1's payoff against the best response as written; in a game of fewer than 20,000 "
        "nodes the guarantee itself; null if the game is not listed",
    ]
    play: Annotated[
        Play | None,
        "the most frequent play of the strategy against its best response; null if the game is "
        "not listed",
    ]


class LossEntry(NamedTuple):
    """A loss in the file."""

    player: Annotated[int, "the player of the information set", OneOf((1, 2))]
    information_set: Annotated[int, "its number in the game", Interval(0)]
    after: Annotated[str, "the player's own actions and observations in words"]
    loss: Annotated[
        float, "loss per play of the game, in the player's payoff; see below", Interval(0)
    ]
    reach: Annotated[float, "probability that the profile and chance lead there", Interval(0)]
    best_action: Annotated[str, "the best action against the other player of the profile"]
    best_value: Annotated[
        float, "player 1's payoff from there on, with this action and the best ones later"
    ]
    value: Annotated[
        float, "player 1's payoff if the strategy decides there, with the best actions later"
    ]
    played: Annotated[
        float, "probability with which the strategy takes the best action", _PROBABILITY
    ]


class EvaluationFile(NamedTuple):
    """The guarantees of given strategies, best responses to them, and where they lose."""

    title: Annotated[str, "the game in words"]
    players: Annotated[tuple[str, str], "names of player 1 and player 2"]
    constant: Annotated[Rational | None, "sum of both payoffs; missing if it is 0", Mark.OPTIONAL]
    level: Annotated[int | None, "level of the game; null if it has no source", OneOf((0, 1, 2))]
    nodes: Annotated[
        int | None, "number of nodes of the game; null if it is not listed", Interval(1)
    ]
    histories: Annotated[
        str, "number of histories of a game that is not listed; else missing", Mark.OPTIONAL
    ]
    adjusted: Annotated[
        float,
        "the largest change of a probability that was needed to make the sums at information sets "
        "1; 0 if they were",
        Interval(0),
    ]
    completed: Annotated[
        int,
        "number of information sets that the files omit because the player's own moves never lead "
        "there; they are played uniformly",
        Interval(0),
    ]
    value: Annotated[Bounds | None, "game value to player 1; null if the game was not solved"]
    profile: Annotated[
        tuple[StrategyOrigin, StrategyOrigin],
        "the origins of player 1's and player 2's strategies in all results about both: `given`, "
        "the evaluated one; `opponent`, that of the second file; `equilibrium`, of the computed "
        "equilibrium; `best response`, to the given one",
    ]
    nash_conv: Annotated[
        Bounds | None, "sum of both players' gains; null unless both strategies come from files"
    ]
    exploitability: Annotated[Bounds | None, "half of it"]
    from_value: Annotated[
        tuple[Bounds | None, Bounds | None] | None,
        "distance of each player's guarantee from the value; null for a player whose strategy is "
        "not evaluated, and if the value is not known",
    ]
    gains: Annotated[
        tuple[Bounds | None, Bounds | None],
        "increase of each player's own payoff if it plays a best response to the other strategy of "
        "the profile; null against a best response in a game that is not listed",
    ]
    matches: Annotated[
        tuple[Match, ...],
        "strategies played against each other, those of the profile first",
        Length(1),
    ]
    strategies: Annotated[
        tuple[StrategyEntry | None, StrategyEntry | None],
        "player 1's and player 2's strategy; null for one that is not evaluated",
    ]
    losses: Annotated[
        tuple[LossEntry, ...] | None,
        "information sets with a loss, the largest loss first; null if the game is not listed",
        Mark.LINES,
    ]


ARTIFACT = Artifact("efgc/evaluation", 1, "Evaluation", EvaluationFile)
read = ARTIFACT.read
