"""Contests between named agents.

Each pair of agents is a separate job with its own seeds, so that its results depend neither on the
process nor on the order in which jobs finish. The result is exact if both agents are fixed
distributions per state, and sampled from games otherwise. An agent that fails loses the game.
"""

import pickle
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from operator import add
from pathlib import Path
from typing import NamedTuple

from ....schemas.droid_contest import Contest, Outcome, PlayedGames, Result, Standing
from ....schemas.parts.problems import OptionError, TimeUp, counted
from ....schemas.parts.watch import Watch
from ....schemas.rules.objective import Objective
from ....schemas.rules.rule import Rule
from ....stages.isolated.process import OURS
from ....stages.isolated.signals import temporary_folder
from ...engines import engine
from .entrants import Arena, Entrant, entrant, refuse_agents
from .games import game_of
from .interval import interval, mean_interval
from .turns import MAX_LINES, AgentError, play_match

BEAT = 0.2  # Seconds between two times that finished games are saved.
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

    @property
    def planned(self) -> int:
        return len(self.names) * self.games


def contest(
    meeting: Meeting,
    jobs: int,
    engine_name: str,
    watch: Watch,
    games: "dict[int, Games] | None" = None,
) -> Contest:
    """Return the contest of all pairs, played in `jobs` processes; the games of each pair are added
    to `games` by its number, also if the contest is interrupted. Raise InputError or
    AgentError before any game, and LimitError if the agents need more memory than is free.
    """
    # The files of agents may have changed since the last contest of this process.
    _participants.cache_clear()
    arena, _ = here = _participants(meeting)
    refuse_agents(meeting.rule, here.entrants, 2, "this contest")
    watch(0, meeting.planned)
    for agent in here.entrants:
        if agent.name.partition(":")[0].endswith(".py"):
            with arena.ended:
                agent.agent(1, meeting.seed)  # A file that cannot be loaded is refused.
    games = {} if games is None else games
    _play_pairs(meeting, jobs, engine_name, watch, games)
    return contest_of(meeting, games)


def contest_of(meeting: Meeting, games: Mapping[int, "Games"]) -> Contest:
    """Return the contest with the games of these pairs, by the number of the pair."""
    rule, worth = meeting.rule, game_of(meeting.rule).value(meeting.rule)
    results = tuple(
        Result(*meeting.names[number], games[number].exact, games[number].record(rule))
        for number in sorted(games)
        if games[number].exact or games[number].leads
    )
    standings = [
        _standing(rule, worth, entrant, results)
        for entrant in _participants(meeting).entrants
        if any(entrant.name in (result.first, result.second) for result in results)
    ]
    return Contest(
        rule=rule,
        value=worth,
        games=meeting.games,
        seed=meeting.seed,
        standings=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        results=results,
    )


def _play_pairs(
    meeting: Meeting, jobs: int, engine_name: str, watch: Watch, games: dict[int, "Games"]
) -> None:
    """Add the games of each pair, by its number."""
    pairs = _participants(meeting).pairs
    # Computed before forking, so that the processes inherit it.
    plays = [None in (one.policy(1), two.policy(2)) for one, two in pairs]
    order = sorted(range(len(pairs)), key=plays.__getitem__)  # Exact results are quick.
    if engine_name == "local" and sum(plays) < WORTH:
        jobs = 1
    with temporary_folder() as folder, closing(engine(engine_name, min(jobs, len(order)))) as run:
        works = [partial(_play_apart, meeting, number, folder) for number in order]
        try:
            with _counted(folder, meeting, games, watch):
                for place, finished in run(works):
                    games[order[place]] = finished
            watch(meeting.planned, meeting.planned)
        finally:  # An interruption leaves pairs that are not finished.
            games |= _saved(folder, games)


def _saved(folder: Path, finished: Mapping[int, "Games"]) -> dict[int, "Games"]:
    """Return the saved games of pairs that are not finished, by the number of the pair."""
    paths = {int(path.stem): path for path in folder.glob("*.games")}
    return {
        number: pickle.loads(path.read_bytes())
        for number, path in paths.items()
        if number not in finished
    }


@contextmanager
def _counted(
    folder: Path, meeting: Meeting, finished: Mapping[int, "Games"], watch: Watch
) -> Iterator[None]:
    """Report the games of all pairs to `watch`, also those of pairs that are not finished."""
    ended = threading.Event()

    def count() -> None:
        with suppress(TimeUp):  # The main thread is interrupted by a signal.
            while not ended.wait(BEAT):
                done = len(finished) * meeting.games
                saved = _saved(folder, finished).values()
                watch(done + sum(len(pair.leads) for pair in saved), meeting.planned)

    # The name marks it as a thread beside which forking is safe.
    counting = threading.Thread(target=count, name=f"{OURS}games", daemon=True)
    counting.start()
    try:
        yield
    finally:
        ended.set()
        counting.join()


def _play_apart(meeting: Meeting, number: int, folder: Path) -> "Games":
    """Play the games of a pair, and return them; meanwhile save those that are finished to a folder
    of this machine, for the progress and for the case of an interruption.
    """
    games, path, due = Games(), folder / f"{number}.games", 0.0

    def save(is_due: bool) -> None:
        nonlocal due
        if is_due and folder.is_dir():  # Ray may play elsewhere.
            new = path.with_suffix(".new")
            new.write_bytes(pickle.dumps(games))
            new.replace(path)
            due = time.monotonic() + BEAT

    try:
        return play_pair(meeting, number, games, lambda: save(time.monotonic() >= due))
    finally:
        save(bool(games.leads))


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
    arena = Arena(meeting.rule, meeting.seconds, meeting.seed, MAX_LINES)
    if len(meeting.names) == 1:  # A best response is to the other agent of the pair.
        one, two = meeting.names[0]
        return Participants(arena, ((entrant(arena, one, two), entrant(arena, two, one)),))
    names = dict.fromkeys(name for both in meeting.names for name in both)
    known = {name: entrant(arena, name) for name in names}
    return Participants(arena, tuple((known[one], known[two]) for one, two in meeting.names))


def failures_in_words(games: Mapping[int, "Games"]) -> str:
    """Return a line for each agent that failed in these games; empty for none."""
    failed, first = Counter[str](), dict[str, str]()
    for number in sorted(games):
        failed += games[number].failed
        first = games[number].failures | first
    return "\n".join(
        f"{first[name]} ({counted(count, 'game')} lost because it failed)"
        for name, count in failed.items()
    )


@dataclass
class Games:
    """The result of a pair, as far as it is known."""

    exact: Outcome | None = None
    leads: list[float] = field(default_factory=list)
    """The first agent's lead in points at the end of each game."""
    failed: Counter[str] = field(default_factory=Counter)
    """The number of games that each agent lost because it failed."""
    failures: dict[str, str] = field(default_factory=dict)
    """The first of these games of each agent, and its error."""

    def record(self, rule: Rule) -> PlayedGames | None:
        """Return the games that were played; None for none."""
        if not self.leads:
            return None
        won, lost = (sum(sign * lead > 0 for lead in self.leads) for sign in (1, -1))
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        total, squares = reduce(add, self.leads), reduce(add, (one * one for one in self.leads))
        most, count = game_of(rule).most_points(rule), len(self.leads)
        score, low, high = mean_interval(count, total, squares, most)
        drawn = count - won - lost
        failure = next(iter(self.failures.values()), "")
        return PlayedGames(won, drawn, lost, score, low, high, self.failed.total(), failure)


def play_pair(meeting: Meeting, number: int, games: Games, save: Callable[[], None]) -> Games:
    """Play the games of a pair, and return them, after ending the processes of its agents. `save`
    is called after each game. Raise OptionError for no games if the exact result is unknown.
    """
    here, seed = _participants(meeting), meeting.seed + 2 * number
    one, two = here.pairs[number]
    with here.arena.ended:
        first, second = one.policy(1), two.policy(2)
        outcome = game_of(meeting.rule).outcome
        games.exact = outcome(meeting.rule, first, second) if first and second else None
        if games.exact is None and not meeting.games:
            raise OptionError(
                f"--games 0: there is no exact result of {one.name} and {two.name}, so play games"
            )
        if games.exact is None or meeting.always and meeting.games:
            _play(meeting, (one, two), seed, games, save)
    return games


def _play(
    meeting: Meeting,
    both: tuple[Entrant, Entrant],
    seed: int,
    games: Games,
    save: Callable[[], None],
) -> None:
    """Play the games of a pair. An agent that fails loses the game; if its process has ended, it
    fails in all later games, too.
    """
    rule, chance = meeting.rule, random.Random(seed)
    game = game_of(rule)

    def lose(error: AgentError, count: int = 1) -> None:
        won = error.who == rule.players[1]
        name = both[won].name
        games.failed[name] += count
        games.failures.setdefault(name, f"game {len(games.leads) + 1}: {error}")
        games.leads += [game.most_points(rule) * (1 if won else -1)] * count

    try:
        agents = (both[0].agent(1, seed), both[1].agent(2, seed + 1))
    except AgentError as error:  # It was loaded before the contest, but not this time.
        return lose(error, meeting.games)
    while len(games.leads) < meeting.games:
        try:
            turn = play_match(game.rules(rule), agents, chance=chance)
            games.leads.append(float(turn.score(1)))
        except AgentError as error:
            lose(error)
        save()


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
    ends = result.exact or result.played
    assert ends is not None
    # A point for a win, and half a point for a draw.
    number = (ends.win + ends.draw / 2) / (ends.win + ends.draw + ends.loss)
    if result.exact:
        return (number,) * 3
    assert result.played is not None
    return number, *interval(number, result.played.games)
