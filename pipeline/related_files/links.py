"""Whether artifacts are as their stage wrote them, and which files they were made from.

The recorded origin of an artifact (`schemas.parts.provenance`) is compared with the other files.
This does not prove that the content follows from them: see `pipeline.related_files.agreement`.
"""

import os
from collections.abc import Iterator, Mapping, Sequence

from ...schemas.parts.provenance import Provenance, digest_of
from ...schemas.parts.source import is_edited
from ..chain.provenance import Stamp, stamp_of
from ..files.kinds import name_of, stem
from ..files.reading import NUMBERS
from ..files.sources import SOURCES
from ..files.text import lp_sha256
from .agreement import RELATIONS, source_of
from .records import File, Finding, other_run

COMPILED = ("state-graph", "game")
"""Kinds whose readers have compared the digest already: an edited one is a source itself."""
_KINDS = {
    "state graph": ("state-graph",),
    "game": ("game",),
    "linear program": ("linear-program",),
    "solution": ("solution", "induction"),
    "bounds": ("bounds",),
    "solution 1": ("solution",),
    "solution 2": ("solution",),
}
"""The kinds of files, by the name of the input in the recorded origin."""


def links(claim: File, files: Sequence[File]) -> Iterator[Finding]:
    """Yield findings about edited artifacts. For artifacts that RELATIONS do not verify, also yield
    whether they were made from the given files.
    """
    stamp = stamp_of(claim.text.text) if _is_json(claim) else None
    made, stage = stamp and stamp.made, _edited_after(claim, stamp)
    if stage is not None:
        yield Finding(False, _edited(claim, stage, made))
        return
    if claim.kind in COMPILED:
        yield from _older(claim, made, files)
    yield from _lost_source(claim, files)
    if made is None or any(relation.claim == claim.kind for relation in RELATIONS):
        return
    found = []
    for name, digest in made.sources.items():
        called = [file for file in files if _is_called(file, name)]
        same = [file.name for file in called if _digest(file, name) == digest]
        found += same[:1]
        if called and not same:
            than = f"any of the {len(called)}" if len(called) > 1 else called[0].name
            yield _other(claim, called, files, f"was made from another {_word(name)} than {than}")
    if found:
        yield Finding(True, f"was made from {' and '.join(found)}")


def _edited(claim: File, stage: str, made: Provenance | None) -> str:
    after = f"was changed after {f'`{stage}`' if stage else 'it was written'}"
    if claim.kind in COMPILED:
        return f"{after}; if you changed it on purpose, delete `made` and `source` in it"
    return f"{after}; `{made.command}` writes it again" if made else after


def _older(claim: File, made: Provenance | None, files: Sequence[File]) -> Iterator[Finding]:
    """Yield a finding if a state graph or a game was made from another version of a given file."""
    source = claim.read.source
    named = [file for file in files if source and file.text.file == source.file]
    digest = made.sources.get("state graph") if made else None
    # A state graph among the files is compared with the source itself.
    by_graph = any(file.kind == "state-graph" and file.read.digest == digest for file in files)
    own = [source_of(claim, file).sha256 for file in named]
    if source and named and not by_graph and source.sha256 not in own:
        numbers = f", or with other numbers ({', '.join(NUMBERS)})" * (named[0].kind == "map")
        said = f"was made from another version of {named[0].name}{numbers}"
        yield _other(claim, named, files, said)
    graphs = [
        file for file in files if file.kind == "state-graph" and stem(file.text) == stem(claim.text)
    ]
    if digest and graphs and all(file.read.digest != digest for file in graphs):
        said = f"was made from another version of {graphs[0].name}; `efgc expand` makes it again"
        yield _other(claim, graphs, files, said)


def _lost_source(claim: File, files: Sequence[File]) -> Iterator[Finding]:
    """Yield a finding if the file with the name of the claim's source is not a source."""
    if claim.kind == "bounds" and claim.read.map_sha256:  # They do not record its name.
        name = f"{name_of(claim.text.file)}.txt"
    else:
        name = claim.read.source.file if claim.kind in COMPILED and claim.read.source else ""
    path = os.path.join(claim.folder, name)
    sources = {file.name for file in files if file.kind in SOURCES}
    if claim.folder and os.path.isfile(path) and path not in sources:
        yield Finding(False, f"{path}, which has the name of its source, is another file")


def _other(claim: File, bases: Sequence[File], files: Sequence[File], said: str) -> Finding:
    """Return the finding for a claim that was made from other files than these: no problem if all
    are in one folder and nobody edited the bases, which are then of another run.
    """
    older = all(_is_as_made(base, files) for base in bases) and other_run(claim, bases)
    return Finding(None, f"{said}; {older}") if older else Finding(False, said)


def _is_as_made(base: File, files: Sequence[File]) -> bool:
    """Return whether a file is as it was written, or has a finding that it is not."""
    if base.kind in COMPILED:
        return not is_edited(base.read.source)
    return _is_json(base) or any(base.text.sha256 in file.text.text for file in files)


def _edited_after(claim: File, stamp: Stamp | None) -> str | None:
    if claim.kind in COMPILED:
        source = claim.read.source
        edits: Mapping[str, str] = dict(source.edits if source else ())
        return edits.get(claim.kind.replace("-", " "))
    return stamp and stamp.edited_after


def _is_json(claim: File) -> bool:
    return claim.text.text.startswith('{"format"')


def _is_called(file: File, name: str) -> bool:
    return file.kind in _KINDS[name] if name in _KINDS else file.text.file == name


def _digest(file: File, name: str) -> str:
    if name not in _KINDS:
        return file.text.sha256
    if file.kind in COMPILED:
        return str(file.read.digest)
    return lp_sha256(file.text) if file.kind == "linear-program" else digest_of(file.text.text)


def _word(name: str) -> str:
    return name.rstrip(" 12") if name in _KINDS else f"version of {name}"
