"""The evaluation as JSON, for programs."""

from collections.abc import Iterator
from fractions import Fraction

from ...schemas.evaluation import (
    ARTIFACT,
    BoundsEntry,
    Enclosed,
    Evaluated,
    Evaluation,
    EvaluationFile,
    GraphEvaluation,
    Guaranteed,
    Guarantees,
    Loss,
    LossEntry,
    MatchEntry,
    MoveEntry,
    PlayEntry,
    StrategyEntry,
)
from ...schemas.game import infoset_text
from ...schemas.parts.exact import write_exact

LONG = 1_000
"""The most characters of a fraction in the output."""


def write_json(evaluation: Guarantees) -> Iterator[str]:
    """Return the lines of the JSON text: one information set per line."""
    listed = evaluation if isinstance(evaluation, Evaluation) else None
    unlisted = evaluation if isinstance(evaluation, GraphEvaluation) else None
    source = listed.game.source if listed else unlisted.graph.source if unlisted else None
    file = EvaluationFile(
        title=evaluation.title,
        players=evaluation.players,
        constant=evaluation.constant or None,
        level=source.level if source else None,
        nodes=len(listed.game.nodes) if listed else None,
        histories=str(unlisted.histories) if unlisted else "",
        adjusted=evaluation.adjusted,
        completed=evaluation.completed,
        value=_bounds(evaluation.value),
        profile=evaluation.profile,
        nash_conv=_bounds(evaluation.nash_conv),
        exploitability=_bounds(evaluation.exploitability),
        from_value=(_bounds(evaluation.from_value(1)), _bounds(evaluation.from_value(2)))
        if evaluation.value
        else None,
        gains=(_bounds(evaluation.gains[0]), _bounds(evaluation.gains[1])),
        matches=tuple(
            MatchEntry((first, second), _known_bounds(value))
            for first, second, value in evaluation.matches
        ),
        strategies=(_strategy(evaluation.strategies[0]), _strategy(evaluation.strategies[1])),
        losses=tuple(_loss(listed, loss) for loss in listed.losses) if listed else None,
    )
    return ARTIFACT.write(file)


def _bounds(found: Enclosed | None) -> BoundsEntry | None:
    return None if found is None else _known_bounds(found)


def _known_bounds(found: Enclosed) -> BoundsEntry:
    return BoundsEntry(found.lower, found.upper, _brief(found.exact))


def _brief(exact: Fraction | None) -> Fraction | None:
    return exact if exact is None or len(write_exact(exact)) <= LONG else None


def _strategy(found: Guaranteed | None) -> StrategyEntry | None:
    if found is None:
        return None
    if not isinstance(found, Evaluated):
        return StrategyEntry(None, _known_bounds(found.guarantee), None, None)
    moves = tuple(
        MoveEntry(move.player, move.sees, move.action, move.probability)
        for move in found.play.moves
    )
    return StrategyEntry(
        information_sets=len(found.strategy),
        guarantee=_known_bounds(found.guarantee),
        answered=_known_bounds(found.answered),
        play=PlayEntry(found.play.probability, moves, found.play.payoff),
    )


def _loss(found: Evaluation, loss: Loss) -> LossEntry:
    infoset = found.game.information_sets[loss.infoset]
    return LossEntry(
        player=infoset.player,
        information_set=loss.infoset,
        after=infoset_text(found.game, loss.infoset),
        loss=loss.loss,
        reach=loss.reach,
        best_action=infoset.actions[loss.best],
        best_value=loss.best_value,
        value=loss.value,
        played=loss.played,
    )
