"""efgc run."""

from pathlib import Path

import click

from pipeline import options
from pipeline.chain import STAGES, Settings, Work
from pipeline.chain import run as go
from pipeline.files import OutputError, read_text, write_text


@click.command()
@click.argument("source", metavar="SOURCE")
@click.option("-o", "--output", metavar="DIR", default=None, help="Write every artifact to this folder.")
@options.rules
@options.level
@options.max_states
@options.max_histories
@options.solver
@click.option("--through", type=click.Choice([stage.name for stage in STAGES]), default="report", show_default=True,
              help="The last stage to go through.")
@options.report_format
def run(source: str, output: str | None, rules: str | None, level: str, max_states: int, max_histories: int,
        solver: str, through: str, report_format: str) -> None:
    """Go from a map to the verified report in one step.

    Prints the artifact of the last stage. Without -o no file is left behind;
    with it DIR holds one file per stage, the same as the single commands write.
    """
    text = read_text(source)
    name = Path(text.file or "game").stem
    settings = Settings(rules or "", int(level), max_states, max_histories, solver=solver, report_format=report_format)
    work = Work(text, settings)
    for stage in go(work, through):
        if output is not None:
            _make(output)
            for suffix, parts in stage.files(work.made[stage.name], settings).items():
                write_text(str(Path(output) / f"{name}.{suffix}"), parts, [source])
    shown = next(iter(stage.files(work.made[through], settings).values()))
    write_text("-", shown)


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
