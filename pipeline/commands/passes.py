"""efgc passes."""

from typing import Any

import click

from ...stages.documents import write_text
from ...stages.passes import PASSES_FORMATS, listing
from ..files.reading import read_source, with_numbers
from ..options import calls, outputs
from ..options.calls import for_terminal, settings_of
from ..options.outputs import Output, endings
from ..settings.value_types import FILE


@click.command(epilog=calls.example("efgc passes", "efgc passes island-1.txt -O 2"))
@click.argument("source", metavar="[SOURCE|-]", type=FILE, required=False)
@outputs.output("the passes of a source", endings(PASSES_FORMATS))
@outputs.choice("The format of the passes: for a person, or as JSON.", endings(PASSES_FORMATS))
@calls.add("passes")
def passes(source: str | None, output: Output, format: str, **parameters: Any) -> None:
    """List the passes of the compiler, and what came out of each.

    Without SOURCE, lists every stage and every reduction in their order: from which level it is
    used, for which sources, what it needs of the rules, and what it keeps.

    With SOURCE, goes through all stages as `run` does, and prints a table: the states, histories,
    nodes, information sets, rows, columns and nonzeros that came out of each pass, the seconds of
    each stage with its reductions, and the most memory that was used by its end. The line of a
    stage has the size before its reductions, and the line of a reduction the size after it; the
    next stage reads what the last reduction left. `parse --after` and `lower --after` write what a
    reduction of a map or of the sequence form left.

    The states before the reductions of a map can be too many to list: then only the limit is
    printed (--max-states).
    """
    if source is None:
        if any(map(outputs.is_given, click.get_current_context().params)):
            raise click.UsageError("without SOURCE there is only the list of all passes, as text")
        return output.write(write_text(listing(), for_terminal(settings_of(**parameters)).layout))
    from ..results.passes import passes_of

    settings = settings_of(**parameters)
    found = passes_of(with_numbers(read_source("run", source), settings), settings)
    output.write(PASSES_FORMATS[format](found, for_terminal(settings, output.path).layout))
