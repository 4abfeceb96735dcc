"""The command line: `efgc` and its commands."""

import gc
import importlib
import io
import os
import sys

import click

from .machine.streams import flush_stderr
from .terminal.diagnostics import WORDS, guarded, signal_handling, suggestion
from .terminal.events import set_format
from .terminal.help_texts import CommandWithHelpAll

# In the groups and order of the help text, each with its summary. Only the module of the command
# that is called is loaded: `pipeline.commands.NAME`, or that of its app. A command that reads files
# is also one of the `readers` of their kinds, in SOURCES or KINDS of `pipeline.files`.
GROUPS = {
    "Solve": {
        "run": "Solve a game and print a verified report.",
        "sweep": "Run many values of options, and tabulate the results.",
        "examples": "List the worked examples, or write one.",
    },
    "Look": {
        "draw": "Draw a map, a game, its play or its program.",
        "explore": "Edit a source in the browser, and see all stages change.",
        "stats": "Count states, and find those that every play passes.",
    },
    "Stages": {
        "parse": "Compile a source to its state graph, or to the game.",
        "expand": "Expand a state graph to the game.",
        "lower": "Lower a game to a sequence-form linear program.",
        "solve": "Solve a linear program, or a graph without a secret.",
        "report": "Report what a solution proves about its game.",
        "passes": "List the passes of the compiler, and what came out of each.",
    },
    "Check": {
        "check": "Check artifacts, sources and certificates.",
        "certify": "Write the certificate of a game's value.",
        "diff": "Compare two files of the same kind, in words.",
        "lint": "Find errors and non-portable parts of a Gambit file.",
    },
    "Evaluate": {
        "evaluate": "Evaluate strategies: what they guarantee, and their losses.",
        "lock": "Lock a strategy into a game: chance plays it.",
    },
    "Courses": {
        "grade": "Compare hand-ins with the game of a map, or give points.",
        "course": "Print what a course assignment asks for.",
    },
    "Play": {
        "play": "Play a game against its equilibrium, or droid battle.",
        "match": "Play matches of droid battle or Goofspiel.",
        "tournament": "Play matches between all agents, on both sides.",
        "train": "Train an agent by Q-learning, and write it to a file.",
    },
    "Machines": {
        "solvers": "List the solvers: which work here, how to get the others.",
        "compare-solvers": "Solve a linear program with every solver, and compare.",
        "export": "Write a state graph or a game for other programs.",
    },
}
COMMANDS = {name: words for group in GROUPS.values() for name, words in group.items()}

APPS = {
    "course": ("course", "grade"),
    "droids": ("train", "match", "tournament", "play"),
    "explore": ("explore",),
    "sweep": ("sweep",),
}
"""The commands of each app; the others belong to the core."""
ELSEWHERE = {"convert": "efgc lower PROGRAM -o NAME.mps"}
"""Commands of other programs, and how efgc does the same."""

COMPLETION = """\
\b
Completion of commands, options and names of files, by a line in your profile:
  bash  eval "$(_EFGC_COMPLETE=bash_source efgc)"
  zsh   eval "$(_EFGC_COMPLETE=zsh_source efgc)"
  fish  _EFGC_COMPLETE=fish_source efgc | source
"""
HELP = f"""\
Solve two-player zero-sum games with proof. `efgc COMMAND --help` says more,
and docs/glossary.md explains the words.

\b
Example:
  efgc examples island-1 -o .
  efgc run island-1.txt

\f
\b
map --parse--> state graph --expand--> game --lower--> linear program
    --solve--> solution --report--> proof
Gambit file --parse--> game, and on as above
Goofspiel, droid battle --parse--> state graph --solve--> solution --report--> proof

Each stage reads the file of the one before; - is stdin or stdout. `run` goes through all of them.
The option --log may also stand behind the name of a command.

\b
Exit codes: 0 done and verified; 1 wrong input, a file that cannot be read or
written, or something that `lint`, `grade` or `diff` found; 2 usage; 3 solver missing
or failed; 4 infeasible, unbounded or limit; 5 verification failed.

{COMPLETION}"""
"""The short help text ends at the form feed."""


class _Commands(CommandWithHelpAll, click.Group):
    """The commands of COMMANDS, each loaded when it is called."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        try:
            args = set_format(args)
        except ValueError as error:
            raise click.UsageError(str(error), context) from None
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        context.meta[WORDS] = tuple(args)
        return super().parse_args(context, args)

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        word = name.replace("-", "_")
        home = next((f"apps.{app}." for app, names in APPS.items() if name in names), "")
        found: click.Command = getattr(
            importlib.import_module(f"efgc.pipeline.{home}commands.{word}"), word
        )
        return found

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(context, args)
        except click.UsageError as error:
            meant = ELSEWHERE.get(args[0])
            if os.path.isfile(args[0]):
                meant = f"efgc run {args[0]}"
            advice = f" Did you mean `{meant}`?" if meant else suggestion(args[0], COMMANDS)
            raise click.UsageError(error.format_message() + advice, context) from None

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, COMMANDS))
        formatter.write_paragraph()
        for heading, commands in GROUPS.items():
            formatter.write_heading(heading)
            with formatter.indentation():
                formatter.write_dl(
                    [(f"{name:<{longest}}", said) for name, said in commands.items()]
                )
        super().format_options(context, formatter)


def _show_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from .version import version_line  # For start-up time.

    click.echo(version_line())
    context.exit()


@click.group(
    cls=_Commands,
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option(
    "--log",
    type=click.Choice(("text", "json")),
    default="text",
    expose_value=False,
    help="Messages as text, or as JSON (docs/limits.md).",
)
def efgc() -> None:
    """Go on to a command."""


def main() -> None:
    """Run the command line and exit."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Artifacts are UTF-8, whatever the terminal is, and so are names of files that are none.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    # A process lives for one command and makes no cycles worth collecting; looking for them doubles
    # the time of large games.
    gc.disable()
    with signal_handling():
        code = guarded(lambda: efgc(standalone_mode=False))
        flush_stderr()
        if not code:
            gc.freeze()  # Else Python looks for them at its end, in all that was made.
        sys.exit(code)
