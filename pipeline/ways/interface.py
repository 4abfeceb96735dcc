"""What each way of solving knows and does."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import click

from ...schemas.parts.problems import StageBug, StatusError
from ...schemas.refinement import Concept
from ...stages.documents import Format
from ..chain.provenance import Artifacts, Stamp, solutions_edited, stamp_of, write_report
from ..chain.records import Record
from ..chain.refusals import refuse_for_solution, refuse_format
from ..chain.steps import Files, RunContext, Step, Steps
from ..chain.trail import Gathering
from ..files.text import Text
from ..settings import Settings
from ..settings.ways import WAYS
from .facts import Choice, Facts


class ReportRequest(NamedTuple):
    """The files that `efgc report` names."""

    text: Text
    """The game, state graph, program or map."""
    solutions: Sequence[Text]
    onto: str | None
    """The tree to which strategies are carried."""
    settings: Settings


class FilesReport(NamedTuple):
    """The report on files."""

    report: Any
    base: Artifacts
    """The game, graph or map, by its kind."""
    solutions: Sequence[Text]


class SolvedFile(NamedTuple):
    """The artifact of `efgc solve`."""

    parts: Iterator[str]
    ending: str = ""
    """The ending of its file, if it is not that of a solution."""
    shortfall: StatusError | None = None
    """The error with which the command ends once the file is written."""


class Way(ABC):
    """One way of solving. The type of its reports is that of its formats."""

    name: ClassVar[str]
    """A key of WAYS."""
    use: ClassVar[str]
    """The command that reads its solutions, with the files as the help text calls them."""
    solution = "solution"
    """The name of what proves a report, in the origin that the report records."""
    has_rows = False
    """Whether `--format csv` is a table of a linear program, or of all columns of a strategy."""
    needs_run = False
    """Whether a page has contents that are computed during solving."""

    @property
    def formats(self) -> Mapping[str, Format[Any]]:
        """The formats of its reports."""
        return WAYS[self.name].formats

    def refuse(self, parsed: Any, context: RunContext) -> None:
        """Raise OptionRefused for options without a meaning, before any file is written."""
        refuse_for_solution(context.settings, self.name, context.name)
        if context.through == "report":
            refuse_format(context.settings, self.name, context.name)

    @abstractmethod
    def steps(self, parsed: Any, context: RunContext) -> Steps[Record]:
        """Return the steps from what `parse` made to the report."""

    def report_files(self, before: Any, made: Any, settings: Settings) -> Files:
        """Return the files of a report."""
        form = self.formats[settings.report_format]
        parts = form.write(made.report, settings.layout)
        return {form.suffix: write_report(parts, settings, self.sources(made))}

    @abstractmethod
    def sources(self, made: Any) -> Artifacts:
        """Return the artifacts from which a report was made, by their kind."""

    def with_trail(self, made: Any, gathering: Gathering) -> Record:
        """Return the record of a report, with its trail."""
        record: Record = made._replace(report=replace(made.report, trail=gathering.trail))
        return record

    def shortfall(self, made: Any, name: str) -> StatusError | None:
        """Return the error with which a run ends although its files hold."""
        return None

    def report_on(self, request: ReportRequest) -> Iterator[str]:
        """Return the parts of a report on files. Raises the errors of `reported`."""
        settings, found = request.settings, self.reported(request)
        stamps = [stamp_of(text.text) for text in found.solutions]
        report = replace(found.report, edits=solutions_edited(stamps))
        parts = self.formats[settings.report_format].write(report, settings.layout)
        return write_report(parts, settings, {**found.base, **self._digests(stamps)})

    def _digests(self, stamps: Sequence[Stamp]) -> dict[str, str]:
        """Return the digests of one solution, or of those of both players' programs."""
        digests = [stamp.digest for stamp in stamps]
        if len(digests) == 1:
            return {self.solution: digests[0]}
        return {f"{self.solution} {number}": digest for number, digest in enumerate(digests, 1)}

    @abstractmethod
    def reported(self, request: ReportRequest) -> FilesReport:
        """Return the report on files, with its trail if the format shows it. Raises UsageError,
        InputError, VerificationError, StatusError.
        """

    def solved(self, text: Text, settings: Settings, claimed: str | None) -> SolvedFile:
        """Return the artifact of `solve`; `claimed` is the file of another program's solution."""
        raise StageBug(f"efgc: a bug of ours: nothing solves the file of {WAYS[self.name].words}")

    def certified(
        self, text: Text, solutions: Sequence[str], exact: bool | None, refine: Concept | None
    ) -> Iterator[str]:
        """Return the parts of a certificate. Raises as `reported`."""
        raise StageBug(f"efgc: a bug of ours: nothing certifies {WAYS[self.name].words}")

    @abstractmethod
    def facts(self, report: Any) -> Facts:
        """Return the facts of a report."""

    def content(self, report: Any, report_format: str) -> Any:
        """Return what a format writes: a Document as text, an AssembledPage as HTML."""
        make = self.formats[report_format].make
        assert make is not None
        return make(report)

    def numbers(self, report: Any) -> dict[str, Any]:
        """Return the numbers by which reports are compared, with the names of a sweep's columns."""
        return {}

    def choices(self, report: Any) -> Iterator[Choice]:
        """Yield the choices by which reports are compared."""
        yield from ()


def refuse_several(
    words: str, solutions: Sequence[str], exact: bool | None, refine: Concept | None
) -> None:
    """Raise UsageError for what a certificate of one solution cannot have."""
    if len(solutions) > 1 or refine or exact is False:
        raise click.UsageError(
            f"{words} has one solution, which is certified exactly and not refined"
        )


def way(name: str) -> Way:
    """Return a way of solving by its name, a key of WAYS."""
    found: Way = importlib.import_module(WAYS[name].module).WAY
    return found


def way_and_report(last: Step) -> tuple[Way, Any]:
    """Return the way in which a source was solved, and the report of the last step."""
    made: Any = last.made  # Each way has its own kind of report.
    return way(last.way), made.report


def of_file(kind: str, solutions: Iterable[str] = ()) -> Way:
    """Return the way in which a file of a kind is solved, or reported with solutions of kinds."""
    kinds = {*solutions}
    return way(
        next(
            name
            for name, row in reversed(WAYS.items())
            if kind in row.files or any(one in row.proofs for one in kinds)
        )
    )


def chosen(parsed: Record | None, method: str, as_program: bool) -> Way:
    """Return the way in which what was parsed is solved; see `Row.fits`."""
    names = (name for name, row in reversed(WAYS.items()) if row.fits(parsed, method, as_program))
    return way(next(names))
