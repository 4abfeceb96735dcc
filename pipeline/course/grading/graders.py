"""The grader of a map, by how large the textbook tree of the map is."""

from functools import lru_cache, partial

from pipeline.course.grading.grader import Asked, Grader
from pipeline.course.grading.large_maps import LargeGrader
from pipeline.course.tree_size import counted
from pipeline.files.reading import about
from pipeline.machine.memory import HISTORY, STATE, affordable
from schemas.parts.problems import InputError
from stages.parse import MAX_STATES, REDUCED_LEVEL, parse


@lru_cache(maxsize=1)
def grader(asked: Asked) -> Grader:
    """Return the grader of a map, made once in a process and in those that it forks."""
    text, limit = asked.map, affordable(asked.max_histories, HISTORY)
    states = affordable(MAX_STATES, STATE)
    read = partial(parse, text.text, text.sha256, text.file, asked.rules, REDUCED_LEVEL, states)
    graph = about(text.name, read)
    number, exactly = counted(graph, limit)
    if number <= limit:
        try:
            return Grader(asked)
        except InputError:  # The map is right, as its graph could be made: it has too many states.
            exactly = False
    return LargeGrader(asked, graph, number, exactly)
