"""efgc lower."""

from pathlib import Path

import click

from pipeline import options, outputs
from pipeline.diagnostics import progress
from pipeline.files import read_artifact, refuse_inputs, refuse_unwritable, special
from pipeline.outputs import Output
from schemas import columns
from schemas import game as schema
from stages.lower import FORMATS


@click.command(epilog=options.example("efgc lower island-1.game.json -o island-1.lp"))
@options.source("GAME")
@outputs.output(
    "the linear program (.lp or .mps), or the matrices (.npz or .mtx)",
    {name: name for name in FORMATS},
)
@options.lp_format
@click.option(
    "--player",
    type=click.IntRange(1, 2),
    default=None,
    help=(
        "Whose linear program.  [default: of the player with more sequences, which is quicker to "
        "solve]"
    ),
)
@options.without_form
@click.option(
    "--explain",
    is_flag=True,
    help="Also write NAME.explained.txt: why each row of a small program is as it is.",
)
@options.time_limit
def lower(
    game: str,
    output: Output,
    lp_format: str,
    player: int | None,
    without: tuple[str, ...],
    explain: bool,
) -> None:
    """Lower a game to a sequence-form linear program.

    The program is that of one player. Beside the file that -o names it writes NAME.columns.json,
    which says what the columns and rows of the program stand for.

    The matrices of --format npz and mtx are those of both players: `E x = e`, `F y = f`, and the
    payoff to player 1 is `x' A y`. Their columns and rows are named as in player 1's program: those
    of E are x and f, those of F b and v, and A has a row for each x and a column for each b.
    """
    from stages.forms.formulation import Forms
    from stages.lower import MATRICES
    from stages.lower import lower as stage
    from stages.lower.explaining import explain as explained

    if explain:
        _refuse_explanation(output)
    if lp_format in MATRICES:
        return _lower_to_matrices(game, output, player, without)
    beside = "" if output.path == "-" or special(output.path) else _beside(output.path)
    refuse_inputs(beside or "-", [game])
    refuse_unwritable(beside or "-")
    read = read_artifact("lower", game, schema.read)
    forms = Forms(read)
    with progress("lower"):
        reasons = explained(forms.without(without), player or 0) if explain else None
        text, names = stage(read, player or 0, lp_format, without, forms)
    output.write([text])
    if beside:
        output.write_file(beside, columns.write(names))
    if reasons is not None:
        output.write_file(str(Path(output.path).with_suffix(".explained.txt")), reasons, [game])


def _refuse_explanation(output: Output) -> None:
    from stages.lower import MATRICES

    if output.format in MATRICES:
        raise click.UsageError(
            "--explain is for --format lp and mps: it tells the rows of a program"
        )
    if output.path == "-" or special(output.path):
        raise click.UsageError("--explain needs -o FILE: it writes NAME.explained.txt beside it")


def _lower_to_matrices(
    game: str, output: Output, player: int | None, without: tuple[str, ...]
) -> None:
    from stages.lower import lower_to_matrices

    format, path = output.format, output.path
    if player is not None:
        raise click.UsageError("--player is for --format lp and mps; matrices are both players'")
    if output.path == "-" or special(output.path):
        raise click.UsageError(f"-o must name a file for --format {format}")
    read = read_artifact("lower", game, schema.read)
    with progress("lower"):
        made, names = lower_to_matrices(read, format, without)
    start = path.removesuffix(f".{format}")
    files = {f"{start}.{part}.{format}" if part else path: text for part, text in made.items()}
    for name in (*files, _beside(path)):
        refuse_inputs(name, [game])
    for name, content in files.items():
        output.write_file(name, [content])
    output.write_file(_beside(path), columns.write(names))


def _beside(output: str) -> str:
    return str(Path(output).with_suffix(".columns.json"))
