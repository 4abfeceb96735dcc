"""What the commands share that give points: how they are written."""

from collections.abc import Sequence
from contextlib import closing

from pipeline.course.points.table import POINT_ENDINGS, POINT_FORMATS, Head, Score, scored
from pipeline.engines import Work
from pipeline.files.reading import refuse_inputs
from pipeline.options import outputs
from pipeline.options.outputs import Output
from pipeline.terminal.diagnostics import progress

format_option = outputs.choice("How to write the points.", POINT_ENDINGS)


def write_scores(
    works: Sequence[Work[Score]],
    parts: int,
    head: Head,
    among: int,
    format: str,
    output: Output,
    inputs: list[str],
) -> None:
    """Write the scores of works, so many for each hand-in. Raises OutputError."""
    # For start-up time.
    from pipeline.course.grading.rows import written
    from pipeline.engines import engine

    refuse_inputs(output.path, inputs)
    told = "{} of {} rows are there"
    lines = POINT_FORMATS[format](head)
    with (
        progress("grade") as watch,
        closing(engine("local", among)) as run,
        written(output, lines, len(works) + len(works) // parts, told) as rows,
    ):
        for score in scored(works, run, parts, "all", watch):
            rows.add(score)
