"""The records of a game that is kept in columns, made when somebody looks at one."""

from schemas.game.columns import GameColumns, InfosetColumns
from schemas.game.records import InformationSet, Node
from schemas.parts.views import RecordView


class NodeView(RecordView[Node]):
    """The nodes of columns."""

    columns: GameColumns


class InfosetView(RecordView[InformationSet]):
    """The information sets of columns."""

    columns: InfosetColumns
