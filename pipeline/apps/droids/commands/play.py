"""efgc play."""

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from .....schemas.parts.problems import OptionError
from .....schemas.rules.droid_battle import NAME, DroidBattle
from .....schemas.rules.rule import Rule
from ....files.reading import read_for, read_source
from ....files.text import Text
from ....options import calls, outputs
from ....settings import Settings
from ....settings.declarations import level_of
from ....settings.value_types import BATTLE, FILE
from ....terminal.help_texts import CommandWithHelpAll
from .. import options as battle
from ..options import AGENT
from ..own_agent import OWN_AGENT

if TYPE_CHECKING:
    from ...play.solved_match import Program, SolvedMatch
    from ..battle import Seats

DROIDS = "droid-battle"
OF_AGENTS = ("agent1", "agent2", "move_seconds")
SEATS = "you play droid 5 with `--agent1 equilibrium --agent2 keyboard`"
WATCH = "two programs play with `--agent1 minimax --agent2 equilibrium`"
OF_GAMES = ("who", "costs", "before", "output", "rules", "p", "bandits", "let", "level", "levels")


@click.command(
    cls=CommandWithHelpAll,
    epilog=calls.example(
        "efgc play island-1.txt --terminal --as bandits",
        "efgc play droid-duel.yaml --agent1 keyboard --terminal",
    )
    + "\n\f\n"
    + OWN_AGENT,
)
@click.argument("game", metavar="SOURCE|droid-battle", type=BATTLE)
@click.option(
    "--as",
    "who",
    metavar="WHO",
    default="1",
    help="The player that you play: 1, 2, the name of a player, such as agent or bandits, both, or "
    "none to watch.  [default: 1]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=None,
    help="Seed of the random numbers: the same seed and actions give the same game.  [default: 1 "
    "for droid battle, else a new one each time]",
)
@click.option(
    "--costs/--no-costs",
    default=False,
    show_default=True,
    help="Whether to print the cost of every move; in the browser, whether help is on at first.",
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
    help="Continue the game of a transcript, or show one that has ended.",
)
@calls.one("rules")
@calls.one("p")
@calls.one("bandits")
@calls.one("let")
@calls.one(
    "level",
    help="The level of reduction of a map: levels 0 and 1 are played step by step, level 2 path by "
    "path. auto is 0 for a small map, and 1 or 2 for a larger one.",
)
@calls.one(
    "levels",
    help="The folder of level files from `run --levels DIR --keep`, for Goofspiel with many cards.",
)
@click.option(
    "--agent1",
    metavar="AGENT",
    type=AGENT,
    default="keyboard",
    show_default=True,
    help="The agent that plays droid 2, or player 1 of Goofspiel.",
)
@click.option(
    "--agent2",
    metavar="AGENT",
    type=AGENT,
    default="equilibrium",
    show_default=True,
    help="The agent that plays droid 5, or player 2 of Goofspiel.",
)
@battle.move_seconds
@battle.restart
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of the page.  [default: any free one]",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Whether to open the page."
)
def play(game: str, **values: Any) -> None:
    """Play a game against its equilibrium, or droid battle.

    SOURCE is any source of `run` except a linear program: a map, a Gambit file, a matrix, the name
    of an OpenSpiel game, or an artifact; `goofspiel` is a deal of 4 cards. You play one player;
    chance and the other player move by themselves, the other player by the equilibrium. You see
    what your player knows, and on request the equilibrium's play. At the end the payoff is split
    into luck and mistakes. Play is on a page that only this machine can reach, or in the terminal.

    `droid-battle`, the board of the assignment, and a SOURCE of droid battle open a board. W A S D
    or the arrow keys step, and space shoots; if two programs play, space plays the next round.
    AGENT is keyboard or an agent listed by `efgc match --help`. --agent1, --agent2 and
    --move-seconds are for droid battle and Goofspiel, and --restart only for droid battle; --as,
    --costs, -o, --continue, --levels and the numbers of a map are only for other games than droid
    battle.
    """
    from ...play.goofspiel import rule_of

    is_board = game == DROIDS and not os.path.isfile(game)
    read = None if is_board else read_source("play", game)
    rule = None if read is None else rule_of(read)
    if read is None or rule is not None and rule.name == NAME:
        chosen = (
            f"; {WATCH if values['who'] == 'none' else SEATS}" if outputs.is_given("who") else ""
        )
        _refuse(OF_GAMES, f"games that are played against their equilibrium{chosen}")
        _play_droids(read, values)
    else:
        _refuse(("restart",), "droid battle")
        if rule is None:
            _refuse(OF_AGENTS, "droid battle and Goofspiel")
        _play_match(read, rule, values)


def _play_droids(read: Text | None, values: dict[str, Any]) -> None:
    from ..entrants import Arena, seats

    seed = 1 if values["seed"] is None else values["seed"]
    rule = battle.battle_in(read)
    arena = Arena(rule, values["move_seconds"], seed)
    with arena.ended:
        both = seats(arena, values["agent1"], values["agent2"])
        show(rule, both, *(values[name] for name in ("terminal", "port", "browser", "restart")))


def show(
    rule: DroidBattle, both: "Seats", terminal: bool, port: int, browser: bool, restart: bool = True
) -> None:
    """Show the board, in the terminal or in the browser."""
    if terminal:
        from ..terminal import play_in_terminal

        play_in_terminal(rule, both, restart)
    else:
        # Loads Werkzeug, needed only here.
        from ...server.server import serve
        from ..board import Board

        serve(Board(rule, both, restart), port, browser)


def _play_match(read: Text, rule: Rule | None, values: dict[str, Any]) -> None:
    from .....schemas import transcript
    from ...play.match_start import Start, start_match
    from ...play.transcripts import transcript_of

    before, output = values["before"], values["output"]
    if before is not None and (outputs.is_given("who") or outputs.is_given("seed")):
        raise click.UsageError(
            "--as and --seed cannot be combined with --continue: the transcript has them"
        )
    wish = Start(
        source=read,
        who=values["who"],
        seed=values["seed"],
        before=None if before is None else read_for("play SOURCE --continue", before),
    )
    with_agents = rule is not None and any(map(outputs.is_given, OF_AGENTS))
    if with_agents and (before is not None or outputs.is_given("who")):
        raise click.UsageError(
            "--as and --continue cannot be combined with --agent1 and --agent2; to play player 2 "
            "against AGENT: --agent1 AGENT --agent2 keyboard"
        )
    settings = Settings(
        rules=values["rules"] or "",
        p=values["p"],
        bandits=values["bandits"],
        let=values["let"],
        level=level_of(values["level"]),
        levels=values["levels"] or "",
    )
    with ExitStack() as ended:
        if with_agents and rule is not None:
            who, programs = _sides(rule, values, ended)
            wish = wish._replace(who=who, programs=programs)
        match = start_match(wish, settings, ended)
        page = None if values["terminal"] else (values["port"], values["browser"])
        match = _play_on(match, values["costs"], page, output.named)
        if output.named:
            output.write(transcript.write(transcript_of(match)))


def _sides(
    rule: Rule, values: dict[str, Any], ended: ExitStack
) -> tuple[str, dict[int, "Program"]]:
    """Return the players that people play, as in --as, and the programs of the others."""
    from .....schemas.rules.goofspiel import goofspiel_of
    from ...play.match import fresh_seed
    from ..card_game import program
    from ..entrants import Arena, seats

    seed = fresh_seed() if values["seed"] is None else values["seed"]
    arena = Arena(rule, values["move_seconds"], seed)
    ended.enter_context(arena.ended)
    deal = goofspiel_of(rule, "is no Goofspiel")

    def programs_of(first: str, second: str) -> dict[int, "Program"]:
        both = enumerate(seats(arena, first, second), 1)
        return {at: program(deal, at, name, agent) for at, (name, agent) in both if agent}

    programs = programs_of(values["agent1"], values["agent2"])
    who = {(): "both", (1,): "2", (2,): "1", (1, 2): "none"}[tuple(programs)]
    if len(programs) == 1 and not values["terminal"]:
        # The person at the page may change sides, and then so does the agent.
        programs |= programs_of(values["agent2"], values["agent1"])
    return who, programs


def _play_on(
    match: "SolvedMatch", costs: bool, page: tuple[int, bool] | None, kept: bool
) -> "SolvedMatch":
    """Return the match after it was played in the terminal or, with `page`, in the browser: `page`
    has the port, and whether to open the browser. `kept` means that it will be written to a file.
    """
    if page is None:
        from ...play.solved_terminal import SolvedTerminal

        return SolvedTerminal(match, costs, kept).run()
    # Loads Werkzeug, needed only here.
    from ...play.web.table import Table
    from ...server.server import serve

    table = Table(match, costs)
    serve(table, *page)
    return table.match


def _refuse(names: tuple[str, ...], words: str) -> None:
    """Raise OptionError if one of the named options was given; they belong to other games."""
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and outputs.is_given(parameter.name):
            raise OptionError(f"{parameter.opts[-1]} is only for {words}")
