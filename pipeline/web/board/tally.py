"""How the games at a table ended, one after the other."""

from typing import NamedTuple

from schemas.rules.droid_battle import winner
from stages.draw.droids.words import DROIDS

MOMENT = 4.0  # Seconds in which the end of a game is seen before the next one begins by itself.


class Tally(NamedTuple):
    """Games that came to their end."""

    won: int = 0
    """By droid 2."""
    drawn: int = 0
    lost: int = 0
    """By droid 2: won by droid 5."""

    def after(self, score: int) -> "Tally":
        """Return the tally with one game more, that ended with a score."""
        sign = winner(score)
        return Tally(self.won + (sign > 0), self.drawn + (sign == 0), self.lost + (sign < 0))

    def words(self) -> str:
        """Return the tally in words; nothing before the first game has ended.

        >>> Tally().after(2).after(0).words(), Tally().words()
        ('droid 2 won 1, drawn 1, droid 5 won 0', '')
        """
        if not any(self):
            return ""
        one, other = DROIDS
        return f"{one} won {self.won}, drawn {self.drawn}, {other} won {self.lost}"
