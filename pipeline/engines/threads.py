"""Threads of this process, for work in kernels, which hold no lock of the interpreter: all of them
read the same arrays.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from ...stages.isolated.process import OURS
from . import Result, Work


class Engine:
    """So many threads, as long as there is work."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, works: Sequence[Work[Result]]) -> Iterator[tuple[int, Result]]:
        if self.jobs == 1 or len(works) < 2:
            for number, work in enumerate(works):
                yield number, work()
            return
        threads = ThreadPoolExecutor(self.jobs, thread_name_prefix=OURS)
        try:
            numbers = {threads.submit(work): number for number, work in enumerate(works)}
            for finished in as_completed(numbers):
                yield numbers[finished], finished.result()
        finally:
            # Work under way is not waited for: who is interrupted here ends it.
            threads.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """There is nothing to stop between two calls."""
