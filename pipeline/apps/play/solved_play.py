"""Solving a game so that a person can play against it, with good play even after blunders.

The equilibrium is the one that `efgc run` reports, or `efgc run -O 2` where the level is 1 or 2. A
blunder leads to nodes that the equilibrium never reaches, where a solver's strategy is arbitrary.
There a small game is played by its quasi-perfect equilibrium, and a larger one by best responses,
as long as neither weakens any guarantee.

A small map is played on its textbook tree, as it is reported. A larger one is compiled to single
steps (level 1), as a person walks, if that is small enough, and else to whole paths (level 2). The
reported strategies, which are on paths, are carried over to the steps.
"""

import hashlib
from contextlib import closing
from dataclasses import replace

from ....schemas.game import Game
from ....schemas.parts.problems import InputError, LimitError, Problem
from ....schemas.refinement import Concept
from ....schemas.strategies import Strategy
from ....stages.parse import REDUCED_LEVEL
from ....stages.report.measures import Measured
from ....stages.report.off_path import one_equilibrium, with_off_path
from ...chain.records import Reported
from ...files.kinds import kind
from ...files.text import Text
from ...settings import Settings
from ...terminal.diagnostics import tell
from ...ways.run import run, solver_attempts
from .continuation import continuation
from .solved_match import Playable

REFINED_NODES, REFINED_INFOSETS = 10_000, 1_000
"""The largest games that are refined: Leduc poker, with 9,457 nodes and 936 information sets, takes
two seconds.
"""
TREE, STEP_BY_STEP = 0, 1
STATES, NODES = 3_000, 10_000
"""The largest maps that are played step by step."""


def playable(report: Measured, several: tuple[int, ...] = ()) -> Playable:
    """Return the game of a report with the trail of its stages; `several` are the players that are
    known to have other optimal strategies.
    """
    trail = report.trail
    return Playable(
        game=report.game,
        value=report.value if isinstance(report.exact, str) else report.exact.value,
        continuation=continuation(report.game, report.strategies),
        strategies_sha256=_digest_of(report.strategies),
        graph=trail.graph if trail.graph is not None and trail.graph.secret is not None else None,
        rows=trail.rows,
        origins=trail.origins,
        several=several,
    )


def prepare(source: Text, settings: Settings) -> Playable:
    """Return the game of a source, solved. The settings may have parameters of a map, rules and a
    level.

    Raise InputError, OptionRefused, and the errors of the stages; LimitError if the game is too
    large to be solved as a linear program.
    """
    is_map = kind(source.text) == "map"
    level = None if settings.level in (None, TREE) else REDUCED_LEVEL
    solving = replace(settings, level=level) if is_map else settings
    reported = _reported(source, solving)
    tell(source.name, *solver_attempts(reported))
    found = reported.report
    in_ways = found.game.source is not None and found.game.source.level == REDUCED_LEVEL
    other = _by_steps(source, settings) if is_map and in_ways else None
    if other is None and _is_refined(found.game):
        other = _refined(source, solving)
    if other is None:
        return playable(with_off_path(found))
    return playable(*one_equilibrium(found, other))


def _by_steps(source: Text, settings: Settings) -> Measured | None:
    """Return the game of a map, solved at the level to be played; None for whole paths, or if no
    level was given and there are too many steps.
    """
    if settings.level == REDUCED_LEVEL:
        return None
    if settings.level is not None:
        return _playing_well(source, settings)
    small = replace(settings, level=STEP_BY_STEP, max_states=STATES, max_histories=NODES)
    try:
        return _playing_well(source, small)
    except (InputError, LimitError):
        return None


def _playing_well(source: Text, settings: Settings) -> Measured:
    """Return a game solved so that both players also play well after mistakes."""
    found = _reported(source, settings).report
    return _refined(source, settings) if _is_refined(found.game) else with_off_path(found)


def _refined(source: Text, settings: Settings) -> Measured:
    return _reported(source, replace(settings, refine=Concept.QUASI_PERFECT)).report


def _reported(source: Text, settings: Settings) -> Reported:
    """Return the game as `efgc run` solves it, with the trail of the stages."""
    with closing(run(source, settings, trail=True, as_program=True)) as steps:
        *_, step = steps
    if not isinstance(step.made, Reported):
        raise InputError([Problem("a linear program is not a game to play")], source.name)
    return step.made


def _is_refined(game: Game) -> bool:
    return len(game.nodes) <= REFINED_NODES and len(game.information_sets) <= REFINED_INFOSETS


def _digest_of(strategies: tuple[Strategy, Strategy]) -> str:
    """Return the SHA-256 of all probabilities, in hexadecimal.

    >>> _digest_of(((), ()))[:8]
    'e3b0c442'
    """
    found = hashlib.sha256()
    for strategy in strategies:
        for infoset, _, probabilities in strategy:
            found.update(f"{infoset} {probabilities!r}\n".encode())
    return found.hexdigest()
