"""efgc tournament."""

from itertools import permutations

import click

from .....stages.isolated.processors import processors
from ....files.reading import refuse_inputs
from ....options import calls
from ....options.outputs import Output
from ....terminal.diagnostics import progress
from .. import options as battle
from ..contest_formats import CONTEST_FORMATS
from ..options import AGENT
from ..own_agent import OWN_AGENT


@click.command(
    epilog=OWN_AGENT
    + calls.example("efgc tournament random equilibrium minimax:depth=1 --battle droid-duel.yaml")
)
@click.argument("agents", metavar="AGENT...", type=AGENT, nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play if a result cannot be computed exactly.",
)
@battle.contest
@calls.one("jobs")
@calls.one("engine")
@calls.time_limit
def tournament(
    agents: tuple[str, ...],
    games: int,
    source: str | None,
    seed: int,
    move_seconds: float,
    match_format: str,
    output: Output,
    jobs: int | None,
    engine: str,
) -> None:
    """Play matches between all agents, on both sides.

    `efgc match --help` lists the agents. Two agents that play each state by a fixed
    distribution have an exact result; the others play games. Several pairs play at once; their
    seeds, and so the results, do not depend on the number of processes.
    """
    from ..contest import Meeting, contest
    from ..entrants import files

    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise click.UsageError("name at least two agents, each once")
    inputs = [*files(*agents), *([source] if source else [])]
    refuse_inputs(output.path, inputs)
    meeting = Meeting(
        rule=battle.read_game(source),
        seconds=move_seconds,
        seed=seed,
        names=tuple(permutations(agents, 2)),
        games=games,
        always=False,
    )
    with progress("tournament") as watch:
        results = contest(meeting, jobs or processors(), engine, watch)
    output.write(CONTEST_FORMATS[match_format](results), inputs)
