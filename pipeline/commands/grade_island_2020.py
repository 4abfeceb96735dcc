"""efgc course grade-island-2020."""

import click

from pipeline.course.points.table import POINT_ENDINGS, format_option, write_scores
from pipeline.options import calls, outputs
from pipeline.options.outputs import Output
from pipeline.options.value_types import FILE, Seconds
from stages.isolated.processors import processors

PROGRAMS = ("game_lp.py", "game_tree.py")


@click.command(
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
    help="How long each run of a program may take.",
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

    A HANDIN is a folder with these files; a folder of such folders stands for all of them. Each
    program is run in its folder, reads a map (with the index of the player) from stdin, and writes
    to stdout. There is a row for each run, with the reason where it got no points: a program that
    hangs, ends with an error, fills the memory or prints something else. The document's own grader
    did not say how points are shared between maps, and a person looks at the trees.

    What students wrote runs with your rights, in processes of its own with limits of time and
    memory: grade where there is nothing to lose.
    """
    from pipeline.course.points import islands
    from pipeline.course.points.handins import found, program
    from pipeline.course.points.handins import maps as maps_of

    folders = found(handins, PROGRAMS)
    files = maps_of(maps)
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
    programs = [program(folder, name) for folder in folders for name in PROGRAMS]
    write_scores(works, 3 * len(files), head, among, format, output, [*files, *programs])
