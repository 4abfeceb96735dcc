"""A game that is solved so that it can be played against: also after blunders.

A blunder leads where equilibrium play never comes, and what a solver plays there is anything. So a
small game is played by its quasi-perfect equilibrium, and another one by best responses off the
path.

A map is compiled to steps (level 1), as a person walks, where that is small enough, and to ways
(level 2) where it is not.
"""

from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pipeline.chain import answered, run
from pipeline.diagnostics import tell
from pipeline.kinds import kind
from pipeline.play.continuation import Continuation, continuation
from pipeline.play.digest import digest_of
from pipeline.records import Reported
from pipeline.settings import Settings
from pipeline.text import Text
from schemas.game import Game
from schemas.parts.problems import InputError, LimitError, Problem
from schemas.refinement import Concept
from schemas.report import Report
from schemas.state_graph import StateGraph
from schemas.trail import NodeOrigins
from stages.parse import DEFAULT_LEVEL


class Size(NamedTuple):
    """Of a game."""

    nodes: int
    infosets: int


REFINED = Size(10_000, 1_000)
"""Of games that are refined: Leduc poker, with 9,457 nodes and 936 information sets, takes two
seconds.
"""
STEP_BY_STEP = 1
STATES, NODES = 3_000, 10_000
"""Of maps that are played step by step."""


@dataclass(frozen=True, eq=False)
class Ready:
    """A solved game, ready to be played."""

    report: Report
    """With the trail of the stages."""

    @property
    def game(self) -> Game:
        return self.report.game

    @property
    def graph(self) -> StateGraph | None:
        """The state graph with a secret that the game was expanded from; None for other games."""
        graph = self.report.trail.graph
        return graph if graph is not None and graph.secret is not None else None

    @property
    def rows(self) -> tuple[str, ...]:
        """Of the map; empty where there is none."""
        return self.report.trail.rows

    @property
    def origins(self) -> NodeOrigins | None:
        """Of the nodes in the state graph; None where there is none."""
        return self.report.trail.origins

    @property
    def dealt(self) -> None:
        """Nothing lies on a table."""

    @property
    def value(self) -> Fraction | float:
        """Of the game to player 1."""
        return self.report.value if isinstance(self.report.exact, str) else self.report.exact.value

    @cached_property
    def continuation(self) -> Continuation:
        """What both players do at every information set, and what that is worth."""
        return continuation(self.game, self.report.strategies)

    @cached_property
    def strategies_sha256(self) -> str:
        """Of both strategies: whether somebody else plays the same."""
        return digest_of(self.report.strategies)


def prepared(source: Text, settings: Settings) -> Ready:
    """Return the game of a source, solved. The settings may have numbers of a map, rules and a
    level.

    Raises InputError, OptionRefused, and what the stages raise; LimitError where the game is too
    large to be solved as a linear program.
    """
    if kind(source.text) == "map" and settings.level is None:
        small = replace(settings, level=STEP_BY_STEP, max_states=STATES, max_histories=NODES)
        try:
            return _solved(source, small)
        except (InputError, LimitError):  # Too large, or wrong, which is then told once more.
            settings = replace(settings, level=DEFAULT_LEVEL)
    return _solved(source, settings)


def _solved(source: Text, settings: Settings) -> Ready:
    refined = _reported(source, replace(settings, off_path=True), REFINED)
    if refined is None:
        asked = replace(settings, off_path=False, refine=Concept.QUASI_PERFECT)
        refined = _reported(source, asked)
    assert refined is not None
    tell(source.name, *answered(refined))
    return Ready(refined.report)


def _reported(source: Text, settings: Settings, above: Size | None = None) -> Reported | None:
    """Return the solved game; None if it is no larger than `above`."""
    with closing(run(source, settings, trail=True, as_program=True)) as steps:
        for step in steps:
            if above and isinstance(step.made, Game) and _is_within(step.made, above):
                return None
    if not isinstance(step.made, Reported):
        raise InputError([Problem("a linear program is no game to play")], source.name)
    return step.made


def _is_within(game: Game, size: Size) -> bool:
    return len(game.nodes) <= size.nodes and len(game.information_sets) <= size.infosets
