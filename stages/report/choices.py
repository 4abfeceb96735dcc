"""Which choices of a strategy the report tells a person, and how many more there are.

Where play comes, an action that is not played tells why: by what it gives away. At an information
set with many actions those that are played stand alone with the best of the others.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from schemas.game import Game, one_way
from schemas.parts.views import ArrayView
from schemas.strategies import Behaviour, Strategy, StrategyView

MOST_ACTIONS = 8
"""Of an information set with no more, all are told."""
OTHERS = 3
"""So many of those that are not played are told where there are more actions, the best."""


class Told(NamedTuple):
    """Some choices among several actions, each behind those that lead to it."""

    first: Sequence[Behaviour]
    """As many as are asked for, or all."""
    lines: int
    """Of all of them."""


class Choices(NamedTuple):
    """What a player does at its information sets."""

    played: Told
    """Where play comes: a line per action that is told, and one for the rest."""
    others: Told
    """Where it would come by another opponent's moves: a line per action that is played."""
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
    unled = [entry for entry in several if not entry.own_reach]
    several = [entry for entry in several if entry.own_reach > 0]
    played = [entry for entry in several if reach[entry.infoset] > 0]
    others = [entry for entry in several if not reach[entry.infoset]]
    return Choices(
        played=Told(_ordered(game, played), sum(map(lines, map(_sizes, played)))),
        others=Told(_ordered(game, others), sum(_sizes(entry)[1] for entry in others)),
        mistakes=Told(_ordered(game, unled), sum(_sizes(entry)[1] for entry in unled)),
        forced=len(led) - len(several) - len(unled),
        never=len(strategy) - len(led),
    )


def told(probabilities: Sequence[float], losses: Sequence[float] | None) -> list[int]:
    """Return which actions of an information set are told, by their places.

    >>> told((0.0,) * 8 + (1.0,), (5.0, 4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 0.0))
    [3, 4, 5, 8]
    """
    actions = range(len(probabilities))
    played = [at for at in actions if probabilities[at]]
    if len(actions) <= max(MOST_ACTIONS, len(played) + OTHERS + 1):
        return list(actions)
    others = [at for at in actions if not probabilities[at]]
    if losses is not None:
        others.sort(key=losses.__getitem__)
    return sorted(played + others[:OTHERS])


def lines(sizes: tuple[int, int]) -> int:
    """Return how many lines an information set takes, by its actions and by those of them that are
    played: those that are told, and one for the rest.
    """
    actions, played = sizes
    return actions if actions <= MOST_ACTIONS else min(actions, played + OTHERS + 1)


def _sizes(behaviour: Behaviour) -> tuple[int, int]:
    return len(behaviour.probabilities), sum(map(bool, behaviour.probabilities))


def _ordered(game: Game, found: Iterable[Behaviour]) -> list[Behaviour]:
    return sorted(found, key=lambda behaviour: one_way(game, game.parents[behaviour.infoset][0]))


def _in_columns(
    game: Game, strategy: StrategyView, reach: ArrayView[float], most: int, mistakes: bool
) -> Choices:
    from stages.report import choices_columns  # For start-up time: NumPy.

    several, led = choices_columns.counted(strategy.columns, mistakes)
    played, others, unled = choices_columns.choices(
        game, strategy.columns, reach, most, few=MOST_ACTIONS, others=OTHERS
    )
    return Choices(
        played=Told(*played),
        others=Told(*others),
        mistakes=Told(*unled) if mistakes else Told((), 0),
        forced=led - several,
        never=len(strategy) - led,
    )
