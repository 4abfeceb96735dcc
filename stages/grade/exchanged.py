"""A solved game with its players exchanged: the same game seen from the other side."""

from dataclasses import replace

from schemas.game import Game, Terminal
from schemas.report import Bounds
from stages.grade.solved import SolvedGame


def exchanged(solved: SolvedGame) -> SolvedGame:
    """Return a game in which player 1 is who was player 2."""
    game = solved.game
    turned = exchanged_game(game)
    lower, upper = (
        float(game.constant) - bound for bound in (solved.bounds.upper, solved.bounds.lower)
    )
    first, second = solved.strategies
    return SolvedGame(turned, Bounds(lower, upper), (second, first))


def exchanged_game(game: Game) -> Game:
    """Return a game in which player 1 is who was player 2."""
    infosets = tuple(
        infoset._replace(player=3 - infoset.player) for infoset in game.information_sets
    )
    nodes = tuple(
        Terminal(game.constant - node.payoff) if isinstance(node, Terminal) else node
        for node in game.nodes
    )
    return replace(game, players=game.players[::-1], information_sets=infosets, nodes=nodes)
