"""The grader of a map, chosen by the size of the map's textbook tree."""

from functools import lru_cache, partial

from .....schemas.parts.problems import InputError
from .....stages.parse import MAX_STATES, REDUCED_LEVEL, parse
from ....files.reading import about
from ....machine.memory import HISTORY, STATE, affordable
from ..contracts import counted
from .grader import Grader, GradingRequest
from .large_maps import LargeGrader


@lru_cache(maxsize=1)
def grader(request: GradingRequest) -> Grader:
    """Return the grader of a map, cached for this process and the processes that it forks."""
    return new_grader(request)


def new_grader(request: GradingRequest) -> Grader:
    """Return the grader of a map, chosen by the size of the map's textbook tree."""
    text, limit = request.map, affordable(request.max_histories, HISTORY)
    states = affordable(MAX_STATES, STATE)
    read = partial(parse, text.text, text.sha256, text.file, request.rules, REDUCED_LEVEL, states)
    graph = about(text.name, read)
    number, exactly = counted(graph, limit)
    if number <= limit:
        try:
            return Grader(request)
        except InputError:  # The map is valid, as its graph could be made, but has too many states.
            exactly = False
    return LargeGrader(request, graph, number, exactly)
