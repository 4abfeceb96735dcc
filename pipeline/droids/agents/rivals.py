"""Two agents that learn from each other, each in a table of its own."""

from collections.abc import Callable
from dataclasses import replace

from pipeline.droids.agents.learning import Learning
from pipeline.droids.agents.q_learning import chunk, measured
from pipeline.droids.agents.trainer import trainer
from schemas.droid_agent import DroidAgent
from schemas.parts.watch import Watch

Both = tuple[DroidAgent, DroidAgent]


def learn_together(
    agents: Both,
    episodes: int,
    max_rounds: int,
    learning: Learning,
    seed: int,
    enough: Callable[[], bool] = lambda: False,
    watch: Watch = lambda done, total: None,
) -> Both:
    """Return the agents of droids 2 and 5 after so many games or rounds against each other,
    whichever are played first. Both see the same and have the same rewards.

    Their curves are against random play, as neither stays what it is. `enough` ends the training
    between two chunks of games: one is played in any case.
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
