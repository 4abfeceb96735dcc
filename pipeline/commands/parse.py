"""efgc parse."""

from typing import Any

import click

from ...stages.parse import REDUCTIONS
from ..chain.provenance import write_parsed
from ..chain.refusals import OptionRefused, refuse_for_source
from ..files.kinds import kind
from ..files.reading import NUMBERS, about, read_varied
from ..files.sources import SOURCES, parse_source, parsed_suffix, remark_map
from ..options import calls, outputs
from ..options.calls import settings_of
from ..options.outputs import Output
from ..settings import OPTIONS
from ..settings.declarations import after
from ..terminal.diagnostics import progress

FORMATS = {"yaml": "states.yaml", "json": "game.json"}


@click.command(epilog=calls.example("efgc parse island-1.txt -o island-1.states.yaml"))
@calls.source("SOURCE")
@outputs.output("the state graph (.states.yaml), or the game (.game.json)", FORMATS)
@after({name: one.level for name, one in REDUCTIONS.items()}, "the state graph")
@calls.add("parse")
def parse(source: str, output: Output, after: str | None, **parameters: Any) -> None:
    """Compile a source to its state graph, or to the game.

    Reads a cave or island map, a rules file, or a few lines of YAML with a `game`, and writes the
    rules of the game as a finite graph of states, in YAML. No later stage needs the source. If a
    `game` has more than 5,000 states at level 2, only its rule is written; the states are generated
    when they are needed.

    Rows of numbers, such as a .csv, are a game already: a matrix of payoffs to the player of the
    rows. So is a file that begins with EFG: it must have two players whose payoffs always add up to
    the same, and perfect recall. The same holds for a game of OpenSpiel, which is named as
    openspiel:kuhn_poker, if OpenSpiel is installed.
    """
    settings = settings_of(**parameters)
    text = read_varied("parse", source, settings)
    begin = kind(text.text)
    if after and begin != "map":
        said = f"--after {after} is for maps; this is {SOURCES[begin].words}"
        raise OptionRefused(f"{text.name}: {said}")
    refuse_for_source(settings, begin, text.name)
    remark_map(text)
    with progress("parse") as watch:
        parsed = about(text.name, lambda: parse_source(text, begin, settings, watch))
    output.ends_in(parsed_suffix(parsed))
    numbers = [option for option in OPTIONS.values() if option.word in NUMBERS]
    # A run writes the changed map, but here the file that was read is another one.
    more = [word for option in numbers for word in option.spelled(option.value(settings))]
    output.write(write_parsed(parsed, settings, *more))
