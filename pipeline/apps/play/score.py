"""The score of several games between the same sides."""

from fractions import Fraction
from typing import NamedTuple

from ....schemas.parts.problems import counted


class Score(NamedTuple):
    """The totals over the finished games, to one side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    paid: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.won + self.drawn + self.lost

    def after(self, payoff: Fraction | int, mistakes: Fraction | int = 0) -> "Score":
        """Return the score with one more finished game."""
        return Score(
            self.won + (payoff > 0),
            self.drawn + (payoff == 0),
            self.lost + (payoff < 0),
            self.paid + payoff,
            self.mistakes + mistakes,
        )

    def wins_in_words(self, players: tuple[str, str]) -> str:
        """Return the numbers of games won by each player; empty if no game has ended.

        >>> Score().after(2).after(0).wins_in_words(("droid 2", "droid 5"))
        'droid 2 won 1, drawn 1, droid 5 won 0'
        """
        first, second = players
        return (
            f"{first} won {self.won}, drawn {self.drawn}, {second} won {self.lost}"
            if self.games
            else ""
        )

    def payoffs_in_words(self, name: str, value: Fraction, plays: bool) -> str:
        """Return the payoffs to a player that a person, or else a program, `plays`, in words, with
        the game value; empty if no game has ended.

        >>> Score().after(Fraction(22, 3)).payoffs_in_words("agent", Fraction(2), False)
        'Score: 1 game, 7.333 to agent in all, 7.333 a game; the value is 2.'
        """
        if not self.games:
            return ""
        lost = f"; mistakes cost {_short(self.mistakes)}" if plays else ""
        side, to = (f" as {name}", "") if plays else ("", f" to {name}")
        return (
            f"Score: {counted(self.games, 'game')}{side}, {_short(self.paid)}{to} in all, "
            f"{_short(self.paid / self.games)} a game; the value is {_short(value)}{lost}."
        )


def _short(number: Fraction) -> str:
    """Return a number with four significant digits."""
    return f"{float(number):.4g}"
