"""The evaluation as JSON, for programs."""

from collections.abc import Iterator

from ...schemas.evaluation import (
    ARTIFACT,
    Evaluated,
    Evaluation,
    EvaluationFile,
    GraphEvaluation,
    Guaranteed,
    Guarantees,
    Loss,
    LossEntry,
    StrategyEntry,
)
from ...schemas.game import infoset_text


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
        value=evaluation.value,
        profile=evaluation.profile,
        nash_conv=evaluation.nash_conv,
        exploitability=evaluation.exploitability,
        from_value=(evaluation.from_value(1), evaluation.from_value(2))
        if evaluation.value
        else None,
        gains=evaluation.gains,
        matches=evaluation.matches,
        strategies=(_strategy(evaluation.strategies[0]), _strategy(evaluation.strategies[1])),
        losses=tuple(_loss(listed, loss) for loss in listed.losses) if listed else None,
    )
    return ARTIFACT.write(file)


def _strategy(found: Guaranteed | None) -> StrategyEntry | None:
    if found is None:
        return None
    if not isinstance(found, Evaluated):
        return StrategyEntry(None, found.guarantee, None, None)
    return StrategyEntry(
        information_sets=len(found.strategy),
        guarantee=found.guarantee,
        answered=found.answered,
        play=found.play,
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
