"""How large the tree is that a game stands for."""

from schemas.game.counting_columns import counted
from schemas.game.game import Game
from schemas.parts.counts import REDUCED, UNREDUCED, Counts


def count(game: Game) -> Counts:
    """Return the exact size of the tree that a checked game with shared nodes stands for."""
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
