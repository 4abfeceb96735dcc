"""A game with what follows from its records, each worked out once."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from schemas.game.reaching import Reaching, reaching
from schemas.game.records import Decision, GameRecord
from schemas.game.writing import write


@dataclass(frozen=True, kw_only=True)
class Game(GameRecord):
    """An extensive-form game."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the artifact, in hexadecimal: what ties a solution to its game."""
        state = hashlib.sha256()
        lines = write(self)
        while block := "".join(islice(lines, 4096)):
            state.update(block.encode())
        return state.hexdigest()

    @cached_property
    def reaching(self) -> Reaching:
        """Which sequences reach which node, and with which chance weight."""
        return reaching(self)

    @cached_property
    def parents(self) -> tuple[tuple[int, ...], ...]:
        """Per information set the sequences of its player that lead to it, ascending; in a tree
        exactly one.
        """
        found: list[tuple[int, ...]] = [()] * len(self.information_sets)
        for number, node in enumerate(self.nodes):
            if isinstance(node, Decision) and not found[node.infoset]:
                player = self.information_sets[node.infoset].player
                found[node.infoset] = self.reaching.sequences(player, number)
        return tuple(found)
