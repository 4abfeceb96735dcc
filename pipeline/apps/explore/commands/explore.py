"""efgc explore."""

from typing import Any

import click

from .....schemas.parts.exact import write_exact
from ....options import calls
from ....options.outputs import is_given
from ....settings.declarations import level_of
from ....settings.value_types import FILE, Seconds
from ....terminal.help_texts import CommandWithHelpAll

SECONDS = 600.0


@click.command(cls=CommandWithHelpAll, epilog=calls.example("efgc explore island-1.txt"))
@click.argument("source", metavar="[SOURCE|-]", type=FILE, required=False)
@calls.add("explore")
@click.option(
    "--time-limit",
    type=Seconds(),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Stop each compilation after so many seconds.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of the page.  [default: one that is free]",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Whether to open the page."
)
def explore(
    source: str | None, time_limit: float, port: int, browser: bool, **parameters: Any
) -> None:
    """Edit a source in the browser, and see all stages change.

    Opens a page that only this machine can reach. The left side has the source, or an example if no
    source is given: edit it as text or, for a map, square by square. The right side has the results
    of the stages: value, map, tree, strategies, files and proof. Two columns compare two settings.

    The options are the settings at the start. Each change is compiled in a process of its own, and
    the last one wins; a long compilation can be stopped. Files are only written when the page saves
    them: an archive with the files of `efgc run -o` and the commands that write them.
    """
    # Loads Werkzeug and the stages, needed only here.
    from ...server.server import serve
    from ..column import Limits
    from ..orders import LONGEST, first_source
    from ..site import Explorer

    name, text = first_source(source)
    if len(text.encode()) > LONGEST:
        raise click.UsageError(f"{name}: larger than the limit of {LONGEST:,} bytes")
    settings = {key: _plain(key, value) for key, value in parameters.items() if is_given(key)}
    serve(Explorer(text, name, settings, Limits(time_limit)), port, browser)


def _plain(name: str, value: Any) -> object:
    """Return the value of an option in the form used by the page's requests."""
    match name:
        case "p":
            return write_exact(value)
        case "level":
            return level_of(value)
        case "without":
            return list(value)
        case "let":
            return ["=".join(pair) for pair in value]
        case "refine":
            return str(value)
        case "off_path":
            return "best" if value else "none"
        case _:
            return value
