"""Which files belong to a report on a game: a source is recognised by its checksum, a state graph
by its source, and a linear program by the record in its solution.
"""

from collections.abc import Callable, Iterable, Sequence

from ...schemas.game import Game
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.source import is_edited
from ...schemas.solution import Solution
from ..files.kinds import kind
from ..files.sources import Graph, read_graph
from ..files.text import Text, lp_sha256

Read = Graph | None
FILES = {
    "map": ("map", "txt"),
    "gambit": ("source", "efg"),
    "liteefg": ("source", "game"),
    "osposg": ("source", "osposg"),
    "matrix": ("source", "csv"),
    "normal-form": ("source", "nfg"),
    "payoff-table": ("source", "yaml"),
    "source": ("source", "yaml"),
    "rules": ("source", "rules.yaml"),
    "state-graph": ("state graph", "states.yaml"),
    "linear-program": ("linear program", "lp"),
}
"""The kinds of additional files: the name in messages, and the ending of a text without a file
name. A row of CHECKED verifies that such a file belongs to the game.
"""
WORDS = {kind: name for kind, (name, _) in FILES.items()}
SUFFIXES = {kind: suffix for kind, (_, suffix) in FILES.items()}


def by_kind(beside: Iterable[Text]) -> dict[str, Text]:
    """Return files by their kind, a key of WORDS. Raises InputError for two files of one kind."""
    found: dict[str, Text] = {}
    for text in beside:
        name = kind(text.text)
        same = [known for known in found if WORDS[known] == WORDS[name]]
        if same:
            raise other(text, f"another {WORDS[name]} beside {found[same[0]].name}; name only one")
        found[name] = text
    return found


def other(text: Text, words: str) -> InputError:
    """Return the error for a file that does not belong to a report."""
    return InputError([Problem(words)], text.name)


def _refuse(words: str) -> InputError:
    return InputError([Problem(words)])


def _check_source(text: Text, played: Game, solved: Sequence[tuple[Text, Solution]]) -> None:
    if played.source is None or text.sha256 != played.source.sha256:
        raise _refuse("is not the source of the game: its checksum is another")


def _checked_graph(text: Text, played: Game, solved: Sequence[tuple[Text, Solution]]) -> Graph:
    graph = read_graph(text.text)
    if is_edited(graph.source) and graph.source != played.source:
        raise _refuse("is not the state graph of the game: it was changed")
    if graph.source != played.source:
        raise _refuse("is not the state graph of the game: it has another source or level")
    return graph


def _check_program(text: Text, played: Game, solved: Sequence[tuple[Text, Solution]]) -> None:
    if all(solution.lp_sha256 != lp_sha256(text) for _, solution in solved):
        raise _refuse("is not the linear program that was solved: its checksum is another")


CHECKED: dict[str, Callable[[Text, Game, Sequence[tuple[Text, Solution]]], Read]] = {
    "map": _check_source,
    "source": _check_source,
    "rules": _check_source,
    "gambit": _check_source,
    "liteefg": _check_source,
    "osposg": _check_source,
    "matrix": _check_source,
    "normal-form": _check_source,
    "payoff-table": _check_source,
    "state-graph": _checked_graph,
    "linear-program": _check_program,
}
"""By kind, a function that raises InputError for a file that does not belong to a game and its
solutions. It returns the record of the file if it had to be parsed for that.
"""
SOURCES = tuple(name for name, check in CHECKED.items() if check is _check_source)
"""The kinds of sources that a game may have been parsed from."""
