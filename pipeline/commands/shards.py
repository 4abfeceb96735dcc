"""efgc shards: evaluations in shares, and their cost."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from efgc.pipeline.chain.responses import engine_of
from efgc.pipeline.engines import engine as engine_called
from efgc.pipeline.files.reading import about, read_for, read_varied, write_text
from efgc.pipeline.files.sealed import Share
from efgc.pipeline.options import calls, outputs
from efgc.pipeline.options.calls import for_terminal, settings_of
from efgc.pipeline.options.outputs import Output, endings
from efgc.pipeline.options.value_types import FILE, FOLDER, ShareOf
from efgc.pipeline.results.evaluations import EvaluationRequest, on_graph, strategy_named
from efgc.pipeline.settings import OPTIONS
from efgc.pipeline.terminal.diagnostics import progress
from efgc.stages.evaluate import EVALUATION_FORMATS
from efgc.stages.isolated.processors import processors

if TYPE_CHECKING:  # For start-up time: kernels.
    from efgc.pipeline.results.evaluations import OnGraph

FORMATS = {name: EVALUATION_FORMATS[name] for name in ("text", "json")}
"""Those of games that are not listed."""
KUHN = "kuhn.rules.yaml uniform --max-histories 50"

_ARGUMENTS = (
    click.argument("game", metavar="GAME", type=FILE),
    click.argument("strategy", metavar="STRATEGY [STRATEGY]", type=FILE, nargs=-1, required=True),
)
_jobs = calls.one("jobs", **OPTIONS["jobs"].variants["evaluate"])
_folder = click.option(
    "--shards",
    "folder",
    metavar="DIR",
    type=FOLDER,
    required=True,
    help="The folder of the shards, which belong to one evaluation.",
)


def _command(body: Callable[..., Any]) -> Callable[..., Any]:
    """Add what all of these commands have."""
    game, strategy = _ARGUMENTS
    return game(strategy(calls.add("shards")(calls.time_limit(body))))


@click.group(epilog=calls.example(f"efgc shards plan {KUHN}"))
def shards() -> None:
    """Evaluate strategies in shares, on several machines.

    For games that `evaluate` evaluates on their state graph. A best response is a walk over all
    that a player can remember. Its first moves split it into up to 256 shards with about the same
    number of histories. Single commands compute shares of them, on any number of machines with
    access to the folder, and `join` puts the evaluation together: the bytes are those of
    `evaluate`.
    """


@shards.command(epilog=calls.example(f"efgc shards plan {KUHN} --jobs 64"))
@_command
@_jobs
@outputs.text_or_json("plan_format")
def plan(
    game: str, strategy: tuple[str, ...], jobs: int | None, plan_format: str, **parameters: Any
) -> None:
    """Estimate the cost of an evaluation in shares.

    Per best response: shards, memories of the player, processor seconds, and bytes on the disk. The
    memories and seconds are estimated from walks to random memories, in some seconds.
    """
    from efgc.pipeline.results.shards import as_json, as_text, forecast_shards

    began = time.perf_counter()
    asked = _asked(game, strategy, parameters)
    with progress("plan"):
        found = forecast_shards(asked, jobs or processors(), began)
    write_text("-", (as_text if plan_format == "text" else as_json)(found))


@shards.command(
    epilog=calls.example(
        f"efgc shards solve {KUHN} \\",
        "  --shards kuhn-shards --chunk 1/2",
        f"efgc shards solve {KUHN} \\",
        "  --shards kuhn-shards --chunk 2/2",
    )
)
@_command
@_folder
@click.option(
    "--chunk",
    "share",
    metavar="I/K",
    type=ShareOf(),
    default=(1, 1),
    help="Compute only share I of K of the shards.  [default: all of them]",
)
@_jobs
@calls.one("engine", **OPTIONS["engine"].variants["evaluate"])
def solve(
    game: str,
    strategy: tuple[str, ...],
    folder: str,
    share: tuple[int, int],
    jobs: int | None,
    engine: str,
    **parameters: Any,
) -> None:
    """Compute the shards of an evaluation, or a share of them.

    Existing shards stay, so a command that was stopped goes on; missing or damaged ones are
    computed again. A folder with shards of another game, of another strategy or of another version
    of efgc is refused.
    """
    from efgc.pipeline.results.shards import solve_share

    asked = _asked(game, strategy, parameters)
    with (
        progress("solve") as watch,
        closing(engine_called(engine_of(engine), jobs or processors())) as run,
    ):
        said = solve_share(asked, Path(folder), Share(*share), run, watch)
    write_text("-", [f"{said}\n"])


@shards.command(
    epilog=calls.example(
        f"efgc shards solve {KUHN} --shards a",
        f"efgc shards join {KUHN} --shards a",
    )
)
@_command
@_folder
@outputs.output("the evaluation", endings(FORMATS))
@outputs.choice("The format of the evaluation.", endings(FORMATS))
def join(
    game: str,
    strategy: tuple[str, ...],
    folder: str,
    output: Output,
    format: str,
    **parameters: Any,
) -> None:
    """Put an evaluation together when all of its shards are there.

    Writes what `evaluate` writes. Names the shards that are missing or damaged. Then the exit code
    is 1, and `shards solve` computes only these.
    """
    from efgc.pipeline.results.shards import join_shards

    asked = _asked(game, strategy, parameters)
    with progress("join") as watch:
        found = about(strategy[-1], lambda: join_shards(asked, Path(folder), watch))
    layout = for_terminal(settings_of(**parameters), output.path).layout
    output.write(FORMATS[format](found, layout))


def _asked(game: str, strategy: tuple[str, ...], parameters: dict[str, Any]) -> "OnGraph":
    if len(strategy) > 2:
        raise click.UsageError("two files of strategies at most: those evaluated, and opponents")
    settings = settings_of(**parameters)
    source = read_varied("evaluate", game, settings)
    given, *more = (
        strategy_named(path) or read_for("evaluate GAME STRATEGY", path) for path in strategy
    )
    return on_graph(EvaluationRequest(source, given, more[0] if more else None), settings)
