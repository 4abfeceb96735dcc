"""Lazy sequences of a game's records, built from its columns on access."""

from schemas.game.columns import GameColumns, InfosetColumns
from schemas.game.records import InformationSet, Node
from schemas.parts.views import RecordView


class NodeView(RecordView[Node]):
    """The nodes of a game as records."""

    columns: GameColumns


class InfosetView(RecordView[InformationSet]):
    """The information sets of a game as records."""

    columns: InfosetColumns
