"""Checkpoints of a search: a file of arrays (`.npz`) from which a stopped run goes on."""

import hashlib
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.arrays_file import read_arrays
from ...schemas.parts.problems import InputError, Problem
from ..files.reading import make_folder, write_file
from ..files.sealed import opened
from ..machine.streams import reason

Arrays = Mapping[str, NDArray[Any]]
SUFFIX = ".npz"
"""The ending of a checkpoint, after the method."""
VERSION = "efgc/checkpoint 3"
_HEXADECIMAL = 64
"""Characters of a SHA-256: the comment at the end of the file, with that of all bytes before."""


def write_checkpoint(path: str, digest: str, arrays: Arrays) -> None:
    """Write arrays that belong to the game with a digest, as a whole or not at all."""
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **{_HEAD: np.array([VERSION, digest]), **arrays})
    # The archive ends with the length of its comment, which is 0.
    body = file.getvalue()[:-2] + _HEXADECIMAL.to_bytes(2, "little")
    make_folder(os.path.dirname(path) or ".")
    write_file(path, [body, hashlib.sha256(body).hexdigest().encode()])


def read_checkpoint(path: str, digest: str | None) -> Arrays | None:
    """Return the arrays of a file; None if there is no such file. Raises InputError for a damaged
    file, and for one of another game than that with the digest; without one, any game is right.
    """
    try:
        with opened(Path(path)) as regular:
            content = regular.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(path, f"cannot be read: {reason(error)}") from None
    body, said = content[:-_HEXADECIMAL], content[-_HEXADECIMAL:]
    if hashlib.sha256(body).hexdigest().encode() != said:
        raise _refused(path, "is damaged: its checksum is another; delete it to begin again")
    arrays = read_arrays(content) or {}
    head = arrays.pop(_HEAD, np.array([""]))
    if head.shape != (2,) or head.dtype.kind != "U":
        words = "is damaged: it does not hold the arrays of a search; delete it to begin again"
        raise _refused(path, words)
    version, of = head.tolist()
    if version != VERSION:
        raise _refused(path, "is of another version of efgc; delete it to begin again")
    if digest not in (of, None):
        raise _refused(path, "belongs to another game; delete it, or choose another folder")
    return arrays


_HEAD = "efgc"


def _refused(path: str, words: str) -> InputError:
    return InputError([Problem(words)], path)
