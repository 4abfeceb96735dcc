"""One equilibrium at two levels: the strategies of one game, played in a game of the same map with
more moves, and replaced by those of another equilibrium wherever they never lead.
"""

from dataclasses import replace
from typing import NamedTuple

from schemas.game import Game
from schemas.report import Bounds, Report
from schemas.strategies import Strategy
from stages.report.action_values import largest_payoff
from stages.report.best_response import best_response_value
from stages.report.carry import carry
from stages.report.lift import plans_of
from stages.report.off_path import best_off_path
from stages.report.reach import reaches

GAP = 1e-6
"""Bounds closer than this fraction of the largest payoff prove an equilibrium."""
APART = 1e-6
"""Probabilities that differ by more are different play, not rounding."""


class OneEquilibrium(NamedTuple):
    """An equilibrium, and the players known to have other optimal strategies."""

    report: Report
    several: tuple[int, ...]
    """The players with a known second optimal strategy that plays differently on the path.
    """


def one_equilibrium(reported: Report, other: Report) -> OneEquilibrium:
    """Return the strategies of one report in the game of another. Where they never lead, they are
    replaced by the other's, unless that worsens a guarantee.

    Both reports are on games of one map, or on the same game. The other report is returned
    unchanged if the strategies are no equilibrium of its game, which only a bug could cause.
    """
    game, largest = other.game, largest_payoff(other.game)
    strategies = reported.strategies
    if reported.game.digest != game.digest:
        strategies = carry(reported.game, strategies, game)
    bounds = _bounds(game, strategies)
    if bounds.upper - bounds.lower > GAP * largest:
        return OneEquilibrium(other, ())
    strategies, bounds, changes = best_off_path(game, strategies, bounds, largest, other.strategies)
    found = replace(
        other,
        strategies=strategies,
        plans=plans_of(game, strategies),
        bounds=bounds,
        off_path=changes,
        refinement=None,
    )
    return OneEquilibrium(found, _differing(found, other))


def _bounds(game: Game, strategies: tuple[Strategy, Strategy]) -> Bounds:
    return Bounds(
        best_response_value(game, 2, strategies[0]), best_response_value(game, 1, strategies[1])
    )


def _differing(found: Report, other: Report) -> tuple[int, ...]:
    """Return the players whose strategies differ where the first report's play comes."""
    reach = reaches(found.game, found.strategies)
    return tuple(
        player
        for player, (mine, others) in enumerate(
            zip(found.strategies, other.strategies, strict=True), 1
        )
        if any(
            reach[a.infoset] > APART
            and max(abs(p - q) for p, q in zip(a.probabilities, b.probabilities, strict=True))
            > APART
            for a, b in zip(mine, others, strict=True)
        )
    )
