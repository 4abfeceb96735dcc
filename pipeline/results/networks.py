"""How a source becomes a network: it goes through the stages until there is what is asked for."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.chain.option_uses import OptionRefused
from pipeline.chain.run import run
from pipeline.chain.steps import Step
from pipeline.files.reading import about
from pipeline.files.text import Text
from pipeline.settings import Settings
from pipeline.terminal.diagnostics import progress
from schemas.game import Game
from schemas.parts.problems import StageBug
from schemas.state_graph import StateGraph
from stages.networks import as_network

if TYPE_CHECKING:
    import networkx

OF = ("states", "game")
"""What a source can be shown as."""


def network(source: Text, of: str | None, settings: Settings, most: int) -> "networkx.MultiDiGraph":
    """Return the network of a source: of its state graph, or of its game; of None, of the first
    that there is.

    Raises OptionRefused where there is none of the state graph, InputError where it has more than
    `most` nodes, and what the stages raise.
    """
    limited = replace(
        settings,
        max_states=max(settings.max_states, most),  # More are counted, to say how many there are.
        max_histories=most,
        counted=False,
    )
    if of == "states" and settings.unroll:
        raise OptionRefused(f"{source.name}: --unroll is for --of game")
    with closing(run(source, limited, through="expand", as_program=True)) as steps:
        made = _asked(steps, source, "game" if settings.unroll else of)
    with progress("network"):
        return about(source.name, lambda: as_network(made, most))


def _asked(steps: Iterator[Step], source: Text, of: str | None) -> StateGraph | Game:
    for step in steps:
        match step.made:
            case StateGraph() if of != "game":
                return step.made
            case Game() if of != "states":
                return step.made
            case Game():
                raise OptionRefused(
                    f"{source.name}: --of states is for what has a state graph; this is a game"
                )
    raise StageBug("efgc: a bug of ours: no stage made a state graph or a game")
