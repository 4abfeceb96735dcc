"""The profile that is evaluated: for each player the first available strategy."""

from collections.abc import Collection, Sequence

from ...schemas.evaluation import StrategyOrigin
from ...schemas.parts.problems import InputError, Problem

FILLED_IN = (StrategyOrigin.GIVEN, StrategyOrigin.OPPONENT, StrategyOrigin.EQUILIBRIUM)
"""The sources of a player's strategy in the profile; the first available one is used."""
Origins = Collection[tuple[StrategyOrigin, int]]
"""The origins of the strategies that there are, with their players."""


def refuse_incomplete(origins: Origins, names: Sequence[str], met: bool) -> None:
    """Raise InputError if no strategy is given, or if there are opponents (`met`), none of which
    can be played against a given strategy; `names` are those of the players.
    """
    players = [player for player in (1, 2) if (StrategyOrigin.GIVEN, player) in origins]
    if not players:
        raise InputError([Problem("has no strategy of either player")])
    if met and not any((StrategyOrigin.OPPONENT, 3 - player) in origins for player in players):
        name = names[players[0] - 1]
        raise InputError(
            [Problem(f"both files have strategies of {name} alone, and nobody plays against them")]
        )


def origin_in_profile(origins: Origins, player: int) -> StrategyOrigin:
    """Return the origin of a player's strategy in the profile: a best response if it has none."""
    filled = (who for who in FILLED_IN if (who, player) in origins)
    return next(filled, StrategyOrigin.BEST_RESPONSE)
