"""The size of a battle, computed from its board, shots and rounds.

No states are listed or stored: a board of 10,000 squares or 10,000 shots takes
milliseconds, so that a battle too large for memory is rejected before anything
is built.
"""

from collections.abc import Callable
from typing import NamedTuple

from ...parts.exact import large
from ...parts.limits import bytes_in_words
from ...parts.problems import LimitError, counted
from ..objective import Objective
from .board import WALL, Battle

ACTIONS = 5
ENDS = 3
"""Columns of a round besides the tallies: lost, drawn, won."""
NUMBER = 8
"""Bytes per value."""
PER_TALLY = 360
"""Bytes per tally: its record, and its entries in lists and tables; measured."""
PER_PAIR = 160
"""Bytes per pair of squares while its steps are computed."""
PER_ROUND = 400
"""Bytes per round for its proof, from the kernel to the report."""
ROUND_SECONDS = 6e-5
"""Minimum time of a round, however few stage games it has."""
GAMES_PER_SECOND = {Objective.WIN: 2_000_000, Objective.POINTS: 1_400_000}
"""Stage games per second on one core, measured on boards from 4 x 4 to 12 x 12."""


class Size(NamedTuple):
    """The size of a battle."""

    squares: int
    """Number of free squares."""
    tallies: int
    """Number of tallies: the shots of both and, if the battle is for the win, the score, unless the
    winner is already decided.
    """
    rounds: int

    @property
    def pairs(self) -> int:
        """Number of ordered pairs of different squares."""
        return self.squares * (self.squares - 1)

    @property
    def games(self) -> int:
        """Number of stage games of all rounds; the tally without shots is terminal."""
        return self.pairs * (self.tallies - 1) * self.rounds

    @property
    def values(self) -> int:
        """Bytes of the values of a round."""
        return self.squares**2 * (self.tallies + ENDS) * NUMBER

    @property
    def policy(self) -> int:
        """Bytes of a player's policy at all positions of a round."""
        return self.squares**2 * self.tallies * ACTIONS * NUMBER

    @property
    def tables(self) -> int:
        """Bytes of everything else: the board, the tallies, the proof of each round."""
        return self.squares**2 * PER_PAIR + self.tallies * PER_TALLY + self.rounds * PER_ROUND

    @property
    def solving(self) -> int:
        """Bytes needed to solve all rounds, two of which are in memory at a time."""
        return self.tables + 2 * self.values


def size(rule: Battle) -> Size:
    """Return the size of a battle.

    >>> size(Battle(("----", "----", "2--5", "----"), (5, 5), 50, "win"))
    Size(squares=16, tallies=146, rounds=50)
    >>> size(Battle(("2-5", "-#-"), (2, 1), 3, "points")).games
    300
    """
    squares = sum(len(row) - row.count(WALL) for row in rule.board)
    return Size(squares, _tallies(*rule.shots, rule.objective), rule.rounds)


def refuse_beyond(rule: Battle, needed: int, free: int | None, what: str) -> None:
    """Raise LimitError if `what` needs more bytes than are free. The message has the memory needed,
    its use, the time to solve the battle, and battles that would fit. `free` is None if the free
    memory is unknown.
    """
    if free is None or needed <= free:
        return
    here = size(rule)
    raise LimitError(
        f"{what} needs some {bytes_in_words(needed)} of memory, and "
        f"{bytes_in_words(max(0, free))} are free: {here.squares:,} squares, "
        f"{large(here.tallies)} tallies of shots"
        f"{' and score' if rule.objective == Objective.WIN else ''}, {here.rounds:,} rounds, "
        f"{large(here.games)} stage games, which take some {duration(seconds(rule))}; "
        f"{_fitting(rule, needed, free)}"
    )


def seconds(rule: Battle) -> float:
    """Return the estimated seconds to solve a battle on one core of an ordinary machine."""
    here = size(rule)
    games_per_second = GAMES_PER_SECOND[Objective(rule.objective)]
    return here.games / games_per_second + here.rounds * ROUND_SECONDS


def duration(seconds: float) -> str:
    """Return a time in a readable unit.

    >>> duration(0.2), duration(90), duration(7200), duration(1e6), duration(1e30)
    ('1 second', '90 seconds', '2 hours', '12 days', '3.2e+22 years')
    """
    for unit, size, upto in (("second", 1, 120), ("minute", 60, 120), ("hour", 3600, 48)):
        if seconds < upto * size:
            return counted(max(1, round(seconds / size)), unit)
    days = seconds / 86400
    if days < 1000:
        return f"{days:.0f} days"
    years = days / 365.25
    return f"{years:,.0f} years" if years < 1e6 else f"{years:.2g} years"


def _fitting(rule: Battle, needed: int, free: int) -> str:
    """Return a description of battles that would fit: fewer shots, fewer squares, or fewer rounds.

    Memory beyond the tables is proportional to the values of a round.
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
    return f"with {' or '.join(ways)} it would fit" if ways else "no similar battle would fit"


def _most(upto: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number below `upto` that fits; 0 if none does."""
    low, high = 0, upto
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _tallies(first: int, second: int, objective: str) -> int:
    """Return the number of tallies at which the winner is not decided, given the shots of both.

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
