"""The functions of `efgc.py`: each has the options of a command and uses the same chain."""

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from efgc.pipeline.chain.run import run as go
from efgc.pipeline.files.reading import with_numbers
from efgc.pipeline.options.calls import settings_of, wishes_of
from efgc.pipeline.python.evaluations import Evaluation
from efgc.pipeline.python.keywords import UsageError, call_parameters, keywords, refuse_unknown
from efgc.pipeline.python.results import Drawing, Result
from efgc.pipeline.python.sources import convert_source
from efgc.pipeline.python.strategies import given_strategy
from efgc.pipeline.results.evaluations import EvaluationRequest, evaluation
from efgc.pipeline.results.networks import statistics
from efgc.pipeline.results.numbers import exactly
from efgc.pipeline.results.pictures import Wish, draw_picture
from efgc.pipeline.sweeping.grid import Source
from efgc.pipeline.sweeping.runs import of_each_run
from efgc.pipeline.sweeping.sweep import Swept, run_sweep
from efgc.pipeline.terminal.diagnostics import problem_lines
from efgc.schemas.parts.problems import InputError
from efgc.schemas.sweep import Row
from efgc.stages.networks.statistics import fields


def run(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Result:
    """Return the result of solving a source. An option that is None has the default of
    the command.
    """
    refuse_unknown("run", unknown, list(options))
    with call_parameters("run", _set(options)) as parameters:
        settings, found = settings_of(**parameters), convert_source(source, "run")
        text = with_numbers(found.text, settings)
        return Result(found, text, settings, list(go(text, settings)))


def draw(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Drawing:
    """Return a picture of a source."""
    refuse_unknown("draw", unknown, list(options))
    with call_parameters("draw", _set(options)) as parameters:
        wishes = wishes_of(parameters)
        settings, found = settings_of(**parameters), convert_source(source, "draw")
        wish = Wish(with_numbers(found.text, settings), format="svg", **wishes)
        return Drawing(draw_picture(wish, settings), found.path)


def evaluate(
    source: object,
    strategies: Sequence[object],
    options: Mapping[str, Any],
    unknown: Mapping[str, Any],
) -> Evaluation:
    """Return the evaluation of strategies in the game of a source; the second strategy, if any, is
    the opponent's.
    """
    refuse_unknown("evaluate", unknown, list(options))
    if len(strategies) not in (1, 2):
        raise TypeError(f"evaluate() takes one or two strategies, not {len(strategies)}")
    with call_parameters("evaluate", _set(options)) as parameters:
        solve = parameters.pop("solve")
        if solve is False and parameters["solver"]:
            raise UsageError("solver cannot be combined with solve=False")
        settings, found = settings_of(**parameters), convert_source(source, "evaluate")
        text = with_numbers(found.text, settings)
        first, *more = (given_strategy(one, text.text, settings) for one in strategies)
        wish = EvaluationRequest(
            text, first, more[0] if more else None, True if settings.solver else solve
        )
        return Evaluation(evaluation(wish, settings))


def stats(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics of a source."""
    refuse_unknown("stats", unknown, list(options))
    with call_parameters("stats", _set(options)) as parameters:
        of, most = parameters.pop("of"), parameters.pop("max_nodes")
        settings, found = settings_of(**parameters), convert_source(source, "stats")
        return fields(statistics(with_numbers(found.text, settings), of, settings, most))


def _set(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


class Rows(list[Row]):
    """The rows of a sweep, with the `changes` of optimal play."""

    def __init__(self, found: Swept) -> None:
        super().__init__(map(_with_numbers, found.rows))
        self.changes = [_with_numbers(row) for row in found.changes]


def sweep(sources: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Rows:
    """Return the rows of a sweep. An option that is None has the default of the command."""
    refuse_unknown("sweep", unknown, list(options))
    folder = "" if options["output"] is None else os.fspath(options["output"])
    told = {name: value for name, value in options.items() if value is not None}
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
