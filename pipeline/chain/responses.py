"""Best responses that are walked in shards: by threads of this process, or by Ray."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from efgc.pipeline.engines import THREADS, engine
from efgc.pipeline.settings import Settings
from efgc.stages.isolated.processors import processors

if TYPE_CHECKING:  # For start-up time: kernels.
    from efgc.stages.bounds.answers import Respond


@contextmanager
def responding(settings: Settings) -> Iterator["Respond"]:
    """Provide best responses as --engine and --jobs say; the results are the same for all of them.
    Raises SolverError if the engine is not installed.
    """
    from efgc.stages.bounds.shards import respond  # For start-up time, as above.

    name = THREADS if settings.engine == "local" else settings.engine
    with closing(engine(name, settings.jobs or processors())) as run:
        yield partial(respond, run=run)
