"""Hand-ins as they are named on the command line: folders stand for their files, and what is the
same is graded once.
"""

import os
from collections import Counter
from collections.abc import Sequence
from hashlib import file_digest

from pipeline.files.reading import refuse_missing, same_file, special
from pipeline.machine.streams import reason
from schemas.levels import MANIFEST
from schemas.parts.documents import MAX_CHARACTERS
from schemas.parts.problems import InputError, Problem

SUFFIX = ".efg"


def files_of(names: Sequence[str]) -> list[str]:
    """Return the files that are meant: of a folder all its Gambit files, in order of their names.

    A folder that cannot be read or has none stands for itself among others, so that it gets a row
    of its own. Raises InputError where it is the only name, and for files that are not there: a
    name that nobody handed in gets no grade.
    """
    refuse_missing(names)
    found = []
    for name in names:
        try:
            found += _in_folder(name) if _is_folder(name) else [name]
        except InputError:
            if len(names) == 1:
                raise
            found.append(name)
    return found


def skipped(names: Sequence[str], others: Sequence[str]) -> int:
    """Return how many files in the folders among some names are no Gambit files by their names, nor
    one of the `others`.
    """
    folders = [name for name in names if _is_folder(name) and os.access(name, os.R_OK)]
    return sum(
        entry.is_file()
        and not entry.name.lower().endswith(SUFFIX)
        and not entry.name.startswith(".")
        and not any(same_file(entry.path, other) for other in others)
        for folder in folders
        for entry in os.scandir(folder)
    )


def refuse_empty(name: str) -> None:
    """Raise InputError where a name is of a folder that has no Gambit file or cannot be read."""
    if _is_folder(name):
        _in_folder(name)


def alike(files: Sequence[str]) -> list[int]:
    """Return for each file the number of the first one with the same content, which may be itself.

    What cannot be read, or cannot be read twice, is like itself alone.
    """
    sizes = [_size(file) for file in files]
    often = Counter(sizes)
    first: dict[object, int] = {}
    found = []
    for number, (file, size) in enumerate(zip(files, sizes, strict=True)):
        # No content of another size is the same, and most hand-ins need not be read for this; what
        # is too large is not read at all.
        like = size is not None and often[size] > 1 and size <= MAX_CHARACTERS
        key = (size, _digest(file)) if like else None
        found.append(number if key is None or key[1] is None else first.setdefault(key, number))
    return found


def is_file(path: str) -> bool:
    """Return whether a path can be read twice: it is no stream, no device and no pipe."""
    return path != "-" and not special(path)


def size_of(path: str) -> int:
    """Return the bytes of a file; 0 where nobody knows."""
    return _size(path) or 0


def _is_folder(name: str) -> bool:
    # A folder of level files is said to be one where it is read.
    return os.path.isdir(name) and not os.path.isfile(os.path.join(name, MANIFEST))


def _in_folder(folder: str) -> list[str]:
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise InputError([Problem(reason(error))], folder) from None
    paths = [os.path.join(folder, name) for name in names if name.lower().endswith(SUFFIX)]
    # A pipe in a folder would be waited for; what points nowhere gets a row of its own.
    found = [path for path in paths if not special(path) and not os.path.isdir(path)]
    if not found:
        raise InputError([Problem(f"has no {SUFFIX} file")], folder)
    return found


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size if is_file(path) else None
    except (OSError, ValueError):
        return None


def _digest(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").digest()
    except OSError:
        return None
