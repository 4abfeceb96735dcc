"""The losses of an evaluation as a table, one information set per row."""

from collections.abc import Iterator

from schemas.evaluation import Evaluation
from schemas.game import infoset_text
from schemas.parts.tables import line_of

COLUMNS = (
    "player",
    "information_set",
    "loss",
    "reach",
    "best_action",
    "best_value",
    "value",
    "played",
    "after",
)


def write_csv(found: Evaluation) -> Iterator[str]:
    """Yield the lines of the table: the largest loss first."""
    game = found.game
    yield f"{','.join(COLUMNS)}\n"
    for loss in found.losses:
        infoset = game.information_sets[loss.infoset]
        yield line_of(
            (
                infoset.player,
                loss.infoset,
                *map(repr, (loss.loss, loss.reach)),
                infoset.actions[loss.best],
                *map(repr, (loss.best_value, loss.value, loss.played)),
                infoset_text(game, loss.infoset),
            )
        )
