"""The input of the walks: the columns of a state graph, places as bits, events as numbers."""

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
    """The columns of a graph of n states, see `GraphColumns`, and further tables."""

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
    """By place of the columns, two entries: the observation if it is empty, and if it is occupied.
    """
    drawn: Int32s
    """By draw: the start in `shown` of the observations of its outcomes."""
    answered: Int32s
    """By text: the start in `shown` of the observations of the actions of player 2."""
    shown: Int32s
    """Observations, as numbers of `Seen`."""
    live: Int64s
    """Shape (n,): the places that matter from a state on, as bits; (0,) for a tree."""
    acts: NDArray[np.bool_]
    """Shape (n,): whether player 2 may move from a state on; (0,) for a tree."""
    alone: NDArray[np.bool_]
    """Shape (n,): the same if player 2 holds no place that matters; (0,) for a tree."""


class Seen:
    """The texts of player 1's observations, with their numbers."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}

    def all(self, texts: list[str]) -> list[int]:
        """Return the numbers of texts."""
        return [self.number.setdefault(text, len(self.number)) for text in texts]


class Future(NamedTuple):
    """The relevant future of each state: `live`, `acts`, `alone` of the rules."""

    live: Int64s
    acts: NDArray[np.bool_]
    alone: NDArray[np.bool_]


NO_FUTURE = Future(np.empty(0, np.int64), np.empty(0, np.bool_), np.empty(0, np.bool_))


def rules_of(
    graph: StateGraph, columns: GraphColumns, seen: Seen, future: Future = NO_FUTURE
) -> Rules:
    """Return the walks' input for a graph; player 1's observations get their numbers in `seen`."""
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
    """Return, for each place of the columns, its position among the places of the secret; NO_PLACE
    if it is not one of them, as at a relocation that closes no place.
    """
    position = {name: at for at, (name, _) in enumerate(graph.places)}
    return np.array([position.get(name, NO_PLACE) for name in columns.places], np.int64)


def most_moves(graph: StateGraph, columns: GraphColumns) -> int:
    """Return the largest number of children that a node below the root can have."""
    held = graph.secret.size if graph.secret else 0
    moved = 1 + held * (len(graph.places) - held)
    relocates = bool((columns.kind == Kind.RELOCATION).any())
    return max(1, int(np.diff(columns.begin).max(initial=0)), moved if relocates else 0)
