"""efgc run."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ...schemas.parts.problems import OptionError
from ..chain.steps import Step
from ..files.reading import read_source, with_numbers
from ..files.sources import remark_map
from ..options import calls, level_files, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Formats, Output
from ..settings import OPTIONS, Settings
from ..settings.declarations import By, HeadedOption, Heading
from ..terminal.diagnostics import note, tell
from ..terminal.help_texts import CommandWithHelpAll
from ..ways.folder import Folder
from ..ways.interface import way
from ..ways.run import STAGES, solver_attempts
from ..ways.run import run as go

THROUGH = {
    "parse": {"yaml": "states.yaml", "json": "game.json"},
    "expand": {"json": "game.json"},
    "lower": {"lp": "lp", "mps": "mps"},
    "solve": {"json": "solution.json"},
    "report": calls.REPORT_ENDINGS,
}
"""The endings of the stages' artifacts, by format."""


def _formats(parameters: Mapping[str, Any]) -> Formats:
    return THROUGH[parameters.get("through", "report")]


@click.command(cls=CommandWithHelpAll, epilog=calls.example("efgc run island-1.txt"))
@calls.source("SOURCE")
@outputs.output(
    "the report; with --through, the file of that stage",
    _formats,
    folder="every artifact and the report",
)
@click.option(
    "--through",
    cls=HeadedOption,
    heading=Heading.FILES,
    type=click.Choice(STAGES),
    default="report",
    show_default=True,
    help="The last stage to go through.",
)
@click.option(
    "--fresh",
    cls=HeadedOption,
    heading=Heading.FILES,
    is_flag=True,
    help="In -o DIR, solve again and write every file anew. By default the solution of an earlier "
    "run is taken if the program, the solver, its version and its options are the same, and a file "
    "stays as it is if its content is the same.",
)
@calls.one("verbose")
@calls.add("run")
@level_files.forecast
def run(
    source: str, output: Output, through: str, forecast: bool, fresh: bool, **parameters: Any
) -> None:
    """Solve a game and print a verified report.

    SOURCE is a map, rules, a Gambit file, a matrix, the name of an OpenSpiel game, a linear
    program, or an artifact of an earlier stage. Prints the report, or writes it to the file that -o
    names. If -o names a folder, the files of all stages go there. If a game is too large to list,
    --method bounds its value (see --help-all).

    \f
    A map goes through all stages, a Gambit file or a matrix through all but `expand`. Goofspiel and
    droid battle have no hidden information and are solved by backward induction, without a linear
    program. If the source is a state graph, a game or a linear program, the run begins with the
    stage that reads it. A linear program (.lp, .mps) may come from any tool. Its report has the
    optimum, and bounds if the program has the form of those that `lower` writes.

    Solvers run in turn until a solution proves the value: GLPK and HiGHS (in the other order for
    large programs), and finally exact arithmetic, if the program is not too large for it. stderr
    and the report name the solver of the accepted solution. With --solver or --option only one
    solver runs. The number of nonzeros decides the order, so the same source gives the same result
    on any machine.

    --method regret improves strategies step by step, and best responses to them bound the value;
    stderr shows the bounds. A state graph of version 2 with more histories than --max-histories is
    not listed. With -o DIR the search is saved in NAME.regret.npz, about once a second, or less
    often if saving takes long. The same command then continues a stopped run. --method
    double-oracle is for state graphs of version 2 and maps. It never lists them; its file is
    NAME.double-oracle.npz.

    --time-limit is for the whole run. Files of completed stages remain, and stderr names the stage
    that was interrupted.

    Prints the artifact of the last stage, or writes only this artifact if -o names a file, such as
    report.html or report.json. If -o names a folder, it also writes one file per stage there, such
    as NAME.solution.json, the same as the single commands write. The ending of the report's name
    depends on --format. NAME is the source's, or `game` for stdin. With --p or --bandits the folder
    also gets the map with these numbers. stderr lists files of an earlier run of NAME: those that
    remain, those that were kept, and those that you had edited and that were overwritten. Only an
    unedited map with other numbers is deleted. An option that does not apply to the source is
    refused (exit code 2), except limits, --values, --jobs and --engine, which are ignored.

    With -v stderr has the solver's log and, at the end, a table of the stages as of `efgc passes`.
    """
    settings = _settings(parameters, through, output.format)
    read = read_source("run", source)
    if forecast:
        return level_files.print_forecast(read, output, settings)
    text = with_numbers(read, settings)
    remark_map(text)
    if fresh and not output.folder:
        raise click.UsageError("--fresh is for -o DIR, in which an earlier run has left files")
    folder = Folder(output.path, text, read, settings, source, fresh) if output.folder else None
    if folder is not None:
        click.get_current_context().with_resource(folder)
    checkpoint, solved = (folder.checkpoint, folder.solution) if folder else ("", "")
    shown_as, steps = text.name, go(text, settings, through, checkpoint=checkpoint, kept=solved)
    del read, text  # Free the memory of a large text once it is read.
    for step in _recorded(steps) if settings.request.log else steps:
        if folder is not None:
            folder.write(step)
    tell(shown_as, *solver_attempts(step.made))
    seen = for_terminal(settings, "-" if folder else output.path)
    [(ending, parts), *_] = step.files(seen).items()
    if folder is None:
        output.ends_in(ending)
        output.write(parts)
    else:
        output.wrote(folder.files)
        if folder.kept:
            note(f"kept {folder.kept_in_words()}", folder.path)
        if others := folder.others():
            note(f"not written by this run: {', '.join(others)}", folder.path)
        printed = Output(ending=ending)
        if not printed.needs_all:
            printed.write(parts)
    if step.way and (shortfall := way(step.way).shortfall(step.made, shown_as)):
        raise shortfall


def _settings(parameters: dict[str, Any], through: str, format: str) -> Settings:
    """Return the settings of a run. Raises OptionError for an option that is only used by stages
    after the last one.
    """
    if through == "report":
        return settings_of(**parameters)
    parameters |= {"report_format": None, "lp_format": format if through == "lower" else None}
    settings, later = settings_of(**parameters), STAGES[STAGES.index(through) + 1 :]
    for name, option in OPTIONS.items():
        of_report = any(use.by is By.FORMAT for use in option.uses)
        users = option.stages or ["report"] * of_report
        first = next((stage for stage in STAGES if stage in users), "")
        given = " ".join(option.spelled(option.value(settings)))
        # The method also decides the level of `parse`; the ways of solving refuse it.
        if given and first in later and name != "method":
            raise OptionError(f"{given} is for the stage {first}; this is --through {through}")
    return settings


def _recorded(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the steps; when the command ends, their table is printed on stderr."""
    from ..results.passes import Recorder  # For start-up time.

    recorder = Recorder()
    click.get_current_context().call_on_close(recorder.tell)
    for step in steps:
        recorder.add(step)
        yield step
