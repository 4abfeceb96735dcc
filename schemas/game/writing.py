"""The JSON text of a game: one information set and one node per line."""

from collections.abc import Iterator
from itertools import islice

from schemas.game.lines import head, infoset_line, node_line
from schemas.game.records import GameRecord
from schemas.game.views import NodeView

BETWEEN = ' ],\n "nodes": [\n'
END = " ]}\n"


def write(game: GameRecord, canonical: bool = False) -> Iterator[str]:
    """Yield the JSON text in parts: one information set and one node per line. If `canonical`, that
    which the digest is made of.
    """
    if isinstance(game.nodes, NodeView):
        for block in write_bytes(game, canonical):
            yield block.decode("ascii")
        return
    yield from head(game, canonical)
    yield from _separated(
        infoset_line(number, infoset) for number, infoset in enumerate(game.information_sets)
    )
    yield BETWEEN
    yield from _separated(node_line(number, node) for number, node in enumerate(game.nodes))
    yield END


def write_bytes(game: GameRecord, canonical: bool = False) -> Iterator[bytes]:
    """Yield the same in larger parts of bytes, each made when it is asked for."""
    if not isinstance(game.nodes, NodeView):
        lines = write(game, canonical)
        while block := "".join(islice(lines, 4096)):
            yield block.encode()
        return
    # For start-up time: NumPy and Numba.
    from schemas.game.writing_columns import infoset_lines, node_lines

    columns = game.nodes.columns
    yield "".join(head(game, canonical)).encode()
    yield from infoset_lines(columns.infosets)
    yield BETWEEN.encode()
    yield from node_lines(columns)
    yield END.encode()


def _separated(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        yield before + line
        before = ",\n"
    if before:
        yield "\n"
