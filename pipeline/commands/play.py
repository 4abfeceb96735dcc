"""efgc play."""

import click

from pipeline import options
from pipeline.completion import AGENT, BATTLE
from pipeline.droids import battle
from pipeline.droids.students.own_agent import OWN_AGENT
from pipeline.web.board.seat import Seats
from schemas.rules.droid_battle import DroidBattle

DROIDS = "droid-battle"


@click.command(
    epilog=OWN_AGENT + options.example("efgc play droid-duel.yaml --agent1 keyboard --terminal")
)
@click.argument("game", metavar="droid-battle|SOURCE", type=BATTLE)
@click.option(
    "--agent1",
    metavar="AGENT",
    type=AGENT,
    default="keyboard",
    show_default=True,
    help="Who plays droid 2.",
)
@click.option(
    "--agent2",
    metavar="AGENT",
    type=AGENT,
    default="equilibrium",
    show_default=True,
    help="Who plays droid 5.",
)
@click.option("--terminal", is_flag=True, help="Play in the terminal instead of the browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of the page.  [default: one that is free]",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Whether to open the page."
)
@battle.seed
@battle.move_seconds
def play(
    game: str,
    agent1: str,
    agent2: str,
    terminal: bool,
    port: int,
    browser: bool,
    seed: int,
    move_seconds: float,
) -> None:
    """Play droid battle in the browser, or watch two agents.

    Opens a page that only this machine can reach. W A S D or the arrow keys step, and space shoots;
    where two programs play, space plays the next round. `droid-battle` is the board of the
    assignment; a SOURCE has its own. AGENT is keyboard, or one of those that `efgc match --help`
    lists.
    """
    from pipeline.droids.arena import Arena
    from pipeline.droids.seats import seats

    arena = Arena(battle.read_battle(None if game == DROIDS else game), move_seconds, seed)
    with arena.ended:
        both = seats(arena, agent1, agent2)
        show(arena.rule, both, terminal, port, browser)


def show(rule: DroidBattle, both: Seats, terminal: bool, port: int, browser: bool) -> None:
    """Show the board, in the terminal or in the browser."""
    if terminal:
        from pipeline.web.board.terminal import play_in_terminal

        play_in_terminal(rule, both)
    else:
        # Werkzeug, which nothing else needs.
        from pipeline.web.board.site import Board
        from pipeline.web.server import serve

        serve(Board(rule, both), port, browser)
