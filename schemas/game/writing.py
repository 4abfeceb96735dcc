"""The JSON text of a game: one information set and one node per line."""

from collections.abc import Iterator

from schemas.game.lines import head
from schemas.game.records import GameRecord
from schemas.game.views import NodeView
from schemas.game.writing_columns import infoset_lines, node_lines

BETWEEN = ' ],\n "nodes": [\n'
END = " ]}\n"


def write(game: GameRecord, canonical: bool = False) -> Iterator[str]:
    """Yield the JSON text of a game in columns; if `canonical`, what the digest is made of."""
    for block in write_bytes(game, canonical):
        yield block.decode("ascii")


def write_bytes(game: GameRecord, canonical: bool = False) -> Iterator[bytes]:
    """Yield the same as bytes, each part made when it is asked for."""
    assert isinstance(game.nodes, NodeView)
    columns = game.nodes.columns
    yield "".join(head(game, canonical)).encode()
    yield from infoset_lines(columns.infosets)
    yield BETWEEN.encode()
    yield from node_lines(columns)
    yield END.encode()
