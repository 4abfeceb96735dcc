"""The options of a request to a solver, and of the processes that do the work."""

import click

from ...schemas.bounds import REGRET
from ..engines import ENGINES
from .declarations import By, Heading, Use, part
from .value_types import Pair, Seconds
from .ways import AS_PROGRAM, PROGRAM

PROGRAMS = (Use(By.WAY, (AS_PROGRAM, PROGRAM), "linear programs"),)
REQUEST = (
    part(
        "--option",
        "solver_options",
        commands="run solve sweep",
        heading=Heading.SOLVERS,
        inner="options",
        type=Pair(),
        metavar="NAME=VALUE",
        multiple=True,
        spell="=".join,
        help="An option of the solver under the solver's own name, such as presolve=off; may "
        "be given several times.",
        uses=PROGRAMS,
        stages="solve",
    ),
    part(
        "--time-limit",
        "time_limit",
        commands="run draw evaluate sweep passes stats export diff parse expand lock lower solve "
        "report",
        inner="time_limit",
        type=Seconds(),
        metavar="SECONDS",
        spell="{:g}".format,
        help="Stop after this many seconds (exit code 4); no file is left incomplete.",
        variants={
            "sweep": {
                "help": "Stop each run after this many seconds; its row has exit code 4. The "
                "limit also applies to each search of --critical, which otherwise stops after 600."
            }
        },
    ),
    part(
        "-v",
        "--verbose",
        "verbose",
        commands="solve report",
        inner="log",
        is_flag=True,
        help="Also report sizes, solver, times, rules, bounds and play that is not reached, and "
        "show the solver's log on stderr.",
        variants={"solve": {"help": "Show the solver's log on stderr."}},
    ),
)
"""Those of `stages.solve.Request`."""
_RESPONSES = "best responses in games that are too large to list"
_COMMANDS = "run solve sweep evaluate report"
_OF_LEVELS, _OF_RESPONSES = ("run", "solve"), ("evaluate", "report")
JOBS = part(
    "--jobs",
    commands=_COMMANDS,
    heading=Heading.MACHINES,
    type=click.IntRange(1),
    help="The number of parallel processes.  [default: one per processor]",
    variants={
        "sweep": {"heading": ""},
        **dict.fromkeys(
            _OF_LEVELS,
            {
                "help": "The number of parallel processes for --levels, or of threads for "
                f"--method {REGRET}.  [default: one per processor]"
            },
        ),
        **dict.fromkeys(
            _OF_RESPONSES,
            {
                "help": f"The number of threads, or of parallel tasks of Ray, for {_RESPONSES}. "
                "The results are the same for any number.  [default: one per processor]"
            },
        ),
    },
)
ENGINE = part(
    "--engine",
    commands=_COMMANDS,
    heading=Heading.MACHINES,
    type=click.Choice(tuple(ENGINES)),
    show_default=True,
    help="Where to run: local processes, or a Ray cluster.",
    variants={
        **dict.fromkeys(
            _OF_LEVELS,
            {
                "help": "Where to run the work of --levels: local processes, or a Ray cluster "
                f"with access to the folder; and best responses of --method {REGRET}: local "
                "threads, or a Ray cluster."
            },
        ),
        **dict.fromkeys(
            _OF_RESPONSES,
            {"help": f"Where to compute {_RESPONSES}: local threads, or a Ray cluster."},
        ),
    },
)
