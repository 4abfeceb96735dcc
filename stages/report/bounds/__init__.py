"""Report on bounds on the value of a game. A new format is a line in BOUNDS_FORMATS.

Nothing in the file of bounds is believed: the payoffs of best responses to its strategies are
computed again, and they are the bounds of the report.
"""

from typing import TYPE_CHECKING

from ....schemas.bounds import Bounds, mismatch
from ....schemas.bounds_report import BoundsReport
from ....schemas.game import Game
from ....schemas.map_game import MapGame
from ....schemas.matrices import Matrices
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.watch import Watch
from ....schemas.state_graph import ObservationGraph
from ...documents import Format, plain
from ..formats import page_format, text_format
from .document import document
from .formats import write_csv, write_json, write_strategy

if TYPE_CHECKING:  # For start-up time: kernels.
    from ...bounds.answers import Respond


BOUNDS_FORMATS = {
    "text": text_format(document),
    "json": Format("report.json", plain(write_json)),
    "html": page_format("bounds", trail=False),
    "strategy": Format("strategy.json", plain(write_strategy)),
    "csv": Format("strategy.csv", plain(write_csv)),
}
OF_GAMES = ("strategy", "csv")
"""Formats for listed games: they number information sets."""


def report_bounds(
    game: Game | ObservationGraph | MapGame | Matrices,
    bounds: Bounds,
    limit: int,
    watch: Watch = lambda done, total: None,
    respond: "Respond | None" = None,
) -> BoundsReport:
    """Return the proved results about a checked game, or a checked state graph of at most `limit`
    states up to its limit of moves. `respond` computes best responses; None: one after the other.

    Raises InputError if the bounds belong to another game, and VerificationError if their
    strategies do not prove them.
    """
    # For start-up time: kernels.
    from .maps import prove_on_map
    from .matrices import report_on_matrices
    from .proof import prove, prove_listed

    key, kind = {
        Game: ("game_sha256", "game"),
        ObservationGraph: ("graph_sha256", "state graph"),
        MapGame: ("map_sha256", "map"),
        Matrices: ("matrices_sha256", "sequence form"),
    }[type(game)]
    if getattr(bounds, key) != game.digest:
        raise InputError([Problem(mismatch(bounds, kind), (key,))])
    if isinstance(game, MapGame):
        return prove_on_map(game, bounds, watch)
    if isinstance(game, Game):
        return prove_listed(game, bounds)
    if isinstance(game, Matrices):
        return report_on_matrices(game, bounds)
    return prove(game, bounds, limit, watch, respond)
