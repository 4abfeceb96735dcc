"""efgc course grade-droids."""

import os

import click

from pipeline.course.points.table import POINT_ENDINGS, Score, format_option, write_scores
from pipeline.engines import Work
from pipeline.options import battle, calls, outputs
from pipeline.options.battle import AGENT
from pipeline.options.outputs import Output
from pipeline.options.value_types import FILE, Seconds
from stages.isolated.processors import processors


@click.command(
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

    A HANDIN is a file; a folder stands for its .py files, and for the r2d2_hw3.py in each folder in
    it. What raises an error or returns no possible action loses the game; an agent whose process
    ends loses all games that are left, and one that has no time left for a QAgent's games loses
    these. Each row that lacks points for such a reason says it.

    What students wrote runs with your rights, in processes of its own with limits of time and
    memory: grade where there is nothing to lose. A file that sets out to deceive could also forge
    what it is asked; read those whose points are odd. Agents that are graded at once share the
    processors; --jobs 1 gives each all of them.
    """
    from pipeline.course.points.droid_class import Looked
    from pipeline.course.points.droids import FACTS, Graded, Terms, head, opponent
    from pipeline.course.points.handins import found
    from pipeline.droids.entrants import files as read_from

    files = found(handins, ("r2d2_hw3.py",), ".py")
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
