"""efgc certify."""

import click

from ...schemas.refinement import Concept
from ..files.kinds import kind
from ..files.reading import read_for
from ..options import calls, outputs
from ..options.calls import refuse_unproved
from ..options.outputs import Output
from ..settings.declarations import PROVE
from ..settings.value_types import FILE
from ..ways.interface import of_file


@click.command(
    epilog=calls.example("efgc certify island-1.game.json island-1.solution.json -o proof.json")
)
@click.argument("game", metavar="GAME|GRAPH|PROGRAM", type=FILE)
@click.argument("solution", metavar="[COLUMNS] SOLUTION...", type=FILE, nargs=-1)
@outputs.output("the certificate", {"json": "certificate.json"})
@calls.one("exact", help=f"{PROVE}.")
@calls.one("refine")
@calls.time_limit
def certify(
    game: str,
    solution: tuple[str, ...],
    output: Output,
    exact: bool | None,
    refine: Concept | None,
) -> None:
    """Write the certificate of a game's value.

    It holds both strategies in rationals, which prove the value. Takes a game and its solution, or
    the solutions of both players' programs, with tables of columns as `efgc report` does. If the
    exact value is not proved, the certificate holds the bounds and the strategies as reported. With
    --refine it also holds the trembles that prove the refinement.

    For a game in which nothing is secret, name the state graph instead of the game, and its
    solution by backward induction. The graph has to list its states; efgc parse -O 1 lists many.
    The certificate holds the value and both strategies of every state at which both players move.

    For any linear program (.lp or .mps), name the program instead of the game, and its solution if
    there is one. The certificate proves the exact optimum, or that the program is infeasible or
    unbounded. The solution's basis is a starting point. If it is missing or wrong, the program is
    solved in rationals; if that takes too long the exit code is 4, unless --exact is given.

    `efgc check CERTIFICATE FILE` verifies certificates by separate programs that need no solver.
    Exit code 5: the solution or its strategies are wrong.
    """
    refuse_unproved(refine, exact)
    text = read_for("certify", game)
    what = kind(text.text)
    if what != "linear-program" and not solution:
        raise click.UsageError("Missing argument '[COLUMNS] SOLUTION...'.")
    output.write(of_file(what).certified(text, solution, exact, refine))
