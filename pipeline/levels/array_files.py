"""The small array files of a level, read whole and compared with the manifest."""

import hashlib
import io
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.levels.blocks import MEND, opened
from pipeline.machine.streams import reason
from schemas.parts.problems import InputError, Problem


def read_array(path: Path, sha256: str, kind: str, shape: tuple[int | None, ...]) -> Any:
    """Return the array of a file; `shape` leaves out the first dimension, and None stands for any
    size. Raises InputError if the file is missing or damaged.
    """
    try:
        with opened(path) as file:
            content = file.read()
    except OSError as error:
        raise unreadable(path, error) from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise InputError(
            [
                Problem(
                    f"is damaged: it is not what the manifest says, its checksum differs; {MEND}"
                )
            ],
            str(path),
        )
    try:
        found = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception:  # NumPy raises many kinds of exceptions for broken files.
        found = None
    if (
        not isinstance(found, np.ndarray)
        or found.dtype.str != kind
        or not _fits(found.shape[1:], shape)
    ):
        raise InputError([Problem("is no array file of NumPy, or one of other numbers")], str(path))
    return found


def _fits(found: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    return len(found) == len(shape) and all(
        wanted in (None, size) for size, wanted in zip(found, shape, strict=True)
    )


def unreadable(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be read."""
    mended = f"; {MEND}" if isinstance(error, FileNotFoundError) else ""
    return InputError([Problem(f"{reason(error)}{mended}")], str(path))
