"""efgc tournament."""

from itertools import permutations

import click

from pipeline import options
from pipeline.completion import AGENT
from pipeline.diagnostics import progress
from pipeline.droids import battle
from pipeline.droids.contests.formats import CONTEST_FORMATS
from pipeline.droids.students.own_agent import OWN_AGENT
from pipeline.files import refuse_inputs, write_text


@click.command(
    epilog=OWN_AGENT
    + options.example("efgc tournament random equilibrium minimax:depth=1 --battle droid-duel.yaml")
)
@click.argument("agents", metavar="AGENT...", type=AGENT, nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play where a result cannot be computed exactly.",
)
@battle.contest
@options.time_limit
def tournament(
    agents: tuple[str, ...],
    games: int,
    source: str | None,
    seed: int,
    move_seconds: float,
    match_format: str,
    output: str,
) -> None:
    """Let all agents play each other, on both sides.

    `efgc match --help` says what agents there are. Two agents that play each state
    by a fixed distribution have an exact result; the others play games.
    """
    from pipeline.droids.arena import Arena
    from pipeline.droids.contests.contest import contest
    from pipeline.droids.entrants import entrant, files

    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise click.UsageError("name at least two agents, each once")
    inputs = [*files(*agents), *([source] if source else [])]
    refuse_inputs(output, inputs)
    arena = Arena(battle.read_battle(source), move_seconds, seed)
    with progress("tournament") as watch, arena.ended:
        found = contest(
            arena,
            list(permutations([entrant(arena, name) for name in agents], 2)),
            games,
            False,
            watch,
        )
    write_text(output, CONTEST_FORMATS[match_format](found), inputs)
