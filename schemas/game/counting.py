"""How large the tree is that a game stands for."""

from schemas.game.game import Game
from schemas.game.records import Terminal, children
from schemas.parts.counts import REDUCED, UNREDUCED, Counts


def count(game: Game) -> Counts:
    """Return the exact size of the tree that a checked game with shared nodes stands for."""
    if game.columns is None:
        histories, terminal, escapes, infosets = _counted(game)
    else:
        # For start-up time: NumPy and Numba.
        from schemas.game.counting_columns import counted

        histories, terminal, escapes, infosets = counted(game.columns, game.reached)
    # Level 1 keeps every legal move.
    of = REDUCED if game.source and game.source.level > 1 else UNREDUCED
    return Counts(
        of=of,
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=infosets,
    )


def _counted(game: Game) -> tuple[int, int, int, tuple[int, int]]:
    """Return how many histories there are, how many of them are terminal, how many of these pay
    player 1, and how many information sets each player has.
    """
    ways = [0] * len(game.nodes)
    ways[0] = 1
    terminal = escapes = 0
    for number, node in enumerate(game.nodes):
        for child in children(node):
            ways[child] += ways[number]
        if isinstance(node, Terminal):
            terminal += ways[number]
            escapes += ways[number] if node.payoff > 0 else 0
    # Ways to play each sequence.
    own = [1] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    infosets = [0, 0]
    for number, infoset in enumerate(game.information_sets):
        alone = sum(own[parent] for parent in game.parents[number])
        infosets[infoset.player - 1] += alone
        own[game.first[number] : game.first[number] + len(infoset.actions)] = [alone] * len(
            infoset.actions
        )
    return sum(ways), terminal, escapes, (infosets[0], infosets[1])
