"""The JSON text of a game: one information set and one node per line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from schemas.game.lines import head
from schemas.game.writing_columns import infoset_lines, node_lines

if TYPE_CHECKING:
    from schemas.game.game import Game

BETWEEN = ' ],\n "nodes": [\n'
END = " ]}\n"


def write(game: "Game", canonical: bool = False) -> Iterator[str]:
    """Yield the JSON text in parts. If `canonical`, that which the digest is made of."""
    for block in write_bytes(game, canonical):
        yield block.decode("ascii")


def write_bytes(game: "Game", canonical: bool = False) -> Iterator[bytes]:
    """Yield the same as bytes, each part made when it is asked for."""
    yield "".join(head(game, canonical)).encode()
    yield from infoset_lines(game.columns.infosets)
    yield BETWEEN.encode()
    yield from node_lines(game.columns)
    yield END.encode()
