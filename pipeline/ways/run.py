"""Run a source through a chain of stages in memory, write the folder of a run, and add a trail to a
finished report that was made without one.
"""

import os
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from ...schemas.bounds import DOUBLE_ORACLE
from ...schemas.game import Game
from ...schemas.linear_program import LinearProgram
from ...schemas.map_game import MapGame
from ...schemas.parts.exact import write_exact
from ...schemas.parts.labels import one_line
from ...schemas.parts.problems import EfgcError, InputError
from ...schemas.state_graph import StateGraph
from ...stages.expand import expansion
from ...stages.parse import map_game
from ...stages.parse.maps import read_map, varied
from ..chain.checkpoints import SUFFIX
from ..chain.provenance import write_parsed
from ..chain.records import Record, Reported, ReportedProgram, Solved, SolvedProgram
from ..chain.refusals import refuse_for_source
from ..chain.steps import Files, RunContext, Step, Steps, stage
from ..chain.trail import Gathering
from ..files.kinds import NAMES, kind, refuse_all_but, stem
from ..files.reading import about, make_folder, read_text, refuse_inputs, write_text
from ..files.sources import SOURCES, Parsed, check_parsed, parse_source, parsed_suffix
from ..files.text import Text
from ..machine.memory import HISTORY, affordable
from ..settings import Settings
from ..settings.ways import WITH_TRAIL
from ..terminal.diagnostics import note
from .interface import Way, chosen, way

STAGES = ("parse", "expand", "lower", "solve", "report")


def run(
    source: Text,
    settings: Settings,
    through: str = "report",
    trail: bool = False,
    as_program: bool = False,
    checkpoint: str = "",
) -> Generator[Step, None, None]:
    """Run the stages up to `through`; yield a step once its artifact is made and checked.

    The trail of the report is kept if the report's format shows it. With `trail` it is always kept,
    but then without the texts of the files.

    A source that is an artifact continues with the stage after its own. A graph without a secret is
    solved directly, unless `through` needs the game, or with `as_program`. A broken artifact raises
    StageBug with the stage's name. An option without a meaning for the source raises OptionRefused.

    With `checkpoint`, a search for bounds goes on from that file and is kept there, and `solve`
    yields a step each time.
    """
    begin = kind(source.text)
    about(source.name, lambda: refuse_all_but(SOURCES, begin))
    is_lowered = STAGES.index(through) > STAGES.index("expand")
    refuse_for_source(settings, begin, source.name, is_lowered)
    with ExitStack() as ended:
        shown = settings.report_format in WITH_TRAIL
        kept = through == "report" and (trail or shown)
        going = RunContext(
            name=one_line(source.name),
            kind=begin,
            settings=settings,
            through=through,
            ended=ended,
            as_program=as_program,
            gathering=Gathering(source, begin, settings, shown) if kept else None,
            checkpoint=checkpoint,
        )
        steps = _steps(source, going)
        del source  # Free the memory of a large text once it is read.
        for step in steps:
            yield step
            if step.is_last and through == step.name or through in _stages_before(step.made):
                return


def result(source: Text, settings: Settings, through: str = "report") -> Record:
    """Return the record of the last stage, which contains those of the stages before it."""
    *_, last = run(source, settings, through)
    return last.made


def solver_attempts(made: Record) -> tuple[Sequence[EfgcError], str]:
    """Return, from the result of `solve` or `report`, the failures of the solvers that were
    refused, and the name of the solver that succeeded.
    """
    if not isinstance(made, Solved | SolvedProgram | Reported | ReportedProgram):
        return (), ""
    solved = made.solved if isinstance(made, Reported | ReportedProgram) else made
    return solved.answers.refused, solved.solution.solver


def _steps(source: Text, context: RunContext) -> Steps[Record]:
    parsed = yield from PARSE.go(source, context)
    del source
    found = _way(parsed, context)
    return (yield from found.steps(parsed, context._replace(way=found.name)))


def _parse(source: Text, context: RunContext) -> Parsed | MapGame:
    settings = context.settings
    parsed: Parsed | MapGame
    if settings.method == DOUBLE_ORACLE and context.kind == "map":
        parsed = map_game(source.text, source.sha256, source.file, settings.rules)
    else:
        parsed = parse_source(source, context.kind, settings, context.watch)
    _way(parsed, context).refuse(parsed, context)  # Before any file is written.
    return parsed


def _way(parsed: Parsed | MapGame, context: RunContext) -> Way:
    as_program = context.as_program or context.through in ("expand", "lower")
    return chosen(parsed, context.settings.method, as_program)


def _parsed_files(before: Text, made: Parsed | MapGame, settings: Settings) -> Files:
    """Return the file of what was parsed; the map itself is all that its bounds need."""
    if isinstance(made, MapGame):
        return {}
    return {parsed_suffix(made): write_parsed(made, settings)}


PARSE = stage(
    "parse",
    _parse,
    lambda made: [] if isinstance(made, MapGame) else check_parsed(made),
    _parsed_files,
)


def _stages_before(made: Record) -> tuple[str, ...]:
    """Return the stages that a source has already passed because it is their artifact."""
    match made:
        case LinearProgram():
            return ("expand", "lower")
        case Game():
            return ("expand",)
        case _:
            return ()


class Folder:
    """The folder for the files of a run, and the names of these files."""

    def __init__(
        self, path: str, source: Text, read: Text, settings: Settings, origin: str
    ) -> None:
        """`source` goes through the stages, and `read` is the text of the file `origin`. The two
        differ if options change the numbers of a map.
        """
        self.path, self.settings, self._inputs = path, settings, [origin] if origin else []
        # Only the text of a map is needed: a large text is not kept in memory.
        self._read = read if kind(read.text) == "map" else read._replace(text="")
        self._begin, self._stem = SOURCES[kind(source.text)], stem(source)
        self.checkpoint = str(Path(path) / f"{self._stem}.{settings.method}{SUFFIX}")
        """The file from which a search for bounds goes on."""
        self.files: list[str] = []
        """The files written so far."""
        # The folder then holds everything needed to repeat the run.
        self._source = source if source is not read else None
        self._copy = source.file or f"{self._stem}.txt"
        if self._source is not None:
            refuse_inputs(str(Path(path, self._copy)), self._inputs)

    def write(self, step: Step) -> None:
        """Write the files of a stage, the most important file last, when all others exist."""
        if not self.files:
            self._delete_old_map()
        given = step.name == "parse" and self._begin.is_artifact
        files = {} if given else step.files(self.settings)
        for suffix, parts in reversed(files.items()):
            self._write(f"{self._stem}.{suffix}", parts)
        # After an artifact that has its checksum: it is then never taken for an edited source.
        if self._source is not None and (given or files):
            self._write(self._copy, ["\ufeff" * self._source.mark + self._source.text])
            self._source = None

    def others(self) -> list[str]:
        """Return the names of files of this NAME in the folder that other runs wrote."""
        written = {os.path.basename(path) for path in (*self.files, self.checkpoint)}
        names = {self._read.file, *(f"{self._stem}.{ending}" for ending in NAMES)} - {"", *written}
        return [name for name in sorted(names) if self._is_other(Path(self.path, name))]

    def _is_other(self, path: Path) -> bool:
        """Return whether there is a file that is neither the source nor a copy of it."""
        if not path.is_file() or path.name != self._read.file or not os.access(path, os.R_OK):
            return path.is_file()
        return sha256(path.read_bytes()).hexdigest() != self._read.sha256

    def _delete_old_map(self) -> None:
        """Delete the map with other numbers that an earlier run wrote, if its checksum in the files
        of that run proves that nobody edited it, and this source has the same map.
        """
        path = Path(self.path, self._read.file)
        if self._source is not None or not self._read.text or not self._is_other(path):
            return
        with suppress(InputError, OSError):
            old = read_text(str(path))
            board = read_map(old.text)
            made = [Path(self.path, f"{self._stem}.{ending}") for ending in NAMES]
            ours = any(old.sha256.encode() in one.read_bytes() for one in made if one.is_file())
            if ours and varied(self._read.text, board.capture, board.bandits) == old.text:
                path.unlink()
                numbers = f"--p {write_exact(board.capture)} --bandits {board.bandits}"
                note(f"{path}: deleted: it is the map of an earlier run, {numbers}")

    def _write(self, name: str, parts: Iterable[str]) -> None:
        make_folder(self.path)
        path = str(Path(self.path) / name)
        write_text(path, parts, self._inputs)
        self.files.append(path)


def with_trail(steps: Sequence[Step], source: Text, settings: Settings, files: bool) -> Record:
    """Return the record of the last step, `report`, with its trail.

    With `files` the trail contains the texts of the files. Nothing is solved again, except a graph
    without a secret: the contents of its page are computed during solving.
    """
    last, found = steps[-1].made, way(steps[-1].way)
    if found.needs_run and files:
        return result(source, replace(settings, report_format="html"))
    gathering = Gathering(source, kind(source.text), settings, files)
    for before, step in zip([None, *steps], steps[:-1], strict=False):
        if before is not None and step.name == "expand" and isinstance(before.made, StateGraph):
            limit = affordable(settings.max_histories, HISTORY)
            gathering.expanded(expansion(before.made, limit, settings.unroll))
        gathering.add(step.name, step.made, partial(step.files, settings), step.seconds)
    return found.with_trail(last, gathering)
