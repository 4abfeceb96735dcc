"""efgc certify."""

import click

from pipeline import options, refining
from pipeline.asked import refuse_unproved
from pipeline.completion import FILE
from pipeline.diagnostics import progress
from pipeline.files import about, read_artifact, read_for, write_text
from schemas import certificate
from schemas import game as game_schema
from schemas import solution as solution_schema
from schemas.refinement import Concept


@click.command(
    epilog=options.example("efgc certify island-1.game.json island-1.solution.json -o proof.json")
)
@click.argument("game", metavar="GAME", type=FILE)
@click.argument("solution", metavar="SOLUTION...", type=FILE, nargs=-1, required=True)
@options.output("the certificate (.certificate.json)")
@options.prove
@refining.refine
@options.time_limit
def certify(
    game: str,
    solution: tuple[str, ...],
    output: str,
    exact: bool | None,
    refine: Concept | None,
) -> None:
    """Write the certificate of a game's value.

    It holds both strategies in rationals, which prove the value. Takes a game and
    its solution, or the solutions of both players' programs. Where the exact value
    is not proved, the certificate holds the bounds and the strategies as reported.
    With --refine it also holds the trembles that prove the refinement.
    `efgc check CERTIFICATE GAME` checks it by a program
    of its own that needs no solver. Exit code 5: the strategies prove nothing.
    """
    from stages.report import report
    from stages.report.certify import certify as stage

    if [game, *solution].count("-") > 1:
        raise click.UsageError("only one of GAME and SOLUTION can be stdin")
    if len(solution) > 2:
        raise click.UsageError("a game has two players, so at most two solutions")
    refuse_unproved(refine, exact)
    text = read_for("certify", game)
    played = about(text.name, lambda: game_schema.read(text.text))
    solutions = [
        read_artifact("certify GAME SOLUTION", path, solution_schema.read) for path in solution
    ]
    with progress("certify"):
        found = about(solution[0], lambda: report(played, solutions, exact=exact, refine=refine))
    write_text(output, certificate.write(stage(found, text.sha256)), [game, *solution])
