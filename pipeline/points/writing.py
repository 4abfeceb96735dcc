"""What the commands share that give points: how they are written."""

from collections.abc import Sequence
from contextlib import closing

from pipeline import outputs
from pipeline.diagnostics import progress
from pipeline.engines import Work
from pipeline.files import refuse_inputs
from pipeline.outputs import Output
from pipeline.points.table import POINT_ENDINGS, POINT_FORMATS, Head, Score, scored

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
    from pipeline.engines import engine  # For start-up time, as the next.
    from pipeline.grading.rows import written

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
