"""efgc course: the calling forms of the course documents."""

import os

import click

from ....files.reading import read_for, refuse_unwritable, write_new, write_stdout, write_text
from ....options import calls, outputs
from ....options.outputs import Output
from ....settings.value_types import FILE, FOLDER
from ....terminal.diagnostics import progress
from ...droids import options as battle
from ...droids.options import AGENT
from ...droids.own_agent import OWN_AGENT
from .. import contracts

GAMBIT = {"efg": "efg"}


@click.group(epilog=calls.example("efgc course island-2018 island-1.txt --login novak"))
def course() -> None:
    """Print what a course assignment asks for."""


@course.command(
    "island-2018", epilog=calls.example("efgc course island-2018 island-1.txt --login novak")
)
@click.argument("map", metavar="MAP", type=FILE)
@click.option(
    "--login",
    metavar="NAME",
    default=None,
    help="Write NAME.lp and its companion files.  [default: the map's name, or game]",
)
@click.option(
    "--explain", is_flag=True, help=("Also write NAME.explained.txt, with the reason for each row.")
)
def island_2018(map: str, login: str | None, explain: bool) -> None:
    """Print sequences, utilities, plans, value; write NAME.lp.

    The assignment of 2018. NAME.lp is the agent's linear program and NAME.attacker.lp the bandits';
    NAME.legend.txt lists the columns and rows of the sequences: S5 is x4 in the first and b4 in the
    second. If the tree of the map is too large to list, only the value is printed, with exit code
    4.
    """
    text = contracts.map_for("island-2018", read_for("course", map))
    name = contracts.login_name(login, text)
    refuse_unwritable(f"{name}.lp")
    made = contracts.island_2018(text, name, explain)
    for suffix, parts in made.files.items():
        write_text(f"{name}.{suffix}", parts, [map])
    write_text("-", made.report)
    if made.refused:
        raise made.refused


@course.command("game-tree", epilog=calls.example("efgc course game-tree < two-bushes.txt"))
@click.argument("map", metavar="[MAP]", type=FILE, default="-")
@outputs.output("the Gambit file", GAMBIT)
def game_tree(map: str, output: Output) -> None:
    """Write the Gambit file of an island.

    The first part of the assignment of 2020. Without MAP the island is read from stdin.
    """
    text = contracts.map_for("island-2020", read_for("course", map))
    output.write(contracts.gambit(text, "island-2020"))


@course.command(
    "game-lp", epilog=calls.example("(cat two-bushes.txt; echo 0) | efgc course game-lp")
)
@click.argument("map", metavar="[MAP]", type=FILE, default="-")
def game_lp(map: str) -> None:
    """Print the expected utility of a player.

    The second part of the assignment of 2020. The last line of the input, after the map, is the
    player: 0 for the agent, 1 for the bandits. The value comes from that player's own linear
    program. Without MAP the input is stdin.
    """
    text = contracts.map_for("island-2020", read_for("course", map))
    write_text("-", [f"{contracts.game_lp(text)!r}\n"])


@course.command("cave-2023", epilog=calls.example("efgc course cave-2023 < cave-example.txt"))
@click.argument("map", metavar="[MAP]", type=FILE, default="-")
@outputs.output("the Gambit file", GAMBIT)
def cave_2023(map: str, output: Output) -> None:
    """Write the Gambit file of a cave.

    The first assignment of 2023. Without MAP the cave is read from stdin.
    """
    text = contracts.map_for("cave-2023", read_for("course", map))
    output.write(contracts.gambit(text, "cave-2023"))


@course.command("template", epilog=calls.example("efgc course template hand-in"))
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
def template(folder: str, overwrite: bool) -> None:
    """Write the files of all documents, to begin with.

    \b
    main.py       the assignments of 2018 and of 2023
    game_tree.py  the first part of the assignment of 2020
    game_lp.py    its second part
    r2d2_hw3.py   the assignment of 2022

    They have the interfaces that the documents require. They call efgc for everything that they do
    not do themselves.
    """
    made = {os.path.join(folder, name): text for name, text in contracts.templates().items()}
    write_new(made, overwrite)
    write_stdout(f"{path}\n" for path in made)


@course.command(
    "droid-battle",
    epilog=OWN_AGENT + calls.example("efgc course droid-battle QAgent MinimaxAgent 300 --terminal"),
)
@click.argument("r2", metavar="R2_AGENT", type=AGENT)
@click.argument("q5", metavar="Q5_AGENT", type=AGENT)
@click.argument("rounds", metavar="[EPISODES]", type=click.IntRange(0, 10**9), default=0)
@click.argument("trainer", metavar="[TRAINER]", type=AGENT, default="")
@click.option("--terminal", is_flag=True, help="Play in the terminal instead of the browser.")
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Whether to open the page."
)
@battle.restart
@battle.seed
@battle.move_seconds
def droid_battle(
    r2: str,
    q5: str,
    rounds: int,
    trainer: str,
    terminal: bool,
    browser: bool,
    restart: bool,
    seed: int,
    move_seconds: float,
) -> None:
    """Train two droids and play: the assignment of 2022.

    \b
    QAgent MinimaxAgent 100000
    KeyboardAgent QAgent 100000 MinimaxAgent

    An agent is QAgent, MinimaxAgent, KeyboardAgent, any that `efgc match` knows,
    or FILE.py:CLASS. EPISODES are rounds, as in the assignment. Each agent that
    learns trains with one of the other's kind, or of the TRAINER's; two QAgent
    learn from each other, each in a table of its own. Then the board opens.
    """
    from ...droids.assignment import course_seats
    from ...droids.commands.play import show
    from ...droids.entrants import Arena

    arena = Arena(battle.COURSE, move_seconds, seed)
    with arena.ended:
        with progress("train") as watch:
            both = course_seats(arena, (r2, q5), rounds, trainer, watch)
        show(battle.COURSE, both, terminal, 0, browser, restart)
