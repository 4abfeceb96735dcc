"""Which choices of a strategy the report tells a person, and how many more there are."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from schemas.game import Game, one_way
from schemas.parts.views import ArrayView
from schemas.strategies import Behaviour, Strategy, StrategyView


class Told(NamedTuple):
    """Some choices among several actions, each behind those that lead to it."""

    first: Sequence[Behaviour]
    """As many as are asked for, or all."""
    lines: int
    """Of all of them: one per action that is played."""


class Choices(NamedTuple):
    """What a player does at its information sets."""

    played: Told
    """Where play comes."""
    others: Told
    """Where it would come by another opponent's moves."""
    forced: int
    """Information sets with one action only that the player's own moves lead to."""
    never: int
    """Those to which the player's own moves do not lead."""


def choices(game: Game, strategy: Strategy, reach: Sequence[float], most: int) -> Choices:
    """Return the choices of a strategy; `reach` is the probability that play comes to each of the
    game's information sets. Of each kind there are enough for `most` lines, or all.
    """
    if isinstance(strategy, StrategyView) and isinstance(reach, ArrayView):
        return _in_columns(game, strategy, reach, most)
    led = [behaviour for behaviour in strategy if behaviour.own_reach > 0]
    several = [behaviour for behaviour in led if len(behaviour.probabilities) > 1]
    return Choices(
        played=_told(game, (entry for entry in several if reach[entry.infoset] > 0)),
        others=_told(game, (entry for entry in several if not reach[entry.infoset])),
        forced=len(led) - len(several),
        never=len(strategy) - len(led),
    )


def _told(game: Game, found: Iterable[Behaviour]) -> Told:
    ordered = sorted(found, key=lambda behaviour: one_way(game, game.parents[behaviour.infoset][0]))
    return Told(ordered, sum(map(bool, (share for one in ordered for share in one.probabilities))))


def _in_columns(game: Game, strategy: StrategyView, reach: ArrayView[float], most: int) -> Choices:
    from stages.report import choices_columns  # For start-up time: NumPy and Numba.

    several, led = choices_columns.counted(strategy.columns)
    played, others = choices_columns.choices(game, strategy.columns, reach, most)
    return Choices(
        played=Told(*played), others=Told(*others), forced=led - several, never=len(strategy) - led
    )
