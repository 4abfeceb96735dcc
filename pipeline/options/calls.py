"""The options of the commands that can be called from Python, too: declared once, for both.

A command's other options are for the command line alone: the output file and its format.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from pipeline import options
from pipeline.chain.option_uses import WAYS
from pipeline.engines import ENGINES
from pipeline.options import levels, maps, refinement
from pipeline.options.ranges import Seconds
from pipeline.results.networks import OF
from pipeline.results.pictures import PICTURES
from stages.networks import MOST

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_MAP = (maps.rules, maps.p, maps.bandits)
_LIMITS = (options.max_states, options.max_histories)

RUN = (
    *(*_MAP, options.level, options.without_any, options.unroll, options.relax, *_LIMITS),
    *(options.solver, options.race, options.option, options.time_limit),
    *(levels.levels, levels.keep, levels.values, options.jobs, options.engine),
    *(options.at, options.everything, options.exact, refinement.refine, refinement.off_path),
    *(options.report_format(*WAYS), options.brief),
)

DRAW = (
    click.option(
        "--picture",
        type=click.Choice(tuple(PICTURES)),
        default=None,
        help="What to draw, where there is more than one picture.  "
        "[default: the first that there is]",
    ),
    click.option("--plain", is_flag=True, help="Draw it without solving it."),
    click.option(
        "--from",
        "start",
        metavar="HISTORY",
        default="",
        help="Begin behind these moves, such as 'e1 e2, right', or at the state of this name.",
    ),
    click.option(
        "--depth", type=click.IntRange(1), default=None, metavar="N", help="Draw N moves at most."
    ),
    click.option(
        "--player",
        type=click.IntRange(1, 2),
        default=None,
        help="Draw only this player's information sets and probabilities.",
    ),
    *(options.at, *_MAP, options.level, options.without_any, *_LIMITS),
    *(options.solver, options.time_limit),
)

EVALUATE = (
    click.option(
        "--solve/--no-solve",
        default=None,
        help="Solve the game, or do not, to tell how far guarantees are from its value, and to "
        "play against an equilibrium. By default it is solved if one player's strategy alone is "
        "given.",
    ),
    *(*_MAP, options.level, *_LIMITS, options.solver, options.time_limit),
)

NETWORK = (
    click.option(
        "--of",
        type=click.Choice(OF),
        default=None,
        help="The state graph, or the game that it is expanded to.  [default: the state graph, "
        "where there is one]",
    ),
    *(*_MAP, options.level, options.without, options.unroll),
    click.option(
        "--max-nodes",
        type=click.IntRange(1),
        default=MOST,
        show_default=True,
        help="Refuse what has more states or nodes; each takes some 2 KB of memory.",
    ),
    options.time_limit,
)
"""The options of `stats`, and of `export`, which is for the command line alone."""

SWEEP = (
    click.option(
        "--vary",
        metavar="NAME=VALUES",
        multiple=True,
        help="What differs between runs: p, bandits, rules, level, without or solver. VALUES are a "
        "list with commas, of single values, of FIRST..LAST for whole numbers, and of "
        "BEGIN:END:STEP for p; may be given once for each NAME.",
    ),
    click.option(
        "--critical",
        is_flag=True,
        help="Also find where optimal play changes between the least and the largest p, each place "
        "in a bracket of 1e-9, with the value proved at both ends. p=LOW:HIGH then has 20 steps.",
    ),
    *(*_MAP, options.level, options.without_any, options.unroll, *_LIMITS),
    *(options.solver, options.option, options.exact),
    click.option(
        "--time-limit",
        type=Seconds(),
        default=None,
        metavar="SECONDS",
        help="End each run after so many seconds; its row has exit code 4. It also holds for each "
        "search of --critical, which ends after 600 without it.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1),
        default=None,
        help="How many runs are under way at once.  [default: one per processor]",
    ),
    click.option(
        "--engine",
        type=click.Choice(tuple(ENGINES)),
        default="local",
        show_default=True,
        help="Who does the runs: processes of this machine, or a Ray cluster.",
    ),
)

EXPLORE = (
    *(*_MAP, options.level, options.without_any, options.unroll, *_LIMITS, options.solver),
    *(options.at, options.exact, refinement.refine, refinement.off_path),
)
"""The options of the page that compiles like `run`; it has a time limit of its own."""

CALLS: dict[str, tuple[Decorator, ...]] = {
    "run": RUN,
    "draw": DRAW,
    "evaluate": EVALUATE,
    "stats": NETWORK,
    "sweep": SWEEP,
    "explore": EXPLORE,
}
"""By the name of the command, which is also the name of the function in `efgc.py`."""


def add(call: tuple[Decorator, ...]) -> Decorator:
    """Add the options of a call to a command, in their order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(call), command)


def parser(name: str) -> click.Command:
    """Return a command that only reads the options of a call, a key of CALLS."""

    def read(**asked: Any) -> None:
        """Do nothing: the options are read, and nothing is run."""

    return click.command(name)(add(CALLS[name])(read))
