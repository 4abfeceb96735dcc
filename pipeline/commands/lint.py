"""efgc lint."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ...schemas.parts.problems import InputError, Problem
from ...stages.parse.gambit import refuse_others
from ..files.reading import about, read_for, write_stdout
from ..options import calls, outputs
from ..options.outputs import Output
from ..terminal.codes import code_of_finding
from ..terminal.diagnostics import note, problem_lines, progress, tell_problems
from ..terminal.events import Event

if TYPE_CHECKING:
    from ...stages.parse.gambit.lint import Finding

FINDINGS, GAME = {"text": "txt", "json": "json"}, {"gambit": "efg"}


@click.command(epilog=calls.example("efgc lint island-1.efg"))
@calls.source("FILE")
@click.option(
    "--fix",
    is_flag=True,
    help="Write the game in a form that every program for Gambit files accepts.",
)
@outputs.choice("The format of the findings, which are a list as JSON.", FINDINGS)
@outputs.output("the game of --fix", lambda given: GAME if given.get("fix") else FINDINGS)
@calls.time_limit
def lint(file: str, fix: bool, format: str, output: Output) -> None:
    """Find errors and non-portable parts of a Gambit file.

    Prints one line per finding: its first place, a description, which of Gambit 16.0.2, Gambit 16.7
    and OpenSpiel refuse it or read it as another game, and the correct form. Without findings, a
    line on stderr says so. The exit code is 1 if there are findings.

    With --fix the findings go to stderr. The written file is examined again, and each remaining
    problem has a line with "cannot be fixed" and its line in the written file; only then, or if
    nothing could be written, is the exit code 1. Text before and after the tree is left out. A
    repaired file has no labels of nodes and outcomes.
    """
    from ...stages.expand.gambit import write_gambit
    from ...stages.parse.gambit.lint import lint as stage

    if output.path != "-" and not fix:
        raise click.UsageError("-o is for --fix")
    if fix and outputs.is_given("format"):
        raise click.UsageError("--format is for findings, which --fix prints on stderr")
    text = read_for("lint", file)
    with progress("lint"):
        about(text.name, lambda: refuse_others(text.text))
        faults, reading = about(text.name, lambda: stage(text.text, text.mark))
        again = "".join(write_gambit(reading.game, reading.comment)) if fix and reading else ""
        left = stage(again)[0] if again else faults
    found = InputError([finding.problem for finding in faults], text.name)
    if again:
        tell_problems(found, event=Event.REMARK)
        output.write([again])
        written = "<stdout>" if output.path == "-" else output.path
        unmended = InputError([_unmended(finding.problem) for finding in left], written)
        tell_problems(unmended, event=Event.REMARK)
    elif format == "json":
        write_stdout(_in_json(faults, text.name))
    else:
        write_stdout(f"{line}\n" for line in problem_lines(found))
    if not faults:
        note("no findings", text.name)
    if left:
        raise click.exceptions.Exit(1)


def _in_json(findings: Sequence["Finding"], name: str) -> Iterator[str]:
    yield "["
    for number, (rule, problem) in enumerate(findings):
        found = {
            "file": name,
            "line": problem.line,
            "column": problem.column,
            "code": code_of_finding(problem, rule.replace(" ", "-")),
            "message": problem.message,
        }
        yield f"{',' * (number > 0)}\n {json.dumps(found)}"
    yield "\n]\n" if findings else "]\n"


def _unmended(problem: Problem) -> Problem:
    return problem._replace(message=f"cannot be fixed: {problem.message}")
