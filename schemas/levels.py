"""A folder of level files, with the value of every state of a graph whose states are generated. A
level is all states with the same number of cards left in each hand.

`level-07.npy` holds the values of the level with 7 cards, row after row, one row per order pattern;
`level-07.rows.npy` the patterns, `level-07.kinds.npy` the kind of each row, `level-07.columns.npy`
the sets of prizes and the scores, `level-07.places.npy` where a row of a kind has the value of a
column, and `level-07.sums.npy` a checksum of each block of the values' file. The manifest lists the
complete levels with checksums. It contains no file names: they follow from the number of cards.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, NamedTuple

from .induction import LayerProof
from .parts.documents import read_json
from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Digest, Interval, Length, Mark
from .parts.problems import InputError, Problem
from .rules.goofspiel import Goofspiel
from .rules.shapes import DEAL

OLD = ("1", "2")
MANIFEST = "manifest.json"
PARTS = ("", ".rows", ".kinds", ".columns", ".places", ".sums")
BLOCK = 4096
"""Bytes per checksum, a CRC-32, in a file of values: the size of a page."""
_SUM = '\n "sha256": '


class Numbers(StrEnum):
    """The storage format of values."""

    FLOAT64 = "float64"
    PACKED = "packed"
    """As 32-bit integers, multiples of a unit that is a power of two."""


class WholeLevel(NamedTuple):
    """A complete level."""

    left: Annotated[int, "cards left in each hand"]
    states: Annotated[int, "as in the solution"]
    games: Annotated[int, "as in the solution"]
    largest_gap: Annotated[float, "as in the solution", Interval(0)]
    bound: Annotated[float, "as in the solution", Interval(0)]
    sha256: Annotated[
        tuple[str, ...],
        "SHA-256 of the six files below, in their order",
        Length(len(PARTS), len(PARTS)),
    ]
    gone: Annotated[
        bool,
        "whether the files were removed because no other level needed them any more",
        Mark.WRITTEN,
    ] = False

    @property
    def proof(self) -> LayerProof:
        return LayerProof(self.left, self.states, self.games, self.largest_gap, self.bound)


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The contents of a folder of level files."""

    rule: Annotated[Goofspiel, "the deal, as in the state graph", DEAL]
    numbers: Annotated[
        Numbers,
        "storage format of the values: `float64`, or `packed` in 32 bits",
        Mark.WRITTEN,
    ] = Numbers.FLOAT64
    keep: Annotated[
        bool,
        "whether the files of all levels are kept; otherwise they are removed once no other level "
        "needs them",
        Mark.WRITTEN,
    ] = True
    levels: Annotated[
        tuple[WholeLevel, ...],
        "the complete levels, one per line, from 0 cards up without gaps",
        Mark.LINES,
    ] = ()
    sha256: Annotated[
        Digest,
        "SHA-256 of the text of this file before the line of this key, as it was written",
        Mark.WRITTEN,
    ] = ""


def file_name(cards: int, part: str = "") -> str:
    """Return the name of a level's file.

    >>> file_name(7, ".rows")
    'level-07.rows.npy'
    """
    return f"level-{cards:02}{part}.npy"


def chunk_name(cards: int, number: int) -> str:
    """Return the file name of one chunk of an incomplete level."""
    return f"level-{cards:02}.chunk-{number:05}.npy"


def _consistent(manifest: Manifest) -> Iterator[Problem]:
    levels = manifest.levels
    if [level.left for level in levels] != list(range(len(levels))) or len(levels) > len(
        manifest.rule.prizes
    ) + 1:
        yield Problem("the levels are not in order from 0 cards up", ("levels",))


ARTIFACT = Artifact("efgc/levels", 3, "Level files", Manifest, _consistent, stamped=False)


def read(text: str) -> Manifest:
    """Return the manifest in a JSON text. Raise InputError with the place of every problem, also if
    its checksum differs.
    """
    data = read_json(text)
    known = isinstance(data, dict) and data.get("format") == ARTIFACT.format
    if known and str(data.get("version")) in OLD:
        message = (
            f"version {data['version']} is a folder of an older efgc, which cannot be read any "
            "more; remove it or choose another folder, and solve the graph again"
        )
        raise InputError([Problem(message, ("version",))])
    manifest = ARTIFACT.read_data(data)
    before, _, _ = text.rpartition(_SUM)
    if manifest.sha256 != _digest(f"{before}\n"):
        message = (
            "the checksum differs: the manifest was changed or damaged; remove it, and solve the "
            "graph again to recompute all levels"
        )
        raise InputError([Problem(message, ("sha256",))])
    return manifest


def write(manifest: Manifest) -> Iterator[str]:
    """Yield the lines of the JSON text: one level per line, and finally the checksum of the text
    before it.
    """
    text = "".join(ARTIFACT.write(replace(manifest, sha256="")))
    before, _, _ = text.rpartition(_SUM)
    yield f'{before}{_SUM}"{_digest(f"{before}{chr(10)}")}"}}\n'


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
