"""The strategy (`*.strategy.json`): what one player or both do at their information sets."""

from typing import NamedTuple

from schemas.strategies import ExactStrategy


class Given(NamedTuple):
    """Strategies that somebody wrote, fitted to a checked game."""

    players: tuple[ExactStrategy | None, ExactStrategy | None]
    """Player 1's and player 2's, one entry per information set of the game in its order, each a
    distribution that sums to exactly 1; None for a player of whom nothing was written.
    """
    adjusted: float = 0.0
    """The most by which a probability was changed so that those of an information set sum to 1; 0
    where they did.
    """
    completed: int = 0
    """Information sets that the text leaves out and the player's own moves never lead to; they are
    played uniformly.
    """
