"""Sources that are known by a name and need no file: the worked examples of `artifacts/`, found in
a checkout and in an installation from a wheel, and deals of Goofspiel.

A new example is a folder there, a line in EXAMPLES and a line in setup.cfg, which adds it to the
wheel.
"""

import re
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from ...schemas.parts.install_commands import NAME, ROOT, import_folder, is_checkout
from ...schemas.parts.problems import InputError, Problem

CHECKOUT, WHEEL = "artifacts", "share/efgc/examples"


class Example(NamedTuple):
    """One game with the artifacts that the stages make from it."""

    words: str
    value: str
    """The exact game value."""


EXAMPLES = {
    "island-1": Example("island, 2 bandits: the document of 2018, example 1", "220/31"),
    "island-2": Example("island, 2 bandits: example 2", "528/155"),
    "island-3": Example("island, 2 bandits: example 3", "11/2"),
    "island-report": Example("island, 1 bandit: the example of the report", "2123/420"),
    "two-bushes": Example("island, 1 bandit: the document of 2020, figure 2", "5"),
    "three-bushes": Example("island, 1 bandit: figure 3", "0"),
    "cave-example": Example("cave, 2 miners: the document of 2023", "201/100"),
    "maze": Example("island, 2 bandits, 20 million histories: ours", "13/2"),
    "droid-battle": Example("droid battle: the course's board, 50 rounds", "0"),
    "droid-duel": Example("droid battle, 2 x 3 squares, 3 rounds: ours", "1/3"),
    "goofspiel-3": Example("Goofspiel, 3 cards", "0"),
    "goofspiel-4": Example("Goofspiel, 4 cards: Rhoads and Bartholdi (2012)", "0"),
    "goofspiel-6": Example("Goofspiel, 6 cards: the notebook", "0"),
    "kuhn": Example("rules: Kuhn poker (1950)", "-1/18"),
    "pursuit": Example("rules: a pursuit on a street network: ours", "4"),
    "patrol": Example("rules: Alpern, Morton and Papadaki (2011)", "1/2"),
    "interdiction": Example("rules: Washburn and Wood (1995)", "1/4"),
    "inspection": Example("rules: Dresher (1962)", "3/11"),
}

GOOFSPIEL = "goofspiel"
NAMES = (*EXAMPLES, GOOFSPIEL)
"""The names of sources. `goofspiel-N` is a deal of N cards for each N, and `goofspiel` one of 4."""


def source(name: str) -> tuple[str, bytes] | None:
    """Return the file name and the content of the source with a name; None for another name. Raises
    InputError if this installation lacks the example.

    >>> source("goofspiel-5"), source("goofspiel-05")
    (('goofspiel-5', b'game: goofspiel\\ncards: 5\\n'), None)
    """
    name = "goofspiel-4" if name == GOOFSPIEL else name
    if name in EXAMPLES:
        path = files(name)[0]
        return path.name, path.read_bytes()
    deal = re.fullmatch(rf"{GOOFSPIEL}-([1-9]\d?)", name)
    return (name, f"game: goofspiel\ncards: {deal[1]}\n".encode()) if deal else None


def files(name: str) -> list[Path]:
    """Return the files of an example (a key of EXAMPLES), the source first. Raises InputError if
    this installation lacks them.
    """
    found = _in_checkout(name) if is_checkout(ROOT) else _in_wheel(name)
    sources = [
        path for path in found if path.name in (f"{name}.txt", f"{name}.yaml", f"{name}.rules.yaml")
    ]
    if not sources:
        raise InputError([Problem(f"the example {name} is not part of this installation")])
    return [*sources, *(path for path in found if path not in sources)]


def _in_checkout(name: str) -> list[Path]:
    return _visible(ROOT / CHECKOUT / name)


def _in_wheel(name: str) -> list[Path]:
    """Return the files of an example at the place where the installer's list says that they are."""
    try:
        listed = metadata.files(NAME) or []
    except metadata.PackageNotFoundError:
        listed = []
    place = (*WHEEL.split("/"), name)
    found = sorted(
        Path(str(file.locate())).resolve()
        for file in listed
        if file.parts[-len(place) - 1 : -1] == place
    )
    if all(path.is_file() for path in found):
        return found
    # `pip install --target` puts them here, although its list gives another place.
    return _visible(import_folder() / WHEEL / name)


def _visible(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!.]*"))
