"""Agents: minimax against its own table, Q-learning against what can be known of it, matches and
contests.
"""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from efgc.pipeline.apps.droids.agents.features import view
from efgc.pipeline.apps.droids.agents.minimax import (
    EVALUATIONS,
    TIE,
    VIEWS,
    Minimax,
    MinimaxAgent,
    minimax_policy,
)
from efgc.pipeline.apps.droids.agents.policy_agent import PolicyAgent
from efgc.pipeline.apps.droids.agents.q_learning import (
    Learning,
    Plan,
    QAgent,
    curve_points,
    greedy,
    learn,
    new_agent,
)
from efgc.pipeline.apps.droids.battle import BattleRules
from efgc.pipeline.apps.droids.contest import Meeting, contest
from efgc.pipeline.apps.droids.droid import Action, Agent, droids_of
from efgc.pipeline.apps.droids.interval import interval
from efgc.pipeline.apps.droids.policy import (
    at_position,
    best_response,
    equilibrium,
    expected,
    outcome,
    uniform,
)
from efgc.pipeline.apps.droids.turns import AgentError, Turn, play_match, practise
from efgc.schemas import droid_agent
from efgc.schemas.droid_agent import FEATURES, Rewards
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules.droid_battle import (
    ACTIONS,
    DroidBattle,
    Position,
    is_over,
    opening,
    play,
    winner,
)
from efgc.stages.solve.induction.droid_battle import index

SMALL = DroidBattle(("2-5", "-#-", "---"), (2, 2), 6, "win")
COURSE = DroidBattle(("----", "----", "2--5", "----"), (5, 5), 50, "win")


def points_of(rule, seed, number=40):
    """Return random points of play that are not over."""
    random = np.random.default_rng(seed)
    found = []
    while len(found) < number:
        point = opening(rule)
        while not is_over(point) and len(found) < number:
            found.append(point)
            point = play(
                rule,
                point,
                tuple(
                    Action(random.choice(sorted(one.available_actions()))).word
                    for one in _droids(rule, point)
                ),
            )
    return found


def _droids(rule, point):
    own, other, _ = droids_of(BattleRules(rule).shown(Turn(point), 1))
    return own, other


@pytest.mark.slow
@pytest.mark.parametrize("evaluation", EVALUATIONS)
@pytest.mark.parametrize("view_name", VIEWS)
@pytest.mark.parametrize("player, margin", [(1, 0.0), (2, 0.0), (1, 0.02)])
def test_the_minimax_search_agrees_with_its_table(view_name, evaluation, player, margin):
    """A search from one state, against one sweep over all states per round of depth."""
    settings = Minimax(2, view_name, evaluation, margin)
    policy = minimax_policy(SMALL, player, settings)
    agent, known, seen = MinimaxAgent(SMALL, player, settings, seed=1), index(SMALL), 0
    for point in points_of(SMALL, 7):
        weights = at_position(SMALL, policy, point)
        if weights is None:
            continue
        assert sum(weights) == pytest.approx(1, abs=1e-12)
        pair = known.squares.index(point.squares[0]) * len(known.squares) + known.squares.index(
            point.squares[1]
        )
        tally = next(
            at for at, one in enumerate(known.tallies) if one == (point.shots, point.score)
        )
        drawn = {agent._choose(pair, tally, point.rounds) for _ in range(40)}
        assert drawn <= {at for at, weight in enumerate(weights) if weight > 0}
        seen += len(drawn)
    assert seen > 20


@pytest.mark.parametrize("view_name", ["pessimistic", "optimistic"])
def test_minimax_to_the_end_bounds_the_value(view_name):
    """Who is seen before it acts is promised no more than the value, who sees no less."""
    rule = SMALL._replace(shots=(2, 1), rounds=4)

    def worth(point):
        if is_over(point):
            return winner(point.score)
        own, other = (
            [Action(action).word for action in sorted(one.available_actions())]
            for one in _droids(rule, point)
        )
        worths = [[worth(play(rule, point, (one, two))) for two in other] for one in own]
        if view_name == "pessimistic":
            return max(map(min, worths))
        return min(max(column) for column in zip(*worths, strict=True))

    policy = minimax_policy(rule, 1, Minimax(4, view_name, "score", 0.0))
    weights = at_position(rule, policy, opening(rule))
    best = [
        Action[f"MOVE_{word.upper()}" if word != "shoot" else "SHOOT"]
        for word, weight in zip(ACTIONS, weights, strict=True)
        if weight
    ]
    own, other = (sorted(one.available_actions()) for one in _droids(rule, opening(rule)))
    worths = {
        one: [worth(play(rule, opening(rule), (one.word, two.word))) for two in other]
        for one in own
    }
    if view_name == "pessimistic":
        most = max(map(min, worths.values()))
        assert best == [one for one in own if min(worths[one]) == most]
    else:
        hopes = [max(worths[one][at] for one in own) for at in range(len(other))]
        seen = [at for at, hope in enumerate(hopes) if hope == min(hopes)]
        assert set(best) == {one for one in own for at in seen if worths[one][at] == hopes[at]}
    assert TIE < 1e-6


@pytest.mark.parametrize(
    "features",
    [("squares", "shots", "score"), ("offset", "armed", "lead", "late"), (), ("rounds",)],
)
def test_the_features_of_a_view_determine_which_states_it_distinguishes(features):
    seen, known = view(SMALL, features), index(SMALL)
    numbers = (
        seen.pair[0][known.pairs][:, None, None]
        + seen.tally[0][None, :, None]
        + seen.left[None, None, :]
    )
    assert numbers.min() >= 0 and numbers.max() < seen.states
    if features == ("squares", "shots", "score"):
        assert len(np.unique(numbers)) == len(known.pairs) * len(known.tallies)
    if not features:
        assert seen.states == 1


def test_every_feature_can_be_seen_alone():
    assert all(view(SMALL, (name,)).states > 1 for name in FEATURES[SMALL.name])


def test_who_has_learned_nothing_plays_at_random():
    agent = new_agent(SMALL, ("squares", "shots", "score"), Rewards())
    for player in (1, 2):
        for left, (mine, other) in enumerate(
            zip(greedy(agent, player), uniform(SMALL, player), strict=True)
        ):
            assert left == 0 or np.allclose(mine[index(SMALL).pairs], other[index(SMALL).pairs])


@pytest.mark.slow
@pytest.mark.parametrize("player", [1, 2])
def test_q_learning_finds_a_best_response(player):
    """Against a fixed opponent the battle is a decision process, and a table that sees everything
    learns its value.
    """
    rule = DroidBattle(("2-5", "---"), (1, 1), 3, "win")
    lazy = uniform(rule, 3 - player)
    start = new_agent(rule, ("squares", "shots", "score", "rounds"), Rewards(0, 1, 0))
    learning = Learning(0.02, 1.0, (1.0, 0.3))
    [agent] = learn((start,), Plan(60_000, player=player, learning=learning, seed=3), lazy)
    own = greedy(agent, player)
    found = expected(rule, *((own, lazy) if player == 1 else (lazy, own)))
    _, best = best_response(rule, lazy, player)
    assert found == pytest.approx(best, abs=0.02) and abs(best) > 0.1
    assert agent.episodes == 60_000 and agent.curve[-1].episodes == 60_000
    win, draw, loss = agent.curve[-1][1:4]
    assert (win - loss) * (1 if player == 1 else -1) == pytest.approx(found, abs=1e-12)


def test_training_is_the_same_for_the_same_seed_and_goes_on():
    start = new_agent(SMALL, ("squares", "shots", "score"), Rewards())
    one, two, other = (learn((start,), Plan(500, seed=seed))[0] for seed in (1, 1, 2))
    assert np.array_equal(one.table, two.table) and not np.array_equal(one.table, other.table)
    [more] = learn((one,), Plan(500))
    assert (
        more.episodes == 1000 and more.rounds > one.rounds and len(more.curve) == 2 * len(one.curve)
    )
    [short] = learn((start,), Plan(500, max_rounds=40))
    assert short.rounds < 40 + SMALL.rounds
    text = "".join(droid_agent.write(more))
    again = droid_agent.read(text)
    assert "".join(droid_agent.write(again)) == text and np.array_equal(again.table, more.table)


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["time", "rounds"])
def test_training_ends_soon_after_its_limit_and_explores_less_until_then(limit):
    """Each game takes 20 rounds, and a thousandth of the time."""
    shares, games = [], 0

    def play(size, rounds, done, total):
        nonlocal games
        assert done == games
        size = min(size, -(-rounds // 20))
        shares.append((done / total, size))
        games += size
        return size, 20 * size

    elapsed = (lambda: games / 1000) if limit == "time" else None
    most = 10**12 if limit == "time" else 20_000
    found = list(curve_points(20, play, most, most, elapsed, lambda done, total: None, most))
    points = [counts for *counts, is_point in found if is_point]
    assert points[-1] == [games, 20 * games] and 1000 <= games <= 1010
    assert shares[:2] == [(0, 1), (pytest.approx(0.001), 1)] and max(shares)[0] > 0.98
    assert [share for share, _ in shares] == sorted(share for share, _ in shares)
    assert len(points) == 10


def test_an_agent_that_learns_by_the_assignments_interface_learns():
    rule = DroidBattle(("2-5", "---"), (1, 1), 3, "win")
    fixed = uniform(rule, 2)
    learner = QAgent(
        new_agent(rule, ("squares", "shots", "score", "rounds"), Rewards(0, 1, 0)),
        1,
        Learning(0.05, 1.0, (1.0, 0.3)),
        seed=1,
    )
    assert practise(BattleRules(rule), (learner, PolicyAgent(rule, 2, fixed, 2)), 12_000) >= 12_000
    _, best = best_response(rule, fixed, 1)
    assert expected(rule, greedy(learner.agent, 1), fixed) == pytest.approx(best, abs=0.05)
    assert learner.agent.episodes > 4_000


@pytest.mark.slow
@pytest.mark.parametrize("player", [1, 2])
def test_an_agent_learns_from_a_win_that_is_decided_before_the_last_shot(player):
    shots = (2, 0) if player == 1 else (0, 2)
    rule = DroidBattle(("2-5", "---"), shots, 6, "win")
    other = 3 - player
    learner = QAgent(
        new_agent(rule, ("squares", "shots", "score", "rounds"), Rewards(0, 1, 0)),
        player,
        Learning(0.1, 1.0, (1.0, 1.0)),
        seed=1,
    )
    fixed = uniform(rule, other)
    agents = (learner, PolicyAgent(rule, other, fixed, 2))
    practise(BattleRules(rule), agents if player == 1 else agents[::-1], 20_000)
    own = greedy(learner.agent, player)
    found = expected(rule, *((own, fixed) if player == 1 else (fixed, own)))
    _, best = best_response(rule, fixed, player)
    assert found == pytest.approx(best, abs=0.02) and abs(best) > 0.9


def test_match_results_agree_with_the_exact_outcome_of_the_policies():
    rule = SMALL
    policies = (uniform(rule, 1), equilibrium(rule)[1])
    exact = outcome(rule, *policies)
    agents = (PolicyAgent(rule, 1, policies[0], 1), PolicyAgent(rule, 2, policies[1], 2))
    wins = [winner(play_match(BattleRules(rule), agents).score(1)) for _ in range(2_000)]
    for share, end in zip(exact[:3], (1, 0, -1), strict=True):
        low, high = interval(wins.count(end) / 2_000, 2_000)
        assert (
            low - 0.01 <= share <= high + 0.01
        )  # Twice the interval: one draw of this seed, not a law.


def test_a_contest_ranks_and_its_equilibrium_never_loses():
    names = ("random", "equilibrium", "minimax")
    meeting = Meeting(SMALL, 5.0, 1, tuple(permutations(names, 2)), 10, False)
    found = contest(meeting, 1, "local", lambda done, total: None)
    assert len(found.results) == 6 and all(result.played is None for result in found.results)
    for result in found.results:
        if result.first == "equilibrium":
            assert result.exact.win - result.exact.loss >= -1e-6
        if result.second == "equilibrium":
            assert result.exact.loss - result.exact.win >= -1e-6
    sure = {one.name: one.exploitability for one in found.standings}
    assert max(sure["equilibrium"]) <= 1e-6 and min(sure["random"]) > 0.1
    assert [one.points for one in found.standings] == sorted(
        (one.points for one in found.standings), reverse=True
    )
    meeting = replace(meeting, names=(names[:2],), games=25, always=True)
    [played] = contest(meeting, 1, "local", lambda done, total: None).results
    assert played.played.games == 25 and sum(played.exact[:3]) == pytest.approx(1, abs=1e-12)


class Script(Agent):
    """Plays what is written down."""

    def __init__(self, *actions):
        self.actions = actions
        self.seen = []

    def clear(self):
        self.left = list(self.actions)

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        self.seen.append((self_droid.location, adv_droid.location, score_change))
        self_droid.location = (9, 9)  # Nothing that an agent does to its copy counts.
        return self.left.pop(0)


def test_agents_receive_the_observations_of_the_assignment():
    rule = DroidBattle(("2--5", "----"), (2, 2), 9, "win")
    one = Script(Action.SHOOT, Action.MOVE_DOWN, Action.SHOOT)
    two = Script(Action.MOVE_LEFT, Action.SHOOT, Action.SHOOT)
    end = play_match(BattleRules(rule), (one, two)).point
    assert end == Position(((1, 0), (0, 2)), (0, 0), 1, 6)
    assert one.seen == [((0, 0), (0, 3), 0), ((0, 0), (0, 2), 1), ((1, 0), (0, 2), 0)]
    assert two.seen == [((0, 3), (0, 0), 0), ((0, 2), (0, 0), -1), ((0, 2), (1, 0), 0)]


@pytest.mark.parametrize("action", [Action.MOVE_UP, "up", None, 3])
def test_an_impossible_action_ends_the_match(action):
    with pytest.raises(
        AgentError,
        match="droid 2 in round 1: .* is not possible there; possible are MOVE_DOWN, MOVE_RIG",
    ):
        play_match(
            BattleRules(DroidBattle(("2--5", "----"), (2, 2), 9, "win")),
            (Script(action), Script(Action.SHOOT)),
        )


@pytest.mark.parametrize("features", [("rounds", "squares", "shots", "score")])
def test_a_table_that_is_too_large_is_refused(features):
    with pytest.raises(InputError, match="states are too many for a table"):
        view(DroidBattle(("2" + "-" * 8 + "5", *["-" * 10] * 4), (5, 5), 500, "win"), features)


@pytest.mark.long
def test_the_equilibrium_beats_two_kinds_of_agents_on_the_course_board():
    first, _ = equilibrium(COURSE)
    start = new_agent(COURSE, ("squares", "shots", "score"), Rewards())
    [taught] = learn((start,), Plan(300_000))
    assert outcome(COURSE, first, greedy(taught, 2)).win > 0.99
    assert outcome(COURSE, first, minimax_policy(COURSE, 2, Minimax())).loss < 0.3


@pytest.mark.long
def test_the_two_gradings_of_the_assignment():
    """In short: 20,000 games instead of 3 minutes; tests/benchmarks/droids.py does it as the
    document says.
    """
    start = new_agent(COURSE, ("squares", "shots", "score"), Rewards())
    [opponent] = learn((start,), Plan(20_000))
    [learned] = learn((start,), Plan(20_000, seed=2), greedy(opponent, 2))
    win, draw, *_ = outcome(COURSE, greedy(learned, 1), greedy(opponent, 2))
    assert win + draw >= 0.95
    win, draw, *_ = outcome(COURSE, minimax_policy(COURSE, 1, Minimax()), greedy(opponent, 2))
    assert win + draw / 2 >= 0.90
