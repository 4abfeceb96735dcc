"""Contests between named agents.

Each pair of agents is a separate job with its own seeds, so that its results depend neither on the
process nor on the order in which jobs finish. The result is exact if both agents are fixed
distributions per state, and sampled from games otherwise.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ....schemas.droid_contest import Contest, PlayedGames, Result, Standing
from ....schemas.parts.problems import EfgcError, OptionError
from ....schemas.parts.watch import Watch
from ....schemas.rules.objective import Objective
from ....schemas.rules.rule import Rule
from ...engines import engine, ordered, watched
from .entrants import Arena, Entrant, entrant, pair, refuse_agents
from .games import game_of
from .interval import interval, mean_interval
from .turns import Chooser, play_match

WORTH = 3  # With this many pairs that play games, further processes pay off.


@dataclass(frozen=True)
class Meeting:
    """The pairs of a contest and its settings: all that a process needs."""

    rule: Rule
    seconds: float
    """Time limit per move of an agent loaded from a file."""
    seed: int
    names: tuple[tuple[str, str], ...]
    """The names of the pairs; the first of each pair is player 1."""
    games: int
    always: bool
    """Whether games are also played when the exact result is known."""


def contest(meeting: Meeting, jobs: int, engine_name: str, watch: Watch) -> Contest:
    """Return the contest of all pairs, played in `jobs` processes. Raise InputError; AgentError if
    an agent fails (for the first such pair in order); LimitError if the agents need more memory
    than is free.
    """
    # The files of agents may have changed since the last contest of this process.
    _participants.cache_clear()
    here = _participants(meeting)
    refuse_agents(meeting.rule, here.entrants, 2, "this contest")
    worth = game_of(meeting.rule).value(meeting.rule)
    results = tuple(_results(meeting, jobs, engine_name, watch))
    standings = [_standing(meeting.rule, worth, entrant, results) for entrant in here.entrants]
    return Contest(
        rule=meeting.rule,
        value=worth,
        games=meeting.games,
        seed=meeting.seed,
        standings=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        results=results,
    )


def _results(meeting: Meeting, jobs: int, engine_name: str, watch: Watch) -> Iterator[Result]:
    pairs = _participants(meeting).pairs
    # Computed before forking, so that the processes inherit it.
    known = {
        one.name: None not in (one.policy(1), one.policy(2))
        for one in _participants(meeting).entrants
    }
    play = [not (known[one.name] and known[two.name]) for one, two in pairs]
    if engine_name == "local" and (jobs == 1 or sum(play) < WORTH):
        for number in range(len(pairs)):
            yield play_pair(meeting, number, watch)
        return
    works = [Pairing(meeting, number) for number in range(len(pairs))]
    with closing(engine(engine_name, min(jobs, len(works)))) as run:
        for result in ordered(watched(run(works), len(works), watch, meeting.games)):
            if isinstance(result, EfgcError):
                raise result
            yield result


class Participants(NamedTuple):
    """The agents that take part."""

    arena: Arena
    pairs: tuple[tuple[Entrant, Entrant], ...]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Each agent once, in order of appearance."""
        return tuple({one.name: one for both in self.pairs for one in both}.values())


@lru_cache(maxsize=1)
def _participants(meeting: Meeting) -> Participants:
    """Return the agents that take part, cached for this process and the processes that it forks.
    Raise InputError.
    """
    arena = Arena(meeting.rule, meeting.seconds, meeting.seed)
    if len(meeting.names) == 1:  # A best response is to the other agent of the pair.
        return Participants(arena, (pair(arena, *meeting.names[0]),))
    names = dict.fromkeys(name for both in meeting.names for name in both)
    known = {name: entrant(arena, name) for name in names}
    return Participants(arena, tuple((known[one], known[two]) for one, two in meeting.names))


@dataclass(frozen=True)
class Pairing:
    """The job of one pair."""

    meeting: Meeting
    number: int

    def __call__(self) -> Result | EfgcError:
        """Return the result, or the error that ends the contest when this pair's turn comes."""
        try:
            return play_pair(self.meeting, self.number)
        except EfgcError as error:
            return error


def play_pair(meeting: Meeting, number: int, watch: Watch = lambda done, total: None) -> Result:
    """Return the result of a pair, after ending the processes of its agents. Raise OptionError for
    no games if the exact result is unknown.
    """
    here, before = _participants(meeting), number * meeting.games
    total, seed = len(meeting.names) * meeting.games, meeting.seed + 2 * number
    one, two = here.pairs[number]
    played = None
    with here.arena.ended:
        first, second = one.policy(1), two.policy(2)
        outcome = game_of(meeting.rule).outcome
        exact = outcome(meeting.rule, first, second) if first and second else None
        if exact is None and not meeting.games:
            raise OptionError(
                f"--games 0: there is no exact result of {one.name} and {two.name}, so play games"
            )
        if exact is None or meeting.always and meeting.games:
            agents = (one.agent(1, seed), two.agent(2, seed + 1))
            played = _play(
                meeting.rule, agents, meeting.games, seed, lambda done: watch(before + done, total)
            )
    return Result(first=one.name, second=two.name, exact=exact, played=played)


def _points(result: Result) -> float:
    """Return the first agent's mean points per game, with 1 for a win and 1/2 for a draw."""
    ends = result.exact or result.played
    assert ends is not None
    return (ends.win + ends.draw / 2) / (ends.win + ends.draw + ends.loss)


def _play(
    rule: Rule,
    agents: tuple[Chooser, Chooser],
    games: int,
    seed: int,
    watch: Callable[[int], None],
) -> PlayedGames:
    game, chance = game_of(rule), random.Random(seed)
    ends, total, squares = [0, 0, 0], 0.0, 0.0
    for done in range(games):
        watch(done)
        lead = float(play_match(game.rules(rule), agents, chance=chance).score(1))
        ends[1 - (lead > 0) + (lead < 0)] += 1
        total, squares = total + lead, squares + lead * lead
    score, low, high = mean_interval(games, total, squares, game.most_points(rule))
    return PlayedGames(ends[0], ends[1], ends[2], score, low, high)


def _standing(rule: Rule, value: float, entrant: Entrant, results: Sequence[Result]) -> Standing:
    ranges = [_range(rule, result) for result in results if result.first == entrant.name]
    for result in results:
        if result.second == entrant.name:
            number, low, high = _range(rule, result)
            whole = 1.0 if rule.objective == Objective.WIN else 0.0
            ranges.append((whole - number, whole - high, whole - low))
    lost, exploitability = [], game_of(rule).exploitability
    for player in (1, 2):
        policy = entrant.policy(player)
        lost.append(None if policy is None else exploitability(rule, policy, player, value) + 0.0)
    # The mean of the limits is at least as wide as the interval of the mean.
    means = [sum(numbers) / len(ranges) for numbers in zip(*ranges, strict=True)]
    return Standing(
        name=entrant.name,
        points=means[0],
        low=means[1],
        high=means[2],
        exploitability=(lost[0], lost[1]),
    )


def _range(rule: Rule, result: Result) -> tuple[float, float, float]:
    """Return the first agent's mean result per game, and its 95 % interval."""
    if rule.objective == Objective.POINTS:
        if result.exact and result.exact.score is not None:
            return (result.exact.score,) * 3
        assert result.played is not None
        return result.played.score, result.played.low, result.played.high
    number = _points(result)
    if result.exact:
        return (number,) * 3
    assert result.played is not None
    return number, *interval(number, result.played.games)
