"""efgc lock."""

import click

from ...schemas import game as schema
from ...stages.lock import lock as stage
from ...stages.strategies import fitted
from ...stages.strategies.selection import selected_behaviour
from ..chain.provenance import write_locked
from ..files.reading import about, read_for
from ..machine.memory import HISTORY, affordable
from ..options import calls, outputs
from ..options.outputs import Output
from ..results.evaluations import read_strategy, remark_overruled
from ..settings import Settings
from ..settings.value_types import FILE
from ..terminal.diagnostics import note, progress


@click.command(epilog=calls.example("efgc lock island-1.game.json uniform:2 -o locked.game.json"))
@click.argument("game", metavar="GAME", type=FILE)
@click.argument("strategy", metavar="STRATEGY", type=FILE)
@outputs.output("the locked game", {"json": "game.json"})
@click.option(
    "--information-set",
    "named",
    metavar="NUMBER|WORDS",
    multiple=True,
    help="An information set to lock, by its number in the game or by the words of a report; may "
    "be given several times.  [default: all that STRATEGY has]",
)
@calls.add("lock")
def lock(
    game: str,
    strategy: str,
    output: Output,
    named: tuple[str, ...],
    player: int | None,
    max_histories: int,
) -> None:
    """Lock a strategy into a game: chance plays it.

    Writes the game in which chance plays where STRATEGY says how its player plays. Solve it as any
    game to find the best that the others can do against that, with proof. Information sets that
    STRATEGY lacks stay decisions. Moves of probability 0 are left out, with all that only they lead
    to. What players observe does not change: a player knows its locked moves.

    GAME is the output of `expand`, or of `parse` for a source that is a whole game. STRATEGY is
    what `evaluate` reads for that game, a file or a name such as `uniform`, but it may lack
    information sets. With --player, only that player is locked.

    In a game that is too large to list, `efgc evaluate` finds the best response to a strategy.
    """
    text = read_for("lock", game)
    played = read_strategy("lock GAME STRATEGY", strategy)
    read = about(text.name, lambda: schema.read(text.text))
    given = about(played.name, lambda: fitted(played.text, read, partial=True))
    remark_overruled(played, given.overruled)
    if given.adjusted:
        note(f"probabilities are changed by up to {given.adjusted:.2g} to sum to 1", played.name)
    locked = selected_behaviour(given, read, player or 0, named)
    limit = affordable(max_histories, HISTORY)
    with progress("lock") as watch:
        made = about(text.name, lambda: stage(read, locked, limit, watch))
    more = [word for name in named for word in ("--information-set", name)]
    sources = {"game": read.digest, played.file or played.name: played.sha256}
    output.write(write_locked(made, Settings(player=player or 0), sources, *more))
