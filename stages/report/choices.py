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
    """Information sets with one action only that are not `never`."""
    mistakes: Told
    """Where only a mistake of the player's own leads; nothing where all of these are `never`."""
    never: int
    """Information sets to which the player's own moves do not lead and of which nothing is told."""


def choices(
    game: Game, strategy: Strategy, reach: Sequence[float], most: int, mistakes: bool = False
) -> Choices:
    """Return the choices of a strategy; `reach` is the probability that play comes to each of the
    game's information sets. Of each kind there are enough for `most` lines, or all. With
    `mistakes` also those where only a mistake of the player's own leads.
    """
    if isinstance(strategy, StrategyView) and isinstance(reach, ArrayView):
        return _in_columns(game, strategy, reach, most, mistakes)
    led = [behaviour for behaviour in strategy if mistakes or behaviour.own_reach > 0]
    several = [behaviour for behaviour in led if len(behaviour.probabilities) > 1]
    unled = [behaviour for behaviour in several if not behaviour.own_reach]
    several = [behaviour for behaviour in several if behaviour.own_reach > 0]
    return Choices(
        played=_told(game, (entry for entry in several if reach[entry.infoset] > 0)),
        others=_told(game, (entry for entry in several if not reach[entry.infoset])),
        mistakes=_told(game, unled),
        forced=len(led) - len(several) - len(unled),
        never=len(strategy) - len(led),
    )


def _told(game: Game, found: Iterable[Behaviour]) -> Told:
    ordered = sorted(found, key=lambda behaviour: one_way(game, game.parents[behaviour.infoset][0]))
    return Told(ordered, sum(map(bool, (share for one in ordered for share in one.probabilities))))


def _in_columns(
    game: Game, strategy: StrategyView, reach: ArrayView[float], most: int, mistakes: bool
) -> Choices:
    from stages.report import choices_columns  # For start-up time: NumPy and Numba.

    several, led = choices_columns.counted(strategy.columns, mistakes)
    played, others, unled = choices_columns.choices(game, strategy.columns, reach, most)
    return Choices(
        played=Told(*played),
        others=Told(*others),
        mistakes=Told(*unled) if mistakes else Told((), 0),
        forced=led - several,
        never=len(strategy) - led,
    )
