"""One player's strategy with its derived data, each computed once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from schemas.evaluation import Enclosed, Loss, Move, Play
from schemas.game import Chance, Game, Terminal
from schemas.strategies import ExactStrategy, Strategy
from schemas.strategies.columns import ExactColumns, exact_columns
from stages.evaluate import rounded_answers
from stages.evaluate.answers import Shares, answer, losses, shares
from stages.evaluate.floats import floats
from stages.evaluate.plans import WholePlan, is_small, whole_plan
from stages.evaluate.rounded_answers import Best, best_actions
from stages.evaluate.values import best_response, played
from stages.report.reach import most_likely


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
            return Side(self.game, other, answer(self.game, other, self._shares))
        return Side(self.game, other, rounded_answers.answer(self._best))

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
            return rounded_answers.losses(self.game, other.player, *rest)
        exact = not (self.plan.off or other.plan.off)
        found = losses(self.game, other.player, other.plan, other.strategy, self._shares, exact)
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
            moves.append(Move(0, node.actions[action], probability, ()))
        else:
            record = game.information_sets[node.infoset]
            moves.append(Move(record.player, record.actions[action], probability, record.sees))
    end = game.nodes[history.end]
    assert isinstance(end, Terminal)
    return Play(tuple(moves), end.payoff, history.probability)
