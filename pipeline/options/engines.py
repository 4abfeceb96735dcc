"""The options of commands whose work is done by several processes: how many, and which engine."""

from collections.abc import Callable
from typing import Any

import click

from pipeline.engines import ENGINES

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def jobs_for(work: str) -> Decorator:
    """Add --jobs."""
    return click.option(
        "--jobs",
        type=click.IntRange(1),
        default=None,
        help=f"How many processes {work}.  [default: one per processor]",
    )


def engine_for(work: str, cluster: str) -> Decorator:
    """Add --engine."""
    return click.option(
        "--engine",
        type=click.Choice(tuple(ENGINES)),
        default="local",
        show_default=True,
        help=f"Who {work}: processes of this machine, or a Ray cluster {cluster}.",
    )
