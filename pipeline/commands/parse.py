"""efgc parse."""

import click

from pipeline import options
from pipeline.diagnostics import progress
from pipeline.files import about, read_text, write_text
from pipeline.memory import STATE_BYTES, affordable
from schemas import state_graph


@click.command()
@options.source("SOURCE")
@options.output("the state graph (.states.yaml)")
@options.rules
@options.level
@options.without
@options.max_states
def parse(source: str, output: str, rules: str | None, level: str, without: tuple[str, ...], max_states: int) -> None:
    """Compile a map, or the source of Goofspiel or droid battle, to its state graph.

    Reads a cave or island map, or a few lines of YAML with a `game`, and writes
    the rules of the game as a finite graph of states, in YAML. No later stage
    needs the source. Where level 2 of a `game` has more than 5,000 states, it
    writes only the rule that they follow from.
    """
    from stages.parse import parse as stage

    text = read_text(source)
    limit = affordable(max_states, STATE_BYTES)
    with progress("parse") as watch:
        graph = about(text.name, lambda: stage(
            text.text, text.sha256, text.file, rules or "", int(level), limit, without, watch))
    write_text(output, state_graph.write(graph), [source])
