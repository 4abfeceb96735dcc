"""A folder of level files: the value of every state of a graph whose states are generated.

`level-07.npy` holds the values of the states with 7 cards left in each hand,
row after row, one per order pattern; `level-07.rows.npy` the patterns,
`level-07.kinds.npy` the kind of each row, `level-07.columns.npy` the sets of
prizes and the scores, `level-07.places.npy` where a row of a kind has the value
of a column, and `level-07.sums.npy` a checksum of each block of the values'
file. The manifest lists the complete levels with checksums. It contains no file
names: they follow from the number of cards.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from schemas.induction import LayerProof, read_layer
from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.problems import InputError, Place, Problem, shown
from schemas.rules.goofspiel import Goofspiel, read_rule

FORMAT = "efgc/levels"
VERSION = 3
OLD = ("1", "2")
MANIFEST = "manifest.json"
PARTS = ("", ".rows", ".kinds", ".columns", ".places", ".sums")
BLOCK = 4096
"""Bytes per checksum, a CRC-32, in a file of values: the size of a page."""


class Numbers(StrEnum):
    """The storage format of values."""

    FLOAT64 = "float64"
    PACKED = "packed"
    """As 32-bit integers, multiples of a unit that is a power of two."""


class WholeLevel(NamedTuple):
    """A complete level."""

    proof: LayerProof
    sha256: tuple[str, ...]
    """SHA-256 of the files of PARTS, in hexadecimal."""
    gone: bool = False
    """Whether its files were removed because no other level needed them any more."""


@dataclass(frozen=True)
class Manifest:
    """The contents of a folder of level files."""

    rule: Goofspiel
    levels: tuple[WholeLevel, ...]
    """By number of cards, from 0 without gaps."""
    keep: bool = True
    """Whether the files of all levels are kept; otherwise they are removed once no other level
    needs them.
    """
    numbers: Numbers = Numbers.FLOAT64


def file_name(cards: int, part: str = "") -> str:
    """Return the name of a level's file.

    >>> file_name(7, ".rows")
    'level-07.rows.npy'
    """
    return f"level-{cards:02}{part}.npy"


def chunk_name(cards: int, number: int) -> str:
    """Return the file name of one chunk of an incomplete level."""
    return f"level-{cards:02}.chunk-{number:05}.npy"


def read(text: str) -> Manifest:
    """Return the manifest in a JSON text. Raise InputError with the place of every problem, also if
    its checksum differs.
    """
    data = read_json(text)
    _refuse_older(data)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    keys = ("format", "version", "rule", "numbers", "keep", "levels", "sha256")
    top = found.fields(data, (), keys)
    levels = tuple(
        _level(found, ("levels", at), level)
        for at, level in enumerate(found.sequence(top["levels"], ("levels",)))
    )
    numbers = found.text(top["numbers"], ("numbers",))
    if numbers not in tuple(Numbers):
        found.add(("numbers",), f"{shown(numbers)} is none of {', '.join(Numbers)}")
        numbers = Numbers.FLOAT64
    manifest = Manifest(
        rule=read_rule(found, top["rule"], ("rule",)),
        levels=levels,
        keep=_flag(found, top["keep"], ("keep",)),
        numbers=Numbers(numbers),
    )
    if [level.proof.left for level in levels] != list(range(len(levels))) or len(levels) > len(
        manifest.rule.prizes
    ) + 1:
        found.add(("levels",), "the levels do not stand in order from 0 cards up")
    found.stop()
    if top["sha256"] != _digest(manifest):
        found.add(
            ("sha256",),
            "the checksum differs: the manifest was changed or damaged; remove it, and solving "
            "the graph again makes all levels again",
        )
    found.stop()
    return manifest


def _refuse_older(data: Data) -> None:
    if isinstance(data, dict) and data.get("format") == FORMAT and str(data.get("version")) in OLD:
        raise InputError(
            [
                Problem(
                    f"{data['version']} is a folder of an older efgc, and is not read any more; "
                    "remove it, or name another folder, and solve the graph again",
                    ("version",),
                )
            ]
        )


def write(manifest: Manifest) -> Iterator[str]:
    """Yield the lines of the JSON text: one level per line, and finally the checksum of the text
    before it.
    """
    yield from _content(manifest)
    yield f' "sha256": "{_digest(manifest)}"}}\n'


def _content(manifest: Manifest) -> Iterator[str]:
    yield (
        f'{{"format": "{FORMAT}", "version": {VERSION},\n "rule": '
        f'{json.dumps(manifest.rule.fields())},\n "numbers": "{manifest.numbers}",\n'
        f' "keep": {json.dumps(manifest.keep)},\n "levels": ['
    )
    for at, level in enumerate(manifest.levels):
        yield (
            f"{',' if at else ''}\n  "
            f"{json.dumps({**level.proof._asdict(), 'sha256': level.sha256, 'gone': level.gone})}"
        )
    yield "],\n"


def _digest(manifest: Manifest) -> str:
    return hashlib.sha256("".join(_content(manifest)).encode()).hexdigest()


def _level(found: Findings, place: Place, data: Data) -> WholeLevel:
    fields = found.fields(data, place, (*LayerProof._fields, "sha256", "gone"))
    place_of_sums = (*place, "sha256")
    sums = [
        found.text(part, (*place_of_sums, at))
        for at, part in enumerate(found.sequence(fields["sha256"], place_of_sums))
    ]
    if len(sums) != len(PARTS):
        found.add(place_of_sums, f"{len(PARTS)} checksums, not {len(sums)}")
        sums = [""] * len(PARTS)
    return WholeLevel(
        read_layer(found, place, {key: fields[key] for key in LayerProof._fields}),
        tuple(sums),
        _flag(found, fields["gone"], (*place, "gone")),
    )


def _flag(found: Findings, data: Data, place: Place) -> bool:
    if not isinstance(data, bool | None):
        found.add(place, "is true or false")
    return data is True
