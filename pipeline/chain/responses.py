"""Best responses that are walked in shards: by threads of this process, or by Ray."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ...stages.isolated.processors import processors
from ..engines import THREADS, engine
from ..settings import Settings

if TYPE_CHECKING:  # For start-up time: kernels.
    from ...stages.bounds.answers import Respond


@contextmanager
def responding(settings: Settings) -> Iterator["Respond"]:
    """Provide best responses as --engine and --jobs say; the results are the same for all of them.
    Raises SolverError if the engine is not installed.
    """
    from ...stages.bounds.shards import respond  # For start-up time, as above.

    name = THREADS if settings.engine == "local" else settings.engine
    with closing(engine(name, settings.jobs or processors())) as run:
        yield partial(respond, run=run)
