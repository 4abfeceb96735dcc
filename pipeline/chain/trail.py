"""The trail of a report, collected stage by stage, for pages and pictures."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ...schemas.solution import Solution
from ...schemas.state_graph import ObservationGraph, StateGraph
from ...schemas.trail import Artifact, NodeOrigins, Trail
from ...stages.expand.expansion import Expansion
from ...stages.parse.maps import read_map
from ..files.kinds import stem
from ..files.text import Text
from ..settings import Settings
from ..settings.declarations import LEVELLED
from .provenance import stage_options, write_solution
from .records import Lowered, Record

SHOWN = 400_000
"""The largest number of characters of a file that a trail keeps."""


def artifact(
    stage: str, file: str, parts: Iterable[str], seconds: float | None = None, command: str = ""
) -> Artifact:
    """Return a file as a trail keeps it: its beginning, in whole lines, and its length.

    >>> artifact("source", "a.txt", ["2 0.5\\n", "SE-D\\n"]).lines
    2
    """
    kept, lines, characters = [], 0, 0
    for part in parts:
        if characters < SHOWN:
            kept.append(part)
        lines += part.count("\n")
        characters += len(part)
    text = "".join(kept)
    if characters > SHOWN:
        text = text[: text.rfind("\n", 0, SHOWN) + 1]
    return Artifact(
        stage=stage,
        file=file,
        text=text,
        lines=lines,
        characters=characters,
        seconds=seconds,
        command=command,
    )


class Gathering:
    """The trail of one source, which grows with each stage."""

    def __init__(self, source: Text, kind: str, settings: Settings, files: bool) -> None:
        """With `files`, the trail has the texts of the files and the tables of columns."""
        self.stem, self.settings, self._files = stem(source), settings, files
        self._levelled = kind in LEVELLED
        self._last = source.text if kind == "openspiel" else source.file or self.stem
        self._source = source.text if kind == "map" else ""
        first = artifact("source", self._last, [source.text])
        self.trail = Trail(artifacts=(first,) if files else ())

    def add(
        self,
        stage: str,
        made: Record,
        files: Callable[[], Mapping[str, Iterable[str]]],
        seconds: float,
    ) -> None:
        """Add the artifact of a stage, and its files."""
        match made:
            case StateGraph():
                rows = read_map(self._source).rows if self._source else ()
                left_out = self.settings.without
                self.trail = replace(self.trail, graph=made, rows=rows, without=left_out)
            case ObservationGraph():
                self.trail = replace(self.trail, observation_graph=made)
            case Lowered() if self._files:
                self.trail = replace(self.trail, columns=made.columns)
        if not self._files:
            return
        parts_of = files()
        names = [f"{self.stem}.{suffix}" for suffix in parts_of]
        if not names or names[0] == self._last:  # The artifact is the source.
            return
        command = self._command(stage, self.settings, self._last, names[0])
        added = [
            artifact(stage, name, parts, seconds, command)
            for name, parts in zip(names, parts_of.values(), strict=True)
        ]
        self.trail = replace(self.trail, artifacts=(*self.trail.artifacts, *added))
        self._last = names[0]

    def expanded(self, expansion: Expansion) -> None:
        """Add the origins of the game's nodes, if its state graph is of version 1."""
        if not isinstance(expansion.graph, StateGraph):
            return
        origins = NodeOrigins(expansion.states, expansion.secrets)
        self.trail = replace(self.trail, graph=expansion.graph, origins=origins)

    def solved(self, solution: Solution) -> None:
        """Add the accepted solution if it is not the first one."""
        if not self._files:
            return
        *kept, before = self.trail.artifacts
        program = next(one for one in reversed(kept) if not one.file.endswith(".columns.json"))
        found_by = replace(self.settings, solver=self.settings.solver or solution.solver)
        command = self._command("solve", found_by, program.file, before.file)
        parts = write_solution(solution, found_by)
        made = artifact("solve", before.file, parts, solution.seconds, command)
        self.trail = replace(self.trail, artifacts=(*kept, made))

    def _command(self, stage: str, settings: Settings, read: str, written: str) -> str:
        options = stage_options(stage, settings, self._levelled)
        return shlex.join(["efgc", stage, *options, read, "-o", written])
