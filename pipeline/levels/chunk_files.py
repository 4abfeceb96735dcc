"""The file of one chunk: an array, a line that describes it, and a checksum of both.

The checksum is the SHA-256 of every byte before it. It detects any change to the file. The
description detects two swapped files.
"""

import hashlib
import io
import json
import os
import secrets
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pipeline.files.reading import OutputError
from pipeline.levels.blocks import opened
from pipeline.machine.streams import reason
from stages.solve.induction.goofspiel import Chunk

FORMAT = "efgc/level-chunk"
MISSING = "is missing"
# A concurrent run that cleans up may delete our temporary file: it is written again so many times.
TRIES = 5
_END = ' "sha256": "{}"}}\n'
_LAST = len(_END.format("0" * 64))  # The length of the last line in bytes.


class Label(NamedTuple):
    """The description of a chunk."""

    cards: int
    number: int
    rows: tuple[int, int]
    """The first row, and the row after the last."""
    seal: str
    """A checksum of everything that determines its numbers."""


def write_chunk(path: Path, label: Label, chunk: Chunk) -> None:
    """Write the file in one step."""
    whole = io.BytesIO()
    np.save(whole, chunk.values, allow_pickle=False)
    about = {
        "format": FORMAT,
        **label._asdict(),
        "games": chunk.games,
        "largest_gap": chunk.largest_gap,
    }
    whole.write(f"\n{json.dumps(about)[:-1]},\n".encode())
    whole.write(_END.format(hashlib.sha256(whole.getbuffer()).hexdigest()).encode())
    _replace(path, whole.getvalue())


def read_chunk(path: Path, label: Label) -> Chunk | str:
    """Return the chunk, or its problem: MISSING, or the reason why the file is not this chunk."""
    try:
        with opened(path) as file:
            content = file.read()
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return reason(error)
    end = _END.format(hashlib.sha256(content[:-_LAST]).hexdigest())
    if content[-_LAST:] != end.encode():
        return (
            "is damaged: its checksum differs"
            if content[-_LAST:].startswith(b' "sha256": "')
            else "is damaged: it is broken off"
        )
    whole = io.BytesIO(content[:-_LAST])
    try:
        values = np.load(whole, allow_pickle=False)
        about = json.loads(whole.read().rstrip().removesuffix(b",") + b"}")
        found = Label(about["cards"], about["number"], tuple(about["rows"]), about["seal"])
        chunk = Chunk(values, float(about["largest_gap"]), int(about["games"]))
    except Exception:  # NumPy raises many kinds of exceptions for files that are not arrays.
        return "is no chunk of a level"
    if found == label:
        return chunk
    if found[:3] == label[:3]:
        return "is of another deal, or follows from another level below"
    return (
        f"is another chunk: number {found.number} of the level with {found.cards} cards, rows "
        f"{found.rows[0]:,} to {found.rows[1] - 1:,}"
    )


def _replace(path: Path, content: bytes) -> None:
    for tries in range(TRIES):
        # A process that was believed lost may write the same chunk once more.
        whole = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            whole.write_bytes(content)
            os.replace(whole, path)
            return
        except FileNotFoundError as error:
            if tries == TRIES - 1 or not path.parent.is_dir():
                raise OutputError(f"{path}: {reason(error)}") from None
        except OSError as error:
            raise OutputError(f"{path}: {reason(error)}") from None
        finally:
            whole.unlink(missing_ok=True)
