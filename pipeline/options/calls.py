"""The options of each command, from the declarations of `pipeline.settings` and of `Wish`, and the
way back: from the parameters of a command to Settings.

The options of the commands that Python has, too, are the keywords of `efgc.py`. Options that stand
in the module of a command, such as the output file, are for the command line alone.
"""

import functools
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from ...schemas.parts.problems import TimeUp
from ...schemas.refinement import Concept
from ...stages.documents import WIDTH, Layout
from ...stages.solve import Request
from ..machine.deadline import current, limited, unmask_interrupts
from ..settings import OPTIONS, Settings
from ..settings.declarations import Decorator, level_of
from ..settings.value_types import FILE
from ..settings.ways import WAYS
from ..terminal.events import as_json
from .outputs import endings

_BY_WAY = [endings(way.formats) for way in WAYS.values()]
REPORT_ENDINGS = {
    name: next(known[name] for known in _BY_WAY if name in known)
    for formats in _BY_WAY
    for name in formats
}
"""The file endings of reports, by format."""

VARIED = {name: option for name, option in OPTIONS.items() if option.vary is not None}
"""The options that a sweep can vary."""
_SPELLINGS = {
    "FIRST..LAST": [name for name, option in VARIED.items() if option.vary and option.vary.whole],
    "BEGIN:END:STEP": [
        name for name, option in VARIED.items() if option.vary and option.vary.steps
    ],
}


def _of_pictures() -> tuple[Decorator, ...]:
    from ..results.pictures import WISHES  # For start-up time: all kinds of pictures.

    return tuple(option.decorator() for option in WISHES.values())


def _of_networks() -> tuple[Decorator, ...]:
    # For start-up time: measures of networks.
    from ...stages.networks import MOST
    from ..results.networks import OF

    return (
        click.option(
            "--of",
            type=click.Choice(OF),
            default=None,
            help="The state graph, or the game that it is expanded to.  [default: the state graph "
            "if there is one]",
        ),
        click.option(
            "--max-nodes",
            type=click.IntRange(1),
            default=MOST,
            show_default=True,
            help="Refuse a larger number of states or nodes; each takes about 2 KB of memory.",
        ),
    )


OWN: dict[str, Callable[[], tuple[Decorator, ...]]] = {
    "draw": _of_pictures,
    "evaluate": lambda: (
        click.option(
            "--solve/--no-solve",
            default=None,
            help="Whether to solve the game, for the distance of guarantees from its value and for "
            "play against an equilibrium. By default it is solved if only one player's strategy is "
            "given.",
        ),
    ),
    "stats": _of_networks,
    "export": _of_networks,
    "sweep": lambda: (
        click.option(
            "--vary",
            metavar="NAME=VALUES",
            multiple=True,
            help=f"The option that differs between runs: {', '.join(VARIED)}; or a constant in the "
            "`let` of rules. VALUES are separated by commas; "
            + "; ".join(f"{form} is for {', '.join(of)}" for form, of in _SPELLINGS.items())
            + "; constants take both. May be given once for each NAME.",
        ),
        click.option(
            "--critical",
            is_flag=True,
            help="Of maps, also find where optimal play changes between the least and the largest "
            "p, each place in a bracket of 1e-9, with the value proved at both ends. p=LOW:HIGH "
            "then has 20 steps.",
        ),
    ),
}
"""The options of one command that fill no field of Settings."""
NOT_LIMITED = ("sweep",)
"""Commands that use --time-limit themselves."""


def add(command: str) -> Decorator:
    """Add the options of a command, in the order of the table."""
    made = [*OWN.get(command, tuple)(), *(_option(name, command) for name in names_of(command))]
    return lambda body: functools.reduce(lambda done, option: option(done), reversed(made), body)


def names_of(command: str) -> list[str]:
    """Return the names of the parameters of a command that the table declares."""
    return [name for name, option in OPTIONS.items() if command in option.commands]


def one(name: str, **changes: Any) -> Decorator:
    """Add one option of the table, with changed attributes."""
    return OPTIONS[name].decorator(**changes)


def parser(command: str) -> click.Command:
    """Return a command that only reads the options of a call."""

    def read(**parameters: Any) -> None:
        """Do nothing: the options are read, and nothing is run."""

    return click.command(command)(add(command)(read))


def _option(name: str, command: str) -> Decorator:
    if name == "time_limit" and command not in NOT_LIMITED:
        return time_limit
    return OPTIONS[name].decorator(command)


def time_limit(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --time-limit, which ends the whole command; `pipeline.machine.deadline.current` has the
    remaining time.
    """

    @OPTIONS["time_limit"].decorator()
    @functools.wraps(command)
    def within(*arguments: Any, time_limit: float | None, **parameters: Any) -> Any:
        try:
            beginning = f"{command.__name__}, at its beginning"
            with limited(time_limit or 0.0), unmask_interrupts(beginning):
                return command(*arguments, **parameters)
        except TimeUp as over:
            over.under_way = over.under_way or f"{command.__name__}, reading or writing files"
            raise

    return within


def source(name: str, *others: str) -> Decorator:
    """Add the argument for the file to read, which is of one of these kinds."""
    kinds = "|".join((name, *others))
    return click.argument(
        name.lower(), metavar=f"[{kinds}|-]", type=FILE, default="-", callback=_not_a_terminal
    )


def _not_a_terminal(context: click.Context, parameter: click.Parameter, value: str) -> str:
    named = context.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
    if value == "-" and not named and sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("name a file, or - for stdin")
    return value


def example(*lines: str) -> str:
    """Return the end of a help text: commands that run in the folder of the worked examples."""
    return "".join(["\n\b\nExample:\n", *(f"  {line}\n" for line in lines)])


def settings_of(
    *,
    solver_options: tuple[tuple[str, str], ...] = (),
    verbose: bool = False,
    **parameters: Any,
) -> Settings:
    """Return the settings of a command from its named parameters: these two, and the options in
    `pipeline.settings`. Raises UsageError.
    """
    given = {name: value for name, value in parameters.items() if value is not None}
    if "level" in given:
        given["level"] = level_of(given["level"])
    limit = current()
    given["request"] = Request(
        options=solver_options,
        time_limit=limit.seconds,
        log=verbose and not as_json(),  # The log of a solver is not JSON.
        until=limit.end,
    )
    refuse_unproved(given.get("refine"), given.get("exact"))
    if given.get("refine") and given.get("off_path"):
        raise click.UsageError(
            "--refine cannot be combined with --off-path: it also determines play off the path"
        )
    layout = {
        option.inner: given.pop(name)
        for name, option in OPTIONS.items()
        if option.field == "layout" and name in given
    }
    return Settings(**given, layout=Layout(WIDTH, verbose=verbose, **layout))


def wishes_of(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a Wish from the parameters of `draw`, and remove them there."""
    from ..results.pictures import WISHES  # For start-up time, as above.

    given = {name: parameters.pop(name) for name in WISHES}
    return {name: value for name, value in given.items() if value is not None}


def refuse_unproved(refine: Concept | None, exact: bool | None) -> None:
    """Raise UsageError if --refine is combined with --no-exact."""
    if refine and exact is False:
        raise click.UsageError("--refine cannot be combined with --no-exact")


def for_terminal(settings: Settings, output: str = "-") -> Settings:
    """Return the settings for a report as wide as the terminal that shows it, if one does."""
    width = terminal_width(output) or settings.layout.width
    return replace(settings, layout=settings.layout._replace(width=width))


def terminal_width(output: str) -> int:
    """Return the number of columns of the terminal that shows the output; 0 without a terminal."""
    on_terminal = output == "-" and sys.stdout is not None and sys.stdout.isatty()
    return shutil.get_terminal_size().columns if on_terminal else 0
