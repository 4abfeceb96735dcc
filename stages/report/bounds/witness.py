"""Bounds on the value of a listed game, proved by the best responses of reports: code that shares
nothing with the search for the strategies.
"""

from ....schemas.bounds import Bounds
from ....schemas.game import Game
from ....schemas.parts.problems import InputError, Problem, VerificationError
from ....schemas.report import Bounds as Enclosure
from ....schemas.strategies import Behaviour, Strategy
from ..best_response import guarantees
from ..measures import largest_payoff

SLACK = 1e-9
"""By how much a bound may be off by rounding, as a share of the largest payoff."""


def prove_on_game(game: Game, bounds: Bounds) -> Enclosure:
    """Return the bounds that the strategies prove. Raises InputError for strategies that are not
    those of the game, and VerificationError if the claimed bounds are better.
    """
    refuse_other_actions(game, bounds)
    found = guarantees(game, strategies_of(bounds))
    refuse_better(bounds, found, SLACK * largest_payoff(game))
    return found


def strategies_of(bounds: Bounds) -> tuple[Strategy, Strategy]:
    """Return the strategies of bounds that belong to a game."""
    first, second = (
        [Behaviour(one.information_set or 0, 1.0, one.probabilities) for one in strategy]
        for strategy in bounds.strategies
    )
    return first, second


def refuse_other_actions(game: Game, bounds: Bounds) -> None:
    """Raise InputError unless the strategies have all information sets of their players in the
    order of the game, with all actions.
    """
    for at, strategy in enumerate(bounds.strategies):
        infosets = enumerate(game.information_sets)
        known = [(number, one.actions) for number, one in infosets if one.player == at + 1]
        if [(one.information_set, one.actions) for one in strategy] != known:
            words = f"are not the information sets and actions of player {at + 1}"
            raise InputError([Problem(words, ("strategies", at))])


def refuse_better(bounds: Bounds, found: Enclosure, slack: float) -> None:
    """Raise VerificationError if the claimed bounds are better than those found, by more than
    rounding explains.
    """
    below, above = bounds.lower_bound - found.lower, found.upper - bounds.upper_bound
    if max(below, above) > slack:
        raise VerificationError(
            f"the strategies prove that the value is from {found.lower!r} to {found.upper!r}, not "
            f"from {bounds.lower_bound!r} to {bounds.upper_bound!r}"
        )
