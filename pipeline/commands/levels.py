"""efgc levels: level files in shares, and their cost."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from efgc.pipeline.files.kinds import kind, refuse_all_but
from efgc.pipeline.files.reading import about, read_for, write_text
from efgc.pipeline.files.sources import parse_source
from efgc.pipeline.files.text import Text
from efgc.pipeline.options import calls
from efgc.pipeline.options.outputs import contents, text_or_json
from efgc.pipeline.options.value_types import FILE, FOLDER, ShareOf
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import note, progress
from efgc.schemas.levels import Numbers
from efgc.schemas.rules.goofspiel import Goofspiel, goofspiel_of
from efgc.schemas.state_graph import StateGraph
from efgc.stages.isolated.processors import processors

if TYPE_CHECKING:  # Loads NumPy, needed only for the work itself.
    from efgc.pipeline.levels.shares import LevelRequest

DECK = "goofspiel-4.yaml"


deal = click.argument("graph", metavar="[SOURCE|GRAPH|-]", type=FILE, default="-")
folder = click.option(
    "--levels",
    "folder",
    metavar="DIR",
    type=FOLDER,
    required=True,
    help="The folder of level files.",
)
cards = click.option(
    "--cards",
    type=click.IntRange(1),
    default=None,
    help="The level, as the number of cards left in each hand.  [default: the next one]",
)


@click.group(epilog=calls.example(f"efgc levels plan {DECK}"))
def levels() -> None:
    """Make level files in shares, and estimate their cost.

    For Goofspiel with many cards: a level is all positions with the same number of cards left, and
    follows from the level below. `solve --levels` makes all of them in one process or several. Here
    single commands solve one share of a level, on any number of machines with access to the folder,
    and join the shares.
    """


@levels.command(epilog=calls.example(f"efgc levels plan {DECK} --jobs 64"))
@deal
@click.option(
    "--levels",
    "folder",
    metavar="DIR",
    type=FOLDER,
    default=".",
    help="The folder for the level files, whose disk space is checked.  [default: here]",
)
@calls.one("values")
@calls.one("jobs")
@text_or_json("plan_format")
@calls.time_limit
def plan(
    graph: str, folder: str, values: Numbers | None, jobs: int | None, plan_format: str
) -> None:
    """Estimate the cost of the levels of a deal.

    Per level and in total: states, stage games, bytes on the disk and processor seconds, before
    anything is solved; the disk space and memory needed, and whether this machine has them. The
    seconds are estimated by a one-second benchmark of such stage games.
    """
    from efgc.pipeline.levels.forecast import as_json, as_text, forecast

    rule = read_deal(graph)
    with progress("plan") as watch:
        found = forecast(
            rule, Path(folder), Numbers(values or "float64"), jobs or processors(), watch
        )
    write_text("-", (as_text if plan_format == "text" else as_json)(found))


@levels.command(
    epilog=calls.example(
        f"efgc levels solve {DECK} --levels levels-4 --chunk 1/2",
        f"efgc levels solve {DECK} --levels levels-4 --chunk 2/2",
    )
)
@deal
@folder
@click.option(
    "--chunk",
    "share",
    metavar="I/K",
    type=ShareOf(),
    default=None,
    help="Solve only share I of K of the chunks of a level, except for existing ones.",
)
@cards
@calls.one("keep")
@calls.one("values")
@calls.one(
    "jobs",
    help="The number of parallel processes.  [default: one per processor; with --chunk one]",
)
@calls.one("engine")
@calls.time_limit
def solve(
    graph: str,
    folder: str,
    share: tuple[int, int] | None,
    cards: int | None,
    keep: bool,
    values: Numbers | None,
    jobs: int | None,
    engine: str,
) -> None:
    """Solve the levels of a deal, or a share of one level.

    Without --chunk all levels are made, up to --cards if it is given, as `solve --levels` does.

    With --chunk a share of the chunks of the next level is solved, or of the one with --cards. Any
    number of shares can be solved at once. When all exist, `levels join` completes the level, and
    the next one can begin. Existing chunks stay; missing or damaged ones are solved again.
    """
    from efgc.pipeline.files.sealed import Share
    from efgc.pipeline.levels.shares import all_levels, solve_share

    asked = _request(graph, folder, cards, keep, values)
    with progress("solve") as watch:
        if share is None:
            said = all_levels(asked, jobs or processors(), engine, watch)
        else:
            said = solve_share(asked, Share(*share), jobs or 1, engine, watch)
    write_text("-", [f"{said}\n"])
    note(contents(folder))


@levels.command(
    epilog=calls.example(
        f"efgc levels solve {DECK} --levels levels-4 --chunk 1/1",
        f"efgc levels join {DECK} --levels levels-4",
    )
)
@deal
@folder
@cards
@calls.one("keep")
@calls.time_limit
def join(graph: str, folder: str, cards: int | None, keep: bool) -> None:
    """Join the chunks of a level when all are there.

    Names each chunk that is missing, damaged, swapped or of another deal. Then nothing is joined,
    the exit code is 1, and `levels solve` solves only these chunks again.
    """
    from efgc.pipeline.levels.shares import join_level

    asked = _request(graph, folder, cards, keep)
    with progress("join"):
        said = join_level(asked)
    write_text("-", [f"{said}\n"])
    note(contents(folder))


@levels.command(
    epilog=calls.example(
        f"efgc levels solve {DECK} --levels levels-4 --keep",
        "efgc levels check levels-4",
    )
)
@click.argument("folder", metavar="DIR", type=FOLDER)
@calls.time_limit
def check(folder: str) -> None:
    """Check a folder of level files.

    Compares every file with its checksums, the chunks of the next level with theirs, and solves
    random states again by GLPK. Names damaged files; the exit code is then 1.
    """
    from efgc.pipeline.levels.check import check_in_words

    write_text("-", [f"{check_in_words(folder)}\n"])


def _request(
    graph: str, folder: str, cards: int | None, keep: bool, numbers: Numbers | None = None
) -> "LevelRequest":
    from efgc.pipeline.levels.shares import LevelRequest

    return LevelRequest(read_deal(graph), Path(folder), cards, keep, numbers)


def read_deal(path: str) -> Goofspiel:
    """Return the deal of a source or a state graph. Raises InputError if it has none."""
    text = read_for("levels", path)
    return about(text.name, lambda: _deal(text))


def _deal(text: Text) -> Goofspiel:
    found = kind(text.text)
    refuse_all_but(("source", "state-graph"), found)
    # The states are not listed: levels follow from the rule.
    parsed = parse_source(text, found, Settings(max_states=1), lambda done, total: None)
    rule = parsed.rule if isinstance(parsed, StateGraph) else None
    return goofspiel_of(rule, "only Goofspiel has level files")
