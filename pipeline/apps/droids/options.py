"""The game of a contest of agents, the options that the commands for contests share, and the
contest as these commands hold it.
"""

from collections.abc import Callable, Sequence

import click
from click.shell_completion import CompletionItem

from ....schemas.parts.problems import InputError, Problem
from ....schemas.rules.droid_battle import NAME, DroidBattle, battle_of
from ....schemas.rules.rule import Rule
from ...files.reading import about, read_for, refuse_inputs
from ...files.sources import rule_in
from ...files.text import Text
from ...machine.deadline import ENDS
from ...options import outputs
from ...settings.value_types import FILE, FloatRange, completions
from ...terminal.diagnostics import note, progress
from .contest_formats import CONTEST_FORMATS, part_in_words


class _Agent(click.ParamType[str]):
    """An agent of a game: the name of a built-in agent, or a file."""

    name = "agent"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the agents and files that begin with the text. Without any agents, leave
        completion to the shell.
        """
        # For start-up time: it loads NumPy.
        from .entrants import AGENTS

        return completions(tuple(AGENTS), incomplete, "file")


AGENT = _Agent()
COURSE = DroidBattle(("----", "----", "2--5", "----"), (5, 5), 50, "win")

source = click.option(
    "--battle",
    "--game",
    "source",
    metavar="SOURCE",
    type=FILE,
    default=None,
    help="A source or state graph of droid battle, or of Goofspiel for points.  [default: the "
    "droid battle of the assignment: 4 x 4 squares, 5 shots, 50 rounds]",
)
seed = click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=1,
    show_default=True,
    help="Seed of the random numbers: the same seed gives the same results.",
)
move_seconds = click.option(
    "--move-seconds",
    type=FloatRange(0.01, 3600),
    default=5.0,
    show_default=True,
    help="Time limit in seconds per move of an agent from your own file.",
)
restart = click.option(
    "--restart/--no-restart",
    default=True,
    show_default=True,
    help="Whether the next droid battle begins automatically, a moment after the last one.",
)
match_format = outputs.choice(
    "The format of the results.", outputs.endings(CONTEST_FORMATS), "match_format"
)
results = outputs.output("the results", outputs.endings(CONTEST_FORMATS))


def contest(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the commands for contests of agents, in the order of the help."""
    for option in (results, match_format, move_seconds, seed, source):
        command = option(command)
    return command


def hold(
    what: str,
    names: Sequence[tuple[str, str]],
    games: int,
    *,
    always: bool,
    source: str | None,
    seed: int,
    move_seconds: float,
    match_format: str,
    output: outputs.Output,
    jobs: int = 1,
    engine: str = "local",
) -> None:
    """Hold a contest between pairs of agents, and write its results; if it is interrupted, those of
    the games so far. Raise AgentError at the end if an agent failed.
    """
    # Loads NumPy.
    from .contest import Games, Meeting, contest, contest_of, failures_in_words
    from .entrants import files
    from .turns import AgentError

    agents = dict.fromkeys(name for both in names for name in both)
    inputs = [*files(*agents), *([source] if source else [])]
    refuse_inputs(output.path, inputs)
    meeting = Meeting(read_game(source), move_seconds, seed, tuple(names), games, always)
    played: dict[int, Games] = {}
    try:
        with progress(what) as watch:
            held = contest(meeting, jobs, engine, watch, played)
    except ENDS:
        if any(pair.exact or pair.leads for pair in played.values()):
            note("stopping: the results of the finished games follow; Ctrl-C drops them")
            part = contest_of(meeting, played)._replace(planned=meeting.planned)
            output.write(CONTEST_FORMATS[match_format](part), inputs)
            note(part_in_words(part))
        else:
            note("no game was finished: there are no results")
        raise
    output.write(CONTEST_FORMATS[match_format](held), inputs)
    if failed := failures_in_words(played):
        raise AgentError(failed)


def read_game(path: str | None) -> Rule:
    """Return the game of agents of a source or a state graph file; without a file the battle of the
    assignment. Raises InputError.
    """
    if path is None:
        return COURSE
    text = read_for("match --battle", path)
    rule = about(text.name, lambda: rule_in(text.text))
    if rule is not None and rule.name == NAME:
        return battle_in(text)
    if rule is None:
        raise InputError([Problem("is neither a droid battle nor Goofspiel")], text.name)
    return rule


def battle_in(text: Text | None) -> DroidBattle:
    """Return the battle of a text; without a text the battle of the assignment. Raises
    InputError.
    """
    if text is None:
        return COURSE
    rule = about(text.name, lambda: battle_of(rule_in(text.text), "is not a droid battle"))
    if rule.shots == (0, 0):
        raise InputError(
            [Problem("neither droid has a shot, so that there is nothing to play")], text.name
        )
    return rule
