"""The battle that agents play, and the agents that take part."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.droids.droid import Agent
from pipeline.droids.policy import Policy
from schemas.rules.droid_battle import DroidBattle


@dataclass
class Arena:
    """The battle that agents play, with the processes to end afterwards."""

    rule: DroidBattle
    seconds: float = 5.0
    """Time limit per move of an agent loaded from a file."""
    seed: int = 1
    ended: ExitStack = field(default_factory=ExitStack)


class Entrant(NamedTuple):
    """An agent that takes part, by name."""

    name: str
    policy: Callable[[int], Policy | None]
    """Return its policy as droid 1 or 2; None if the policy is unknown."""
    agent: Callable[[int, int], Agent]
    """Make the agent of a droid, 1 or 2, with a seed."""
    memory: Callable[[int], int] = lambda droids: 0
    """Estimate its memory in bytes when it plays one droid or both, before it is made."""
