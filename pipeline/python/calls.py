"""The calls of `efgc.py`: each asks a command's options, and goes through the same chain."""

from collections.abc import Mapping
from typing import Any

from pipeline.asked import settings_of
from pipeline.chain import run as go
from pipeline.commands.draw import draw as draw_command
from pipeline.commands.run import run as run_command
from pipeline.drawing import drawn
from pipeline.pictures import Wish
from pipeline.python.asked import asked, refuse_unknown
from pipeline.python.drawings import Drawing
from pipeline.python.given import given
from pipeline.python.results import Result
from pipeline.varied import with_numbers

RUN_ALONE = ("output", "through", "verbose")
"""Options of `run` that have no keyword: files are written by `save`, and nothing is printed."""
DRAW_ALONE = ("output", "format", "ascii")
"""Those of `draw`: a drawing is written in any format."""


def run(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Result:
    """Return a source solved; None among the options is the default of the command."""
    refuse_unknown("run", unknown, list(options))
    with asked(run_command, _set(options)) as parameters:
        for name in ("source", *RUN_ALONE):
            parameters.pop(name, None)
        settings, found = settings_of(**parameters), given(source, "run")
        text = with_numbers(found.text, settings)
        return Result(found, text, settings, list(go(text, settings)))


def draw(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Drawing:
    """Return a picture of a source."""
    refuse_unknown("draw", unknown, list(options))
    with asked(draw_command, _set(options)) as parameters:
        for name in ("source", *DRAW_ALONE):
            parameters.pop(name, None)
        wished = {
            name: parameters.pop(name) for name in ("picture", "plain", "start", "depth", "player")
        }
        settings, found = settings_of(**parameters), given(source, "draw")
        wishes = {name: value for name, value in wished.items() if value is not None}
        wish = Wish(with_numbers(found.text, settings), format="svg", **wishes)
        return Drawing(drawn(wish, settings), found.path)


def _set(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}
