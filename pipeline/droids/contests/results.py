"""Results of a contest: exactly where both are fixed distributions per state, by games where they
are not.
"""

from collections.abc import Callable, Iterable, Sequence

from pipeline.droids.arena import Entrant
from pipeline.droids.droid import Agent
from pipeline.droids.interval import interval, mean_interval
from pipeline.droids.match import play_match
from pipeline.droids.policy import Policy, expected, exploitability, outcome
from schemas.droid_contest import Contest, Mean, Outcome, Result, Standing
from schemas.rules.droid_battle import DroidBattle, winner
from schemas.rules.objective import Objective

Ends = tuple[tuple[int, int, int], Mean]


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
    exact, score = _exactly(rule, one.policy(1), two.policy(2))
    played, mean = None, None
    if exact is None or always and games:
        played, mean = _play(rule, (one.agent(1, seed), two.agent(2, seed + 1)), games, watch)
    return Result(
        first=one.name, second=two.name, exact=exact, played=played, score=score, mean=mean
    )


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
    """Return the mean points per game of the first, a win 1 and a draw 1/2."""
    win, draw, loss = result.exact or result.played or (0, 0, 0)
    return (win + draw / 2) / (win + draw + loss)


def _exactly(
    rule: DroidBattle, first: Policy | None, second: Policy | None
) -> tuple[Outcome | None, float | None]:
    if first is None or second is None:
        return None, None
    score = expected(rule, first, second) if rule.objective == Objective.POINTS else None
    return outcome(rule, first, second), score


def _play(
    rule: DroidBattle, agents: tuple[Agent, Agent], games: int, watch: Callable[[int], None]
) -> Ends:
    ends, total, squares = [0, 0, 0], 0, 0
    for done in range(games):
        watch(done)
        score = play_match(rule, agents).score
        ends[1 - winner(score)] += 1
        total, squares = total + score, squares + score * score
    return (ends[0], ends[1], ends[2]), Mean(*mean_interval(games, total, squares))


def _standing(
    rule: DroidBattle, value: float, entrant: Entrant, results: Sequence[Result]
) -> Standing:
    ranges = [_range(rule, result) for result in results if result.first == entrant.name]
    for result in results:
        if result.second == entrant.name:
            number, low, high = _range(rule, result)
            whole = 1.0 if rule.objective == Objective.WIN else 0.0
            ranges.append((whole - number, whole - high, whole - low))
    lost = []
    for player in (1, 2):
        policy = entrant.policy(player)
        lost.append(None if policy is None else exploitability(rule, policy, player, value) + 0.0)
    # The mean of the limits is no narrower than the interval of the mean.
    means = [sum(numbers) / len(ranges) for numbers in zip(*ranges, strict=True)]
    return Standing(
        name=entrant.name,
        points=means[0],
        low=means[1],
        high=means[2],
        exploitability=(lost[0], lost[1]),
    )


def _range(rule: DroidBattle, result: Result) -> tuple[float, float, float]:
    """Return what the first of a pair gets per game, and its 95 % interval."""
    if rule.objective == Objective.POINTS:
        if result.score is not None:
            return (result.score,) * 3
        assert result.mean is not None
        return result.mean
    number = points(result)
    if result.exact:
        return (number,) * 3
    return number, *interval(number, sum(result.played or (1,)))
