"""Which files belong to a report on a game: a source is recognised by its checksum, a state graph
by its source, and a linear program by the record in its solution.
"""

from collections.abc import Iterable

from ...schemas import state_graph
from ...schemas.game import Game
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.source import is_edited
from ...schemas.solution import Solution
from ...schemas.state_graph import Graph
from ..files.kinds import kind
from ..files.text import Text, lp_sha256

FILES = {
    "map": ("map", "txt"),
    "gambit": ("source", "efg"),
    "osposg": ("source", "osposg"),
    "matrix": ("source", "csv"),
    "normal-form": ("source", "nfg"),
    "source": ("source", "yaml"),
    "rules": ("source", "rules.yaml"),
    "state-graph": ("state graph", "states.yaml"),
    "linear-program": ("linear program", "lp"),
}
"""The kinds of additional files: the name in messages, and the ending of a text without a file
name. `read_member` verifies that such a file belongs to the game.
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


def read_member(name: str, text: Text, played: Game, solutions: Iterable[Solution]) -> Graph | None:
    """Return the state graph in a file that belongs to a game and its solutions; None for a file of
    another kind. `name` is a key of WORDS. Raises InputError for a file that does not belong to
    them.
    """
    graph = state_graph.read(text.text) if name == "state-graph" else None
    if graph is not None:
        is_other = graph.source != played.source
        why = "it was changed" if is_edited(graph.source) else "it has another source or level"
        said = f"is not the state graph of the game: {why}"
    elif name == "linear-program":
        is_other = all(solution.lp_sha256 != lp_sha256(text) for solution in solutions)
        said = "is not the linear program that was solved: its checksum is another"
    else:
        is_other = played.source is None or text.sha256 != played.source.sha256
        said = "is not the source of the game: its checksum is another"
    if is_other:
        raise InputError([Problem(said)])
    return graph


SOURCES = tuple(name for name in FILES if name not in ("state-graph", "linear-program"))
"""The kinds of sources that a game may have been parsed from."""
