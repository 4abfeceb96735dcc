"""Results of a contest: exactly where both are fixed distributions per state, by games where they
are not.
"""

from collections.abc import Callable, Iterable, Sequence

from pipeline.droids.arena import Entrant
from pipeline.droids.droid import Agent
from pipeline.droids.interval import interval
from pipeline.droids.match import play_match
from pipeline.droids.policy import exploitability, outcome
from schemas.droid_contest import Contest, Result, Standing
from schemas.rules.droid_battle import DroidBattle, winner


def result_of(
    rule: DroidBattle,
    pair: tuple[Entrant, Entrant],
    games: int,
    seed: int,
    always: bool,
    watch: Callable[[int], None] = lambda done: None,
) -> Result:
    """Return what a pair does, the first as droid 2. With `always` games are played where the
    result is known, too; `watch` is told how many were.
    """
    one, two = pair
    policies = (one.policy(1), two.policy(2))
    exact = (
        None
        if policies[0] is None or policies[1] is None
        else outcome(rule, policies[0], policies[1])
    )
    played = None
    if exact is None or always and games:
        played = _play(rule, (one.agent(1, seed), two.agent(2, seed + 1)), games, watch)
    return Result(first=one.name, second=two.name, exact=exact, played=played)


def contest_of(
    rule: DroidBattle,
    value: float,
    entrants: Iterable[Entrant],
    games: int,
    seed: int,
    results: Sequence[Result],
) -> Contest:
    """Return results with what they say of each who took part."""
    standings = [_standing(rule, value, entrant, results) for entrant in entrants]
    return Contest(
        rule=rule,
        value=value,
        games=games,
        seed=seed,
        standings=tuple(sorted(standings, key=lambda one: (-one.points, one.name))),
        results=tuple(results),
    )


def points(result: Result) -> float:
    """Return the mean points per game of the first."""
    win, draw, loss = result.exact or result.played or (0, 0, 0)
    return (win + draw / 2) / (win + draw + loss)


def _play(
    rule: DroidBattle, agents: tuple[Agent, Agent], games: int, watch: Callable[[int], None]
) -> tuple[int, int, int]:
    ends = [0, 0, 0]
    for done in range(games):
        watch(done)
        ends[1 - winner(play_match(rule, agents).score)] += 1
    return ends[0], ends[1], ends[2]


def _standing(
    rule: DroidBattle, value: float, entrant: Entrant, results: Sequence[Result]
) -> Standing:
    own = [(points(result), result) for result in results if result.first == entrant.name]
    own += [(1 - points(result), result) for result in results if result.second == entrant.name]
    mean = sum(number for number, _ in own) / len(own)
    ranges = [
        (number, number) if result.exact else interval(number, sum(result.played or (1,)))
        for number, result in own
    ]
    lost = []
    for player in (1, 2):
        policy = entrant.policy(player)
        lost.append(None if policy is None else exploitability(rule, policy, player, value) + 0.0)
    # The mean of the limits is no narrower than the interval of the mean.
    return Standing(
        name=entrant.name,
        points=mean,
        low=sum(low for low, _ in ranges) / len(own),
        high=sum(high for _, high in ranges) / len(own),
        exploitability=(lost[0], lost[1]),
    )
