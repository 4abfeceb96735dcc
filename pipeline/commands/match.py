"""efgc match."""

import click

from pipeline import options
from pipeline.completion import AGENT
from pipeline.diagnostics import progress
from pipeline.droids import battle
from pipeline.droids.contests.formats import CONTEST_FORMATS
from pipeline.droids.students.own_agent import OWN_AGENT
from pipeline.files import refuse_inputs, write_text


@click.command(epilog=OWN_AGENT + options.example("efgc match random equilibrium --games 10"))
@click.argument("first", metavar="AGENT", type=AGENT)
@click.argument("second", metavar="AGENT", type=AGENT)
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@battle.contest
@options.time_limit
def match(
    first: str,
    second: str,
    games: int,
    source: str | None,
    seed: int,
    move_seconds: float,
    match_format: str,
    output: str,
) -> None:
    """Let two agents play droid battle, the first as droid 2.

    \b
    random           every possible action with the same probability
    minimax          looks ahead; minimax:depth=2,view=pessimistic,evaluation=shots
                     views: pessimistic, optimistic, mixed (the default)
                     evaluations: score, shots, room, playout (the default); depth: 3;
                     margin: 0.015, by which an action may be worse and still be taken
                     seconds=0.5: as deep as that time for a move allows
    q-learning       trained against itself when it is called; q-learning:games=100000
    NAME.agent.json  what `efgc train` wrote
    equilibrium      exact, and among optimal strategies one that punishes mistakes
    best-response    the best answer to the other agent, which must be a fixed one
    FILE.py:CLASS    an agent of your own, as below

    All but the last, and minimax by the clock, play each state by a fixed distribution. For these
    the shares of wins, draws and losses are computed exactly, and how much a perfect opponent would
    gain; games are played as well. A file of your own is code that runs with your rights, in a
    process of its own, which is stopped when a move takes too long.
    """
    from pipeline.droids.contests.contest import contest
    from pipeline.droids.contests.pairing import Meeting
    from pipeline.droids.entrants import files

    inputs = [*files(first, second), *([source] if source else [])]
    refuse_inputs(output, inputs)
    meeting = Meeting(
        rule=battle.read_battle(source),
        seconds=move_seconds,
        seed=seed,
        names=((first, second),),
        games=games,
        always=True,
    )
    with progress("match") as watch:
        found = contest(meeting, 1, "local", watch)
    write_text(output, CONTEST_FORMATS[match_format](found), inputs)
