"""Droid battle: how long boards take, and the two gradings of the assignment, re-run.

python tests/benchmarks/droids.py boards      # course board and 8 x 8
python tests/benchmarks/droids.py gradings    # some ten minutes: 3 of them train
python tests/benchmarks/droids.py lessons     # against a file: in its process, and move by move
"""

import os
import sys
import tempfile
import time

from efgc.pipeline.apps.droids.agents.minimax import Minimax, MinimaxAgent, minimax_policy
from efgc.pipeline.apps.droids.agents.policy_agent import PolicyAgent
from efgc.pipeline.apps.droids.agents.q_learning import Learning, Plan, greedy, learn, new_agent
from efgc.pipeline.apps.droids.battle import BattleRules
from efgc.pipeline.apps.droids.entrants import Arena, entrant
from efgc.pipeline.apps.droids.policy import equilibrium, exploitability, outcome, uniform
from efgc.pipeline.apps.droids.training import by_moves, train_agent
from efgc.pipeline.apps.droids.turns import play_match
from efgc.schemas.droid_agent import Rewards
from efgc.schemas.rules.droid_battle import DroidBattle, opening, winner
from efgc.stages.solve.induction.droid_battle import rounds, value

COURSE = DroidBattle(("----", "----", "2--5", "----"), (5, 5), 50, "win")
LARGE = DroidBattle((*["-" * 8] * 4, "2------5", *["-" * 8] * 3), (5, 5), 50, "win")
SEES = ("squares", "shots", "score")


def boards() -> None:
    """Print what solving takes."""
    for name, rule in (("course 4x4", COURSE), ("8x8", LARGE)):
        before, clock = time.process_time(), time.perf_counter()
        games = 0
        for values, proof in rounds(rule):  # noqa: B007
            games += proof.games
        cpu, wall = time.process_time() - before, time.perf_counter() - clock
        print(
            f"{name:12} {games:>12,} stage games  {cpu:6.2f} s CPU {wall:6.2f} s  "
            f"value {value(rule, values, opening(rule)):9.1e}  bound {proof.bound:.1e}"
        )
    few = COURSE._replace(shots=(2, 0))
    found = list(rounds(few))
    worth = [
        value(few, found[left][0], opening(few)._replace(rounds=left)) for left in (5, 10, 20, 50)
    ]
    print(
        "2 shots against 0, after 5, 10, 20, 50 rounds:",
        " ".join(f"{number:.3f}" for number in worth),
        f" bound {found[-1][1].bound:.1e}",
    )


def gradings(seconds: float = 180.0) -> None:
    """Print the two gradings and what the equilibrium does."""
    first, second = equilibrium(COURSE)
    print(
        f"equilibrium: exploitability {exploitability(COURSE, first, 1):.1e} and "
        f"{exploitability(COURSE, second, 2):.1e}, "
        f"against random play {outcome(COURSE, first, uniform(COURSE, 2))}"
    )
    [taught] = learn((new_agent(COURSE, SEES, Rewards()),), Plan(2_000_000))
    print(
        "  against a Q agent that taught itself in 2,000,000 games "
        f"{outcome(COURSE, first, greedy(taught, 2))}"
    )
    for seed in (1, 2, 3):
        [opponent] = learn((new_agent(COURSE, SEES, Rewards()),), Plan(20_000, seed=seed))
        _q_learning(
            f"self-taught, 20,000 games, seed {seed}",
            greedy(opponent, 2),
            seconds if seed == 1 else seconds / 18,
        )
        _minimax(greedy(opponent, 2))
    _q_learning("self-taught, 2,000,000 games", greedy(taught, 2), seconds / 18)
    _minimax(greedy(taught, 2))


def _q_learning(name, policy, seconds) -> None:
    begun = time.monotonic()
    plan = Plan(10**9, until=begun + seconds, begun=begun, seed=7)
    [agent] = learn((new_agent(COURSE, SEES, Rewards()),), plan, policy)
    ends = _games(PolicyAgent(COURSE, 1, greedy(agent, 1), 1), policy)
    print(
        f"against a Q agent, {name}\n  Q-learning, {seconds:.0f} s of training, "
        f"{agent.episodes:,} games: "
        f"won, drawn, lost of 100 {ends}; exactly {outcome(COURSE, greedy(agent, 1), policy)}",
        flush=True,
    )


def _minimax(policy) -> None:
    before = time.perf_counter()
    ends = _games(MinimaxAgent(COURSE, 1, Minimax(), 1), policy)
    print(
        f"  minimax: won, drawn, lost of 100 {ends} in {time.perf_counter() - before:.0f} s; "
        f"exactly {outcome(COURSE, minimax_policy(COURSE, 1, Minimax()), policy)}",
        flush=True,
    )


def _games(agent, policy) -> tuple[int, int, int]:
    scores = [
        winner(play_match(BattleRules(COURSE), (agent, PolicyAgent(COURSE, 2, policy, 2))).score(1))
        for _ in range(100)
    ]
    return scores.count(1), scores.count(0), scores.count(-1)


AT_RANDOM = """
import random


class QAgent:
    def clear(self):
        pass

    def get_best_move(self, own, other, change, training=False):
        return random.choice(sorted(own.available_actions()))
"""


def lessons(games: int = 2_000) -> None:
    """Print what training against a file takes, ours and the file's process, start included."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "hw.py")
        with open(path, "w") as file:
            file.write(AT_RANDOM)
        plan = Plan(games, None, f"{path}:QAgent", 1, Learning(), 1)
        _lessons(plan._replace(games=1), True)  # What is cached.
        for name, together in (("in its process", True), ("move by move", False)):
            before, clock = _processors(), time.perf_counter()
            rounds = _lessons(plan, together)
            print(
                f"{games:,} games, {rounds:,} rounds, {name:15} {_processors() - before:6.2f} s "
                f"CPU {time.perf_counter() - clock:6.2f} s",
                flush=True,
            )


def _lessons(plan: Plan, together: bool) -> int:
    arena, agent = Arena(COURSE), new_agent(COURSE, SEES, Rewards())
    with arena.ended:
        if together:
            return train_agent(arena, agent, plan).agent.rounds
        other = entrant(arena, plan.against).agent(3 - plan.player, plan.seed)
        return by_moves(agent, plan, other).agent.rounds


def _processors() -> float:
    """Return the processor seconds of this process and of those that have ended."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    {"boards": boards, "gradings": gradings, "lessons": lessons}[sys.argv[1]]()
