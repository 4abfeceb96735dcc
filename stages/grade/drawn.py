"""A large game in records again, for who walks over it and looks at each node several times."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from schemas.game import Game, InformationSet

if TYPE_CHECKING:
    from schemas.game.columns import InfosetColumns


def in_records(game: Game) -> Game:
    """Return a game in records."""
    if game.columns is None:
        return game
    sets = tuple(_infosets(game.columns.infosets))
    return replace(game, information_sets=sets, nodes=tuple(game.nodes))


def _infosets(columns: "InfosetColumns") -> Iterator[InformationSet]:
    """Yield all information sets; each text is read once."""
    read = [json.loads(text) for text in columns.texts]
    states = [text if isinstance(text, str) else "" for text in read]
    lists = [tuple(text) if isinstance(text, list) else () for text in read]
    # What has the number -1 is there last.
    states.append("")
    lists.append(())
    each = (columns.player, columns.state, columns.sees, columns.actions)
    for player, state, sees, actions in zip(*(part.tolist() for part in each), strict=True):
        yield InformationSet(player, states[state], lists[sees], lists[actions])
