"""efgc lower."""

from pathlib import Path

import click

from pipeline import options
from pipeline.diagnostics import note, progress
from pipeline.files import about, read_for, refuse_inputs, special, write_file, write_text
from pipeline.kinds import kind
from pipeline.text import Text
from pipeline.varied import relaxed
from schemas import columns
from schemas import game as schema

PROGRAM_FORMATS = ("lp", "mps")


@click.command(epilog=options.example("efgc lower island-1.game.json -o island-1.lp"))
@options.source("GAME", "PROGRAM")
@options.output("the linear program (.lp or .mps), or the matrices (.npz or .mtx)")
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
@options.relax
@click.option(
    "--explain",
    is_flag=True,
    help="Also write NAME.explained.txt: why each row of a small program is as it is.",
)
@options.time_limit
def lower(
    game: str,
    output: str,
    lp_format: str | None,
    player: int | None,
    without: tuple[str, ...],
    explain: bool,
    relax: bool,
) -> None:
    """Lower a game to a sequence-form linear program.

    A linear program that is there already (.lp or .mps, of a game or not) is written in the other
    format: --format mps or lp, or the ending of FILE. An .mps minimises the negative of what an .lp
    maximises. A constant in the objective becomes a column that is 1, and in an .lp a row with two
    ends becomes two rows, because solvers do not read either in the same way.

    The program is that of one player. Beside the file that -o names it writes NAME.columns.json,
    which says what the columns and rows of the program stand for.

    The matrices of --format npz and mtx are those of both players: `E x = e`, `F y = f`, and the
    payoff to player 1 is `x' A y`. Their columns and rows are named as in player 1's program: those
    of E are x and f, those of F b and v, and A has a row for each x and a column for each b.
    """
    from stages.forms.formulation import Forms
    from stages.lower import FORMATS, MATRICES
    from stages.lower import lower as stage
    from stages.lower.explaining import explain as explained

    ending = next((name for name in FORMATS if output.endswith(f".{name}")), "lp")
    format = lp_format or ending
    text = read_for("lower", game)
    if kind(text.text) == "linear-program":
        if player or without or explain:
            raise click.UsageError("--player, --without and --explain are for games")
        return _convert(text, output, format, relax)
    if relax:
        raise click.UsageError("--relax is for linear programs")
    if explain:
        _refuse_explanation(output, format)
    if format in MATRICES:
        return _lower_to_matrices(text, output, format, player, without)
    read = about(text.name, lambda: schema.read(text.text))
    forms = Forms(read)
    with progress("lower"):
        reasons = explained(forms.without(without), player or 0) if explain else None
        made, names = stage(read, player or 0, format, without, forms)
    beside = "" if output == "-" or special(output) else _beside(output)
    refuse_inputs(beside or "-", [game])
    write_text(output, [made], [game])
    if beside:
        write_text(beside, columns.write(names))
    if reasons is not None:
        write_text(str(Path(output).with_suffix(".explained.txt")), reasons, [game])


def _refuse_explanation(output: str, format: str) -> None:
    from stages.lower import MATRICES

    if format in MATRICES:
        raise click.UsageError(
            "--explain is for --format lp and mps: it tells the rows of a program"
        )
    if output == "-" or special(output):
        raise click.UsageError("--explain needs -o FILE: it writes NAME.explained.txt beside it")


def _convert(program: Text, output: str, format: str, relax: bool) -> None:
    from stages.programs.reading import read_exactly
    from stages.programs.writing import write_program

    if format not in PROGRAM_FORMATS:
        raise click.UsageError(f"a linear program is written as lp or mps, not as {format}")
    source = relaxed(program) if relax else program
    read = about(program.name, lambda: read_exactly(source.text))
    with progress("lower"):
        written = about(program.name, lambda: write_program(read, format))
    write_text(output, [written], [program.name])
    if format == "mps" and read.maximise:
        note(f"{program.name}: the .mps minimises the negative of the objective")


def _lower_to_matrices(
    game: Text, output: str, format: str, player: int | None, without: tuple[str, ...]
) -> None:
    from stages.lower import lower_to_matrices

    if player is not None:
        raise click.UsageError("--player is for --format lp and mps; matrices are both players'")
    if output == "-" or special(output):
        raise click.UsageError(f"-o must name a file for --format {format}")
    read = about(game.name, lambda: schema.read(game.text))
    with progress("lower"):
        made, names = lower_to_matrices(read, format, without)
    start = output.removesuffix(f".{format}")
    files = {f"{start}.{part}.{format}" if part else output: text for part, text in made.items()}
    for path in (*files, _beside(output)):
        refuse_inputs(path, [game.name])
    for path, content in files.items():
        write_file(path, [content])
    write_text(_beside(output), columns.write(names))


def _beside(output: str) -> str:
    return str(Path(output).with_suffix(".columns.json"))
