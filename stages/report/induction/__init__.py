"""Report on a graph solved by backward induction. A new format is a line in INDUCTION_FORMATS.

`state_by_state` reports on graphs that list their states: `guarantee` has the bounds, `exact` the
values in rationals. `layer_by_layer` reports on generated graphs. `plays` describes positions and
chooses the likeliest ones.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....schemas.induction import Answer, Induction, Known
from ....schemas.induction_report import InductionReport
from ....schemas.parts.problems import InputError, Problem
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.listing import listed
from ...documents import Format, Layout, plain
from ..formats import page_format, text_format
from .document import document
from .json_format import write_json
from .positions import HEAD, write_csv, write_notebook

AnswerPosition = Callable[[str], Answer]


def _picture(report: InductionReport, layout: Layout) -> Iterator[str]:
    from ...draw import goofspiel, svg  # For start-up time.

    return svg.write(goofspiel.scene(report))


INDUCTION_FORMATS = {
    "text": text_format(document),
    "json": Format("report.json", plain(write_json)),
    "html": page_format("states"),
    "notebook": Format("notebook.txt", plain(write_notebook), r"\APrzy A: ", table=True),
    "csv": Format("positions.csv", plain(write_csv), rf"\A{HEAD}\n", table=True),
    "svg": Format("svg", _picture, r"\A\s*(<\?xml[^>]*>\s*)?<svg\b"),
}
EXACT_STATES = 50_000


def report_induction(
    graph: StateGraph,
    induction: Induction,
    position: str = "",
    exact: bool = False,
    answer: AnswerPosition | None = None,
    known: Known | None = None,
    answers: AnswerPosition | None = None,
    most: int = 0,
) -> InductionReport:
    """Return the proved results about a checked graph and its backward-induction solution.

    For a listed graph everything is recomputed from the strategies: the guarantee of each in
    every state against any play. Small graphs, and any up to EXACT_STATES with `exact`, are also
    solved in rationals. For a generated graph the bounds are those of `known`; without it nothing
    is verified, and there are no bounds. `position` names a state, or one of the rule; a
    generated graph also needs `answer`, which solves positions from the levels. `most` is the
    number of likely positions in the report; a generated graph needs `answers` for them, which is
    fast.

    Raises InputError if the solution belongs to another graph or the position does not exist, and
    VerificationError if the strategies do not prove the values.
    """
    # For start-up time: NumPy is needed only for reports on graphs.
    from .layer_by_layer import report_layered
    from .plays import likely_generated
    from .state_by_state import report_listed

    _refuse_another(graph, induction)
    stages = {stage.state: stage for stage in induction.stages}
    if not graph.states and (exact or not induction.levels):
        # The solution holds at most the first round.
        few = exact and (induction.levels or not induction.stages)
        known_stages = None if few else stages
        listing = listed(graph, EXACT_STATES)
        return report_listed(listing, induction, known_stages, position, exact, most)
    if not graph.states:
        answered = answer(position) if position and answer else None
        reported = report_layered(graph, induction, answered, position, known)
        if not most or answers is None or known is None:
            return reported
        return replace(reported, positions=likely_generated(graph, answers, most))
    return report_listed(graph, induction, stages, position, exact, most)


def _refuse_another(graph: StateGraph, induction: Induction) -> None:
    """Raise InputError unless the solution belongs to this graph."""
    if induction.graph_sha256 != graph.digest:
        raise InputError([Problem("is the solution of another state graph", ("graph_sha256",))])
    if graph.states and induction.levels:
        words = "levels are of a game with too many states to list; this graph lists them"
        raise InputError([Problem(words, ("levels",))])
