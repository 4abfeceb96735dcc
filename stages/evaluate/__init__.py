"""Evaluate: from a game and given strategies to their guaranteed payoffs, the best responses to
them, and the information sets where they lose.

Everything is computed on the game, by best responses; `graphs` does it on the state graph of a game
that is too large to list. A missing strategy is filled in: by the
opponent's strategies, by an equilibrium of the game, or by the best response to the other strategy.
A new format is a line in EVALUATION_FORMATS.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import merge
from itertools import product

from ...schemas.evaluation import (
    Enclosed,
    Evaluated,
    Evaluation,
    Loss,
    Match,
    Move,
    Play,
    StrategyOrigin,
)
from ...schemas.game import Chance, Game, Terminal
from ...schemas.report import Proof, Report
from ...schemas.strategies import ExactStrategy, Strategy
from ...schemas.strategies.columns import ExactColumns, exact_columns
from ...schemas.strategy import FittedStrategies
from ..documents import Format, in_text, plain
from ..report.exact.simple_fractions import rational
from ..report.measures import most_likely
from .answers import (
    Best,
    Shares,
    best_actions,
    exact_answer,
    exact_losses,
    rounded_answer,
    rounded_losses,
    shares,
)
from .document import LIKE, document, write_csv
from .graphs import UnlistedGame, evaluate_graph
from .json_format import write_json
from .plans import (
    WholePlan,
    best_response,
    floats,
    is_small,
    played,
    whole_plan,
)
from .profiles import FILLED_IN, origin_in_profile, refuse_incomplete

__all__ = ("EVALUATION_FORMATS", "UnlistedGame", "evaluate", "evaluate_graph")

EVALUATION_FORMATS = {
    "text": Format("evaluation.txt", in_text(document), LIKE),
    "json": Format("evaluation.json", plain(write_json)),
    "csv": Format("losses.csv", plain(write_csv), r"\Aplayer,information_set,loss,"),
}


@dataclass(frozen=True, eq=False)
class Side:
    """One player's strategy in a game."""

    game: Game
    player: int
    strategy: ExactStrategy

    @cached_property
    def columns(self) -> ExactColumns:
        """The strategy in columns."""
        return exact_columns(self.strategy)

    @cached_property
    def plan(self) -> WholePlan:
        """Its realization plan."""
        return whole_plan(self.game, self.player, self.columns)

    @cached_property
    def guarantee(self) -> Enclosed:
        """Player 1's payoff when the other player plays a best response."""
        return best_response(self.game, 3 - self.player, self.plan)

    @cached_property
    def floats(self) -> Strategy:
        """The strategy in floats, for display; uniform at sets that it never reaches."""
        return floats(self.game, self.player, self.columns, self.plan)

    @cached_property
    def answer(self) -> "Side":
        """A best response to it."""
        other = 3 - self.player
        if is_small(self.game):
            return Side(self.game, other, exact_answer(self.game, other, self._shares))
        return Side(self.game, other, rounded_answer(self._best))

    @cached_property
    def _best(self) -> Best:
        return best_actions(self.game, 3 - self.player, self.floats)

    @cached_property
    def _shares(self) -> Shares:
        return shares(self.game, 3 - self.player, self.plan)

    def losses_of(self, other: "Side") -> Sequence[Loss]:
        """Return the losses of the other player's strategy against this one, the largest first."""
        if not is_small(self.game):
            rest = other.plan, other.floats, self._best
            return rounded_losses(self.game, other.player, *rest)
        exact = not (self.plan.off or other.plan.off)
        found = exact_losses(
            self.game, other.player, other.plan, other.strategy, self._shares, exact
        )
        return sorted(found, key=lambda one: -one.loss)


def match(first: Side, second: Side) -> Enclosed:
    """Return player 1's payoff when two strategies are played against each other."""
    return played(first.game, (first.plan, second.plan))


def likely(first: Side, second: Side) -> Play:
    """Return the most probable history of two strategies."""
    game = first.game
    history = most_likely(game, (first.floats, second.floats))
    moves = []
    for number, action, probability in history.steps:
        node = game.nodes[number]
        assert not isinstance(node, Terminal)
        if isinstance(node, Chance):
            moves.append(Move(0, (), node.actions[action], probability))
        else:
            record = game.information_sets[node.infoset]
            moves.append(Move(record.player, record.sees, record.actions[action], probability))
    end = game.nodes[history.end]
    assert isinstance(end, Terminal)
    return Play(history.probability, tuple(moves), end.payoff)


Sides = dict[tuple[StrategyOrigin, int], Side]


def evaluate(
    game: Game,
    given: FittedStrategies,
    opponent: FittedStrategies | None = None,
    solved: Report | None = None,
) -> Evaluation:
    """Return the proved evaluation of the given strategies of a checked game.

    `opponent` has strategies to play against them, and completes the profile for a player without a
    given strategy. `solved` is the report of the same game: it has the game value, and its
    equilibrium completes the profile if `opponent` does not. If neither does, a best response to
    the given strategy is used.

    Raises InputError if nothing is given, or if no strategy of `opponent` can be played against a
    given one.
    """
    sides = _sides(game, given, opponent, solved)
    refuse_incomplete(sides, game.players, opponent is not None)
    strategies = _evaluated(sides, 1), _evaluated(sides, 2)
    for player in (1, 2):
        if not any((who, player) in sides for who in FILLED_IN):
            sides[StrategyOrigin.BEST_RESPONSE, player] = sides[
                StrategyOrigin.GIVEN, 3 - player
            ].answer
    first, second = (origin_in_profile(sides, player) for player in (1, 2))
    profile = sides[first, 1], sides[second, 2]
    value = match(*profile)
    gains = profile[1].guarantee.less(value), value.less(profile[0].guarantee)
    both = [one for one in (given, opponent) if one is not None]
    return Evaluation(
        title=game.title,
        players=game.players,
        constant=game.constant,
        game=game,
        strategies=strategies,
        profile=(first, second),
        gains=(gains[0].from_zero(), gains[1].from_zero()),
        matches=(Match((first, second), value), *_other_matches(sides, (first, second))),
        losses=_losses(*profile),
        value=None if solved is None else _value(solved),
        adjusted=max(one.adjusted for one in both),
        completed=sum(one.completed for one in both),
    )


def _sides(
    game: Game, given: FittedStrategies, opponent: FittedStrategies | None, solved: Report | None
) -> Sides:
    every = (
        (StrategyOrigin.GIVEN, given.players),
        (StrategyOrigin.OPPONENT, opponent.players if opponent else (None, None)),
        (StrategyOrigin.EQUILIBRIUM, _equilibrium(solved) if solved else (None, None)),
    )
    return {
        (who, player): Side(game, player, strategy)
        for who, players in every
        for player, strategy in enumerate(players, 1)
        if strategy is not None
    }


def _equilibrium(solved: Report) -> tuple[ExactStrategy, ExactStrategy]:
    if isinstance(solved.exact, Proof):
        return solved.exact.strategies
    return rational(solved.strategies[0]), rational(solved.strategies[1])


def _evaluated(sides: Sides, player: int) -> Evaluated | None:
    side = sides.get((StrategyOrigin.GIVEN, player))
    if side is None:
        return None
    played = (side, side.answer) if player == 1 else (side.answer, side)
    return Evaluated(
        player=player,
        strategy=side.strategy,
        guarantee=side.guarantee,
        answer=side.answer.strategy,
        answered=match(*played),
        play=likely(*played),
    )


def _other_matches(sides: Sides, profile: tuple[StrategyOrigin, StrategyOrigin]) -> Iterator[Match]:
    """Yield the matches of a given strategy against one that is not in the profile."""
    for first, second in product(FILLED_IN, FILLED_IN):
        one, other = sides.get((first, 1)), sides.get((second, 2))
        if (first, second) == profile or StrategyOrigin.GIVEN not in (first, second):
            continue
        if one is not None and other is not None:
            yield Match((first, second), match(one, other))


def _losses(first: Side, second: Side) -> tuple[Loss, ...]:
    """Return the losses of both players, the largest first."""
    return tuple(merge(second.losses_of(first), first.losses_of(second), key=lambda one: -one.loss))


def _value(solved: Report) -> Enclosed:
    if isinstance(solved.exact, Proof):
        return Enclosed(solved.exact.value, solved.exact.value)
    return Enclosed(Fraction(solved.bounds.lower), Fraction(solved.bounds.upper))
