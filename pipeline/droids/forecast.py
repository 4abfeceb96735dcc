"""What agents keep in memory, counted before any of them is made."""

from collections.abc import Iterable

from pipeline.droids.agents.evaluations import EVALUATIONS
from pipeline.droids.agents.features import LATE
from pipeline.droids.agents.minimax import Minimax
from pipeline.droids.arena import Entrant
from schemas.rules.droid_battle import DroidBattle, refuse_beyond, size
from stages.isolated.memory import free_memory


def policies(rule: DroidBattle, rounds: int, droids: int) -> int:
    """Return the bytes of what is played in so many rounds that differ, by so many droids."""
    return droids * min(rounds, rule.rounds) * size(rule).policy


def judgements(rule: DroidBattle) -> int:
    """Return the bytes of a number for every state of every round."""
    return rule.rounds * size(rule).values


def searching(rule: DroidBattle, settings: Minimax, droids: int) -> int:
    """Return the bytes that a search keeps; what both play at random is a part of a playout."""
    if EVALUATIONS[settings.evaluation] is None:
        rounds, judged = rule.rounds, judgements(rule) + policies(rule, 1, 2)
    else:
        rounds, judged = settings.depth + 1, size(rule).values
    return droids * (judged + policies(rule, rounds, 1))


def knowing(rule: DroidBattle, features: tuple[str, ...], droids: int) -> int:
    """Return the bytes of what a table plays: a policy for each number of rounds that it tells
    apart, and what is needed to make one.
    """
    rounds = rule.rounds if "rounds" in features else LATE + 1 if "late" in features else 1
    return policies(rule, rounds, droids) + policies(rule, 2, 1)


def refuse_agents(rule: DroidBattle, who: Iterable[Entrant], droids: int, what: str) -> None:
    """Raise LimitError, before any agent is made, where those who take part do not fit into the
    memory that is free when each plays 1 or both droids.
    """
    kept = sum(one.memory(droids) for one in who)
    refuse_beyond(rule, size(rule).solving + kept, free_memory(), what)
