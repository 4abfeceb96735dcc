"""Sweeps from Python: `efgc.sweep` has the options of the command."""

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....schemas.parts.problems import InputError
from ....schemas.sweep import Row
from ...options.calls import settings_of
from ...python.keywords import call_parameters, keywords, refuse_unknown, set_options
from ...python.sources import convert_source
from ...terminal.diagnostics import problem_lines
from ...ways.numbers import exactly
from .grid import Source
from .runs import of_each_run
from .sweep import Swept, run_sweep


class Rows(list[Row]):
    """The rows of a sweep, with the `changes` of optimal play."""

    def __init__(self, found: Swept) -> None:
        super().__init__(map(_with_numbers, found.rows))
        self.changes = [_with_numbers(row) for row in found.changes]


def sweep(sources: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Rows:
    """Return the rows of a sweep. An option that is None has the default of the command."""
    refuse_unknown("sweep", unknown, list(options))
    folder = "" if options["output"] is None else os.fspath(options["output"])
    told = set_options(options)
    told.pop("output", None)
    told |= {"vary": [f"{name}={_listed(one)}" for name, one in (told.get("vary") or {}).items()]}
    limit = told.pop("time_limit", None)  # The limit of each run, not of all of them.
    with call_parameters("sweep", told) as parameters:
        seconds = None
        if limit is not None:
            seconds = keywords("sweep")["time_limit"].type.convert(limit, None, None)
        vary, critical = parameters.pop("vary"), parameters.pop("critical")
        settings = of_each_run(settings_of(**parameters), seconds)
        several = sources if isinstance(sources, (list, tuple)) else [sources]
        return Rows(run_sweep([_read(one) for one in several], vary, critical, settings, folder))


def _with_numbers(row: Any) -> Any:
    """Return a row with its fractions as Numbers."""
    return row._make(exactly(one) if isinstance(one, Fraction) else one for one in row)


def _read(source: object) -> Source:
    """Return a source; its file may be unreadable."""
    try:
        found = convert_source(source, "run")
    except InputError as error:
        return Source(error.source or "<source>", None, "; ".join(problem_lines(error)))
    return Source(found.path or found.text.name, found.text)


def _listed(values: object) -> str:
    if isinstance(values, str) or not isinstance(values, Iterable):
        return str(values)
    return ",".join(map(str, values))
