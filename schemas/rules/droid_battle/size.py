"""How large a battle is, counted from its board, shots and rounds alone.

Nothing is listed and nothing is kept for it: a board of 10,000 squares or 10,000
shots is counted in milliseconds, so that a battle that fits nowhere is refused
before anything of it is made.
"""

from collections.abc import Callable
from typing import NamedTuple

from schemas.parts.exact import large
from schemas.parts.limits import memory
from schemas.parts.problems import LimitError
from schemas.rules.droid_battle.board import WALL, Battle
from schemas.rules.objective import Objective

ACTIONS = 5
ENDS = 3
"""Columns of a round beside the tallies: lost, drawn, won."""
NUMBER = 8
"""Bytes of a value."""
PER_TALLY = 360
"""Bytes of a tally: its record, its places in lists and tables; measured there."""
PER_PAIR = 160
"""Bytes of a pair of squares while its steps are made."""
PER_ROUND = 400
"""Bytes of what proves a round, from the kernel to the report."""
ROUND_SECONDS = 6e-5
"""That a round takes, however few its stage games are."""
GAMES_PER_SECOND = {Objective.WIN: 2_000_000, Objective.POINTS: 1_400_000}
"""Stage games that one core solves: measured there, on boards from 4 x 4 to 12 x 12."""


class Size(NamedTuple):
    """A battle in numbers."""

    squares: int
    """The free ones."""
    tallies: int
    """Shots of both and, where the game is for the win, the score: those at which it is open who
    wins.
    """
    rounds: int

    @property
    def pairs(self) -> int:
        """Of different squares."""
        return self.squares * (self.squares - 1)

    @property
    def games(self) -> int:
        """Stage games of all rounds; the tally without shots is an end."""
        return self.pairs * (self.tallies - 1) * self.rounds

    @property
    def values(self) -> int:
        """Bytes of the values of a round."""
        return self.squares**2 * (self.tallies + ENDS) * NUMBER

    @property
    def policy(self) -> int:
        """Bytes of what a player does in a round, everywhere."""
        return self.squares**2 * self.tallies * ACTIONS * NUMBER

    @property
    def tables(self) -> int:
        """Bytes of everything else: the board, the tallies, what proves each round."""
        return self.squares**2 * PER_PAIR + self.tallies * PER_TALLY + self.rounds * PER_ROUND

    @property
    def solving(self) -> int:
        """Bytes that it takes to solve all rounds: two of them at a time."""
        return self.tables + 2 * self.values


def size(rule: Battle) -> Size:
    """Return how large a battle is.

    >>> size(Battle(("----", "----", "2--5", "----"), (5, 5), 50, "win"))
    Size(squares=16, tallies=146, rounds=50)
    >>> size(Battle(("2-5", "-#-"), (2, 1), 3, "points")).games
    300
    """
    squares = sum(len(row) - row.count(WALL) for row in rule.board)
    return Size(squares, _tallies(*rule.shots, rule.objective), rule.rounds)


def refuse_beyond(rule: Battle, needed: int, free: int | None, what: str) -> None:
    """Raise LimitError if `what` needs more bytes than are free: how many, for what, how long the
    battle takes, and which would fit. None is free memory that nobody knows.
    """
    if free is None or needed <= free:
        return
    here = size(rule)
    raise LimitError(
        f"{what} needs some {memory(needed)} of memory, and {memory(max(0, free))} are free: "
        f"{here.squares:,} squares, {large(here.tallies)} tallies of shots"
        f"{' and score' if rule.objective == Objective.WIN else ''}, {here.rounds:,} rounds, "
        f"{large(here.games)} stage games, which take some {duration(seconds(rule))}; "
        f"{_fitting(rule, needed, free)}"
    )


def seconds(rule: Battle) -> float:
    """Return how long it takes to solve a battle, on one core of an ordinary machine."""
    here = size(rule)
    games_per_second = GAMES_PER_SECOND[Objective(rule.objective)]
    return here.games / games_per_second + here.rounds * ROUND_SECONDS


def duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> duration(0.2), duration(90), duration(7200), duration(1e6), duration(1e30)
    ('1 second', '90 seconds', '2 hours', '12 days', '3.2e+22 years')
    """
    for unit, size, upto in (("second", 1, 120), ("minute", 60, 120), ("hour", 3600, 48)):
        if seconds < upto * size:
            number = max(1, round(seconds / size))
            return f"{number} {unit}{'s' if number > 1 else ''}"
    days = seconds / 86400
    if days < 1000:
        return f"{days:.0f} days"
    years = days / 365.25
    return f"{years:,.0f} years" if years < 1e6 else f"{years:.2g} years"


def _fitting(rule: Battle, needed: int, free: int) -> str:
    """Return what would fit: fewer shots, fewer squares, or fewer rounds.

    What is needed beyond the tables grows with the values of a round.
    """
    here = size(rule)
    rounds_kept = max(1.0, (needed - here.tables) / here.values)

    def fits(squares: int, shots: int, rounds: int) -> bool:
        most = (min(shots, rule.shots[0]), min(shots, rule.shots[1]))
        small = Size(squares, _tallies(*most, rule.objective), rounds)
        kept = rounds_kept if rounds_kept < rule.rounds / 2 else rounds_kept * rounds / rule.rounds
        return small.tables + kept * small.values <= free

    shots = _most(max(rule.shots), lambda number: fits(here.squares, number, rule.rounds))
    squares = _most(here.squares, lambda number: fits(number, max(rule.shots), rule.rounds))
    rounds = _most(rule.rounds, lambda number: fits(here.squares, max(rule.shots), number))
    ways = [
        f"{number:,} {word}"
        for number, word in (
            (shots, "shots each" if shots > 1 else "shot each"),
            (squares, "squares"),
            (rounds, "rounds" if rounds > 1 else "round"),
        )
        if number > (1 if word == "squares" else 0)
    ]
    return f"with {' or '.join(ways)} it would fit" if ways else "nothing like it would fit"


def _most(upto: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number below `upto` that fits; 0 where none does."""
    low, high = 0, upto
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _tallies(first: int, second: int, objective: str) -> int:
    """Return the number of tallies at which it is open who wins, for shots of both.

    For the win: with i and j shots left, from max(j - second, -i) to min(first - i, j); the two
    sums over j are those of numbers up to a limit.
    """
    if objective == Objective.POINTS:
        return (first + 1) * (second + 1)
    return sum(
        _limited(second, first - left) + _limited(second, left) + second + 1
        for left in range(first + 1)
    )


def _limited(upto: int, limit: int) -> int:
    """Return the sum of min(limit, number) over all numbers up to `upto`."""
    if limit >= upto:
        return upto * (upto + 1) // 2
    return limit * (limit + 1) // 2 + (upto - limit) * limit
