"""efgc play."""

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pipeline.droids.seat import Seats
from pipeline.droids.students.own_agent import OWN_AGENT
from pipeline.files.reading import read_for, read_source
from pipeline.files.text import Text
from pipeline.options import battle, calls, outputs
from pipeline.options.battle import AGENT
from pipeline.options.value_types import BATTLE, FILE
from pipeline.settings import Settings, level_of
from schemas.parts.problems import OptionError
from schemas.rules.droid_battle import DroidBattle

if TYPE_CHECKING:
    from pipeline.play.match import Match

DROIDS = "droid-battle"
OF_DROIDS = ("agent1", "agent2", "move_seconds", "restart")
OF_GAMES = ("who", "costs", "before", "output", "rules", "p", "bandits", "level", "levels")


@click.command(
    epilog=OWN_AGENT
    + calls.example(
        "efgc play island-1.txt --terminal --as bandits",
        "efgc play droid-duel.yaml --agent1 keyboard --terminal",
    )
)
@click.argument("game", metavar="SOURCE|droid-battle", type=BATTLE)
@click.option(
    "--as",
    "who",
    metavar="WHO",
    default="1",
    help="Your player: 1 or 2, the name of a player, such as agent or bandits, both, or none to "
    "watch.  [default: 1]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=None,
    help="The seed of the random numbers: the same seed and answers give the same game.  "
    "[default: 1 for droid battle, else another one each time]",
)
@click.option(
    "--costs/--no-costs",
    default=False,
    show_default=True,
    help="Show the cost of every move; in the browser, start with help switched on.",
)
@click.option("--terminal", is_flag=True, help="Play in the terminal instead of the browser.")
@outputs.output(
    "the transcript, when you end",
    {"json": "transcript.json"},
    default="",
    replaces=("before",),
)
@click.option(
    "--continue",
    "before",
    metavar="FILE",
    type=FILE,
    default=None,
    help="Continue the game of a transcript, or view a finished one.",
)
@calls.one("rules")
@calls.one("p")
@calls.one("bandits")
@calls.one(
    "level",
    help="The level of reduction of a map: 0 and 1 are played step by step, 2 way by way. auto is "
    "0 for a small map, and 1 or 2 for a larger one.",
)
@calls.one(
    "levels",
    help="The folder of level files of `run --levels DIR --keep`, for Goofspiel with many cards.",
)
@click.option(
    "--agent1",
    metavar="AGENT",
    type=AGENT,
    default="keyboard",
    show_default=True,
    help="The agent of droid 2.",
)
@click.option(
    "--agent2",
    metavar="AGENT",
    type=AGENT,
    default="equilibrium",
    show_default=True,
    help="The agent of droid 5.",
)
@battle.move_seconds
@battle.restart
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of the page.  [default: one that is free]",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Whether to open the page."
)
def play(game: str, terminal: bool, port: int, browser: bool, **asked: Any) -> None:
    """Play a game against its equilibrium, or droid battle.

    SOURCE is what `run` reads, but no linear program: a map, a Gambit file, a matrix, the name of a
    game of OpenSpiel, an artifact. You play one player; chance and the other player, by the
    equilibrium, play by themselves. You see the information of this player, and can get the advice
    of the equilibrium. At the end the payoff is split into luck and mistakes. Play is on a page
    that only this machine can reach, or in the terminal.

    `droid-battle`, the board of the assignment, and a SOURCE of droid battle open a board. W A S D
    or the arrow keys step, and space shoots; where two programs play, space plays the next round.
    AGENT is keyboard, or an agent that `efgc match --help` lists. --agent1, --agent2,
    --move-seconds and --restart are only for droid battle; --as, --costs, -o, --continue, --levels
    and the numbers of a map are for all other games.
    """
    is_board = game == DROIDS and not os.path.isfile(game)
    read = None if is_board else read_source("play", game)
    if read is None or battle.is_battle(read):
        _refuse(OF_GAMES, "games that are played against their equilibrium")
        _play_droids(read, terminal, port, browser, asked)
    else:
        _refuse(OF_DROIDS, "droid battle")
        _play_match(read, terminal, port, browser, asked)


def _play_droids(
    read: Text | None, terminal: bool, port: int, browser: bool, asked: dict[str, Any]
) -> None:
    from pipeline.droids.arena import Arena
    from pipeline.droids.seats import seats

    seed = 1 if asked["seed"] is None else asked["seed"]
    arena = Arena(battle.battle_in(read), asked["move_seconds"], seed)
    with arena.ended:
        both = seats(arena, asked["agent1"], asked["agent2"])
        show(arena.rule, both, terminal, port, browser, asked["restart"])


def show(
    rule: DroidBattle, both: Seats, terminal: bool, port: int, browser: bool, restart: bool = True
) -> None:
    """Show the board, in the terminal or in the browser."""
    if terminal:
        from pipeline.web.board.terminal import play_in_terminal

        play_in_terminal(rule, both, restart)
    else:
        # Loads Werkzeug, needed only here.
        from pipeline.web.board.site import Board
        from pipeline.web.server import serve

        serve(Board(rule, both, restart), port, browser)


def _play_match(
    read: Text, terminal: bool, port: int, browser: bool, asked: dict[str, Any]
) -> None:
    from pipeline.play.match_start import Begun, started
    from pipeline.play.transcripts import written
    from schemas import transcript

    before, output = asked["before"], asked["output"]
    if before is not None and (_is_given("who") or _is_given("seed")):
        raise click.UsageError(
            "--as and --seed cannot be combined with --continue, whose transcript determines them"
        )
    wish = Begun(
        source=read,
        who=asked["who"],
        seed=asked["seed"],
        before=None if before is None else read_for("play SOURCE --continue", before),
    )
    settings = Settings(
        rules=asked["rules"] or "",
        p=asked["p"],
        bandits=asked["bandits"],
        level=level_of(asked["level"]),
        levels=asked["levels"] or "",
    )
    with ExitStack() as ended:
        match = started(wish, settings, ended)
        match = _played(match, asked["costs"], None if terminal else (port, browser))
        if output.named:
            output.write(transcript.write(written(match)))


def _played(match: "Match", costs: bool, page: tuple[int, bool] | None) -> "Match":
    """Return the match after it was played in the terminal or, with `page`, in the browser: `page`
    has the port, and whether to open the browser.
    """
    if page is None:
        from pipeline.play.terminal import play_in_terminal

        return play_in_terminal(match, costs)
    # Loads Werkzeug, needed only here.
    from pipeline.web.server import serve
    from pipeline.web.table.site import Table

    table = Table(match, costs)
    serve(table, *page)
    return table.match


def _refuse(names: tuple[str, ...], words: str) -> None:
    """Raise OptionError if one of some options was given that belong to other games."""
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and _is_given(parameter.name):
            raise OptionError(f"{parameter.opts[-1]} is for {words} alone")


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not ParameterSource.DEFAULT
