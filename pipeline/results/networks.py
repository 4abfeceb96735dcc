"""From a source to a network: the source goes through the stages up to its state graph
or its game.
"""

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from ...schemas.game import Game
from ...schemas.parts.problems import SizeError, StageBug
from ...schemas.state_graph import Graph, ObservationGraph, unrolled
from ...schemas.state_graph import count as count_game
from ...schemas.state_graph.counting import count_histories
from ...stages.networks import as_network, count, measure, size
from ...stages.networks.measures import Counts
from ..chain.refusals import OptionRefused
from ..files.reading import about
from ..files.text import Text
from ..settings import Settings
from ..terminal.diagnostics import progress
from ..ways.run import run

if TYPE_CHECKING:
    import networkx

OF = ("states", "game")
"""The artifacts of a source that can be shown as a network."""


def network(source: Text, of: str | None, settings: Settings, most: int) -> "networkx.MultiDiGraph":
    """Return the network of a source: of its state graph, or of its game; with None, of the first
    of these that it has.

    Raises OptionRefused if there is no state graph, InputError for more than `most` nodes, and the
    errors of the stages.
    """
    made = _artifact(source, of, settings, most)
    with progress("network"):
        return about(source.name, lambda: as_network(made, most))


def statistics(source: Text, of: str | None, settings: Settings, most: int) -> Counts:
    """Return the statistics of a source; only its counts if it has more than `most` nodes.
    Parameters and errors are those of `network`; a graph with a limit of moves is measured up to
    that limit.
    """
    made = _artifact(source, of, settings, most)
    cyclic = isinstance(made, Graph) and made.limit
    if size(made) > most and not cyclic:
        with progress("count"):
            return _with_game(count(made), made)
    if isinstance(made, ObservationGraph):
        graph = made
        made = about(source.name, lambda: unrolled(graph, most, "--max-nodes"))
    with progress("network"):
        found = about(source.name, lambda: as_network(made, most))
    with progress("stats"):
        return _with_game(measure(found), made)


def _with_game(counted: Counts, made: Graph | Game) -> Counts:
    """Return statistics; of a graph of version 2 without cycles with the size of its game."""
    if not isinstance(made, ObservationGraph):
        return counted
    try:
        found = count_game(made)
    except SizeError:  # The information sets cannot be counted.
        return replace(counted, histories=count_histories(made))
    return replace(counted, histories=found.histories, infosets=found.information_sets)


def _artifact(source: Text, of: str | None, settings: Settings, most: int) -> Graph | Game:
    limited = replace(
        settings,
        max_states=max(settings.max_states, most),  # The number of nodes is needed for the error.
        max_histories=most,
        counted=False,
    )
    if of == "states" and settings.unroll:
        raise OptionRefused(f"{source.name}: --unroll is for --of game")
    return first_artifact(source, "game" if settings.unroll else of, limited)


def first_artifact(source: Text, of: str | None, settings: Settings) -> Graph | Game:
    """Return the state graph or the game of a source: the one of OF that is requested, or the
    first. Raises OptionRefused if there is no state graph, and the errors of the stages.
    """
    with closing(run(source, settings, through="expand", as_program=True)) as steps:
        for step in steps:
            match step.made:
                case Graph() if of != "game":
                    return step.made
                case Game() if of != "states":
                    return step.made
                case Game():
                    said = "--of states is for sources with a state graph; this is a game"
                    raise OptionRefused(f"{source.name}: {said}")
    raise StageBug("efgc: a bug of ours: no stage made a state graph or a game")
