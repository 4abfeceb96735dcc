"""Hand-ins, found by names: files, folders of files, and one folder per student."""

import os

from pipeline.files.reading import refuse_missing
from pipeline.machine.streams import reason
from schemas.parts.problems import InputError, Problem


def find_handins(names: tuple[str, ...], programs: tuple[str, ...], *suffixes: str) -> list[str]:
    """Return the hand-ins meant by the names, each once. A file is a hand-in, and so is a folder
    with one of the programs in it; any other folder means its subfolders that have one, and its
    files with one of the suffixes, in upper or lower case. Raise InputError if there are none, and
    for a missing file: a missing hand-in gets no points.
    """
    refuse_missing(names)
    every = [path for name in names for path in _under(name, programs, suffixes)]
    return list(dict.fromkeys(every))


def maps(names: tuple[str, ...]) -> list[str]:
    """Return the maps meant by names of files and folders. Raise InputError."""
    return find_handins(names, (), ".txt")


def program(handin: str, name: str) -> str:
    """Return the path of a hand-in's program: in its folder, or next to its file."""
    return os.path.join(handin if os.path.isdir(handin) else os.path.dirname(handin), name)


def _under(name: str, programs: tuple[str, ...], suffixes: tuple[str, ...]) -> list[str]:
    if not os.path.isdir(name) or _has_program(name, programs):
        return [name]
    try:
        paths = [os.path.join(name, one) for one in sorted(os.listdir(name))]
    except OSError as error:
        raise InputError([Problem(reason(error))], name) from None
    those = [
        path
        for path in paths
        if _has_program(path, programs) or path.lower().endswith(suffixes) and os.path.isfile(path)
    ]
    if not those:
        what = [*programs, *(f"{suffix} files" for suffix in suffixes)]
        raise InputError([Problem(f"has no {' or '.join(what)}")], name)
    return those


def _has_program(folder: str, programs: tuple[str, ...]) -> bool:
    return any(os.path.isfile(os.path.join(folder, one)) for one in programs)
