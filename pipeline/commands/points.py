"""The commands of `efgc course` that grade, with points as the documents give them."""

import os
from collections.abc import Sequence
from contextlib import closing

import click

from pipeline import options
from pipeline.completion import AGENT, FILE
from pipeline.diagnostics import progress
from pipeline.droids import battle
from pipeline.engine_options import jobs_for
from pipeline.engines import Work
from pipeline.files import refuse_inputs
from pipeline.points.table import POINT_FORMATS, Head, Score
from pipeline.ranges import Seconds

format_option = click.option(
    "--format",
    "format",
    type=click.Choice(tuple(POINT_FORMATS)),
    default="text",
    show_default=True,
    help="How to write the points.",
)


@click.command(
    "grade-droids", epilog=options.example("efgc course grade-droids r2d2_hw3.py --seconds 1")
)
@click.argument("handins", metavar="HANDIN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--seconds",
    type=Seconds(),
    default=180.0,
    show_default=True,
    help="How long a QAgent may learn.",
)
@click.option(
    "--play-seconds",
    type=Seconds(),
    default=300.0,
    show_default=True,
    help="How long the games after that may take, and those of a MinimaxAgent.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help="How many games count.",
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
    help="Which droid the students' agents play.",
)
@click.option(
    "--move-seconds",
    type=Seconds(),
    default=None,
    help="How long an agent may take for a move.  [default: what is left of its time]",
)
@battle.seed
@jobs_for("grade, each an agent at a time")
@format_option
@options.output("the points")
@options.time_limit
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
    output: str,
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

    A HANDIN is a file; a folder stands for its .py files, and for the r2d2_hw3.py in each folder in
    it. What raises an error or returns no possible action loses the game; an agent whose process
    ends loses all games that are left, and one that has no time left for a QAgent's games loses
    these. Each row that lacks points for such a reason says it.

    What students wrote runs with your rights, in processes of its own with limits of time and
    memory: grade where there is nothing to lose. Agents that are graded at once share the
    processors; --jobs 1 gives each all of them.
    """
    from pipeline.points.droid_class import Looked
    from pipeline.points.droids import FACTS, Graded, Terms, head, opponent
    from pipeline.points.handins import found

    files = found(handins, ("r2d2_hw3.py",), ".py")
    files = [os.path.join(file, "r2d2_hw3.py") if os.path.isdir(file) else file for file in files]
    among = max(1, min(jobs or os.cpu_count() or 1, 3 * len(files)))
    move = move_seconds or 0.0
    player = 1 + (droid == "5")
    terms = Terms(battle.COURSE, against, player, seconds, play_seconds, move, games, seed)
    opponent(terms)  # Made here, and known to the processes that are forked.
    works: list[Work[Score]] = []
    for file in files:
        path = os.path.abspath(file)
        works.append(Looked(file, path, among, FACTS))
        works += [Graded(terms, file, path, name, among) for name in ("QAgent", "MinimaxAgent")]
    _write(works, 3, head(terms), among, format, output, files)


@click.command(
    "grade-island-2020",
    epilog=options.example("efgc course grade-island-2020 hand-in --map two-bushes.txt"),
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
    help="How long each run of a program may take.",
)
@jobs_for("run programs")
@format_option
@options.output("the points")
@options.time_limit
def grade_island_2020(
    handins: tuple[str, ...],
    maps: tuple[str, ...],
    seconds: float,
    jobs: int | None,
    format: str,
    output: str,
) -> None:
    """Give points to both programs of the islands of 2020.

    \b
    game_tree.py  6 points, a share for each map: its Gambit file is graded as by
                  `efgc grade`, and counts if it is identical or equivalent
    game_lp.py    8 points, a share for each map and player, 0 and 1: the number
                  that it prints is within 1e-5 of the value

    A HANDIN is a folder with these files; a folder of such folders stands for all of them. Each
    program is run in its folder, reads a map (with the index of the player) from stdin, and writes
    to stdout. There is a row for each run, with the reason where it got no points: a program that
    hangs, ends with an error, fills the memory or prints something else. The document's own grader
    did not say how points are shared between maps, and a person looks at the trees.

    What students wrote runs with your rights, in processes of its own with limits of time and
    memory: grade where there is nothing to lose.
    """
    from pipeline.points import islands
    from pipeline.points.handins import found
    from pipeline.points.handins import maps as maps_of

    folders = found(handins, ("game_lp.py", "game_tree.py"))
    files = maps_of(maps)
    number = len(folders) * len(files) * 3
    among = max(1, min(jobs or os.cpu_count() or 1, number))
    terms = [islands.terms_of(file, len(files), seconds, among) for file in files]
    works = [
        islands.Graded(one, folder, player)
        for folder in folders
        for one in terms
        for player in (None, 0, 1)
    ]
    head = islands.head(len(files), seconds)
    _write(works, 3 * len(files), head, among, format, output, files)


@click.command(
    "grade-island-2018",
    epilog=options.example("efgc course grade-island-2018 report.txt --map island-1.txt"),
)
@click.argument("reports", metavar="REPORT...", type=FILE, nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    metavar="MAP",
    type=FILE,
    required=True,
    help="The map that the reports are of.",
)
@format_option
@options.output("what differs")
@options.time_limit
def grade_island_2018(reports: tuple[str, ...], map_file: str, format: str, output: str) -> None:
    """Say in what printed reports of 2018 differ from the game.

    \b
    sequences  their number, as the textbook tree has it
    utilities  g, number by number; sequences are known by their texts if these are
               as `efgc course island-2018` prints them, else by g itself: a table
               with other names or in another order is right
    plans      weights add up, and hold the value whatever the other player does;
               any equilibrium is right
    value      within 0.001, as the document says

    A REPORT is what a program printed; a folder stands for its .txt files. Each part is right, or
    there is a row for each difference, with its line. What is `right by g` was compared by g alone,
    which says nothing of the weights of sequences that no payoff follows at once; `not compared`
    are plans for a g that is not the game's. Reports are read, and no program is run. The document
    gives its points by hand, also for another tree that is right. The exit code is 1 if something
    differs.
    """
    from pipeline.contracts import report_2018
    from pipeline.files import read_for
    from pipeline.grading.rows import written
    from pipeline.points.handins import found
    from pipeline.points.reports import compared, head, truth

    files = found(reports, (), ".txt")
    refuse_inputs(output, [map_file, *files])
    with progress("grade") as watch:
        true = truth(report_2018(read_for("grade --map", map_file)))
        lines = POINT_FORMATS[format](head(true))
        with written(output, lines, len(files), "{} rows are there, of {} reports") as rows:
            for done, file in enumerate(files):
                watch(done, len(files))
                for score in compared(true, file):
                    rows.add(score)
    if any(score.reason for score in rows.rows):
        raise click.exceptions.Exit(1)


def _write(
    works: Sequence[Work[Score]],
    parts: int,
    head: Head,
    among: int,
    format: str,
    output: str,
    inputs: list[str],
) -> None:
    """Write the scores of works, so many for each hand-in."""
    from pipeline.engines import engine
    from pipeline.grading.rows import written
    from pipeline.points.table import scored

    refuse_inputs(output, inputs)
    told = "{} of {} rows are there"
    lines = POINT_FORMATS[format](head)
    with (
        progress("grade") as watch,
        closing(engine("local", among)) as run,
        written(output, lines, len(works) + len(works) // parts, told) as rows,
    ):
        for score in scored(works, run, parts, "all", watch):
            rows.add(score)


GRADERS = (grade_droids, grade_island_2018, grade_island_2020)
