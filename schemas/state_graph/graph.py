"""A state graph with what follows from its records."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from schemas.state_graph.records import GraphRecord
from schemas.state_graph.writing import write


@dataclass(frozen=True, kw_only=True)
class StateGraph(GraphRecord):
    """A game's rules as states and transitions."""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the text that `write` makes, in hexadecimal: it tells whose a solution
        is.
        """
        return hashlib.sha256("".join(write(self)).encode()).hexdigest()
