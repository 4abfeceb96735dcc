"""What is known of a graph whose states are generated, whatever a solution file says: from level
files, or by solving it.
"""

from contextlib import ExitStack
from pathlib import Path

from schemas.induction import READ, SOLVED, Known
from schemas.rules.droid_battle import DroidBattle
from schemas.rules.goofspiel import Goofspiel
from schemas.state_graph import StateGraph
from stages.isolated.signals import temporary_folder

AGAIN = 3_000_000  # Stage games that are solved again for a report: a second or two.


def what_is_known(
    graph: StateGraph, folder: str, ended: ExitStack
) -> tuple[Known | None, Path | None]:
    """Return what is known, and the folder of level files that says so.

    Without a `folder` a graph of up to AGAIN stage games is solved again, Goofspiel in a folder of
    its own that is there until `ended`; of a larger one nothing is known. Raises InputError if the
    folder is of another game, damaged or not whole.
    """
    if isinstance(graph.rule, DroidBattle):
        return _battle(graph, graph.rule), None
    if not isinstance(graph.rule, Goofspiel):
        return None, None
    if folder:
        from pipeline.levels.position import known  # NumPy, which only generated graphs need.

        return known(Path(folder), graph, READ), Path(folder)
    return _deal(graph, graph.rule, ended)


def _battle(graph: StateGraph, rule: DroidBattle) -> Known | None:
    from stages.solve.induction.droid_battle import more_games
    from stages.solve.induction.droid_battle.graph import solve_whole

    return None if more_games(rule, AGAIN) else solve_whole(graph)[1]


def _deal(graph: StateGraph, rule: Goofspiel, ended: ExitStack) -> tuple[Known | None, Path | None]:
    from pipeline.levels.position import known
    from pipeline.levels.solve import solve_levels
    from stages.solve.induction.goofspiel import more_games

    if more_games(rule, AGAIN):
        return None, None
    folder = ended.enter_context(temporary_folder())
    solve_levels(graph, folder, 1)
    return known(folder, graph, SOLVED), folder
