"""The results of the games at a table."""

from typing import NamedTuple

from schemas.rules.droid_battle import winner
from stages.draw.droids.moment import DROIDS

# Seconds for which the end of a game is shown before the next one begins automatically.
MOMENT = 4.0


class Tally(NamedTuple):
    """The numbers of finished games by their result."""

    won: int = 0
    """Games won by droid 2."""
    drawn: int = 0
    lost: int = 0
    """Games lost by droid 2, and won by droid 5."""

    def after(self, score: int) -> "Tally":
        """Return the tally with one more game, which ended with `score`."""
        sign = winner(score)
        return Tally(self.won + (sign > 0), self.drawn + (sign == 0), self.lost + (sign < 0))

    def words(self) -> str:
        """Return the tally in words; an empty text before the end of the first game.

        >>> Tally().after(2).after(0).words(), Tally().words()
        ('droid 2 won 1, drawn 1, droid 5 won 0', '')
        """
        if not any(self):
            return ""
        one, other = DROIDS
        return f"{one} won {self.won}, drawn {self.drawn}, {other} won {self.lost}"
