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


def write_json(found: Guarantees) -> Iterator[str]:
    """Return the lines of the JSON text: one information set per line."""
    listed = found if isinstance(found, Evaluation) else None
    unlisted = found if isinstance(found, GraphEvaluation) else None
    source = listed.game.source if listed else unlisted.graph.source if unlisted else None
    file = EvaluationFile(
        title=found.title,
        players=found.players,
        constant=found.constant or None,
        level=source.level if source else None,
        nodes=len(listed.game.nodes) if listed else None,
        histories=str(unlisted.histories) if unlisted else "",
        adjusted=found.adjusted,
        completed=found.completed,
        value=found.value,
        profile=found.profile,
        nash_conv=found.nash_conv,
        exploitability=found.exploitability,
        from_value=(found.from_value(1), found.from_value(2)) if found.value else None,
        gains=found.gains,
        matches=found.matches,
        strategies=(_strategy(found.strategies[0]), _strategy(found.strategies[1])),
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
