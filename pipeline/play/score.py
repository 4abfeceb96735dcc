"""The score over several games: what was paid, and what mistakes cost."""

from fractions import Fraction
from typing import NamedTuple

from pipeline.play.match import Match
from pipeline.play.tally import payoff_of, side_of, tally, value_of


class Score(NamedTuple):
    """Of the games of one side that have ended."""

    games: int = 0
    paid: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)

    def after(self, match: Match) -> "Score":
        """Return the score with one more match, which is over."""
        return Score(
            self.games + 1,
            self.paid + payoff_of(match),
            self.mistakes + tally(match).mistakes,
        )


def in_words(score: Score, match: Match) -> str:
    """Return a score of the side of a match in words; empty where no game has ended."""
    if not score.games:
        return ""
    name = match.ready.game.players[side_of(match) - 1]
    games = "1 game" if score.games == 1 else f"{score.games} games"
    lost = f"; mistakes cost {_short(score.mistakes)}" if match.people else ""
    return (
        f"Score: {games} as {name}, {_short(score.paid)} in all, "
        f"{_short(score.paid / score.games)} a game; the value is {_short(value_of(match))}{lost}."
    )


def _short(number: Fraction) -> str:
    """Return a number in four digits.

    >>> _short(Fraction(22, 3)), _short(Fraction(-2))
    ('7.333', '-2')
    """
    return f"{float(number):.4g}"
