"""Files with the results of pieces of work: an array, then a description of it as one object of
JSON, and a checksum of every byte before. Any change of such a file is detected by its checksum,
and by its description that two files were swapped, or come from other work.

A file exists whole or not at all, so that the work needs no lock: a process that does a piece again
writes the same bytes.
"""

import hashlib
import io
import json
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..machine.streams import reason
from .reading import OutputError

MISSING = "is missing"
# A concurrent run that cleans up may delete our temporary file: it is written again so many times.
TRIES = 5
_END = ' "sha256": "{}"}}\n'
_LAST = len(_END.format("0" * 64))  # The length of the last line in bytes.


class Sealed(NamedTuple):
    """The content of a file."""

    values: NDArray[Any]
    about: dict[str, Any]


def opened(path: Path) -> io.FileIO:
    """Open a file for reading. Raises OSError, also for a pipe or device, which might block for
    ever.
    """

    def descriptor(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    file = io.FileIO(str(path), "rb", opener=descriptor)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(0, "is a pipe or a device, not a file")
    return file


def write_sealed(path: Path, values: NDArray[Any], about: Mapping[str, Any]) -> None:
    """Write the file in one step."""
    whole = io.BytesIO()
    np.save(whole, values, allow_pickle=False)
    whole.write(f"\n{json.dumps(about)[:-1]},\n".encode())
    whole.write(_END.format(hashlib.sha256(whole.getbuffer()).hexdigest()).encode())
    _replace(path, whole.getvalue())


def read_sealed(path: Path) -> Sealed | str:
    """Return the content of a file, or its problem: MISSING, or the reason why the file is not
    whole.
    """
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
            else "is damaged: its length is wrong"
        )
    whole = io.BytesIO(content[:-_LAST])
    try:
        values = np.load(whole, allow_pickle=False)
        about = json.loads(whole.read().rstrip().removesuffix(b",") + b"}")
        return Sealed(np.asarray(values), dict(about))
    except Exception:  # NumPy raises many kinds of exceptions for files that are not arrays.
        return "is not such a file"


def _replace(path: Path, content: bytes) -> None:
    for tries in range(TRIES):
        # A process that was believed lost may write the same file once more.
        whole = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            whole.write_bytes(content)
            os.replace(whole, path)
            return
        except FileNotFoundError as error:
            if tries == TRIES - 1 or not path.parent.is_dir():
                raise OutputError(reason(error), path) from None
        except OSError as error:
            raise OutputError(reason(error), path) from None
        finally:
            whole.unlink(missing_ok=True)
