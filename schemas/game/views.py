"""The records of a game that is kept in columns, made when somebody looks at one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from schemas.game.records import InformationSet, Node
from schemas.parts.views import RecordView

if TYPE_CHECKING:
    from schemas.game.columns import GameColumns, InfosetColumns


class NodeView(RecordView[Node]):
    """The nodes of columns."""

    columns: "GameColumns"

    def __iter__(self) -> Iterator[Node]:
        return self.columns.records()


class InfosetView(RecordView[InformationSet]):
    """The information sets of columns."""

    columns: "InfosetColumns"
