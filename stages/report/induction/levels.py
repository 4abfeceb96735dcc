"""What a solution says of a graph whose states are generated, held against what is known of the
graph itself.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from schemas.induction import READ, Induction, Known, StageSolution
from schemas.induction_report import Labels, Play, Weights
from schemas.parts.problems import VerificationError
from schemas.rules.droid_battle import DroidBattle
from schemas.rules.goofspiel import Goofspiel
from stages.report.induction.guarantee import TOLERANCE, stage_bounds
from stages.report.induction.others import other_moves

First = Sequence[tuple[str, str, tuple[Labels, Labels]]]


def believed(induction: Induction, first: First) -> tuple[Play, ...]:
    """Return the first round as the solution has it, unverified; `first` has label, state and moves
    of each stage game.
    """
    stages = {stage.state: stage for stage in induction.stages}
    return tuple(
        Play(name, label, moves, stages[name].value, None, stages[name].strategies, None, None)
        for label, name, moves in first
    )


def verified(
    rule: Goofspiel | DroidBattle, induction: Induction, plays: Sequence[Play], known: Known
) -> tuple[Induction, tuple[Play, ...]]:
    """Return solution and first round with numbers that follow from the graph in place of those
    that the solution gives.

    Raises VerificationError if the solution's are others, or if its strategies are no equilibrium.
    """
    allowed = TOLERANCE * _most(rule)
    told = []
    for play in plays:
        matrix, strategies = (
            known.first[play.state],
            (_summed(play.strategies[0]), _summed(play.strategies[1])),
        )
        lower, upper = stage_bounds(matrix, strategies)
        gap, value = max(0.0, upper - lower), 0.5 * (lower + upper)
        if gap > allowed:
            raise VerificationError(
                f"the strategies of {play.state} leave its value open by {gap:.3g}; "
                "the solution is no equilibrium of this graph"
            )
        _refuse(f"{play.state} is worth {play.value:.12g}", play.value, value, allowed)
        told.append(
            play._replace(value=value, gap=gap, others=other_moves(matrix, strategies, play.moves))
        )
    _refuse(f"the game is worth {induction.value:.12g}", induction.value, known.value, allowed)
    if (
        told and abs(_mean(told) - known.value) > allowed
    ):  # Of our own solving they follow; of files they must.
        assert known.ground == READ
        raise VerificationError(
            f"the level files give the start the value {known.value:.12g}, and the stage games "
            "of the first "
            f"round {_mean(told):.12g}"
        )
    games = sum(level.games for level in known.levels)
    stages = tuple(
        StageSolution(play.state, play.value, play.gap or 0.0, play.strategies) for play in told
    )
    return replace(
        induction, value=known.value, levels=known.levels, games=games, stages=stages
    ), tuple(told)


def refuse_contradictions(rule: Goofspiel | DroidBattle, induction: Induction) -> None:
    """Raise VerificationError where a solution contradicts itself or the plain sense of its
    game.
    """
    most = _most(rule)
    for value in (induction.value, *(stage.value for stage in induction.stages)):
        if abs(value) > most * (1 + TOLERANCE):
            raise VerificationError(
                f"the solution has a value of {value:.12g}; nobody can win more than {most:.12g} "
                "here"
            )
    mean = math.fsum(stage.value for stage in induction.stages) / max(1, len(induction.stages))
    if induction.stages:
        _refuse(
            f"the game is worth {induction.value:.12g}",
            induction.value,
            mean,
            TOLERANCE * most,
            "its own first round",
        )
    if isinstance(rule, Goofspiel) and rule.hands[0] == rule.hands[1]:
        _refuse(
            f"the game is worth {induction.value:.12g}",
            induction.value,
            0.0,
            TOLERANCE * most,
            "equal hands",
        )


def _refuse(said: str, value: float, true: float, allowed: float, by: str = "this graph") -> None:
    if not abs(value - true) <= allowed:
        raise VerificationError(f"the solution says that {said}; by {by} it is {true:.12g}")


def _summed(strategy: Weights) -> Weights:
    """Return a strategy whose weights sum to 1: what a file lets them sum to beyond rounding counts
    for nothing.
    """
    total = math.fsum(strategy)
    return strategy if abs(total - 1) < 1e-13 else tuple(weight / total for weight in strategy)


def _mean(plays: Sequence[Play]) -> float:
    return math.fsum(play.value for play in plays) / len(plays)


def _most(rule: Goofspiel | DroidBattle) -> float:
    if rule.objective == "win":
        return 1.0
    return float(sum(rule.prizes)) if isinstance(rule, Goofspiel) else float(max(rule.shots))
