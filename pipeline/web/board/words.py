"""The events on the board in words: for screen readers, and for the terminal."""

from collections.abc import Sequence

from pipeline.droids.match import Round
from schemas.parts.squares import Square
from schemas.rules.droid_battle import DroidBattle, opening
from stages.draw.droids.moment import DROIDS, result_text, round_text

__all__ = (
    "CHOICE",
    "DROIDS",
    "both_hit",
    "how_it_ended",
    "points",
    "squares_before",
    "what_happened",
)

CHOICE = (
    "Often several strategies are equally good. Shown is that of an equilibrium that punishes "
    "mistakes: of all that are optimal it takes one that is best against random play."
)


def points(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the points of both droids."""
    changes = [played.change for played in rounds]
    return changes.count(1), changes.count(-1)


def squares_before(rule: DroidBattle, rounds: Sequence[Round]) -> tuple[Square, Square]:
    """Return the squares of the droids before the last round."""
    return rounds[-2].squares if len(rounds) > 1 else opening(rule).squares


def both_hit(played: Round) -> bool:
    """Return whether both droids were hit, in which case neither scores."""
    return played.squares[1] in played.lasers[0] and played.squares[0] in played.lasers[1]


def what_happened(rule: DroidBattle, rounds: Sequence[Round]) -> str:
    """Return the last round in words; an empty text before the first.

    >>> from pipeline.droids.droid import Action
    >>> battle = DroidBattle(("2-5",), (1, 1), 9, "win")
    >>> what_happened(battle, [Round((Action.SHOOT, Action.MOVE_LEFT), ((0, 0), (0, 1)), (((0, 1),
    ...     (0, 2)), ()), 1)])
    'Droid 2 shoots, droid 5 goes left. Droid 5 is hit: a point for droid 2.'
    """
    if not rounds:
        return ""
    first, second = (action.word for action in rounds[-1].chosen)
    return round_text(rule, squares_before(rule, rounds), (first, second))


def how_it_ended(rounds: Sequence[Round]) -> str:
    """Return the winner and the kind of victory, in words.

    >>> from pipeline.droids.droid import Action
    >>> how_it_ended([Round((Action.SHOOT, Action.MOVE_LEFT), ((0, 0), (0, 1)), (((0, 1), (0, 2)),
    ...     ()), 1)])
    'Game over after 1 round: droid 2 wins, 1 to 0.'
    """
    return result_text(points(rounds), len(rounds))
