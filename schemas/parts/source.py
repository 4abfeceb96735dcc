"""Where an artifact comes from: carried from stage to stage, read by no stage."""

from typing import NamedTuple

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place, shown

# What stands for the rules where the source is a game already, by who wrote it or what it is.
GAMBIT = "gambit"
OPENSPIEL = "openspiel"
MATRIX = "matrix"


class Source(NamedTuple):
    """The file that the user wrote and how it was read."""

    file: str
    """Its name without folders; empty when it came through a pipe."""
    sha256: str
    """Of its bytes, in hexadecimal."""
    rules: str
    level: int
    """Of the state graph: 0, 1 or 2."""

    def fields(self) -> dict[str, str | int]:
        """Return what a file shows of it, in order."""
        named = {"file": self.file} if self.file else {}
        return {**named, "sha256": self.sha256, "rules": self.rules, "level": self.level}


def read_source(found: Findings, data: Data, place: Place) -> Source | None:
    """Take a source out of the data of an artifact; None where there is none."""
    if data is None:
        return None
    fields = found.fields(data, place, ("sha256", "rules", "level"), ("file",))
    if fields["level"] is not None and found.integer(fields["level"], (*place, "level")) not in (
        0,
        1,
        2,
    ):
        found.add((*place, "level"), f"{shown(fields['level'])} is no level; they are 0, 1 and 2")
    return Source(
        file=found.text(fields.get("file"), (*place, "file")),
        sha256=found.text(fields["sha256"], (*place, "sha256")),
        rules=found.text(fields["rules"], (*place, "rules")),
        level=found.integer(fields["level"], (*place, "level")),
    )
