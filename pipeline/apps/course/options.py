"""The options of `efgc grade` for the hand-ins of one course document, under a heading of their
own.
"""

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from typing import Any

import click

from ....stages.parse.rule_sets import RULES
from ...settings.declarations import Decorator, HeadedOption
from ...settings.value_types import Seconds
from ..droids.options import AGENT

DOCUMENTS = ("island-2020", "droids-2022")
"""The course documents that give points."""


class Document(click.Choice[str]):
    """A course document that gives points."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return its name. Raise BadParameter, with what to do for the rules of another one."""
        if value in {*RULES} - {*DOCUMENTS}:
            advice = "has no points of its own and needs no --course: use --map MAP, or --program"
            self.fail(f"{value} {advice}", param, ctx)
        return str(super().convert(value, param, ctx))


def _droid(
    name: str, type: click.ParamType[Any], help: str, metavar: str | None = None
) -> Decorator:
    heading = "Options of --course droids-2022"
    attributes = {"type": type, "default": None, "metavar": metavar, "help": help}
    return click.option(name, cls=HeadedOption, heading=heading, **attributes)


_PLAYING = (
    "The time limit of the games after training, and of those of a MinimaxAgent.  [default: 300]"
)
_GAMES = "The number of games that count towards the result.  [default: 100]"
_AGAINST = "Our agent; see `efgc match` for names.  [default: q-learning]"
_DROID = "The droid of the students' agents.  [default: 2]"
_MOVE = "The time limit of an agent for a move.  [default: the rest of its time]"
_SEED = "Seed of the random numbers.  [default: 1]"
_DROID_OPTIONS = (
    _droid("--seconds", Seconds(), "The training time of a QAgent.  [default: 180]", "SECONDS"),
    _droid("--play-seconds", Seconds(), _PLAYING, "SECONDS"),
    _droid("--games", click.IntRange(1, 10_000), _GAMES, "N"),
    _droid("--against", AGENT, _AGAINST, "AGENT"),
    _droid("--droid", click.Choice(("2", "5")), _DROID),
    _droid("--move-seconds", Seconds(), _MOVE, "SECONDS"),
    _droid("--seed", click.IntRange(0, 2**31 - 1), _SEED, "N"),
)
DROIDS = {
    "seconds": "training",
    "play_seconds": "playing",
    "games": "games",
    "against": "against",
    "droid": "player",
    "move_seconds": "move",
    "seed": "seed",
}
"""The fields of the droids' Terms, by the parameters of these options."""


def droid_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of --course droids-2022."""
    for option in reversed(_DROID_OPTIONS):
        command = option(command)
    return command


def terms_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the droids' Terms that these options give."""
    terms = {DROIDS[name]: value for name, value in given.items() if value is not None}
    if "player" in terms:
        terms["player"] = 1 + (terms["player"] == "5")
    return terms


class PythonCommand(click.ParamType[tuple[str, ...]]):
    """A command that runs a Python, as its words; its path is absolute."""

    name = "command"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the words. Raise BadParameter."""
        try:
            words = shlex.split(value)
        except ValueError:
            words = []
        found = shutil.which(words[0]) if words else None
        if found is None:
            self.fail(f"{value!r} is not a command that can be found", param, ctx)
        return (os.path.abspath(found), *words[1:])
