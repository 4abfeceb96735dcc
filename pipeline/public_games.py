"""Games in which nothing is secret: solved state by state, and reported on.

How a rule is solved whose states are too many to list is asked here alone.
"""

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pipeline.droids.standing import play_standing
from pipeline.known import what_is_known
from pipeline.settings import Settings
from pipeline.sources import Watch
from schemas import induction, induction_report
from schemas.parts.problems import InputError, Problem
from schemas.rules.droid_battle import DroidBattle, read_standing, refuse_standing
from schemas.rules.goofspiel import Goofspiel, read_position
from schemas.rules.listing import listed
from schemas.state_graph import StateGraph
from stages.isolated.signals import temporary_folder
from stages.report.induction import EXACT_STATES, report_induction
from stages.solve import KERNEL

IN_MEMORY = "--levels is for Goofspiel; a droid battle is solved in memory, in seconds"
NO_LEVELS = "--levels is for Goofspiel"
# States of a graph that is listed to be solved one linear program at a time.
MAX_STAGE_PROGRAMS = 50_000


class Solved(NamedTuple):
    """The solution of a graph, and what is known of it beyond what a file says."""

    solution: induction.Induction
    levels: Path | None = None
    """The folder of level files, if there is one."""
    known: induction.Known | None = None
    """Of a graph whose states are generated, if it was solved in memory."""


def refuse_late(graph: StateGraph, settings: Settings) -> None:
    """Raise InputError now for what the report would refuse when hours of work are done."""
    if settings.levels and (refused := without_levels(graph)):
        raise InputError([Problem(refused)])
    if settings.at and isinstance(graph.rule, DroidBattle) and not graph.states:
        refuse_standing(graph.rule, read_standing(settings.at))
    elif settings.at and isinstance(graph.rule, Goofspiel) and not graph.states:
        read_position(settings.at)
    if settings.exact:
        listed(graph, EXACT_STATES)


def without_levels(graph: StateGraph) -> str:
    """Return why no level files are kept of a graph with a rule; empty where there may be some."""
    if graph.rule is None or isinstance(graph.rule, Goofspiel):
        return ""
    return IN_MEMORY if isinstance(graph.rule, DroidBattle) else NO_LEVELS


def solve_public(graph: StateGraph, settings: Settings, ended: ExitStack, watch: Watch) -> Solved:
    """Return a graph without a secret solved; level files that nobody asked to keep are there until
    `ended`.
    """
    if graph.states or settings.solver not in ("", KERNEL):
        return Solved(solve_listed(graph, settings.solver, watch))
    if isinstance(graph.rule, DroidBattle):
        from stages.solve.induction.droid_battle.graph import solve_whole

        found, known = solve_whole(graph, watch)
        return Solved(found, known=known)
    levels = None
    if isinstance(graph.rule, Goofspiel):
        levels = Path(settings.levels or ended.enter_context(temporary_folder()))
    return Solved(solve_generated(graph, str(levels), settings, watch), levels)


def solve_listed(graph: StateGraph, solver: str, watch: Watch) -> induction.Induction:
    """Return a graph without a secret solved state by state; one that is generated is listed for
    that.
    """
    from stages.solve.induction import solve_graph

    found = solve_graph(listed(graph, MAX_STAGE_PROGRAMS), solver or KERNEL, watch)
    return replace(found, graph_sha256=graph.digest)


def solve_generated(
    graph: StateGraph, folder: str, settings: Settings, watch: Watch
) -> induction.Induction:
    """Return a generated graph solved: Goofspiel level by level in a folder, droid battle in
    memory.

    Any other rule is listed and solved state by state. Raises InputError where it has too many
    states for that.
    """
    if isinstance(graph.rule, DroidBattle):
        from stages.solve.induction.droid_battle.graph import solve_battle

        return solve_battle(graph, watch)
    if not isinstance(graph.rule, Goofspiel):
        return solve_listed(graph, KERNEL, watch)
    from pipeline.levels.solve import solve_levels

    keep = bool(settings.levels or settings.at)
    return solve_levels(
        graph, Path(folder), settings.jobs or os.cpu_count() or 1, settings.engine, keep, watch
    )


def report_solved(
    graph: StateGraph, solved: Solved, settings: Settings
) -> induction_report.InductionReport:
    """Return the report on a graph that was solved here."""
    known = solved.known
    if solved.levels is not None:
        from pipeline.levels.position import known as read

        known = read(solved.levels, graph, induction.SOLVED)
    return _reported(graph, solved._replace(known=known), settings)


def report_graph(
    graph: StateGraph, solution: induction.Induction, settings: Settings
) -> induction_report.InductionReport:
    """Return the report on the solution of a graph, of which nothing is believed that does not
    follow from the graph.
    """
    levels, known = None, None
    with ExitStack() as ended:
        if not graph.states and solution.levels and not settings.exact:
            known, levels = what_is_known(graph, settings.levels, ended)
        return _reported(graph, Solved(solution, levels, known), settings)


def _reported(
    graph: StateGraph, solved: Solved, settings: Settings
) -> induction_report.InductionReport:
    def answer(text: str) -> induction_report.Play:
        if isinstance(graph.rule, DroidBattle):
            return play_standing(graph, text)
        from pipeline.levels.position import play

        assert solved.levels is not None
        return play(solved.levels, graph, text)

    known = solved.levels is not None or isinstance(graph.rule, DroidBattle)
    return report_induction(
        graph,
        solved.solution,
        settings.at,
        bool(settings.exact),
        answer if known else None,
        solved.known,
    )
