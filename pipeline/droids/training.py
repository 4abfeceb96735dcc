"""Training an agent against a named opponent, or two agents against each other, each with its own
table.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pipeline.droids.agents.learning import Learning, Plan
from pipeline.droids.agents.q_learning import QAgent, chunk, learn, measured, new_agent, trainer
from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.droid import Agent
from pipeline.droids.entrants import entrant
from pipeline.droids.forecast import refuse_agents
from pipeline.droids.match import play_match
from pipeline.droids.policy import Policy
from pipeline.droids.students.remote_lessons import taught
from pipeline.droids.students.student import StudentAgent
from schemas.droid_agent import DroidAgent
from schemas.parts.watch import Watch
from schemas.rules.droid_battle import DroidBattle, winner

Both = tuple[DroidAgent, DroidAgent]


class Trained(NamedTuple):
    """The result of a training."""

    agent: DroidAgent
    ends: tuple[int, int, int] | None = None
    """The training games won, drawn and lost, with exploration, against an opponent whose policy is
    unknown; else None. If not None, the agent's learning curve is against random play.
    """
    rival: DroidAgent | None = None
    """The second agent, which learned from the first, if the plan has one; it has the same features
    and rewards.
    """


def trained(
    arena: Arena, agent: DroidAgent, plan: Plan, watch: Watch = lambda done, total: None
) -> Trained:
    """Return an agent after its training: in compiled code if the opponent's policy is known, game
    by game otherwise. Raise LimitError if the training needs more memory than is free.
    """
    if not plan.against:
        refuse_agents(arena.rule, (), 1, "this training")
        if plan.rival:
            return _together(agent, plan, watch)
        return _learned(agent, plan, None, watch)
    other = entrant(arena, plan.against)
    # The trainer has a copy of the opponent's policy.
    refuse_agents(arena.rule, (other, other), 1, "this training")
    policy = other.policy(3 - plan.player)
    if policy is None:
        return _by_games(arena, agent, plan, other, watch)
    return _learned(agent, plan, policy, watch)


def _together(agent: DroidAgent, plan: Plan, watch: Watch) -> Trained:
    new = new_agent(agent.rule, agent.features, agent.rewards)
    first, second = learn_together(
        (agent, new) if plan.player == 1 else (new, agent),
        plan.games,
        plan.max_rounds,
        plan.learning,
        plan.seed,
        plan.enough,
        watch,
    )
    own, other = (first, second) if plan.player == 1 else (second, first)
    return Trained(own, rival=other)


def _learned(agent: DroidAgent, plan: Plan, against: Policy | None, watch: Watch) -> Trained:
    return Trained(
        learn(
            *(agent, plan.games, plan.max_rounds, against, plan.player, plan.learning, plan.seed),
            *(plan.enough, watch),
        )
    )


def _by_games(arena: Arena, agent: DroidAgent, plan: Plan, other: Entrant, watch: Watch) -> Trained:
    opponent = other.agent(3 - plan.player, plan.seed)
    if isinstance(opponent, StudentAgent):
        return Trained(*taught(agent, opponent, plan, watch))
    return by_moves(arena.rule, agent, plan, opponent, watch)


def by_moves(
    rule: DroidBattle,
    agent: DroidAgent,
    plan: Plan,
    opponent: Agent,
    watch: Watch = lambda done, total: None,
) -> Trained:
    """Return an agent after games against an opponent that is called for each move."""
    learner = QAgent(agent, plan.player, plan.learning, plan.seed)
    agents = (learner, opponent) if plan.player == 1 else (opponent, learner)
    played, rounds, ends = 0, 0, [0, 0, 0]
    curve, each = list(agent.curve), chunk(plan.games)

    def measure() -> None:
        curve.append(measured(learner.agent, None, plan.player, agent.episodes + played))

    while played < plan.games and rounds < plan.max_rounds and not (played and plan.enough()):
        watch(played, plan.games)
        learner.progress(max(played / plan.games, rounds / plan.max_rounds))
        end = play_match(rule, agents, training=True)
        rounds += rule.rounds - end.rounds
        ends[1 - winner(end.score if plan.player == 1 else -end.score)] += 1
        played += 1
        if played % each == 0:
            measure()
    if played % each:
        measure()
    found = replace(learner.agent, rounds=agent.rounds + rounds, curve=tuple(curve))
    return Trained(found, (ends[0], ends[1], ends[2]))


def learn_together(
    agents: Both,
    episodes: int,
    max_rounds: int,
    learning: Learning,
    seed: int,
    enough: Callable[[], bool] = lambda: False,
    watch: Watch = lambda done, total: None,
) -> Both:
    """Return the agents of droids 2 and 5 after `episodes` games or `max_rounds` rounds against
    each other, whichever is reached first. Both have the same features and rewards.

    Their learning curves are against random play, as both keep changing. `enough` can end the
    training between two chunks of games; at least one chunk is played.
    """
    if agents[0].features != agents[1].features or agents[0].rewards != agents[1].rewards:
        raise ValueError("two agents that learn together see the same, for the same rewards")
    tables = (agents[0].table.copy(), agents[1].table.copy())
    play = trainer(agents[0], tables, None, 1, learning, seed, episodes)
    found = [replace(agent, table=table) for agent, table in zip(agents, tables, strict=True)]
    each, done, rounds = chunk(episodes), 0, 0
    while done < episodes and rounds < max_rounds and not (done and enough()):
        played, more = play(min(each, episodes - done), max_rounds - rounds, done)
        done, rounds = done + played, rounds + more
        for at, agent in enumerate(found):
            now = replace(agent, episodes=agent.episodes + played, rounds=agent.rounds + more)
            point = measured(now, None, at + 1, now.episodes)
            found[at] = replace(now, curve=(*agent.curve, point))
        watch(done, episodes)
    return found[0], found[1]
