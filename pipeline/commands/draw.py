"""efgc draw."""

import sys
from typing import Any

import click

from ..files.reading import read_varied
from ..options import calls, outputs
from ..options.calls import settings_of, terminal_width, wishes_of
from ..options.outputs import Output
from ..results.pictures import (
    IMAGES,
    PICTURES,
    SUFFIXES,
    WIDTH,
    Wish,
    converter,
    draw_picture,
)
from ..terminal.diagnostics import note
from ..terminal.help_texts import CommandWithHelpAll

FORMATS = {"text": SUFFIXES["text"], **SUFFIXES}
_LISTED = "".join(f"  {name:<8}{picture.words}\n" for name, picture in PICTURES.items())
HELP = f"""\
Draw a map, a game, its play or its program.

Reads what `run` reads, a source or an artifact. The pictures are

\b
{_LISTED}
The first possible picture is drawn unless --picture names another one. Pictures of play need a
solution, computed as `run` does it; --plain draws map, board and tree without one.

Without -o the picture is one for the terminal. Every picture can be written as SVG, PNG, PDF or
LaTeX (.tex). PNG and PDF need the extra `pictures`. A picture that is too large is refused with its
size; --from and --depth draw a part of it.
"""


@click.command(
    cls=CommandWithHelpAll,
    help=HELP,
    epilog=calls.example("efgc draw island-1.txt", "efgc draw island-1.txt -o island-1.svg"),
)
@calls.source("SOURCE")
@outputs.output("the picture", FORMATS)
@outputs.choice(
    "The format of the picture: for the terminal, for pages and print, or for LaTeX.",
    FORMATS,
)
@click.option(
    "--light",
    "scheme",
    flag_value="light",
    default=None,
    help="Keep the picture light on dark screens, too; PNG and PDF are light anyway.",
)
@click.option("--dark", "scheme", flag_value="dark", help="Keep the picture dark everywhere.")
@click.option("--ascii", is_flag=True, help="Use only ASCII characters, for --format text.")
@calls.add("draw")
def draw(
    source: str,
    output: Output,
    format: str,
    ascii: bool,
    scheme: str | None,
    **parameters: Any,
) -> None:
    """Write a picture."""
    if ascii and format != "text":
        raise click.UsageError(f"--ascii is for --format text, not {format}")
    if scheme and format not in ("svg", *IMAGES):
        raise click.UsageError(f"--{scheme} is for --format svg, png and pdf, not {format}")
    wishes = wishes_of(parameters)
    settings = settings_of(**parameters)
    wish = Wish(
        read_varied("draw", source, settings),
        format=format,
        ascii=ascii or _ascii(output.path),
        width=terminal_width(output.path) or WIDTH,
        scheme=scheme or "",
        **wishes,
    )
    if format in IMAGES:
        converter()  # A missing package is reported before a long solve, not after it.
    drawn = draw_picture(wish, settings)
    if drawn.name == "graph" and not wish.picture and output.path != "-":
        note("the state graph; --picture tree shows optimal play", wish.source.name)
    output.write(drawn.file(format))


def _ascii(output: str) -> bool:
    """Return whether the terminal is limited to ASCII. stdout is always UTF-8, but stderr has kept
    the terminal's encoding.
    """
    encoding = sys.stderr.encoding if sys.stderr is not None else ""
    return output == "-" and not (encoding or "utf-8").lower().startswith("utf")
