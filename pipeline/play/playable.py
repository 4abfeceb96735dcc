"""A game that can be played: solved, whatever way."""

from typing import Any, Protocol

from pipeline.play.continuation import Continuation
from schemas.game import Game
from schemas.state_graph import StateGraph
from schemas.trail import NodeOrigins


class Cards(Protocol):
    """A game of cards that lie on the table for all to see."""

    def question(self, node: int) -> str:
        """Return what a player is asked."""

    def cards(self, node: int, player: int) -> dict[str, Any]:
        """Return what lies on the table as a player sees it; 0 sees everything."""


class Playable(Protocol):
    """A solved game, ready to be played."""

    @property
    def game(self) -> Game: ...

    @property
    def graph(self) -> StateGraph | None:
        """The state graph with a secret that it was expanded from; None for other games."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Of its map; empty where it has none."""

    @property
    def origins(self) -> NodeOrigins | None:
        """Of its nodes in the state graph; None where there is none."""

    @property
    def dealt(self) -> Cards | None:
        """What lies on the table; None where nothing does."""

    @property
    def value(self) -> Any:
        """Of the game to player 1, as exactly as it is known: a Fraction or a float."""

    @property
    def continuation(self) -> Continuation:
        """What both players do at every information set, and what that is worth."""

    @property
    def several(self) -> tuple[int, ...]:
        """The players that are known to have other optimal strategies."""

    @property
    def strategies_sha256(self) -> str:
        """Of what both play: whether somebody else plays the same."""
