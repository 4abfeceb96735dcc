"""The functions of `efgc.py`: each has the options of a command and uses the same chain."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...stages.networks.statistics import fields
from ..files.reading import with_numbers
from ..options.calls import settings_of, wishes_of
from ..results.evaluations import EvaluationRequest, evaluation
from ..results.networks import statistics
from ..results.pictures import Wish, draw_picture
from ..ways.run import run as go
from .evaluations import Evaluation
from .keywords import ArgumentError, UsageError, call_parameters
from .results import Drawing, Result
from .sources import convert_source
from .strategies import given_strategy, places_in_words


def run(source: object, options: Mapping[str, Any]) -> Result:
    """Return the result of solving a source."""
    with call_parameters("run", options) as parameters:
        settings, found = settings_of(**parameters), convert_source(source, "run")
        text = with_numbers(found, settings)
        return Result(found, text, settings, list(go(text, settings)))


def draw(source: object, options: Mapping[str, Any]) -> Drawing:
    """Return a picture of a source."""
    with call_parameters("draw", options) as parameters:
        wishes = wishes_of(parameters)
        settings, found = settings_of(**parameters), convert_source(source, "draw")
        wish = Wish(with_numbers(found, settings), format="svg", **wishes)
        return Drawing(draw_picture(wish, settings))


def evaluate(
    source: object, strategies: Sequence[object], options: Mapping[str, Any]
) -> Evaluation:
    """Return the evaluation of strategies in the game of a source; the second strategy, if any, is
    the opponent's.
    """
    if len(strategies) not in (1, 2):
        raise ArgumentError(f"evaluate() takes one or two strategies, not {len(strategies)}")
    with call_parameters("evaluate", options) as parameters:
        solve = parameters.pop("solve")
        if solve is False and parameters["solver"]:
            raise UsageError("solver cannot be combined with solve=False")
        settings, found = settings_of(**parameters), convert_source(source, "evaluate")
        text = with_numbers(found, settings)
        given = [given_strategy(one, text.text, settings) for one in strategies]
        opponent = given[1] if len(given) == 2 else None
        wish = EvaluationRequest(text, given[0], opponent, True if settings.solver else solve)
        with places_in_words(strategies, given):
            return Evaluation(evaluation(wish, settings))


def stats(source: object, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics of a source."""
    with call_parameters("stats", options) as parameters:
        of, most = parameters.pop("of"), parameters.pop("max_nodes")
        settings, found = settings_of(**parameters), convert_source(source, "stats")
        return fields(statistics(with_numbers(found, settings), of, settings, most))
