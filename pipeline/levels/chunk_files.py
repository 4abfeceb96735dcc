"""The file of one chunk, sealed with what its numbers follow from."""

import io
import os
import secrets
from pathlib import Path

import numpy as np

from pipeline.files import OutputError
from pipeline.levels.blocks import opened
from pipeline.system import reason
from stages.solve.induction.goofspiel import Chunk


def write_chunk(path: Path, seal: str, chunk: Chunk) -> None:
    """Write the file in one step."""
    whole = io.BytesIO()
    np.savez(
        whole,
        seal=np.array(seal),
        values=chunk.values,
        gap=np.float64(chunk.largest_gap),
        games=np.int64(chunk.games),
    )
    _replace(path, whole.getbuffer())


def read_chunk(path: Path, seal: str) -> Chunk | None:
    """Return the chunk; None if it is not there, or broken, or has another seal."""
    try:
        with opened(path) as file, np.load(file) as found:
            if found["seal"].item() != seal:
                return None
            return Chunk(found["values"], float(found["gap"]), int(found["games"]))
    except Exception:  # There is no end to what NumPy and zipfile raise for broken files.
        return None


def _replace(path: Path, content: memoryview) -> None:
    # A process that was taken for lost may write the same chunk once more.
    whole = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        whole.write_bytes(content)
        os.replace(whole, path)
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    finally:
        whole.unlink(missing_ok=True)
