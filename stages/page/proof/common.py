"""What the proofs of all kinds of reports tell in the same way."""

import shlex
from typing import Any, NamedTuple

from schemas.trail import Trail
from stages.page import numbers
from stages.page.assembly import Shown
from stages.page.stages.panes import kind_of

Facts = list[tuple[str, str]]


class Command(NamedTuple):
    """What somebody types to check what is said."""

    words: str
    command: str


def shown(
    numbers: Facts,
    fraction: str,
    solved: Facts,
    proved: list[str],
    commands: list[Command],
    plays: tuple[Any, ...] = (),
) -> Shown:
    """Return what the section shows; `fraction` is the exact value, empty where there is none, and
    `plays` the exact strategies.
    """
    fields = {
        "numbers": numbers,
        "fraction": fraction,
        "solved": [(name, value) for name, value in solved if value],
        "proved": proved,
        "plays": [play for play in plays if play.choices or play.more],
        "commands": commands,
    }
    return Shown(fields)


def solver(solver: str, version: str, status: str, seconds: float | None) -> Facts:
    """Return who solved it, and how that ended; what is empty is not told."""
    return [
        ("solver", f"{solver} {version}".rstrip()),
        ("status", status),
        ("seconds", numbers.seconds(seconds)),
    ]


def file_of(trail: Trail, kind: str, otherwise: str) -> str:
    """Return the name of the last file of a kind."""
    found = [artifact.file for artifact in trail.artifacts if kind_of(artifact) == kind]
    return found[-1] if found else otherwise


def typed(*words: str) -> str:
    """Return a command as one types it."""
    return shlex.join(["efgc", *words])
