"""The table of columns (`*.columns.json`): the meaning of every column and row of a linear program.

It is the contract between `lower`, which writes it, and `report`, which uses it to interpret a
solution. The names of columns and rows are arbitrary; their meaning is given by players,
information sets and actions of the game.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Digest, Key, Mark, OneOf, Rename
from .parts.problems import Problem, repeated

AGAIN = "`efgc lower GAME -o NAME.lp` writes the table again, beside the program"
PLAYERS = OneOf((1, 2))


class Column(NamedTuple):
    """One column or row. A column of the program's own player is a sequence, and a column of the
    opponent an information set; rows are the reverse.
    """

    name: Annotated[str, "name in the linear program", Key("column")]
    player: Annotated[int, "the player of the sequence or information set", PLAYERS]
    information_set: Annotated[
        int | None,
        "its number in the game; null for the empty sequence, the root and sums of sequences",
    ]
    action: Annotated[str, "last action of a sequence; else empty"]
    sum_of: Annotated[
        tuple[str, ...],
        "for a sum of sequences, or an information set that follows such a sum, the names of the "
        "sequences in the sum; else empty",
    ]
    meaning: Annotated[
        str,
        "own actions, with the observations between them in brackets; empty if the player has "
        "neither moved nor observed anything",
    ]


class Columns(NamedTuple):
    """The meaning of every column and row of a linear program, columns before rows, in the order
    in which `lower` writes them.
    """

    problem: Annotated[str, "name of the linear program"]
    game: Annotated[Digest, "digest of the game that was lowered: SHA-256"]
    player: Annotated[int, "the player of the linear program", PLAYERS]
    without: Annotated[tuple[str, ...], "the reductions of the sequence form that were not applied"]
    columns: Annotated[
        tuple[Column, ...],
        "one per line: realization weights of the player's sequences, then values of the "
        "opponent's information sets; a solver may list them in another order",
        Mark.LINES,
    ]
    rows: Annotated[
        tuple[Column, ...],
        "one per line: flow through the player's information sets, then one row per sequence of "
        "the opponent",
        Rename({"name": ("row", "name in the linear program")}),
        Mark.LINES,
    ]


def _consistent(columns: Columns) -> Iterator[Problem]:
    for key, entries in (("columns", columns.columns), ("rows", columns.rows)):
        for index in repeated(entry.name for entry in entries):
            message = f"duplicate name {entries[index].name!r}"
            yield Problem(message, (key, index, key[:-1]))


ARTIFACT = Artifact("efgc/columns", 2, "Columns", Columns, _consistent, AGAIN)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
