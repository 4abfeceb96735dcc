"""The origin of an artifact, which is passed from stage to stage without being interpreted."""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, NamedTuple, Protocol, TypeVar

from .counts import Counts
from .documents import Data, Findings
from .documents.records import record, shape_of
from .documents.shapes import Key, Mark, OneOf
from .problems import Place, Problem
from .provenance import Provenance, sha256

# Values of `rules` if the source is already a game: the program that wrote it, or its kind.
GAMBIT = "gambit"
OPENSPIEL = "openspiel"
MATRIX = "matrix"
# The first word of `rules` if the source is a rules file or a one-sided stochastic game; the others
# are the numbers that were set for it, such as `steps=4`, as a shell writes them.
RULES_FILE = "rules"
OSPOSG = "osposg"
# The value of `rules` if a state graph or game was edited and is thus the source itself.
EDITED = "edited"
KINDS = ("state graph", "game")
Edits = tuple[tuple[str, str], ...]
"""The edited artifacts, each with the stage that had written it."""
_STAGE = re.compile("[a-z-]{1,40}")


def _check_edits(edits: Edits, place: Place) -> Iterator[Problem]:
    for kind, stage in edits:
        if kind not in KINDS or not (stage == "" or _STAGE.fullmatch(stage)):
            yield Problem(
                f"is not a {' or a '.join(KINDS)} with the name of a stage", (*place, kind)
            )


class Source(NamedTuple):
    """The user's file and how it was read."""

    file: Annotated[
        str, "name of the file, without folders; missing for input from a pipe", Mark.OPTIONAL
    ]
    sha256: Annotated[str, "SHA-256 of its bytes, 64 hexadecimal digits"]
    rules: Annotated[str, "name of the rules"]
    level: Annotated[int, "level of the state graph", OneOf((0, 1, 2))]
    edits: Annotated[
        Edits,
        "for an edited state graph or game: the edited artifact, and the stage that had written it",
        Key(EDITED),
        shape_of(Annotated[Edits, Mark.PAIRS])._replace(check=_check_edits),
    ] = ()

    def fields(self) -> dict[str, object]:
        """Return the fields in a file, in order."""
        fields: dict[str, object] = record(Source).write(self)
        return fields


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


def believed(artifact: Artifact, kind: str, made: Provenance | None) -> Artifact:
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


def rules_with(kind: str, constants: Iterable[tuple[str, str]]) -> str:
    """Return the name of the rules of a kind of source with some constants set.

    >>> rules_with("rules", [("steps", "4")]), rules_with("rules", [])
    ('rules steps=4', 'rules')
    """
    return shlex.join([kind, *map("=".join, constants)])


def constants_of(rules: str) -> tuple[tuple[str, str], ...]:
    """Return the constants in the name of rules.

    >>> constants_of("rules steps=4 p='1 / 3'"), constants_of("island-2018")
    ((('steps', '4'), ('p', '1 / 3')), ())
    """
    try:
        words = shlex.split(rules)[1:]
    except ValueError:  # A quotation mark is not closed.
        return ()
    pairs = [word.partition("=") for word in words]
    return tuple((name, value) for name, _, value in pairs)


def is_rules_file(source: Source) -> bool:
    return source.rules.split(" ")[0] == RULES_FILE


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


def read_source(findings: Findings, data: Data, place: Place) -> Source | None:
    """Read the source in the data of an artifact; None if there is none."""
    if data is None:
        return None
    source: Source = record(Source).read(findings, data, place)
    check = record(Source).check
    assert check is not None
    findings.problems += check(source, place)
    return source
