"""The hand-ins that are named: files, folders of files, and a folder for each student."""

import os

from pipeline.files.reading import refuse_missing
from pipeline.machine.streams import reason
from schemas.parts.problems import InputError, Problem


def found(names: tuple[str, ...], programs: tuple[str, ...], *suffixes: str) -> list[str]:
    """Return what hand-ins the names stand for, each once: a file is itself; a folder with one of
    the programs in it is the hand-in; else it stands for the folders in it that have one, and for
    its files with one of the suffixes, in any case. Raises InputError where that is nothing, and
    for a name of no file: a missing hand-in gets no points.
    """
    refuse_missing(names)
    every = [path for name in names for path in _under(name, programs, suffixes)]
    return list(dict.fromkeys(every))


def maps(names: tuple[str, ...]) -> list[str]:
    """Return the maps that files and folders stand for. Raises InputError."""
    return found(names, (), ".txt")


def program(handin: str, name: str) -> str:
    """Return the file of a program of a hand-in: in its folder, or beside the file it is."""
    return os.path.join(handin if os.path.isdir(handin) else os.path.dirname(handin), name)


def _under(name: str, programs: tuple[str, ...], suffixes: tuple[str, ...]) -> list[str]:
    if not os.path.isdir(name) or _has(name, programs):
        return [name]
    try:
        paths = [os.path.join(name, one) for one in sorted(os.listdir(name))]
    except OSError as error:
        raise InputError([Problem(reason(error))], name) from None
    those = [
        path
        for path in paths
        if _has(path, programs) or path.lower().endswith(suffixes) and os.path.isfile(path)
    ]
    if not those:
        what = [*programs, *(f"{suffix} files" for suffix in suffixes)]
        raise InputError([Problem(f"has no {' or '.join(what)}")], name)
    return those


def _has(folder: str, programs: tuple[str, ...]) -> bool:
    return any(os.path.isfile(os.path.join(folder, one)) for one in programs)
