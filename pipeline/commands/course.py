"""efgc course: the calling forms of the course documents, and graders of their hand-ins."""

import os

import click

from pipeline.course import contracts
from pipeline.course.points.table import (
    POINT_ENDINGS,
    POINT_FORMATS,
    Score,
    format_option,
    write_scores,
)
from pipeline.droids.own_agent import OWN_AGENT
from pipeline.engines import Work
from pipeline.files.reading import (
    read_for,
    refuse_inputs,
    refuse_unwritable,
    write_new,
    write_stdout,
    write_text,
)
from pipeline.options import battle, calls, outputs
from pipeline.options.battle import AGENT
from pipeline.options.outputs import Output
from pipeline.options.value_types import FILE, FOLDER, Seconds
from pipeline.terminal.diagnostics import progress
from stages.isolated.processors import processors


@click.group(epilog=calls.example("efgc course island-2018 island-1.txt --login novak"))
def course() -> None:
    """Follow a course document, in its own calling form."""


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
    text = read_for("course", map)
    name = contracts.login_name(login, text)
    refuse_unwritable(f"{name}.lp")
    made = contracts.island_2018(text, name, explain)
    for suffix, parts in made.files.items():
        write_text(f"{name}.{suffix}", parts, [map])
    write_text("-", made.report)
    if made.refused:
        raise made.refused


@course.command("game-tree", epilog=calls.example("efgc course game-tree < two-bushes.txt"))
def game_tree() -> None:
    """Write the Gambit file of the island map on stdin.

    It goes to stdout. The first part of the assignment of 2020.
    """
    write_text("-", contracts.gambit(read_for("course", "-"), "island-2020"))


@course.command(
    "game-lp", epilog=calls.example("(cat two-bushes.txt; echo 0) | efgc course game-lp")
)
def game_lp() -> None:
    """Print the expected utility of a player.

    The player is named in the last line of stdin, after the map. The second part
    of the assignment of 2020: player 0 is the agent, 1 the bandits, and the value
    comes from that player's own linear program.
    """
    write_text("-", [f"{contracts.game_lp(read_for('course', '-'))!r}\n"])


@course.command("cave-2023", epilog=calls.example("efgc course cave-2023 < cave-example.txt"))
def cave_2023() -> None:
    """Write the Gambit file of the cave on stdin to stdout.

    The first assignment of 2023.
    """
    write_text("-", contracts.gambit(read_for("course", "-"), "cave-2023"))


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
    from pipeline.commands.play import show
    from pipeline.droids.assignment import course_seats
    from pipeline.droids.entrants import Arena

    arena = Arena(battle.COURSE, move_seconds, seed)
    with arena.ended:
        with progress("train") as watch:
            both = course_seats(arena, (r2, q5), rounds, trainer, watch)
        show(arena.rule, both, terminal, 0, browser, restart)


@course.command(
    "grade-island-2018",
    epilog=calls.example(
        "efgc course island-2018 island-1.txt |",
        "  efgc course grade-island-2018 - --map island-1.txt",
    ),
)
@click.argument("reports", metavar="REPORT...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    metavar="MAP",
    type=FILE,
    required=True,
    help="The map of the reports.",
)
@format_option
@outputs.output("what differs", POINT_ENDINGS)
@calls.time_limit
def grade_island_2018(reports: tuple[str, ...], map_file: str, format: str, output: Output) -> None:
    """Compare printed reports of 2018 with the game.

    \b
    sequences  their number, as the textbook tree has it
    utilities  g, number by number; sequences are known by their texts if these are
               as `efgc course island-2018` prints them, else by g itself: a table
               with other names or in another order is right
    plans      weights add up, and hold the value whatever the other player does;
               any equilibrium is right
    value      within 0.001, as the document says
    program    a linear program that was exported has that optimum, of either player

    A REPORT is what a program printed, or a linear program that it exported (.lp, .mps); a folder
    stands for all files of these kinds and .txt files in it. Each part is right, or there is a row
    for each difference, with its line. `right by g` means that the texts of sequences are not ours:
    weights are compared as far as g, and texts that continue the text of the parent, identify their
    sequences. `not compared` marks plans whose sequences cannot be identified. Files are read, and
    no code is run. The document gives its points by hand, also for another tree that is right. The
    exit code is 1 if something differs.
    """
    from pipeline.course.contracts import report_2018
    from pipeline.course.grading.rows import streamed_rows
    from pipeline.course.grading.submissions import paths_of
    from pipeline.course.points.reports import SUFFIXES, compared, head, reference_game
    from pipeline.files.reading import read_for

    files = paths_of(reports, ".txt", *SUFFIXES)
    refuse_inputs(output.path, [map_file, *files])
    with progress("grade") as watch:
        true = reference_game(report_2018(read_for("grade --map", map_file)))
        lines = POINT_FORMATS[format](head(true))
        with streamed_rows(output, lines, len(files), "{} rows are there, of {} reports") as rows:
            for done, file in enumerate(files):
                watch(done, len(files))
                for score in compared(true, file):
                    rows.add(score)
    if any(score.reason for score in rows.rows):
        raise click.exceptions.Exit(1)


PROGRAMS = ("game_lp.py", "game_tree.py")


@course.command(
    "grade-island-2020",
    epilog=calls.example(
        "efgc course template h && efgc course grade-island-2020 h --map island-1.txt"
    ),
)
@click.argument("handins", metavar="HANDIN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "maps",
    metavar="MAP",
    type=FILE,
    multiple=True,
    required=True,
    help="A map, or a folder of maps (its .txt files); may be repeated.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="The time limit of each run of a program.",
)
@calls.one("jobs")
@format_option
@outputs.output("the points", POINT_ENDINGS)
@calls.time_limit
def grade_island_2020(
    handins: tuple[str, ...],
    maps: tuple[str, ...],
    seconds: float,
    jobs: int | None,
    format: str,
    output: Output,
) -> None:
    """Give points to both programs of the islands of 2020.

    \b
    game_tree.py  6 points, a share for each map: its Gambit file is graded as by
                  `efgc grade`, and counts if it is identical or equivalent
    game_lp.py    8 points, a share for each map and player, 0 and 1: the number
                  that it prints is within 1e-5 of the value

    A HANDIN is a folder with these files; another folder stands for all such folders in it. Each
    program is run in its folder, reads a map (with the index of the player) from stdin, and writes
    to stdout. There is a row for each run, with the reason if it got no points: a program that
    hangs, ends with an error, fills the memory or prints something else. The document's own grader
    did not say how points are shared between maps, and a person looks at the trees.

    Students' code runs with your rights, in separate processes with limits of time and memory:
    grade on a machine without valuable data.
    """
    from pipeline.course.grading.submissions import paths_of
    from pipeline.course.points import islands

    folders = paths_of(handins, programs=PROGRAMS)
    files = paths_of(maps, ".txt")
    number = len(folders) * len(files) * 3
    among = max(1, min(jobs or processors(), number))
    terms = [islands.terms_of(file, len(files), seconds, among) for file in files]
    works = [
        islands.Graded(one, folder, player)
        for folder in folders
        for one in terms
        for player in (None, 0, 1)
    ]
    head = islands.head(len(files), seconds)
    programs = [islands.program(folder, name) for folder in folders for name in PROGRAMS]
    write_scores(works, 3 * len(files), head, among, format, output, [*files, *programs])


@course.command(
    "grade-droids",
    epilog=calls.example(
        "efgc course template h; efgc course grade-droids h --seconds 1 --games 2"
    ),
)
@click.argument("handins", metavar="HANDIN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--seconds",
    type=Seconds(),
    default=180.0,
    show_default=True,
    help="The training time of a QAgent.",
)
@click.option(
    "--play-seconds",
    type=Seconds(),
    default=300.0,
    show_default=True,
    help="The time limit of the games after training, and of those of a MinimaxAgent.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help="The number of games that count towards the result.",
)
@click.option(
    "--against",
    metavar="AGENT",
    type=AGENT,
    default="q-learning",
    show_default=True,
    help="Our agent; see `efgc match` for names.",
)
@click.option(
    "--droid",
    type=click.Choice(("2", "5")),
    default="2",
    show_default=True,
    help="The droid of the students' agents.",
)
@click.option(
    "--move-seconds",
    type=Seconds(),
    default=None,
    help="The time limit of an agent for a move.  [default: the rest of its time]",
)
@battle.seed
@calls.one("jobs")
@format_option
@outputs.output("the points", POINT_ENDINGS)
@calls.time_limit
def grade_droids(
    handins: tuple[str, ...],
    seconds: float,
    play_seconds: float,
    games: int,
    against: str,
    droid: str,
    move_seconds: float | None,
    seed: int,
    jobs: int | None,
    format: str,
    output: Output,
) -> None:
    """Give points to the droids of 2022, as its document says.

    \b
    R2Droid       20 points: constructor and fields 2, copy() 3, and 5 each for
                  move_location(), shoot() and available_actions()
    QAgent        20 points: learns for 180 s from games against our trained
                  agent, which learns nothing meanwhile, then plays 100 games
                  with it; 20 x the share of games that it does not lose
    MinimaxAgent  20 points: plays the same agent, 100 games or 300 s, whichever
                  is first; 20 x (games won + half of those drawn) / games
                  played, and none below 20 games

    The 15 points that a person gives, for states, rewards and evaluations, are not among them. Only
    the clock counts for a MinimaxAgent, so that one may adapt its depth to a timer of its own; a
    game that is not over when the time is up does not count.

    A HANDIN is a file; a folder stands for the r2d2_hw3.py in each folder in it, and for the .py
    files in folders without one. What raises an error or returns no possible action loses the game;
    an agent whose process ends loses all games that are left, and one that has no time left for a
    QAgent's games loses these. Each row that lacks points gives such a reason.

    Students' code runs with your rights, in separate processes with limits of time and memory:
    grade on a machine without valuable data. A malicious file could also forge its results;
    read files with unusual points. Agents that are graded in parallel share the processors; --jobs
    1 gives all of them to each.
    """
    from pipeline.course.grading.submissions import paths_of
    from pipeline.course.points.droids import FACTS, Graded, Looked, Terms, head, opponent
    from pipeline.droids.entrants import files as read_from

    files = paths_of(handins, ".py", programs=("r2d2_hw3.py",))
    files = [os.path.join(file, "r2d2_hw3.py") if os.path.isdir(file) else file for file in files]
    among = max(1, min(jobs or processors(), 3 * len(files)))
    move = move_seconds or 0.0
    player = 1 + (droid == "5")
    terms = Terms(battle.COURSE, against, player, seconds, play_seconds, move, games, seed)
    opponent(terms)  # Made before the fork, so that the processes inherit it.
    works: list[Work[Score]] = []
    for file in files:
        path = os.path.abspath(file)
        works.append(Looked(file, path, among, FACTS))
        works += [Graded(terms, file, path, name, among) for name in ("QAgent", "MinimaxAgent")]
    write_scores(works, 3, head(terms), among, format, output, [*files, *read_from(against)])
