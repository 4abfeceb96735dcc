"""Where agents meet, and who comes there."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.droids.droid import Agent
from pipeline.droids.policy import Policy
from schemas.rules.droid_battle import DroidBattle


@dataclass
class Arena:
    """Where agents meet: the battle, and what is to be ended when they are done."""

    rule: DroidBattle
    seconds: float = 5.0
    """That a loaded agent may take for a move."""
    seed: int = 1
    ended: ExitStack = field(default_factory=ExitStack)


class Entrant(NamedTuple):
    """Who takes part."""

    name: str
    policy: Callable[[int], Policy | None]
    """How it plays a droid, 1 or 2; None where nobody can tell."""
    agent: Callable[[int, int], Agent]
    """Makes the agent of a droid, 1 or 2, with a seed."""
    memory: Callable[[int], int] = lambda droids: 0
    """Bytes that it keeps when it plays 1 or both droids, said before it does."""
