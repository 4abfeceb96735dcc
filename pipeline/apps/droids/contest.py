"""Contests between named agents.

Each pair of agents is a separate job with its own seeds, so that its results depend neither on the
process nor on the order in which jobs finish. The result is exact if both agents are fixed
distributions per state, and sampled from games otherwise. An agent that fails loses the game.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple

from ....schemas.droid_contest import Contest, PlayedGames, Result, Standing
from ....schemas.parts.problems import OptionError
from ....schemas.parts.watch import Watch
from ....schemas.rules.objective import Objective
from ....schemas.rules.rule import Rule
from ...engines import engine, watched
from ...machine.deadline import ENDS
from .entrants import Arena, Entrant, entrant, pair, refuse_agents
from .games import game_of
from .interval import interval, mean_interval
from .turns import AgentError, play_match

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


def contest(
    meeting: Meeting,
    jobs: int,
    engine_name: str,
    watch: Watch,
    keep: Callable[[Contest], None] = lambda part: None,
) -> Contest:
    """Return the contest of all pairs, played in `jobs` processes. If it is interrupted, `keep` is
    called with what is finished. Raise InputError, and LimitError if the agents need more memory
    than is free.
    """
    # The files of agents may have changed since the last contest of this process.
    _participants.cache_clear()
    refuse_agents(meeting.rule, _participants(meeting).entrants, 2, "this contest")
    results: dict[int, Result] = {}
    try:
        _play_pairs(meeting, jobs, engine_name, watch, results)
    except ENDS:
        if results:
            planned = len(meeting.names) * meeting.games
            keep(_contest_of(meeting, results)._replace(planned=planned))
        raise
    return _contest_of(meeting, results)


def _contest_of(meeting: Meeting, results: Mapping[int, Result]) -> Contest:
    """Return the contest with these results, by the number of the pair."""
    rule, played = meeting.rule, tuple(results[number] for number in sorted(results))
    worth = game_of(rule).value(rule)
    standings = [
        _standing(rule, worth, entrant, played)
        for entrant in _participants(meeting).entrants
        if any(entrant.name in (result.first, result.second) for result in played)
    ]
    return Contest(
        rule=rule,
        value=worth,
        games=meeting.games,
        seed=meeting.seed,
        standings=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        results=played,
    )


def _play_pairs(
    meeting: Meeting, jobs: int, engine_name: str, watch: Watch, results: dict[int, Result]
) -> None:
    """Add the result of each pair, by its number, as the pairs finish."""
    pairs = _participants(meeting).pairs
    # Computed before forking, so that the processes inherit it.
    playing = sum(None in (one.policy(1), two.policy(2)) for one, two in pairs)
    if engine_name == "local" and (jobs == 1 or playing < WORTH):
        for number in range(len(pairs)):
            keep = partial(results.__setitem__, number)
            keep(play_pair(meeting, number, watch, keep))
        return
    works = [Pairing(meeting, number) for number in range(len(pairs))]
    with closing(engine(engine_name, min(jobs, len(works)))) as run:
        results.update(watched(run(works), len(works), watch, meeting.games))


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

    def __call__(self) -> Result:
        return play_pair(self.meeting, self.number)


def play_pair(
    meeting: Meeting,
    number: int,
    watch: Watch = lambda done, total: None,
    keep: Callable[[Result], None] = lambda result: None,
) -> Result:
    """Return the result of a pair, after ending the processes of its agents. If the pair is
    interrupted, `keep` is called with the result so far. Raise OptionError for no games if the
    exact result is unknown.
    """
    here, before = _participants(meeting), number * meeting.games
    total, seed = len(meeting.names) * meeting.games, meeting.seed + 2 * number
    one, two = here.pairs[number]
    with here.arena.ended:
        first, second = one.policy(1), two.policy(2)
        outcome = game_of(meeting.rule).outcome
        exact = outcome(meeting.rule, first, second) if first and second else None
        result = Result(first=one.name, second=two.name, exact=exact, played=None)
        if exact is None and not meeting.games:
            raise OptionError(
                f"--games 0: there is no exact result of {one.name} and {two.name}, so play games"
            )
        if exact is None or meeting.always and meeting.games:
            games = _Games(game_of(meeting.rule).most_points(meeting.rule))
            try:
                _play(meeting, (one, two), seed, games, lambda done: watch(before + done, total))
            except ENDS:
                if games.count:
                    keep(result._replace(played=games.record()))
                raise
            result = result._replace(played=games.record())
    return result


def _points(result: Result) -> float:
    """Return the first agent's mean points per game, with 1 for a win and 1/2 for a draw."""
    ends = result.exact or result.played
    assert ends is not None
    return (ends.win + ends.draw / 2) / (ends.win + ends.draw + ends.loss)


@dataclass
class _Games:
    """The games of a pair so far."""

    most: float
    """The largest lead."""
    ends: list[int] = field(default_factory=lambda: [0, 0, 0])
    """The games won, drawn and lost by the first agent."""
    total: float = 0.0
    """The sum of the first agent's leads."""
    squares: float = 0.0
    failed: int = 0
    failure: str = ""

    @property
    def count(self) -> int:
        return sum(self.ends)

    def add(self, lead: float, games: int = 1) -> None:
        """Count games that ended with this lead of the first agent."""
        self.ends[1 - (lead > 0) + (lead < 0)] += games
        self.total, self.squares = self.total + games * lead, self.squares + games * lead * lead

    def lose(self, player: int, error: AgentError, games: int = 1) -> None:
        """Count games as lost by a player whose agent failed."""
        self.failed += games
        self.failure = self.failure or f"game {self.count + 1}: {error}"
        self.add(self.most if player == 2 else -self.most, games)

    def record(self) -> PlayedGames:
        score, low, high = mean_interval(self.count, self.total, self.squares, self.most)
        won, drawn, lost = self.ends
        return PlayedGames(won, drawn, lost, score, low, high, self.failed, self.failure)


def _play(
    meeting: Meeting,
    both: tuple[Entrant, Entrant],
    seed: int,
    games: _Games,
    watch: Callable[[int], None],
) -> None:
    """Play the games of a pair. An agent that fails loses the game; if its process has ended, it
    fails in all later games, too.
    """
    rule, chance = meeting.rule, random.Random(seed)
    try:
        agents = (both[0].agent(1, seed), both[1].agent(2, seed + 1))
    except AgentError as error:  # It cannot be loaded.
        return games.lose(1 + rule.players.index(error.who), error, meeting.games)
    while games.count < meeting.games:
        watch(games.count)
        try:
            turn = play_match(game_of(rule).rules(rule), agents, chance=chance)
            games.add(float(turn.score(1)))
        except AgentError as error:
            games.lose(1 + rule.players.index(error.who), error)


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
