"""The functions of `efgc.py`: each has the options of a command and uses the same chain."""

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.chain.run import run as go
from pipeline.files.variations import with_numbers
from pipeline.options.calls import settings_of, wishes_of
from pipeline.python.drawings import Drawing
from pipeline.python.evaluations import Evaluation
from pipeline.python.keywords import UsageError, asked, refuse_unknown
from pipeline.python.profiles import given_strategy
from pipeline.python.results import Result
from pipeline.python.sources import given
from pipeline.results.drawings import drawn
from pipeline.results.evaluations import Asked, evaluation
from pipeline.results.networks import network
from pipeline.results.pictures import Wish
from stages.networks import measure
from stages.networks.json_format import fields


def run(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Result:
    """Return the result of solving a source. An option that is None has the default of
    the command.
    """
    refuse_unknown("run", unknown, list(options))
    with asked("run", _set(options)) as parameters:
        settings, found = settings_of(**parameters), given(source, "run")
        text = with_numbers(found.text, settings)
        return Result(found, text, settings, list(go(text, settings)))


def draw(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> Drawing:
    """Return a picture of a source."""
    refuse_unknown("draw", unknown, list(options))
    with asked("draw", _set(options)) as parameters:
        wishes = wishes_of(parameters)
        settings, found = settings_of(**parameters), given(source, "draw")
        wish = Wish(with_numbers(found.text, settings), format="svg", **wishes)
        return Drawing(drawn(wish, settings), found.path)


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
    with asked("evaluate", _set(options)) as parameters:
        solve = parameters.pop("solve")
        if solve is False and parameters["solver"]:
            raise UsageError("solver is for a game that is solved, not for solve=False")
        settings, found = settings_of(**parameters), given(source, "evaluate")
        text = with_numbers(found.text, settings)
        first, *more = (given_strategy(one, text.text, settings) for one in strategies)
        wish = Asked(text, first, more[0] if more else None, True if settings.solver else solve)
        return Evaluation(evaluation(wish, settings))


def stats(source: object, options: Mapping[str, Any], unknown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics of a source."""
    refuse_unknown("stats", unknown, list(options))
    with asked("stats", _set(options)) as parameters:
        of, most = parameters.pop("of"), parameters.pop("max_nodes")
        settings, found = settings_of(**parameters), given(source, "stats")
        return fields(measure(network(with_numbers(found.text, settings), of, settings, most)))


def _set(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}
