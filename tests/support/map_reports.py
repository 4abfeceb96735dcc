"""Reports of maps with their trails, as needed by pages and pictures."""

from dataclasses import replace

from efgc.schemas.trail import NodeOrigins, Trail
from efgc.stages.expand import expansion
from efgc.stages.parse import parse
from efgc.stages.parse.maps import read_map
from small_games import solved


def map_report(text, rules="", level=2):
    """Return the report of the text of a map, with its trail."""
    found = expansion(parse(text, "0" * 64, rules=rules, level=level))
    trail = Trail(
        rows=read_map(text).rows,
        graph=found.graph,
        origins=NodeOrigins(found.states, found.secrets),
    )
    return replace(solved(found.game), trail=trail)
