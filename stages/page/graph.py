"""The state graph of version 2 on a page, as a drawing if it is small enough for one."""

from contextlib import suppress

from markupsafe import Markup

from ...schemas.parts.problems import InputError
from ...schemas.report import Report
from ..draw import graphs, svg
from .assembly import Section, Shown


def gather(report: Report) -> Shown | None:
    """Return the drawing of the graph from which a game was expanded."""
    graph = report.trail.observation_graph
    if graph is not None:
        with suppress(InputError):  # Too many states to draw.
            scene = graphs.scene(graphs.graph_of(graph), "States and moves")
            return Shown({"drawing": Markup(svg.embedded(scene))})
    return None


SECTION = Section("graph", "State graph", gather)
