"""What the walks read of a state graph: its columns, places as bits, events as numbers."""

import json
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.events import Event
from schemas.state_graph import StateGraph
from schemas.state_graph.columns import GraphColumns, Int32s, Kind

NO_PLACE = 63

Int64s = NDArray[np.int64]


class Rules(NamedTuple):
    """A graph of n states as its columns, see `GraphColumns`, and tables beside."""

    kind: NDArray[np.int8]
    what: Int32s
    begin: Int32s
    targets: Int32s
    player: NDArray[np.int8]
    sees: Int32s
    bit: Int64s
    """By place of the columns: its position among the places of the secret."""
    places: int
    looked: Int32s
    """By place of the columns, twice: what is seen where it is empty, and where it is occupied."""
    drawn: Int32s
    """By draw: where what is seen of its outcomes begins in `shown`."""
    answered: Int32s
    """By text: the same of the actions of player 2."""
    shown: Int32s
    """What is seen, as numbers of `Seen`."""
    live: Int64s
    """Shape (n,): the places that matter from a state on, as bits; (0,) for a tree."""
    acts: NDArray[np.bool_]
    """Shape (n,): whether player 2 may move from there on; (0,) for a tree."""
    alone: NDArray[np.bool_]
    """Shape (n,): the same where it holds no place that matters."""


class Seen:
    """What player 1 is shown, each text with its number."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}

    def all(self, texts: list[str]) -> list[int]:
        """Return the numbers of texts."""
        return [self.number.setdefault(text, len(self.number)) for text in texts]


class Future(NamedTuple):
    """What matters from each state on: `live`, `acts`, `alone` of the rules."""

    live: Int64s
    acts: NDArray[np.bool_]
    alone: NDArray[np.bool_]


NO_FUTURE = Future(np.empty(0, np.int64), np.empty(0, np.bool_), np.empty(0, np.bool_))


def rules_of(
    graph: StateGraph, columns: GraphColumns, seen: Seen, future: Future = NO_FUTURE
) -> Rules:
    """Return what the walks read of a graph; what player 1 can see gets its numbers."""
    looked = [
        seen.all([f"{place} {event.value}" for event in (Event.EMPTY, Event.OCCUPIED)])
        for place in columns.places
    ]
    drawn = [seen.all(list(move.labels)) for move in columns.draws]
    answers = set(np.unique(columns.what[columns.player == 2]).tolist())
    answered = [
        seen.all(json.loads(text)) if number in answers else []
        for number, text in enumerate(columns.texts)
    ]
    shown = [number for one in (*drawn, *answered) for number in one]
    ends = np.cumsum([0, *map(len, drawn), *map(len, answered)]).astype(np.int32)
    return Rules(
        kind=columns.kind,
        what=columns.what,
        begin=columns.begin,
        targets=columns.targets,
        player=columns.player,
        sees=columns.sees,
        bit=place_bits(graph, columns),
        places=len(graph.places),
        looked=np.array(looked, np.int32).reshape(-1),
        drawn=ends[: len(drawn) + 1],
        answered=ends[len(drawn) :],
        shown=np.array(shown, np.int32),
        live=future.live,
        acts=future.acts,
        alone=future.alone,
    )


def place_bits(graph: StateGraph, columns: GraphColumns) -> Int64s:
    """Return, by place of the columns, its position among the places of the secret; NO_PLACE where
    it is none of them, as at a relocation that closes no place.
    """
    position = {name: at for at, (name, _) in enumerate(graph.places)}
    return np.array([position.get(name, NO_PLACE) for name in columns.places], np.int64)


def most_moves(graph: StateGraph, columns: GraphColumns) -> int:
    """Return the largest number of children that a node behind the root can have."""
    held = graph.secret.size if graph.secret else 0
    moved = 1 + held * (len(graph.places) - held)
    relocates = bool((columns.kind == Kind.RELOCATION).any())
    return max(1, int(np.diff(columns.begin).max(initial=0)), moved if relocates else 0)
