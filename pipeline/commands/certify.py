"""efgc certify."""

from collections.abc import Iterator

import click

from ...schemas import (
    certificate,
    induction,
    induction_certificate,
    program_certificate,
)
from ...schemas.parts.problems import InputError, Problem, VerificationError
from ...schemas.refinement import Concept
from ...schemas.state_graph import StateGraph
from ..chain.programs import solution_of
from ..files.kinds import kind
from ..files.reading import about, read_artifact, read_for
from ..files.sources import read_public, remark_program
from ..files.text import Text
from ..options import calls, outputs
from ..options.calls import refuse_unproved
from ..options.outputs import Output
from ..related_files.solved_games import read_solved
from ..settings.declarations import PROVE
from ..settings.value_types import FILE
from ..terminal.diagnostics import progress


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
    if what == "linear-program":
        if len(solution) > 1 or refine or exact is False:
            raise click.UsageError(
                "a linear program has one solution, which is certified exactly and not refined"
            )
        made = _of_program(text, *solution, limited=not exact)
    elif what == "state-graph":
        if len(solution) > 1 or refine or exact is False:
            raise click.UsageError(
                "a state graph has one solution, which is certified exactly and not refined"
            )
        made = _of_graph(text, solution[0])
    else:
        made = _of_game(text, solution, exact, refine)
    output.write(made)


def _of_game(
    text: Text, solution: tuple[str, ...], exact: bool | None, refine: Concept | None
) -> Iterator[str]:
    from ...stages.report import report
    from ...stages.report.certify import certify as stage

    read = read_solved(text, [read_for("certify GAME SOLUTION", path) for path in solution])
    with progress("certify"):
        found = about(
            read.solved[0].text.name,
            lambda: report(read.game, read.solutions, exact=exact, forms=read.forms, refine=refine),
        )
    return certificate.write(stage(found, text.sha256))


def _of_graph(text: Text, solution: str) -> Iterator[str]:
    from ...stages.checkers.induction_checker import Rejected, check_induction_certificate
    from ...stages.report.certify import certify_induction
    from ...stages.report.induction import report_induction

    graph = about(text.name, lambda: read_public(text.text))
    solved = read_artifact("certify GRAPH SOLUTION", solution, induction.read)
    about(text.name, lambda: _refuse_unlisted(graph))
    with progress("certify"):
        found = about(solution, lambda: report_induction(graph, solved, exact=True))
        made = [*induction_certificate.write(certify_induction(found, text.sha256))]
        try:  # A handwritten graph may be in a form that the checker does not accept.
            check_induction_certificate("".join(made).encode(), text.content)
        except Rejected as error:
            raise InputError([Problem(f"the checker cannot read it: {error}")], text.name) from None
    return iter(made)


def _of_program(text: Text, solution: str | None = None, *, limited: bool) -> Iterator[str]:
    from ...stages.checkers.program_checker import Rejected, check_program_certificate
    from ...stages.programs.certify import certify_program
    from ...stages.programs.texts import read_exactly
    from ...stages.report.exact import LIMITS

    remark_program(text)
    program = about(text.name, lambda: read_exactly(text.text))
    read = None
    if solution is not None:
        solved = read_for("certify PROGRAM SOLUTION", solution)
        read = about(solved.name, lambda: solution_of(text, solved.text))
    try:
        with progress("certify"):
            limits = LIMITS if limited else None
            found = about(text.name, lambda: certify_program(program, read, text.sha256, limits))
    except VerificationError as error:
        raise VerificationError(f"{solved.name}: {error}") from None
    made = [*program_certificate.write(found)]
    try:  # It reads the program by itself.
        check_program_certificate("".join(made).encode(), text.content)
    except Rejected as error:
        raise VerificationError(f"{text.name}: the checker rejects it: {error}") from None
    return iter(made)


def _refuse_unlisted(graph: StateGraph) -> None:
    """Raise InputError for a graph whose states are not listed, which a certificate needs."""
    if graph.secret:
        raise InputError([Problem("has a secret: certify the game that `efgc expand` makes of it")])
    if not graph.states:
        advice = "does not list its states: `efgc parse SOURCE -O 1` lists up to a million"
        raise InputError([Problem(advice)])
