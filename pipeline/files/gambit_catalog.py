"""The games of Gambit's catalog by name, such as `gambit:books/myerson1991/fig2_1`.

They are `.efg` and `.nfg` files that come with pygambit, from version 16.5 on. pygambit itself is
not imported, because its interface changes from release to release.
"""

import importlib.util
from pathlib import Path

from ...schemas.parts.install_commands import install_packages
from ...schemas.parts.near import did_you_mean
from ...schemas.parts.problems import InputError, Problem, shown

PREFIX = "gambit:"
SUFFIXES = (".nfg", ".efg")
"""In the order in which Gambit tries them."""


def is_of_catalog(path: str) -> bool:
    """Return whether a path names a game of the catalog.

    >>> is_of_catalog("gambit:journals/other/reiley2008/fig1"), is_of_catalog("fig1.efg")
    (True, False)
    """
    return path.startswith(PREFIX)


def catalog() -> dict[str, Path]:
    """Return the file of each game of the catalog, by the name that Gambit gives it. Raises
    InputError if there is no catalog.
    """
    found = importlib.util.find_spec("pygambit")
    if found is None or found.origin is None:
        problem = f"Gambit's catalog is not installed here: {install_packages('pygambit')}"
        raise InputError([Problem(problem)])
    folder = Path(found.origin).parent / "catalog_data"
    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)
    if not files:
        raise InputError([Problem("this version of pygambit has no catalog; 16.5 and later have")])
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(files, key=lambda path: SUFFIXES.index(path.suffix), reverse=True)
    }


def catalog_file(path: str) -> str:
    """Return the path of the file of a game of the catalog. Raises InputError, with the nearest
    name for an unknown one.
    """
    name = path.removeprefix(PREFIX)
    games = catalog()
    if name not in games:
        problem = f"Gambit's catalog has no game {shown(name)}"
        raise InputError([Problem(f"{problem}{did_you_mean(name, games)}")])
    return str(games[name])
