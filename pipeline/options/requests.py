"""The options of a request to a solver."""

from pipeline.declarations import AS_PROGRAM, PROGRAM, By, Use, part
from pipeline.options.value_types import Pair, Seconds

PROGRAMS = (Use(By.WAY, (AS_PROGRAM, PROGRAM), "linear programs"),)
REQUEST = (
    part(
        "--option",
        "solver_options",
        commands="run solve sweep",
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
        commands="run draw evaluate sweep stats export parse expand lower solve report",
        inner="time_limit",
        type=Seconds(),
        metavar="SECONDS",
        spell="{:g}".format,
        help="End the command after so many seconds, with exit code 4 and no half-written file.",
        variants={
            "sweep": {
                "help": "End each run after so many seconds; its row has exit code 4. The same "
                "limit holds for each search of --critical; without it a search ends after 600."
            }
        },
    ),
    part(
        "-v",
        "--verbose",
        "verbose",
        commands="solve",
        inner="log",
        is_flag=True,
        help="Show the solver's log on stderr.",
        uses=PROGRAMS,
    ),
)
"""Those of `stages.solve.Request`."""
