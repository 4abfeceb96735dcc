"""efgc lower."""

from pathlib import Path

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import read_artifact, refuse_inputs, special, write_text
from schemas import columns
from schemas import game as schema


@click.command(epilog=options.example("efgc lower island-1.game.json -o island-1.lp"))
@options.source("GAME")
@options.output("the linear program (.lp or .mps)")
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
@options.time_limit
def lower(
    game: str, output: str, lp_format: str | None, player: int | None, without: tuple[str, ...]
) -> None:
    """Lower a game to a sequence-form linear program.

    The program is that of one player. Beside the file that -o names it writes NAME.columns.json,
    which says what the columns and rows of the program stand for.
    """
    from stages.lower import FORMATS
    from stages.lower import lower as stage

    read = read_artifact("lower", game, schema.read)
    ending = next((name for name in FORMATS if output.endswith(f".{name}")), "lp")
    with progress("lower"):
        text, names = stage(read, player or 0, lp_format or ending, without)
    beside = (
        "" if output == "-" or special(output) else str(Path(output).with_suffix(".columns.json"))
    )
    refuse_inputs(beside or "-", [game])
    write_text(output, [text], [game])
    if beside:
        write_text(beside, columns.write(names))
