"""The arguments and options that several commands share, each declared once, and how they become
`Settings`.
"""

import functools
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.core import ParameterSource

from pipeline.chain.option_uses import WAYS
from pipeline.chain.solver_order import INTERIOR, LARGE
from pipeline.machine.deadline import laid_bare, limited
from pipeline.options.completion import FILE
from pipeline.options.engines import engine_for, jobs_for
from pipeline.options.outputs import choice, endings
from pipeline.options.ranges import Seconds
from pipeline.settings import AUTO
from schemas.parts.counts import TEXTBOOK
from schemas.parts.problems import TimeUp
from stages.expand import MAX_HISTORIES
from stages.lower import FORMATS as LP_FORMATS
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import LEVELS, MAX_STATES, REDUCED_LEVEL, REDUCTIONS
from stages.solve import DEFAULT, KERNEL, SOLVERS

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def source(name: str, *others: str) -> Decorator:
    """Add the argument for the file to read, which is of one of these kinds."""
    kinds = "|".join((name, *others))
    return click.argument(
        name.lower(), metavar=f"[{kinds}|-]", type=FILE, default="-", callback=_not_a_terminal
    )


def example(*lines: str) -> str:
    """Return the end of a help text: commands that run in the folder of the worked examples."""
    return "".join(["\n\b\nExample:\n", *(f"  {line}\n" for line in lines)])


def _without(names: Iterable[str], what: str) -> Decorator:
    return click.option(
        "--without",
        type=click.Choice(tuple(names)),
        multiple=True,
        help=f"Leave out a reduction of {what}; may be given several times. It implies "
        f"-O {REDUCED_LEVEL} unless -O is given.",
    )


def _not_a_terminal(context: click.Context, parameter: click.Parameter, value: str) -> str:
    named = context.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
    if value == "-" and not named and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("name a file, or - for stdin")
    return value


def _pairs(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    for value in values:
        if not value.partition("=")[0] or "=" not in value:
            raise click.UsageError(f"--option takes NAME=VALUE, not {value!r}")
    return tuple((name, text) for name, _, text in (value.partition("=") for value in values))


def _limiting(grace: float) -> Decorator:
    def limiting(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--time-limit",
            type=Seconds(),
            default=None,
            metavar="SECONDS",
            help="End the command after so many seconds, with exit code 4 and no half-written "
            "file.",
        )
        @functools.wraps(command)
        def within(*arguments: Any, time_limit: float | None, **options: Any) -> Any:
            try:
                beginning = f"{command.__name__}, at its beginning"
                with limited(time_limit or 0.0, grace), laid_bare(beginning):
                    return command(*arguments, **options)
            except TimeUp as over:
                over.under_way = over.under_way or f"{command.__name__}, reading or writing files"
                raise

        return within

    return limiting


# `time_limit` ends the whole command; `pipeline.machine.deadline.current` has the remaining time. A
# solver that runs alone ends by itself, and its solution records that.
time_limit = _limiting(0.0)
time_limit_of_solver = _limiting(3.0)


def _level(words: str) -> Decorator:
    return click.option(
        "-O",
        "--level",
        type=click.Choice((AUTO, *map(str, LEVELS))),
        default=AUTO,
        show_default=True,
        help=f"How far to reduce: {words} The value is the same.",
    )


level = _level(
    "0 is the textbook tree, 1 merges histories with the same future, 2 also drops moves that "
    f"cannot matter. auto is 0 for a map whose tree has up to {TEXTBOOK:,} histories, else 2. At 1 "
    "and 2 the sequence form is reduced, too, and in any game of more than "
    f"{TEXTBOOK:,} nodes."
)
level_of_form = _level(
    "0 is the whole linear program, 1 and 2 reduce the sequence form. auto is 0 for a game of up "
    f"to {TEXTBOOK:,} nodes that `parse` did not reduce, else 2."
)
without_form = _without(FORM_REDUCTIONS, "the sequence form")
without = _without(REDUCTIONS, "the level")
without_any = _without((*REDUCTIONS, *FORM_REDUCTIONS), "the graph or of the sequence form")
unroll = click.option("--unroll", is_flag=True, help="Write the tree, without shared nodes.")
max_states = click.option(
    "--max-states",
    type=click.IntRange(1),
    default=MAX_STATES,
    show_default=True,
    help="Refuse a source with more states. A `game` with more states at level 2 is not refused: "
    "its states are generated when they are needed.",
)
max_histories = click.option(
    "--max-histories",
    type=click.IntRange(1),
    default=MAX_HISTORIES,
    show_default=True,
    help="Refuse a tree with more histories, or a shared game with more nodes.",
)
solver = click.option(
    "--solver",
    type=click.Choice((*SOLVERS, KERNEL)),
    default=None,
    help=f"Which solver to ask; {KERNEL} is our own for matrix games.  "
    f"[default: for a linear program {DEFAULT}, highs from {LARGE:,} nonzeros on, highs-ipm from "
    f"{INTERIOR:,} on; for a state graph {KERNEL}]",
)
race = click.option(
    "--race",
    is_flag=True,
    help="For large linear programs: let simplex and interior point of HiGHS work at the same "
    "time, and take the first answer. The report says so. Another run may then find another "
    "optimum.",
)
solver_time = click.option(
    "--time-limit",
    type=Seconds(),
    default=None,
    metavar="SECONDS",
    help="End each solver after so many seconds.",
)
option = click.option(
    "--option",
    "solver_options",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_pairs,
    help="An option in the solver's own words, such as presolve=off; may be given several times.",
)
verbose = click.option("-v", "--verbose", is_flag=True, help="Show the solver's log on stderr.")
jobs = jobs_for("do the work of --levels")
engine = engine_for("does the work of --levels", "that sees the folder")
at = click.option(
    "--at",
    metavar="POSITION",
    default="",
    help="Report on one position, such as "
    "'hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5' or 'at 2 0 / 2 3, shots 5 / 5, score 0, rounds 50', "
    "or on a state by its name.",
)
everything = click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Report on all positions of Goofspiel for points, up to 8 cards, for --format notebook "
    "and csv.",
)
_PROVE = (
    "Prove the exact value in rationals however long it takes, or skip it. By default it is "
    "proved where that is quick"
)
prove = click.option("--exact/--no-exact", default=None, help=f"{_PROVE}.")
exact = click.option(
    "--exact/--no-exact", default=None, help=f"{_PROVE}; --no-exact is not for state graphs."
)


def report_endings(*ways: str) -> dict[str, str]:
    """Return the file endings of the reports on some ways of solving (keys of WAYS), by format."""
    known = {name: ending for way in ways for name, ending in endings(WAYS[way].formats).items()}
    return known | endings(WAYS[ways[0]].formats)


def report_format(*ways: str) -> Decorator:
    """Add --format, for the reports on some ways of solving."""
    known = [WAYS[way] for way in ways]
    listed = (
        f"{', '.join(f'{name} (.{form.suffix})' for name, form in solved.formats.items())} for "
        f"{solved.words}"
        for solved in known
    )
    words = f"How to write the report: {'; '.join(listed)}."
    return choice(words, report_endings(*ways), "report_format")


brief = click.option(
    "--brief",
    is_flag=True,
    help=(
        "Print value, exact value, bounds, exploitability and solver, but no strategies; for "
        "--format text."
    ),
)
relax = click.option(
    "--relax",
    is_flag=True,
    help="Drop the condition that columns of a linear program are whole numbers.",
)
lp_format = choice(
    "Of a game, the .lp maximises the player's payoff, the .mps minimises its negative. Both "
    "players' matrices E, F, A and vectors e, f: .npz is one file for NumPy and SciPy, .mtx five "
    "in the Matrix Market format.",
    {name: name for name in LP_FORMATS},
    "lp_format",
)
