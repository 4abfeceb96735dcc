"""efgc examples."""

import os
from pathlib import Path

import click

from ...stages.documents import table
from ..files.examples import EXAMPLES, files
from ..files.reading import read_text, write_new, write_stdout
from ..options import calls
from ..settings.value_types import FOLDER


@click.command(epilog=calls.example("efgc examples island-1 -o ."))
@click.argument("name", metavar="[NAME]", type=click.Choice(tuple(EXAMPLES)), required=False)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=FOLDER,
    default=None,
    help="Write the example's files to this folder.",
)
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
def examples(name: str | None, output: str | None, overwrite: bool) -> None:
    """List the worked examples, or write one.

    Without NAME, lists the examples, with the exact value of each game to its player 1. With NAME,
    prints the example's source: the map, or a few lines of YAML. With -o, writes the source and
    every artifact of the stages to DIR, and prints their names.
    """
    if name is None and (output is not None or overwrite):
        raise click.UsageError(f"name an example; known are {', '.join(EXAMPLES)}")
    if overwrite and output is None:
        raise click.UsageError("--overwrite is for -o")
    if output == "-":
        raise click.UsageError("-o takes a folder; without it the source goes to stdout")
    if name is None:
        write_stdout(
            table(
                [
                    ("name", "value", "what it is"),
                    *((name, example.value, example.words) for name, example in EXAMPLES.items()),
                ]
            )
        )
    elif output is None:
        write_stdout([read_text(str(files(name)[0])).text])
    else:
        _write(files(name), output, overwrite)


def _write(found: list[Path], folder: str, overwrite: bool) -> None:
    made = {os.path.join(folder, path.name): read_text(str(path)).text for path in found}
    write_new(made, overwrite, [*map(str, found)])
    write_stdout(f"{path}\n" for path in made)
