"""Ray tasks, on this machine or on a cluster whose machines have access to the folder and have efgc
installed.
"""

import logging
import os
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, redirect_stdout
from typing import Any

if not os.environ.get("RAY_ADDRESS"):
    # Ray reads these on import: use the loopback interface only, as on macOS by default, and send
    # no usage statistics.
    os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}

import ray
from ray.exceptions import RayError, RayTaskError

from ...schemas.parts.problems import SolverError
from . import Result, Work

LOSSES = 5  # The number of times that the process of a task may be lost.
# Bytes, about the least that Ray accepts: large data goes through files.
OBJECT_STORE = 80 * 2**20


class Engine:
    """The cluster named by RAY_ADDRESS, with all its processors, or a cluster with `jobs`
    processors on this machine.
    """

    def __init__(self, jobs: int) -> None:
        self.ended = ExitStack()
        # Ray reports a lost process on stdout, where our artifact goes. So stdout is redirected
        # during each call of Ray, and only then, because grades are written as they arrive.
        self.nowhere = self.ended.enter_context(open(os.devnull, "w"))
        try:
            with redirect_stdout(self.nowhere):
                _start(jobs, self.ended)
        except Exception as error:  # ConnectionError, ValueError, RuntimeError and others.
            self.close()
            raise SolverError(f"Ray cannot start: {_line(error)}") from None
        self.do: Any = ray.remote(num_cpus=1, max_retries=LOSSES)(_call)

    def __call__(self, works: Sequence[Work[Result]]) -> Iterator[tuple[int, Result]]:
        kept: dict[int, Any] = {}
        numbers = {self._begin(work, kept): number for number, work in enumerate(works)}
        waiting = list(numbers)
        while waiting:
            try:
                with redirect_stdout(self.nowhere):
                    finished, waiting = ray.wait(waiting)
                    found = ray.get(finished[0])
            except RayTaskError as error:
                raise error.cause from None
            except RayError as error:
                raise SolverError(f"Ray gave up on a piece of work: {_line(error)}") from None
            yield numbers.pop(finished[0]), found

    def _begin(self, work: Any, kept: dict[int, Any]) -> Any:
        """Start a piece of work. What it has in common with others is sent to each machine once;
        `kept` has such parts of the works before.
        """
        common = getattr(work, "common", None)
        if common is None:
            return self.do.remote(work)
        if id(common) not in kept:
            kept[id(common)] = ray.put(common)
        return self.do.remote(work._replace(common=None), kept[id(common)])

    def close(self) -> None:
        """Stop the local cluster, or disconnect from the remote one; unfinished work is lost."""
        with redirect_stdout(self.nowhere):
            self.ended.close()


def _start(jobs: int, ended: ExitStack) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    terminated = signal.getsignal(signal.SIGTERM)
    if os.environ.get("RAY_ADDRESS"):
        ended.callback(ray.shutdown)
        ray.init(**quiet)
    else:
        # TMPDIR is ignored: the names of Ray's sockets must stay short.
        short = "/tmp" if os.path.isdir("/tmp") else None
        folder = ended.enter_context(
            tempfile.TemporaryDirectory(prefix="efgc-ray-", dir=short, ignore_cleanup_errors=True)
        )
        ended.callback(ray.shutdown)
        ray.init(
            "local",
            num_cpus=jobs,
            num_gpus=0,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE,
            _temp_dir=folder,
            **quiet,
        )
    signal.signal(signal.SIGTERM, terminated)  # Ray's own handler exits with code 1.


def _call(work: Any, common: object = None) -> Any:
    return work() if common is None else work._replace(common=common)()


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
