"""The interface of a game that can be played: solved by any method."""

from typing import Any, Protocol

from pipeline.play.continuation import Continuation
from schemas.game import Game
from schemas.state_graph import StateGraph
from schemas.trail import NodeOrigins


class Cards(Protocol):
    """A game of cards that lie open on the table."""

    def question(self, node: int) -> str:
        """Return the question to a player at a node."""

    def cards(self, node: int, player: int) -> dict[str, Any]:
        """Return the cards on the table as a player sees them; player 0 sees all."""


class Playable(Protocol):
    """A solved game, ready to be played."""

    @property
    def game(self) -> Game: ...

    @property
    def graph(self) -> StateGraph | None:
        """The state graph with a secret from which it was expanded; None for other games."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of its map; empty without a map."""

    @property
    def origins(self) -> NodeOrigins | None:
        """The origins of its nodes in the state graph; None without a graph."""

    @property
    def dealt(self) -> Cards | None:
        """The cards on the table; None for other games."""

    @property
    def value(self) -> Any:
        """The game value to player 1, as exactly as it is known: a Fraction or a float."""

    @property
    def continuation(self) -> Continuation:
        """The play of both players at every information set, with its values."""

    @property
    def several(self) -> tuple[int, ...]:
        """The players that are known to have other optimal strategies."""

    @property
    def strategies_sha256(self) -> str:
        """The SHA-256 of both strategies, to compare them with those of a transcript."""
