"""The game that a walk wrote."""

from schemas.game import Game
from schemas.game.columns import GameColumns, InfosetView, NodeView
from schemas.state_graph import StateGraph


def game_of(graph: StateGraph, columns: GameColumns) -> Game:
    """Return the game of a graph with the given columns."""
    return Game(
        title=graph.title,
        source=graph.source,
        players=graph.players,
        states=len(graph.states),
        information_sets=InfosetView(columns.infosets),
        nodes=NodeView(columns),
        counts=graph.counts,
        places=graph.places,
    )
