"""Files that are compared with each other, how they belong together, and what was found."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...schemas.columns import Columns
from ..files.kinds import name_of
from ..files.text import Text


class File(NamedTuple):
    """A well-formed file."""

    kind: str
    """A key of `pipeline.files.kinds.KINDS`."""
    text: Text
    read: Any
    """The record of the schema; for a source, the result of its reader."""
    has_checks: bool = True
    """Whether its format has any checks."""
    folder: str = ""
    """The folder that was named, if the file itself was not."""
    tables: tuple[Columns, ...] = ()
    """For a solution: the tables among the files that describe its columns."""

    @property
    def name(self) -> str:
        return self.text.name


def in_one_folder(files: Iterable[File]) -> bool:
    """Return whether all files come from one named folder."""
    folders = {file.folder for file in files}
    return len(folders) == 1 and "" not in folders


def other_run(claim: File, bases: Sequence[File]) -> str:
    """Return why a claim need not belong to bases; empty if it must.

    A run replaces the files of its NAME in its folder one by one, and keeps those that it does not
    write. It never mixes files of different names.
    """
    same_name = any(claim.text.file.startswith(f"{name_of(base.text.file)}.") for base in bases)
    is_older = same_name and in_one_folder([claim, *bases])
    return "one of the two is of an earlier run" if is_older else ""


class Relation(NamedTuple):
    """How files of two kinds belong together."""

    claim: str
    bases: tuple[str, ...]
    """The kinds of the bases."""
    belongs: Callable[[File, File], bool]
    """Takes claim and base: whether the claim names this base."""
    verify: Callable[[File, File], str]
    """Takes claim and base; returns the verified fact, in words that follow the name of the claim.
    Raises EfgcError for a false claim, and Unverified if the verification decides nothing.
    """
    last: bool = False
    """Whether it is skipped if the claim agrees with another base."""
    verified: Callable[[File, File], str] | None = None
    """`verify` by the checker that is proved correct, where there is one."""


class Unverified(Exception):
    """The verification decides nothing; the message gives the reason."""


class Finding(NamedTuple):
    """The result of comparing a claim with its bases."""

    holds: bool | None
    """None if the verification decides nothing."""
    words: str
    """One line that follows the name of the claim."""
