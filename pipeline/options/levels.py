"""Options for level files that several commands share."""

import click

from pipeline.options.completion import FOLDER
from schemas.levels import Numbers

levels = click.option(
    "--levels",
    metavar="DIR",
    type=FOLDER,
    default=None,
    help="A folder of values of positions, for Goofspiel with many cards. A run that was stopped "
    "goes on from there. With --keep it keeps the value of every position, and --at is answered "
    "from it.",
)
keep = click.option(
    "--keep",
    is_flag=True,
    help="Keep all levels of --levels, also those that no other level needs any more: for --at, "
    "play and pages. A folder that was begun so stays so.",
)
values = click.option(
    "--values",
    type=click.Choice([numbers.value for numbers in Numbers]),
    default=None,
    help="How --levels keeps values: as float64, or packed in 32 bits, which takes half of the "
    "disk and of the memory and is in the proved bounds.  [default: as the folder has them, or "
    "float64]",
)
