"""Memory estimates of agents, made before the agents are."""

from collections.abc import Iterable

from pipeline.droids.agents.evaluations import EVALUATIONS
from pipeline.droids.agents.features import LATE
from pipeline.droids.agents.minimax import Minimax
from pipeline.droids.arena import Entrant
from schemas.rules.droid_battle import DroidBattle, refuse_beyond, size
from stages.isolated.memory import free_memory


def policies(rule: DroidBattle, rounds: int, droids: int) -> int:
    """Return the bytes of the policies of `droids` droids with `rounds` distinct rounds."""
    return droids * min(rounds, rule.rounds) * size(rule).policy


def judgements(rule: DroidBattle) -> int:
    """Return the bytes of one number per state and round."""
    return rule.rounds * size(rule).values


def searching(rule: DroidBattle, settings: Minimax, droids: int) -> int:
    """Return the bytes that a search keeps; a playout includes the random policies of both."""
    if EVALUATIONS[settings.evaluation] is None:
        rounds, judged = rule.rounds, judgements(rule) + policies(rule, 1, 2)
    else:
        rounds, judged = settings.depth + 1, size(rule).values
    return droids * (judged + policies(rule, rounds, 1))


def knowing(rule: DroidBattle, features: tuple[str, ...], droids: int) -> int:
    """Return the bytes of the policies of a table: one for each number of rounds that its features
    distinguish, with the temporary memory to make one.
    """
    rounds = rule.rounds if "rounds" in features else LATE + 1 if "late" in features else 1
    return policies(rule, rounds, droids) + policies(rule, 2, 1)


def refuse_agents(rule: DroidBattle, who: Iterable[Entrant], droids: int, what: str) -> None:
    """Raise LimitError, before any agent is made, if the agents, each playing one droid or both,
    need more memory than is free.
    """
    kept = sum(one.memory(droids) for one in who)
    refuse_beyond(rule, size(rule).solving + kept, free_memory(), what)
