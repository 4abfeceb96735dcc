"""The origin that each artifact of the stages records.

Artifacts of `run` record the same origin as those of the single stages: the command of the stage.
"""

import json
import shlex
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from ...schemas import bounds, columns, game, induction, solution, state_graph
from ...schemas.bounds import Bounds
from ...schemas.columns import Columns
from ...schemas.game import Game
from ...schemas.induction import Induction
from ...schemas.linear_program import LinearProgram
from ...schemas.parts.documents import Findings
from ...schemas.parts.provenance import (
    KEY,
    Provenance,
    Stamped,
    digest_of,
    digest_of_data,
    sha256,
)
from ...schemas.parts.release import PROGRAM
from ...schemas.parts.source import Edits
from ...schemas.solution import Solution
from ...schemas.state_graph import Graph, ObservationGraph
from ...stages.lower import REDUCTIONS as FORM_REDUCTIONS
from ...stages.parse import REDUCTIONS
from ..files.origin import ARTIFACT
from ..files.sources import Parsed
from ..settings import OPTIONS, Settings

Artifacts = Mapping[str, Graph | Game | Solution | Induction | Bounds | str]
"""The inputs of a report by their kind: artifacts, or digests of them."""


_REDUCTIONS: Mapping[str, Container[str]] = {"parse": REDUCTIONS, "lower": FORM_REDUCTIONS}
"""The reductions of each stage."""


def stage_options(stage: str, settings: Settings, levelled: bool) -> list[str]:
    """Return the options with which a single stage makes the requested artifact. `levelled` says
    whether the source is of a kind whose state graphs have levels.
    """
    level = settings.compiled_level
    # Graphs compiled at a level above 0 are lowered accordingly.
    recorded = levelled if stage == "parse" else level == 0 or level and not levelled
    known = _REDUCTIONS.get(stage, ())
    own = replace(
        settings,
        level=level if recorded else None,
        without=tuple(name for name in settings.without if name in known),
    )
    return [
        word
        for option in OPTIONS.values()
        if stage in option.stages
        for word in option.spelled(option.value(own))
    ]


def origin_of(
    stage: str, settings: Settings, sources: Mapping[str, str], *more: str, levelled: bool = True
) -> Provenance:
    """Return the origin of an artifact, for `Stamped`. `more` are options that are not in
    `settings`, and `levelled` is that of `stage_options`.

    `sources` has the digest of each artifact by its kind, and the SHA-256 of any other file by its
    name.
    """
    words = ["efgc", stage, *stage_options(stage, settings, levelled), *more]
    return Provenance(by=PROGRAM, command=shlex.join(words), sources=sources)


def write_parsed(parsed: Parsed, settings: Settings, *more: str) -> Iterator[str]:
    """Return the parts of the text of the artifact of `parse`; `more` is that of `origin_of`."""
    if isinstance(parsed, LinearProgram):
        return iter([parsed.text])
    source = parsed.source
    sources = {source.file or "source": source.sha256} if source else {}
    if isinstance(parsed, ObservationGraph):
        settings = replace(settings, level=settings.observed_level)
    levelled = not isinstance(parsed, Game)
    by = origin_of("parse", settings, sources, *more, levelled=levelled)
    return _stamped(_written(parsed), parsed, by)


def _written(artifact: Graph | Game) -> Iterator[str]:
    match artifact:
        case Game():
            return game.write(artifact)
        case Graph():
            return state_graph.write(artifact)


def write_game(graph: Graph, expanded: Game, settings: Settings, *more: str) -> Iterator[str]:
    """Return the parts of the text of the artifact of `expand`."""
    by = origin_of("expand", settings, {"state graph": graph.digest}, *more)
    return _stamped(game.write(expanded), expanded, by)


def write_locked(
    locked: Game, settings: Settings, sources: Mapping[str, str], *more: str
) -> Iterator[str]:
    """Return the parts of the text of a locked game; `sources` are those of `origin_of`."""
    return _stamped(game.write(locked), locked, origin_of("lock", settings, sources, *more))


def _stamped(parts: Iterator[str], artifact: Graph | Game, by: Provenance) -> Iterator[str]:
    title = sha256(artifact.title)
    return Stamped(parts, by._replace(title_sha256=title, digest=artifact.digest))


def write_columns(table: Columns, played: Game, settings: Settings, *more: str) -> Iterator[str]:
    """Return the parts of the text of the table of columns of a game's linear program."""
    levelled = bool(played.source and played.source.level)
    by = origin_of("lower", settings, {"game": table.game}, *more, levelled=levelled)
    return Stamped(columns.write(table), by)


def write_solution(found: Solution, settings: Settings) -> Iterator[str]:
    """Return the parts of the text of the solution of a linear program."""
    return Stamped(
        solution.write(found), origin_of("solve", settings, {"linear program": found.lp_sha256})
    )


def write_induction(found: Induction, settings: Settings) -> Iterator[str]:
    """Return the parts of the text of a solution by backward induction."""
    return Stamped(
        induction.write(found), origin_of("solve", settings, {"state graph": found.graph_sha256})
    )


def write_bounds(found: Bounds, settings: Settings) -> Iterator[str]:
    """Return the parts of the text of bounds."""
    made = origin_of("solve", settings, {found.base: found.sha256})
    return Stamped(bounds.write(found), made)


def write_report(
    parts: Iterator[str],
    settings: Settings,
    sources: Artifacts,
) -> Iterator[str]:
    """Return the parts of a report. A JSON report records the artifacts, or their digests, that it
    was made from; the other formats are for people or for other programs.
    """
    first = next(parts, "")
    if not ARTIFACT.match(first):
        return chain([first], parts)
    digests = {kind: _digest(artifact) for kind, artifact in sources.items()}
    return Stamped(chain([first], parts), origin_of("report", settings, digests))


def _digest(
    artifact: Graph | Game | Solution | Induction | Bounds | str,
) -> str:
    match artifact:
        case str():
            return artifact
        case Solution():
            return digest_of("".join(solution.write(artifact)))
        case Induction():
            return digest_of("".join(induction.write(artifact)))
        case Bounds():
            return digest_of("".join(bounds.write(artifact)))
        case _:
            return artifact.digest


class Stamp(NamedTuple):
    """The origin recorded in a JSON artifact, and the digest of its content."""

    made: Provenance | None
    digest: str

    @property
    def edited_after(self) -> str | None:
        """The stage that wrote an artifact that was changed afterwards. None if the artifact is
        unchanged or does not record its origin.
        """
        return None if self.made is None or self.made.digest == self.digest else self.made.stage


def stamp_of(text: str) -> Stamp:
    """Return the stamp of a JSON artifact that was read without a problem."""
    data = json.loads(text)
    made = Findings().read_provenance(data[KEY]) if KEY in data else None
    return Stamp(made, digest_of_data(data))


def solutions_edited(stamps: Iterable[Stamp]) -> Edits:
    """Return the record of an edited solution if one of the stamps belongs to one."""
    stages = [stamp.edited_after for stamp in stamps if stamp.edited_after is not None]
    return (("solution", stages[0]),) if stages else ()
