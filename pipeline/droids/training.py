"""Training an agent against whoever is named."""

import time
from dataclasses import replace
from typing import NamedTuple

from pipeline.droids.agents.q_learning import Learning, QAgent, learn
from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.entrants import entrant
from pipeline.droids.forecast import refuse_agents
from pipeline.droids.match import play_match
from schemas.droid_agent import DroidAgent
from schemas.parts.watch import Watch


class Plan(NamedTuple):
    """How to train."""

    games: int
    until: float | None
    """On the monotonic clock, in seconds."""
    against: str
    """Empty: the agent itself."""
    player: int
    learning: Learning
    seed: int
    max_rounds: int = 10**12

    def enough(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until


def trained(
    arena: Arena, agent: DroidAgent, plan: Plan, watch: Watch = lambda done, total: None
) -> DroidAgent:
    """Return an agent after its training: in compiled code where the other's play is known, game by
    game where it is not. Raises LimitError where that does not fit into the memory that is free.
    """
    if not plan.against:
        refuse_agents(arena.rule, (), 1, "this training")
        return learn(
            agent,
            plan.games,
            plan.max_rounds,
            None,
            plan.player,
            plan.learning,
            plan.seed,
            plan.enough,
            watch,
        )
    other = entrant(arena, plan.against)
    # The trainer has a copy of what the other plays.
    refuse_agents(arena.rule, (other, other), 1, "this training")
    policy = other.policy(3 - plan.player)
    if policy is None:
        return _by_games(arena, agent, plan, other, watch)
    return learn(
        agent,
        plan.games,
        plan.max_rounds,
        policy,
        plan.player,
        plan.learning,
        plan.seed,
        plan.enough,
        watch,
    )


def _by_games(
    arena: Arena, agent: DroidAgent, plan: Plan, other: Entrant, watch: Watch
) -> DroidAgent:
    learner = QAgent(agent, plan.player, plan.learning, plan.seed)
    opponent = other.agent(3 - plan.player, plan.seed)
    agents = (learner, opponent) if plan.player == 1 else (opponent, learner)
    played, rounds = 0, 0
    while played < plan.games and rounds < plan.max_rounds and not (played and plan.enough()):
        watch(played, plan.games)
        learner.progress(max(played / plan.games, rounds / plan.max_rounds))
        rounds += arena.rule.rounds - play_match(arena.rule, agents, training=True).rounds
        played += 1
    return replace(learner.agent, rounds=agent.rounds + rounds)
