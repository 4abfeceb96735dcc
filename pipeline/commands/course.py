"""efgc course: the calling forms that the course documents ask for."""

import click

from pipeline import course as contracts
from pipeline.files import read_text, write_text


@click.group()
def course() -> None:
    """Do what a course document asks, in its own calling form."""


@course.command("island-2018")
@click.argument("map", metavar="MAP")
@click.option("--login", metavar="NAME", default=None, help="Write NAME.lp.  [default: the map's name, or game]")
def island_2018(map: str, login: str | None) -> None:
    """Print sequences, utilities, plans and value; write NAME.lp here.

    The assignment of 2018. The linear program is the agent's.
    """
    text = read_text(map)
    program, report = contracts.island_2018(text)
    write_text(f"{contracts.login_name(login, text)}.lp", [program], [map])
    write_text("-", report)


@course.command("game-tree")
def game_tree() -> None:
    """Write the Gambit file of the island map on stdin to stdout.

    The first part of the assignment of 2020.
    """
    write_text("-", contracts.gambit(read_text("-"), "island-2020"))


@course.command("game-lp")
def game_lp() -> None:
    """Print the expected utility of the player named in the last line of stdin.

    The second part of the assignment of 2020: player 0 is the agent, 1 the
    bandits, and the value comes from that player's own linear program.
    """
    write_text("-", [f"{contracts.game_lp(read_text('-'))!r}\n"])


@course.command("cave-2023")
def cave_2023() -> None:
    """Write the Gambit file of the cave on stdin to stdout.

    The first assignment of 2023.
    """
    write_text("-", contracts.gambit(read_text("-"), "cave-2023"))
