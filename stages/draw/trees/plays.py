"""What the moves of a game are played with: chance's, and both players' by their strategies."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from schemas.game import Chance, Decision, Game, Node
from schemas.parts.large import LARGE
from schemas.report import Proof, Strategy
from schemas.strategies import Behaviour, ExactBehaviour
from stages.draw.labels import Probability
from stages.report.reach import reaches


class Plays:
    """The probabilities of moves, looked up one node at a time."""

    def __init__(
        self,
        game: Game,
        strategies: tuple[Strategy, Strategy] | None = None,
        exact: Proof | str | None = None,
        advised: bool = False,
    ) -> None:
        self.game, self.strategies, self.advised = game, strategies, advised
        # Both are equilibria, but not of one piece: only one of them is shown.
        self.shown: Sequence[Sequence[Behaviour] | Sequence[ExactBehaviour]] | None = (
            exact.strategies if isinstance(exact, Proof) else strategies
        )

    @property
    def known(self) -> bool:
        """Whether there are strategies."""
        return self.shown is not None

    def at(self, node: Node) -> Sequence[Probability] | None:
        """Return the probabilities of the moves of a node; None where nobody knows them."""
        if isinstance(node, Chance):
            return node.probabilities
        if not isinstance(node, Decision) or self.shown is None:
            return None
        return self.of(node.infoset).probabilities

    def of(self, infoset: int) -> Behaviour | ExactBehaviour:
        """Return what is played at an information set."""
        assert self.shown is not None
        player = self.game.information_sets[infoset].player
        return self.shown[player - 1][bisect_left(self._infosets[player - 1], infoset)]

    def own_reach(self, infoset: int) -> float | None:
        """Return how far the player's own moves lead there, by the strategies in floats."""
        if self.strategies is None:
            return None
        player = self.game.information_sets[infoset].player
        at = bisect_left(self._infosets[player - 1], infoset)
        return self.strategies[player - 1][at].own_reach

    def advises(self, infoset: int) -> bool:
        """Return whether what is played at an information set is more than what keeps the value:
        where play comes from the beginning of the game, or anywhere if `advised`; True where nobody
        knows.
        """
        return self.advised or self._reach is None or self._reach[infoset] > 0

    @cached_property
    def _reach(self) -> Sequence[float] | None:
        if self.shown is None:
            return None
        # What is exact of a large game is worked out entry by entry: there the floats have to do.
        if len(self.game.nodes) >= LARGE and self.strategies is not None:
            return reaches(self.game, self.strategies)
        first, second = (
            tuple(Behaviour(one.infoset, 0.0, tuple(map(float, one.probabilities))) for one in play)
            for play in self.shown
        )
        return reaches(self.game, (first, second))

    @cached_property
    def _infosets(self) -> tuple[list[int], list[int]]:
        return self.game.infosets(1), self.game.infosets(2)
