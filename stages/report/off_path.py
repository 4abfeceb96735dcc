"""Off the path: what to play where equilibrium play never comes, in games of any size.

An equilibrium says nothing of an information set that play never reaches: every strategy there may
keep the value. Here its owner plays a best response to the other player's strategy with uniform
trembles: with a small probability δ the other player makes a mistake, and then takes each action
with the same probability. Where its strategy leads anyhow that is the best response to it. Where it
does not, the histories with the fewest mistakes count, and each mistake has the factor 1/n at an
information set with n actions: a history with one more is δ times as likely. So everything is
compared among histories with the same number of mistakes, in floats, and δ is never a number. What
ties there is left as it is.

The mistakes are counted in the other player's strategy as the solver has it. That is no refined
equilibrium: both players change at once, and what the one expects of the other behind a mistake is
what it did before. `stages.report.refine` has one, for games that are not too large.

What a player does where its own moves never lead changes no guarantee. Where they do, and only the
other's do not, it may: the other player could come there to profit. So the guarantee is computed
anew, with the rounding of all bounds, and where it is worse, the changes are given back at the
information sets that the best replies lead to, until it is not.
"""

from typing import NamedTuple

import numpy as np

from schemas.game import Game
from schemas.report import Bounds, OffPath
from schemas.strategies import Strategy
from stages.report import mistakes
from stages.report.best_response import best_response_value
from stages.report.reach import reaches

TIE = 1e-9
"""Actions whose values differ by no more than this part of the largest payoff are equally good."""
ROUNDS = 8
"""Best replies that are looked at before all is given back where the player's moves lead."""


class Played(NamedTuple):
    """What best responses off the path come to."""

    strategies: tuple[Strategy, Strategy]
    bounds: Bounds
    """Of these strategies, never worse than before."""
    off_path: OffPath


def best_off_path(
    game: Game,
    strategies: tuple[Strategy, Strategy],
    bounds: Bounds,
    largest: float,
    instead: tuple[Strategy, Strategy] | None = None,
) -> Played:
    """Return equilibrium strategies that play best responses where equilibrium play never comes, or
    as `instead` does there.

    `bounds` are those of the strategies, `largest` is the largest payoff without its sign.
    """
    reach, tie = reaches(game, strategies), TIE * largest
    if instead is None:
        wished = [mistakes.answered(game, player, strategies, reach, tie) for player in (1, 2)]
    else:
        on_path = np.flatnonzero(reach.array).astype(np.int32)
        wished = [
            mistakes.returned(game, old, new, on_path)
            for old, new in zip(strategies, instead, strict=True)
        ]
    lower = _kept(game, 1, strategies[0], wished[0], bounds.lower, tie)
    upper = _kept(game, 2, strategies[1], wished[1], bounds.upper, tie)
    return Played(
        (lower.strategy, upper.strategy),
        Bounds(lower.bound, upper.bound),
        OffPath((lower.changed, upper.changed), (lower.returned, upper.returned)),
    )


def in_words(found: OffPath, players: tuple[str, str]) -> str:
    """Return what was changed, for a line of a report."""
    back = sum(found.returned)
    left = f", not at {back:,} others for the sake of the bounds" if back else ""
    return (
        f"best responses to small trembles at {found.changed[0]:,} more information sets of "
        f"{players[0]} and {found.changed[1]:,} of {players[1]}{left}; the bounds are not worse"
    )


class _Kept(NamedTuple):
    strategy: Strategy
    bound: float
    changed: int
    returned: int


def _kept(
    game: Game,
    player: int,
    old: Strategy,
    new: Strategy,
    bound: float,
    tie: float,
) -> _Kept:
    """Return the changes from a player's old strategy to the new one that cost none of its
    guarantee `bound`.
    """
    tried = mistakes.changes(old, new)
    for _ in range(ROUNDS):
        found = best_response_value(game, 3 - player, new)
        if found >= bound if player == 1 else found <= bound:
            break
        back = mistakes.returned(game, old, new, mistakes.punished(game, player, new, tie))
        if mistakes.changes(back, new) == 0:
            back = mistakes.returned(game, old, new, mistakes.led(game, old))
        new = back
    else:
        # Where the player's own moves lead it is the old strategy, and so is what is guaranteed.
        new = mistakes.returned(game, old, new, mistakes.led(game, old))
        found = best_response_value(game, 3 - player, new)
    changed = mistakes.changes(old, new)
    return _Kept(new, found, changed, tried - changed)
