"""A solved game with its players exchanged: the same game seen from the other side, and whether a
hand-in looks like one.
"""

from collections import Counter
from dataclasses import replace

from schemas.game import Game, Terminal
from schemas.report import Bounds
from stages.grade.handin_labels import moves_about, same_words
from stages.grade.nodes import ahead, behind, turn, width
from stages.grade.solved_games import SolvedGame


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


def looks_exchanged(reference: Game, handin: Game) -> bool | None:
    """Return whether player 1 of a hand-in seems to be player 2 of the reference: by who decides
    first, by whose actions are called as moves, by what the players are called, and by what they
    decide among; None where nothing tells.
    """
    first, agents = behind(reference, 0), ahead(reference, 0)
    root = behind(handin, 0)
    # Else the agent's first move may be taken for hiding, which stands late in some trees.
    clear = width(reference, first) != width(reference, agents)
    if clear and turn(handin, root) in (1, 2) and width(handin, root) == width(reference, first):
        return turn(handin, root) != turn(reference, first)
    about = [moves_about(handin, player) for player in (1, 2)]
    if about[0] != about[1]:
        return about[1]
    straight, turned = (
        sum(map(same_words, reference.players, names))
        for names in (handin.players, handin.players[::-1])
    )
    if straight != turned:
        return turned > straight
    there = _decisions(reference, (1, 2))
    apart = [
        (there - here).total() + (here - there).total()
        for here in (_decisions(handin, (1, 2)), _decisions(handin, (2, 1)))
    ]
    return apart[1] < apart[0] if apart[0] != apart[1] else None


def _decisions(game: Game, players: tuple[int, int]) -> Counter[tuple[int, int]]:
    """Return how many decisions each player has, under other numbers, by how much there is to
    choose.
    """
    found = Counter((turn(game, node), width(game, node)) for node in range(len(game.nodes)))
    return Counter(
        {
            (players[whose - 1], ways): many
            for (whose, ways), many in found.items()
            if whose in (1, 2) and ways > 1
        }
    )
