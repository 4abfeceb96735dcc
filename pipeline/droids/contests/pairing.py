"""A pair of agents as a piece of work: the same seeds and so the same numbers in whichever process
it plays, and whichever is done first.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.contests.results import result_of
from pipeline.droids.entrants import entrant, pair
from schemas.droid_contest import Result
from schemas.parts.problems import EfgcError
from schemas.parts.watch import Watch
from schemas.rules.droid_battle import DroidBattle


@dataclass(frozen=True)
class Meeting:
    """Who meets whom, and how: all that a process needs."""

    rule: DroidBattle
    seconds: float
    """That a loaded agent may take for a move."""
    seed: int
    names: tuple[tuple[str, str], ...]
    """Of the pairs, the first of each as droid 2."""
    games: int
    always: bool
    """Whether games are played where the result is known, too."""


class Met(NamedTuple):
    """Who takes part."""

    arena: Arena
    pairs: tuple[tuple[Entrant, Entrant], ...]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Each once, in the order in which they come."""
        return tuple({one.name: one for both in self.pairs for one in both}.values())


@lru_cache(maxsize=1)
def met(meeting: Meeting) -> Met:
    """Return who takes part, made once in a process and in those that it forks. Raises
    InputError.
    """
    arena = Arena(meeting.rule, meeting.seconds, meeting.seed)
    if len(meeting.names) == 1:  # A best response answers the other.
        return Met(arena, (pair(arena, *meeting.names[0]),))
    names = dict.fromkeys(name for both in meeting.names for name in both)
    known = {name: entrant(arena, name) for name in names}
    return Met(arena, tuple((known[one], known[two]) for one, two in meeting.names))


@dataclass(frozen=True)
class Pairing:
    """The work: one pair's result."""

    meeting: Meeting
    number: int

    def __call__(self) -> Result | EfgcError:
        """Return the result, or what ends the contest when its turn has come."""
        try:
            return played(self.meeting, self.number)
        except EfgcError as error:
            return error


def played(meeting: Meeting, number: int, watch: Watch = lambda done, total: None) -> Result:
    """Return the result of a pair; afterwards the processes of its agents have ended."""
    here, before = met(meeting), number * meeting.games
    total = len(meeting.names) * meeting.games
    with here.arena.ended:
        return result_of(
            meeting.rule,
            here.pairs[number],
            meeting.games,
            meeting.seed + 2 * number,
            meeting.always,
            lambda done: watch(before + done, total),
        )
