"""The origin of an artifact, which is passed from stage to stage without being interpreted."""

import re
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeVar

from schemas.parts.counts import Counts
from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place, shown
from schemas.parts.provenance import Made, sha256

# Values of `rules` if the source is already a game: the program that wrote it, or its kind.
GAMBIT = "gambit"
OPENSPIEL = "openspiel"
MATRIX = "matrix"
# The value of `rules` if a state graph or game was edited and is thus the source itself.
EDITED = "edited"
KINDS = ("state graph", "game")
Edits = tuple[tuple[str, str], ...]
"""The edited artifacts, each with the stage that had written it."""
_STAGE = re.compile("[a-z-]{1,40}")


class Source(NamedTuple):
    """The user's file and how it was read."""

    file: str
    """Its name without folders; empty for input from a pipe."""
    sha256: str
    """SHA-256 of its bytes, in hexadecimal."""
    rules: str
    level: int
    """The level of the state graph: 0, 1 or 2."""
    edits: Edits = ()
    """Edited state graphs and games."""

    def fields(self) -> dict[str, object]:
        """Return the fields in a file, in order."""
        named = {"file": self.file} if self.file else {}
        edited = {EDITED: dict(self.edits)} if self.edits else {}
        return {**named, "sha256": self.sha256, "rules": self.rules, "level": self.level, **edited}


class _Compiled(Protocol):
    """A state graph or a game."""

    @property
    def title(self) -> str: ...
    @property
    def source(self) -> Source | None: ...
    @property
    def counts(self) -> Counts | None: ...
    @property
    def digest(self) -> str: ...


Artifact = TypeVar("Artifact", bound=_Compiled)


def believed(artifact: Artifact, kind: str, made: Made | None) -> Artifact:
    """Return a state graph or a game as read, unless it was edited after its stage wrote it: then
    return it with itself as the source, since it no longer represents the file that the stage read.
    """
    if made is None or made.digest == artifact.digest:
        return artifact
    before = artifact.source
    title = f"edited {kind}" if sha256(artifact.title) == made.title_sha256 else artifact.title
    edits = (*(before.edits if before else ()), (kind, made.stage))
    source = Source("", artifact.digest, EDITED, before.level if before else 0, edits)
    edited: Artifact = replace(artifact, title=title, source=source, counts=None)  # type: ignore[type-var]
    return edited


def is_edited(source: Source | None) -> bool:
    return bool(source and source.edits)


def all_edits(source: Source | None, more: Edits = ()) -> Edits:
    """Return the edits up to a state graph or game with this source, followed by later ones."""
    return (*(source.edits if source else ()), *more)


def edits_in_words(edits: Edits) -> str:
    """Return a description of the edits in words.

    >>> edits_in_words((("state graph", "parse"), ("solution", "")))
    'the state graph was changed after `parse`, and the solution after it was written'
    """
    found = [
        f"the {kind} was changed after {f'`{stage}`' if stage else 'it was written'}"
        for kind, stage in edits
    ]
    return ", and ".join(found[:1] + [one.replace(" was changed", "", 1) for one in found[1:]])


def read_source(found: Findings, data: Data, place: Place) -> Source | None:
    """Read the source in the data of an artifact; None if there is none."""
    if data is None:
        return None
    fields = found.fields(data, place, ("sha256", "rules", "level"), ("file", EDITED))
    if fields["level"] is not None and found.integer(fields["level"], (*place, "level")) not in (
        0,
        1,
        2,
    ):
        found.add(
            (*place, "level"), f"{shown(fields['level'])} is not a level; levels are 0, 1 and 2"
        )
    return Source(
        file=found.text(fields.get("file"), (*place, "file")),
        sha256=found.text(fields["sha256"], (*place, "sha256")),
        rules=found.text(fields["rules"], (*place, "rules")),
        level=found.integer(fields["level"], (*place, "level")),
        edits=_read_edits(found, fields.get(EDITED), (*place, EDITED)),
    )


def _read_edits(found: Findings, data: Data, place: Place) -> Edits:
    edits = {} if data is None else found.mapping(data, place)
    for kind, stage in edits.items():
        if kind not in KINDS or not (stage == "" or _STAGE.fullmatch(str(stage))):
            found.add((*place, kind), f"is not a {' or a '.join(KINDS)} with the name of a stage")
    return tuple((kind, found.text(stage, (*place, kind))) for kind, stage in edits.items())
