"""Training with others that learn or are asked in their own process: against a student's file, and
two tables against each other.
"""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from efgc.pipeline.apps.droids.agents.features import view
from efgc.pipeline.apps.droids.agents.q_learning import (
    Learning,
    Plan,
    QAgent,
    greedy,
    learn,
    new_agent,
)
from efgc.pipeline.apps.droids.assignment import course_seats
from efgc.pipeline.apps.droids.entrants import Arena, entrant
from efgc.pipeline.apps.droids.policy import outcome, uniform
from efgc.pipeline.apps.droids.training import Training, by_moves, train_agent
from efgc.pipeline.apps.droids.turns import AgentError
from efgc.pipeline.cli import efgc
from efgc.schemas import droid_agent
from efgc.schemas.droid_agent import Rewards
from efgc.schemas.rules.droid_battle import DroidBattle
from efgc.stages.solve.induction.droid_battle import index

WIN = DroidBattle(("2--", "-#-", "--5"), (3, 2), 9, "win")
POINTS = DroidBattle(("2-5", "---"), (2, 2), 7, "points")
STATE = ("squares", "shots", "score")

# It writes down what it is told, so that two trainings can be compared call by call.
WITNESS = """
import random
from enum import Enum

class Action(Enum):
    MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, SHOOT = range(1, 6)

class QAgent:
    def __init__(self):
        self.random, self.told = random.Random(4), open("told.txt", "w", buffering=1)

    def clear(self):
        self.told.write("clear\\n")

    def get_best_move(self, own, other, change, training=False):
        droids = [[d.rows, d.cols, d.location, d.shots, sorted(d.walls)] for d in (own, other)]
        self.told.write(f"{droids} {change} {training}\\n")
        possible = sorted(own.available_actions(), key=lambda action: action.value)
        own.shots, own.location = 99, (0, 0)
        return self.random.choice(possible)
"""
SHOOTS = """
from efgc.pipeline.apps.droids.droid import Action

class QAgent:
    def clear(self):
        pass

    def get_best_move(self, own, other, change, training=False):
        {}
        return Action.SHOOT
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plan_of(player, games=120, max_rounds=10**12):
    return Plan(games, None, "hw.py:QAgent", player, Learning(), 5, max_rounds)


@pytest.mark.slow
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(
    "rule, rewards, state, plan",
    [
        (WIN, Rewards(), STATE, {}),
        (WIN, Rewards(0.3, 1.0, -0.1, 0.2), ("offset", "armed", "lead", "late"), {"games": 33}),
        (POINTS, Rewards(1.0, 5.0, -0.05, 0.0), ("squares", "rounds"), {"max_rounds": 100}),
    ],
)
def test_lessons_are_the_training_that_asks_for_each_move(
    folder, rule, rewards, state, plan, player
):
    Path("hw.py").write_text(WITNESS)
    agent = new_agent(rule, state, rewards)
    found, told = [], []
    plan = plan_of(player, **plan)
    for by_process in (True, False):
        arena = Arena(rule)
        with arena.ended:
            if by_process:
                found.append(train_agent(arena, agent, plan))
            else:
                other = entrant(arena, plan.against).agent(3 - player, plan.seed)
                found.append(by_moves(agent, plan, other))
        told.append(Path("told.txt").read_text())
    (one, ends, _), (two, others, _) = found
    assert told[0] == told[1] and told[0].count("clear") == sum(ends)
    assert ends == others and one.table.any() and not agent.table.any()
    assert np.array_equal(one.table, two.table)
    assert (one.curve, one.episodes, one.rounds) == (two.curve, two.episodes, two.rounds)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line, words",
    [
        ("pass", r"^hw.py:QAgent, droid 5 in round 3: SHOOT is not possible there; possible are M"),
        ("raise ValueError('no')", r"^hw.py:QAgent, droid 5: raised ValueError in line 9: no$"),
        ("return 'shoot'", r"^hw.py:QAgent, droid 5: returned 'shoot', which is no Action$"),
        ("import time; time.sleep(60)", r"took longer than [\d.]+ s for a move of the training$"),
        ("import os; os._exit(0)", r"its process"),
    ],
)
def test_a_file_that_does_something_else_ends_the_training_in_a_line(folder, line, words):
    Path("hw.py").write_text(SHOOTS.format(line))
    arena = Arena(WIN, 0.5)
    with arena.ended, pytest.raises(AgentError, match=words):
        train_agent(arena, new_agent(WIN, STATE, Rewards()), plan_of(1))


@pytest.mark.slow
def test_two_that_learn_from_each_other_are_two_tables():
    apart = DroidBattle(("2-#--", "--#-5", "-----"), (2, 2), 8, "win")
    new = new_agent(apart, STATE, Rewards())
    both = learn((new, new), Plan(3_000))
    again = learn((new, new), Plan(3_000))
    assert all(np.array_equal(one.table, two.table) for one, two in zip(both, again, strict=True))
    assert all(agent.episodes == 3_000 and len(agent.curve) == 10 for agent in both)
    [alone] = learn((new,), Plan(3_000))
    assert not any(np.array_equal(agent.table, alone.table) for agent in both)
    chance = uniform(apart, 1), uniform(apart, 2)
    none = outcome(apart, *chance)
    first = outcome(apart, greedy(both[0], 1), chance[1])
    second = outcome(apart, chance[0], greedy(both[1], 2))
    assert first.win - first.loss > none.win - none.loss + 0.1
    assert second.loss - second.win > none.loss - none.win + 0.1


@pytest.mark.slow
def test_one_table_learns_from_both_sides_and_two_from_one_each():
    rule = DroidBattle(("2-", "-5"), (1, 1), 1, "win")
    new = new_agent(rule, ("squares",), Rewards())
    seen = view(rule, ("squares",))
    squares = index(rule).squares
    pair = squares.index((0, 0)) * len(squares) + squares.index((1, 1))
    visited = [
        {int(state) for state in np.flatnonzero(agent.table.any(axis=1))}
        for agent in learn((new, new), Plan(200))
    ]
    opening = [{int(seen.pair[side, pair])} for side in (0, 1)]
    # One round: the only state of each is where it begins.
    assert visited[0] <= opening[0] and visited[1] <= opening[1] and opening[0] != opening[1]


@pytest.mark.long
def test_the_rival_is_written_beside_the_agent(folder):
    words = ("train", "--games", "60", "-o", "mine.agent.json", "--rival", "other.agent.json")
    ended = CliRunner().invoke(efgc, [*words, "--droid", "5"], catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    mine, other = (
        droid_agent.read(Path(f"{name}.agent.json").read_text()) for name in ("mine", "other")
    )
    assert mine.episodes == other.episodes == 60 and mine.rounds == other.rounds
    assert not np.array_equal(mine.table, other.table)
    refused = CliRunner().invoke(efgc, [*words, "--against", "random"])
    assert refused.exit_code == 2 and "use either --rival or --against" in refused.output
    refused = CliRunner().invoke(efgc, [*words[:5], "--rival", "mine.agent.json"])
    assert refused.exit_code != 0


@pytest.mark.slow
def test_two_qagents_of_the_assignment_have_tables_of_their_own():
    one, two = course_seats(Arena(WIN), ("QAgent", "QAgent"), 500, "")
    new = new_agent(WIN, STATE, Rewards())
    both = learn((new, new), Plan(500, max_rounds=500))
    for player, (seat, agent) in enumerate(zip((one, two), both, strict=True), 1):
        for mine, theirs in zip(seat.agent.policy, greedy(agent, player), strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("names", [("QAgent", "hw.py:QAgent"), ("hw.py:QAgent", "QAgent")])
def test_an_agent_of_a_file_and_a_qagent_train_with_each_others_kind(folder, monkeypatch, names):
    Path("hw.py").write_text(WITNESS)
    trained = []

    def train(arena, agent, plan, watch):
        trained.append(plan.against)
        return Training(agent)

    def practise(rule, agents, rounds, watch):
        trained.append({isinstance(agent, QAgent) for agent in agents})

    monkeypatch.setattr("efgc.pipeline.apps.droids.assignment.train_agent", train)
    monkeypatch.setattr("efgc.pipeline.apps.droids.assignment.practise", practise)
    arena = Arena(WIN)
    with arena.ended:
        course_seats(arena, names, 20, "")
    assert len(trained) == 2 and "hw.py:QAgent" in trained and {True, False} in trained


def test_two_agents_of_files_train_in_the_same_games(folder, monkeypatch):
    Path("hw.py").write_text(WITNESS)
    trained = []
    monkeypatch.setattr(
        "efgc.pipeline.apps.droids.assignment.practise",
        lambda rule, agents, rounds, watch: trained.append((agents, rounds)),
    )
    arena = Arena(WIN)
    with arena.ended:
        one, two = course_seats(arena, ("hw.py:QAgent", "hw.py:QAgent"), 20, "")
        assert trained == [((one.agent, two.agent), 20)] and one.agent is not two.agent


@pytest.mark.parametrize("words, restart", [((), True), (("--no-restart",), False)])
def test_the_assignments_board_restarts_by_default(monkeypatch, words, restart):
    shown = []
    monkeypatch.setattr(
        "efgc.pipeline.apps.droids.commands.play.show", lambda *given: shown.append(given[-1])
    )
    ended = CliRunner().invoke(
        efgc, ["course", "droid-battle", "KeyboardAgent", "KeyboardAgent", *words]
    )
    assert ended.exit_code == 0 and shown == [restart]
