"""The command line: `efgc` and its commands."""

import gc
import io
import sys

import click

from pipeline import options
from pipeline.commands.certify import certify
from pipeline.commands.check import check
from pipeline.commands.compare_solvers import compare_solvers
from pipeline.commands.course import course
from pipeline.commands.examples import examples
from pipeline.commands.expand import expand
from pipeline.commands.grade import grade
from pipeline.commands.lint import lint
from pipeline.commands.lower import lower
from pipeline.commands.match import match
from pipeline.commands.parse import parse
from pipeline.commands.play import play
from pipeline.commands.report import report
from pipeline.commands.run import run
from pipeline.commands.solve import solve
from pipeline.commands.solvers import solvers
from pipeline.commands.tournament import tournament
from pipeline.commands.train import train
from pipeline.diagnostics import guarded, signals_answered

COMMANDS = (
    run,
    examples,
    parse,
    expand,
    lower,
    solve,
    report,
    certify,
    check,
    lint,
    grade,
    solvers,
    compare_solvers,
    train,
    match,
    tournament,
    play,
    course,
)


COMPLETION = """\
\b
Completion of commands, options and names of files, by a line in your profile:
  bash  eval "$(_EFGC_COMPLETE=bash_source efgc)"
  zsh   eval "$(_EFGC_COMPLETE=zsh_source efgc)"
  fish  _EFGC_COMPLETE=fish_source efgc | source
"""
BEGIN = COMPLETION + options.example("efgc examples island-1 -o .", "efgc run island-1.txt")


class _InOrder(click.Group):
    def list_commands(self, context: click.Context) -> list[str]:
        return [command.name or "" for command in COMMANDS]


@click.group(
    cls=_InOrder,
    commands=COMMANDS,
    epilog=BEGIN,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="efgc", message="%(prog)s %(version)s")
def efgc() -> None:
    """Compile two-player zero-sum games to linear programs and solve them with proof.

    \b
    map --parse--> state graph --expand--> game --lower--> linear program
        --solve--> solution --report--> proof
    Gambit file --parse--> game, and on as above
    Goofspiel, droid battle --parse--> state graph --solve--> solution --report--> proof

    Each stage reads the file of the one before; - is stdin or stdout. `run` goes
    through all of them.

    \b
    Exit codes: 0 done and verified; 1 wrong input, or a file that cannot be read
    or written; 2 usage; 3 solver missing or failed; 4 infeasible, unbounded or
    limit; 5 verification failed.
    """


def main() -> None:
    """Run the command line and exit."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Artifacts are UTF-8, whatever the terminal is, and so are names of files that are none.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    # A process lives for one command and makes no cycles worth collecting; looking for them doubles
    # the time of large games.
    gc.disable()
    with signals_answered():
        sys.exit(guarded(lambda: efgc(standalone_mode=False)))
