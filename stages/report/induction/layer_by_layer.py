"""Report on a graph with generated states: the layers and the first round of its solution, compared
with values known from the graph itself.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ....schemas.induction import Answer, Ground, Induction, Known, StageSolution
from ....schemas.induction_report import InductionReport, Play, Proved, Sizes, Weights
from ....schemas.parts.exact import float_above, float_below
from ....schemas.parts.problems import InputError, Problem, VerificationError
from ....schemas.rules.rule import Layers
from ....schemas.state_graph import StateGraph
from .guarantee import TOLERANCE, refuse_stages, stage_bounds
from .plays import other_moves, play_of_answer


def report_layered(
    graph: StateGraph,
    induction: Induction,
    answer: Answer | None,
    position: str,
    known: Known | None,
) -> InductionReport:
    """Return the report on a generated graph; without `known` nothing is verified. `answer` is the
    solution of the position, if one is requested.
    """
    layers = _layers(graph, induction)
    if position and answer is None:
        words = "a position of a game with too many states to list is read from its level files"
        raise InputError([Problem(f"{words}; name their folder with --levels")])
    refuse_stages(
        induction, {one.state: (len(one.moves[0]), len(one.moves[1])) for one in layers.first}
    )
    plays = _believed(induction, layers)
    proved = None
    if known is None:
        _refuse_contradictions(layers, induction)
    else:
        induction, plays = _verified(layers, induction, plays, known)
        proved = _proved(known)
    return InductionReport(
        graph=graph,
        induction=induction,
        proved=proved,
        exact=None,
        sizes=_sizes(layers, sum(level.states for level in induction.levels)),
        first_moves=plays,
        position=play_of_answer(answer) if answer else None,
    )


def _proved(known: Known) -> Proved:
    value, bound = Fraction(known.value), known.levels[-1].bound
    return Proved(
        ground=known.ground,
        lower=float_below(value - Fraction(bound)),
        upper=float_above(value + Fraction(bound)),
        bound=bound,
        packed=known.packed,
    )


def _layers(graph: StateGraph, induction: Induction) -> Layers:
    """Return the layers of the game. Raises InputError unless the solution has all of them."""
    layers = graph.rule.layers if graph.rule else None
    if layers is None:
        words = "levels are of a game that is solved level by level"
        raise InputError([Problem(words, ("levels",))])
    if [level.left for level in induction.levels] != list(range(layers.last + 1)):
        words = f"the proof needs a level for every number of {layers.unit} from 0 to {layers.last}"
        raise InputError([Problem(words, ("levels",))])
    return layers


def _sizes(layers: Layers, states: int) -> Sizes:
    if layers.size is None:
        return Sizes(states=states, histories=None, information_sets=None, sequences=None)
    histories, information_sets, sequences = layers.size
    return Sizes(
        states=states, histories=histories, information_sets=information_sets, sequences=sequences
    )


def _believed(induction: Induction, layers: Layers) -> tuple[Play, ...]:
    """Return the first round as the solution gives it, unverified."""
    stages = {stage.state: stage for stage in induction.stages}
    return tuple(
        Play(
            state=one.state,
            label=one.label,
            moves=one.moves,
            value=stages[one.state].value,
            gap=None,
            strategies=stages[one.state].strategies,
            move_values=None,
            exact=None,
        )
        for one in layers.first
    )


def _verified(
    layers: Layers, induction: Induction, plays: Sequence[Play], known: Known
) -> tuple[Induction, tuple[Play, ...]]:
    """Return solution and first round with their numbers replaced by those that follow from the
    graph.

    Raises VerificationError if the numbers differ, or if the solution's strategies are no
    equilibrium.
    """
    allowed = TOLERANCE * layers.most
    measured = tuple(_measured(play, known, allowed) for play in plays)
    _refuse(f"the game is worth {induction.value:.12g}", induction.value, known.value, allowed)
    # In our own solution the stage games were computed from the levels; those of files are
    # verified.
    if measured and abs(_mean(measured) - known.value) > allowed:
        assert known.ground == Ground.READ
        raise VerificationError(
            f"the level files give the start the value {known.value:.12g}, and the stage games "
            f"of the first round {_mean(measured):.12g}"
        )
    games = sum(level.games for level in known.levels)
    stages = tuple(
        StageSolution(
            state=play.state, value=play.value, gap=play.gap or 0.0, strategies=play.strategies
        )
        for play in measured
    )
    return replace(
        induction, value=known.value, levels=known.levels, games=games, stages=stages
    ), measured


def _measured(play: Play, known: Known, allowed: float) -> Play:
    """Return a stage game with the value and the gap of its strategies."""
    matrix = known.first[play.state]
    strategies = (_summed(play.strategies[0]), _summed(play.strategies[1]))
    lower, upper = stage_bounds(matrix, strategies)
    gap, value = max(0.0, upper - lower), 0.5 * (lower + upper)
    if gap > allowed:
        raise VerificationError(
            f"the strategies of {play.state} leave its value open by {gap:.3g}; "
            "the solution is not an equilibrium of this graph"
        )
    _refuse(f"{play.state} is worth {play.value:.12g}", play.value, value, allowed)
    return play._replace(value=value, gap=gap, others=other_moves(matrix, strategies, play.moves))


def _refuse_contradictions(layers: Layers, induction: Induction) -> None:
    """Raise VerificationError if a solution contradicts itself or basic facts of its game."""
    most = layers.most
    for value in (induction.value, *(stage.value for stage in induction.stages)):
        if abs(value) > most * (1 + TOLERANCE):
            raise VerificationError(
                f"the solution has a value of {value:.12g}; nobody can win more than {most:.12g} "
                "here"
            )
    mean = math.fsum(stage.value for stage in induction.stages) / max(1, len(induction.stages))
    worth, allowed = f"the game is worth {induction.value:.12g}", TOLERANCE * most
    if induction.stages:
        _refuse(worth, induction.value, mean, allowed, "its own first round")
    if layers.fair:
        _refuse(worth, induction.value, 0.0, allowed, layers.fair)


def _refuse(said: str, value: float, true: float, allowed: float, by: str = "this graph") -> None:
    if not abs(value - true) <= allowed:
        raise VerificationError(f"the solution says that {said}; by {by} it is {true:.12g}")


def _summed(strategy: Weights) -> Weights:
    """Return a strategy scaled to sum to 1: files may be off by more than rounding."""
    total = math.fsum(strategy)
    return strategy if abs(total - 1) < 1e-13 else tuple(weight / total for weight in strategy)


def _mean(plays: Sequence[Play]) -> float:
    return math.fsum(play.value for play in plays) / len(plays)
