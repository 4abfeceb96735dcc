"""The proof of bounds on the value of a map by best responses to both strategies."""

from efgc.schemas.bounds import Bounds, Situation
from efgc.schemas.bounds_report import BoundsReport
from efgc.schemas.map_game import MapGame
from efgc.schemas.parts.problems import InputError, Problem
from efgc.schemas.parts.watch import Watch
from efgc.schemas.report import Bounds as Enclosure
from efgc.stages.bounds.oracle.agent import Search
from efgc.stages.bounds.oracle.bandits import Responder
from efgc.stages.bounds.oracle.search import FINE, placements_of
from efgc.stages.bounds.oracle.terrain import terrain_of
from efgc.stages.bounds.oracle.written import Reader
from efgc.stages.report.bounds.witness import SLACK, refuse_better

MORE_NODES = 10
"""How many times more situations than a search the proof of its bound may visit: it ignores smaller
differences, because the gap is smaller at the end.
"""


def prove_on_map(game: MapGame, bounds: Bounds, watch: Watch) -> BoundsReport:
    """Return the report on bounds that belong to a map. Raises InputError for strategies that are
    not those of the map, and VerificationError for a false bound. `watch` is called often, and ends
    the proof if it raises.
    """
    if bounds.map_rules != game.rules:
        raise InputError([Problem("are bounds by other rules", ("map_rules",))])
    terrain = terrain_of(game)
    placements = placements_of(terrain)
    reader = Reader(terrain, placements)
    first, second = bounds.strategies
    tree, shares = reader.agent(first)
    hiding = reader.hiding(second)
    lower = Responder(terrain, placements, tree, shares).respond().lower
    search = Search(terrain, placements, hiding, FINE * bounds.gap, lambda: watch(search.nodes, 0))
    search.most_nodes *= MORE_NODES
    # A better bound than the claimed one is not looked for: that takes as long as many rounds.
    found = Enclosure(lower, search.upper(bounds.upper_bound))
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
