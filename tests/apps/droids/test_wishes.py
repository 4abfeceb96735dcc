"""What people ask of agents: a time for a move, and rewards of their own."""

from itertools import pairwise

import numpy as np
import pytest

from efgc.pipeline.apps.droids.agents.features import corners, is_corner, view
from efgc.pipeline.apps.droids.agents.minimax import Minimax, MinimaxAgent, minimax_policy
from efgc.pipeline.apps.droids.agents.q_learning import Learning, Plan, QAgent, learn, new_agent
from efgc.pipeline.apps.droids.battle import BattleRules
from efgc.pipeline.apps.droids.entrants import Arena, entrant
from efgc.pipeline.apps.droids.policy import at_position, uniform
from efgc.pipeline.apps.droids.turns import practise, turns
from efgc.schemas.droid_agent import Rewards, read, write
from efgc.schemas.parts.problems import OptionError
from efgc.schemas.rules.droid_battle import ACTIONS, DroidBattle, neighbours
from efgc.stages.solve.induction.droid_battle import index

RULE = DroidBattle(("2---", "----", "---5"), (2, 2), 6, "win")


@pytest.mark.parametrize("seconds, depth", [(1e-9, 1), (3600.0, 3)])
@pytest.mark.parametrize("view_name", ["pessimistic", "optimistic", "mixed"])
def test_a_time_limit_ends_the_search_at_the_last_complete_depth(view_name, seconds, depth):
    settings = Minimax(3, view_name, "shots", 0.0, seconds)
    policy = minimax_policy(RULE, 1, settings._replace(depth=depth))
    agents = (MinimaxAgent(RULE, 1, settings, 1), MinimaxAgent(RULE, 2, settings, 2))
    seen = 0
    for before, after in pairwise(turns(BattleRules(RULE), agents)):
        shares = at_position(RULE, policy, before.point)
        if shares is not None:
            assert shares[ACTIONS.index(after.rounds[-1].chosen[0])] > 0
            seen += 1
    assert seen > 2


def test_minimax_with_a_clock_has_no_policy_and_checks_its_seconds():
    arena = Arena(RULE)
    assert entrant(arena, "minimax:seconds=0.5").policy(1) is None
    agent = entrant(arena, "minimax:seconds=0.5,depth=4").agent(1, 1)
    assert (agent.settings.seconds, agent.settings.depth) == (0.5, 4)
    for seconds in ("0", "-1", "soon", "3601"):
        with pytest.raises(OptionError, match="seconds for a move"):
            entrant(arena, f"minimax:seconds={seconds}")


def test_corners_are_where_two_sides_that_meet_are_closed():
    rule = DroidBattle(("2---", "-#--", "---5"), (2, 2), 6, "win")
    found = {square for square in index(rule).squares if is_corner(rule, square)}
    assert found == {(0, 0), (0, 3), (2, 0), (2, 3)}
    assert is_corner(DroidBattle(("2-#", "--5"), (1, 1), 2, "win"), (0, 1))
    there = corners(rule)
    squares = index(rule).squares
    assert there[0].sum() == there[1].sum() == 4 * len(squares)


def trained_by(play):
    """Return what each action is worth in each state to who is rewarded for corners alone."""
    agent = new_agent(RULE, ("squares",), Rewards(0.0, 0.0, 0.0, 1.0))
    return play(agent, Learning(0.5, 0.0, (1.0, 1.0)))


def compiled(agent, learning):
    [trained] = learn((agent,), Plan(3000, learning=learning), uniform(RULE, 2))
    return trained.table


def by_games(agent, learning):
    learner = QAgent(agent, 1, learning, 1)
    practise(BattleRules(RULE), (learner, entrant(Arena(RULE), "random").agent(2, 2)), 6000)
    return learner.agent.table


@pytest.mark.parametrize("play", [compiled, by_games])
def test_rounds_that_begin_in_a_corner_are_worth_their_reward(play):
    table, squares = trained_by(play), index(RULE).squares
    seen = view(RULE, ("squares",))
    worth = 0
    for at, square in enumerate(squares):
        for other in range(len(squares)):
            state = seen.pair[0, at * len(squares) + other]
            for action, word in enumerate(ACTIONS):
                to = neighbours(RULE, square).get(word, square)
                if not is_corner(RULE, square) and not is_corner(RULE, to):
                    assert table[state, action] == 0
                worth += table[state, action] > 0
    assert worth > 10 and table.max() <= 1 and table.min() == 0


def test_rewards_of_ones_own_are_kept_in_the_file():
    agent = new_agent(RULE, ("squares",), Rewards(corner=1.0))
    again = read("".join(write(agent)))
    assert again.rewards == agent.rewards and np.array_equal(again.table, agent.table)
    plain = "".join(write(new_agent(RULE, ("squares",), Rewards())))
    assert "corner" not in plain and read(plain).rewards.corner == 0
