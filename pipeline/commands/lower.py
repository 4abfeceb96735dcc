"""efgc lower."""

from pathlib import Path

import click

from pipeline import options
from pipeline.completion import FILE
from pipeline.diagnostics import note, progress
from pipeline.files import read_artifact, refuse_inputs, special, write_file, write_text
from schemas import columns
from schemas import game as schema

KEEP = "--columns NAME.columns.json"


@click.command(epilog=options.example("efgc lower island-1.game.json -o island-1.lp"))
@options.source("GAME")
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
@click.option(
    "--names",
    type=click.Choice(("short", "words")),
    default="short",
    show_default=True,
    help="Name columns and rows by a letter and a number (x3), or with words of the game behind it "
    "(x3_left_e1_empty_right).",
)
@click.option(
    "--columns",
    "table",
    metavar="FILE",
    type=FILE,
    default=None,
    help="Where to write the table of columns.  [default: NAME.columns.json beside NAME.lp]",
)
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
    names: str,
    table: str | None,
    explain: bool,
) -> None:
    """Lower a game to a sequence-form linear program.

    The program is that of one player. Beside the file that -o names it writes NAME.columns.json,
    the table of what the columns and rows of the program mean, which `efgc report` reads. In a
    pipe, --columns keeps the table. A small program has a legend in its comments, too.

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
    if explain:
        _refuse_explanation(output, format)
    if format in MATRICES:
        if names != "short":
            raise click.UsageError("--names is for --format lp and mps")
        return _lower_to_matrices(game, output, format, player, without, table)
    read = read_artifact("lower", game, schema.read)
    forms = Forms(read)
    with progress("lower"):
        reasons = explained(forms.without(without), player or 0) if explain else None
        text, meanings = stage(read, player or 0, format, without, forms, names == "words")
    beside = table or ("" if output == "-" or special(output) else _beside(output))
    refuse_inputs(beside or "-", [game])
    write_text(output, [text], [game])
    if beside:
        write_text(beside, columns.write(meanings), [game])
    else:
        note(f"efgc: the table of columns, which `efgc report` needs, is not kept; {KEEP} keeps it")
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


def _lower_to_matrices(
    game: str,
    output: str,
    format: str,
    player: int | None,
    without: tuple[str, ...],
    table: str | None,
) -> None:
    from stages.lower import lower_to_matrices

    if player is not None:
        raise click.UsageError("--player is for --format lp and mps; matrices are both players'")
    if output == "-" or special(output):
        raise click.UsageError(f"-o must name a file for --format {format}")
    read = read_artifact("lower", game, schema.read)
    with progress("lower"):
        made, names = lower_to_matrices(read, format, without)
    start = output.removesuffix(f".{format}")
    files = {f"{start}.{part}.{format}" if part else output: text for part, text in made.items()}
    beside = table or _beside(output)
    for path in (*files, beside):
        refuse_inputs(path, [game])
    for path, content in files.items():
        write_file(path, [content])
    write_text(beside, columns.write(names))


def _beside(output: str) -> str:
    return str(Path(output).with_suffix(".columns.json"))
