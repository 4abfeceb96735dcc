"""The trail of a finished report that was made without one, for showing it later."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pipeline.chain.records import Record, Reported, ReportedGraph, ReportedProgram
from pipeline.chain.run import result
from pipeline.chain.steps import Step
from pipeline.chain.trail import Gathering
from pipeline.files.kinds import kind
from pipeline.files.text import Text
from pipeline.machine.memory import HISTORY, affordable
from pipeline.settings import Settings
from schemas.state_graph import StateGraph
from stages.expand import expansion


def retold(steps: Sequence[Step], source: Text, settings: Settings, files: bool) -> Record:
    """Return the record of the last step, `report`, with its trail.

    With `files` the trail contains the texts of the files. Nothing is solved again, except a graph
    without a secret: the contents of its page are computed during solving.
    """
    last = steps[-1].made
    if isinstance(last, ReportedGraph) and files:
        return result(source, replace(settings, report_format="html"))
    gathering = Gathering(source, kind(source.text), settings, files)
    for before, step in zip([None, *steps], steps[:-1], strict=False):
        if before is not None and step.name == "expand" and isinstance(before.made, StateGraph):
            limit = affordable(settings.max_histories, HISTORY)
            gathering.expanded(expansion(before.made, limit, settings.unroll))
        gathering.add(step.name, step.made, partial(step.files, settings), step.seconds)
    match last:
        case Reported(solved, report, replaced):
            if replaced:
                gathering.solved(solved.solution)
            return last._replace(report=replace(report, trail=gathering.trail))
        case ReportedProgram(_, optimum):
            return last._replace(report=optimum._replace(trail=gathering.trail))
        case _:
            return last
