"""Battles for points: what agents do there, against a search through all play."""

from itertools import permutations, product

import pytest

from efgc.pipeline.apps.droids.agents.minimax import Minimax, minimax_policy
from efgc.pipeline.apps.droids.agents.q_learning import Plan, greedy, learn, new_agent
from efgc.pipeline.apps.droids.contest import Meeting, contest
from efgc.pipeline.apps.droids.contest_formats import write_text
from efgc.pipeline.apps.droids.policy import (
    at_position,
    best_response,
    equilibrium,
    expected,
    exploitability,
    outcome,
    uniform,
)
from efgc.schemas.droid_agent import Rewards
from efgc.schemas.rules.droid_battle import (
    ACTIONS,
    DroidBattle,
    actions,
    is_over,
    opening,
    play,
    winner,
)

DUEL = DroidBattle(("2-5", "---"), (2, 1), 3, "points")
AGENTS = ("random", "equilibrium", "minimax:depth=2", "q-learning:games=300")


def ends(rule, first, second):
    """Return the probability of every score at the end, by going through all play."""
    found = {}

    def go(point, weight):
        if is_over(point):
            found[point.score] = found.get(point.score, 0.0) + weight
            return
        both = (at_position(rule, first, point), at_position(rule, second, point))
        for i, j in product(range(5), repeat=2):
            share = both[0][i] * both[1][j]
            if share:
                go(play(rule, point, (ACTIONS[i], ACTIONS[j])), weight * share)

    go(opening(rule), 1.0)
    return found


def policies(rule):
    [taught] = learn((new_agent(rule, ("squares", "shots"), Rewards()),), Plan(300))
    return [
        (
            uniform(rule, player),
            equilibrium(rule)[player - 1],
            minimax_policy(rule, player, Minimax(depth=2)),
            greedy(taught, player),
        )
        for player in (1, 2)
    ]


def test_shares_and_mean_score_are_those_of_all_play():
    for first, second in product(*policies(DUEL)):
        found = ends(DUEL, first, second)
        shares = [
            sum(share for score, share in found.items() if winner(score) == sign)
            for sign in (1, 0, -1)
        ]
        assert outcome(DUEL, first, second)[:3] == pytest.approx(shares, abs=1e-12)
        mean = sum(score * share for score, share in found.items())
        assert expected(DUEL, first, second) == pytest.approx(mean, abs=1e-12)


def test_a_best_response_for_points_is_best_of_all_play():
    for policy in policies(DUEL)[1]:

        def best(point, policy=policy):
            if is_over(point):
                return point.score
            there = at_position(DUEL, policy, point)
            return max(
                sum(
                    there[at] * best(play(DUEL, point, (own, other)))
                    for at, other in enumerate(ACTIONS)
                    if there[at]
                )
                for own in actions(DUEL, point.squares[0], point.shots[0])
            )

        answer, worth = best_response(DUEL, policy, 1)
        assert worth == pytest.approx(best(opening(DUEL)), abs=1e-12)
        assert expected(DUEL, answer, policy) == pytest.approx(worth, abs=1e-12)
        assert exploitability(DUEL, policy, 2, 1 / 3) == pytest.approx(worth - 1 / 3, abs=1e-12)


def test_a_contest_for_points_ranks_by_the_mean_score():
    meeting = Meeting(DUEL, 5.0, 1, tuple(permutations(AGENTS, 2)), 40, True)
    found = contest(meeting, 1, "local", lambda done, total: None)
    assert found.value == pytest.approx(1 / 3)
    order = [one.points for one in found.standings]
    assert order == sorted(order, reverse=True) and sum(order) == pytest.approx(0, abs=1e-12)
    lost = {one.name: one.exploitability for one in found.standings}
    assert lost["equilibrium"] == pytest.approx((0, 0), abs=1e-6)
    for result in found.results:
        assert result.played.low <= result.played.score <= result.played.high
        shots = sum(DUEL.shots)
        assert abs(result.exact.score) <= shots and result.played.games == 40
    text = "".join(write_text(found))
    assert "points ahead per game" in text and "by how many points it is ahead" in text


def test_games_that_are_played_have_the_mean_that_is_computed():
    meeting = Meeting(DUEL, 5.0, 1, (("random", "minimax:depth=2"),), 1000, True)
    [result] = contest(meeting, 1, "local", lambda done, total: None).results
    assert result.played.score == pytest.approx(result.exact.score, abs=0.12)
    assert 4 * (result.played.high - result.played.score) > 0.12
