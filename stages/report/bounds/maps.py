"""The proof of bounds on the value of a map by best responses to both strategies."""

from ....schemas.bounds import Bounds, Situation
from ....schemas.bounds_report import BoundsReport
from ....schemas.map_game import MapGame
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.watch import Watch
from ....schemas.report import Bounds as Enclosure
from ...bounds.oracle.search import placements_of, proved_bounds
from ...bounds.oracle.terrain import terrain_of
from ...bounds.oracle.written import Reader
from .witness import SLACK, refuse_better


def prove_on_map(game: MapGame, bounds: Bounds, watch: Watch) -> BoundsReport:
    """Return the report on bounds that belong to a map. Raises InputError for strategies that are
    not those of the map, and VerificationError for a false bound. `watch` is called often, and ends
    the proof if it raises.
    """
    if bounds.map_rules != game.rules:
        raise InputError([Problem("are bounds by other rules", ("map_rules",))])
    terrain = terrain_of(game)
    first, second = bounds.strategies
    reader = Reader(terrain, placements_of(terrain))
    claimed = bounds.lower_bound, bounds.upper_bound
    found = Enclosure(
        *proved_bounds(reader, (first, second), claimed, lambda nodes: watch(nodes, 0))
    )
    refuse_better(bounds, found, SLACK * terrain.most)
    return BoundsReport(
        game=game,
        bounds=bounds,
        proved=found,
        histories=None,
        first_moves=(_first_moves(first), _first_moves(second)),
    )


def _first_moves(strategy: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """Return the first situation of a strategy, the most likely action first."""
    found = []
    for one in strategy[:1]:
        order = sorted(range(len(one.actions)), key=lambda at: -one.probabilities[at])
        actions = tuple(one.actions[at] for at in order)
        shares = tuple(one.probabilities[at] for at in order)
        found.append(one._replace(actions=actions, probabilities=shares))
    return tuple(found)
