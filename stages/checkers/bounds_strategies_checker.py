"""What the strategies in bounds for a state graph play, for `bounds_checker`: they are read from
their lists, and refused if they depend on what their player cannot know.
"""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ...schemas.state_graph import NOTHING, ObservationGraph, TurnView

Array = np.ndarray[Any, Any]
zeros: Any = np.zeros
ENTRY = {"states", "actions", "probabilities"}


class Memory(NamedTuple):
    """A graph of n states and m moves as a player remembers it. What it sees of its own move comes
    after the move, by the only move of one of k additional states.
    """

    own: Array  # (n + k,): whether the player moves.
    begin: Array  # (n + k + 1,)
    origin: Array  # (m + k,)
    target: Array  # (m + k,)
    letter: Array  # (m + k,): twice the label of an own move, 1 + twice a text seen, or NOTHING.


class Rejected(Exception):
    """The bounds are not valid; the message has the reason."""


def moves_from(begin: Array, states: Array) -> tuple[Array, Array]:
    """Return for each move of some states the position of its state among them, and the move."""
    sizes = begin[states + 1] - begin[states]
    source = np.repeat(np.arange(len(states)), sizes)
    return source, np.arange(len(source)) + (begin[states] - np.cumsum(sizes) + sizes)[source]


def layers_of(graph: ObservationGraph) -> list[Array]:
    """Return the states in layers, each state after all its predecessors."""
    begin, target = graph.columns.begin.astype(int), graph.columns.target
    missing = np.bincount(target, minlength=len(graph.columns))
    found = [np.array([graph.start])]
    while len(found[-1]):
        following = target[moves_from(begin, found[-1])[1]]
        np.subtract.at(missing, following, 1)
        found.append(np.unique(following[missing[following] == 0]))
    expect(not missing.any(), "play can return to a state of the graph")
    return found


def recalled(graph: ObservationGraph, player: int, keep: Any) -> tuple[Any, list[Any]]:
    """Return a graph whose states also hold what `keep` leaves of a player's memory, and that. A
    memory of which it leaves None stays None.
    """
    columns, layers, wide = graph.columns, layers_of(graph), len(graph.columns.texts) + 1
    did = np.where((columns.actor == player)[columns.origin], columns.label, NOTHING).astype(int)
    adds = (did + 1) * wide + columns.sees[player - 1] + 1
    depth = zeros(len(columns), int)
    depth[np.concatenate(layers)] = np.repeat(np.arange(len(layers)), [*map(len, layers)])
    memories: list[Any] = [()]
    number, steps = {memories[0]: 0}, []
    waiting: list[list[Array]] = [[np.array([graph.start << 32])], *([] for _ in layers)]
    for arrived in filter(len, waiting):
        pairs = np.unique(np.concatenate(arrived))  # A state and the number of a memory.
        source, moves = moves_from(columns.begin.astype(int), pairs >> 32)
        expect(len(memories) * wide**2 < 2**63, "too many memories and texts")
        codes = (pairs[source] & 2**32 - 1) * wide**2 + adds[moves]
        codes, which = np.unique(codes, return_inverse=True)
        following = []
        for code in codes.tolist():
            memory, entry = divmod(code, wide**2)
            longer = _longer(memories[memory], divmod(entry, wide), columns.texts, keep)
            following.append(number.setdefault(longer, len(memories)))
            memories += [longer] * (len(number) - len(memories))
        leads = columns.target[moves].astype(int) << 32 | np.array(following, int)[which]
        for below in np.unique(depth[leads >> 32]).tolist():
            waiting[below].append(leads[depth[leads >> 32] == below])
        steps.append((pairs, moves, leads))
    pairs, moves, leads = map(np.concatenate, zip(*steps, strict=True))
    states, order = pairs >> 32, np.argsort(pairs)
    columns = replace(
        columns,
        **{key: getattr(columns, key)[states] for key in ("actor", "payoff")},
        begin=np.append(0, np.cumsum(np.diff(columns.begin)[states])),
        target=order[np.searchsorted(pairs[order], leads)].astype(np.int32),
        sees=(columns.sees[0][moves], columns.sees[1][moves]),
        **{key: getattr(columns, key)[moves] for key in ("label", "probability", "reward")},
    )
    last = [memories[memory] for memory in (pairs & 2**32 - 1).tolist()]
    names = (*(graph.names[state] for state in states.tolist()),)
    return replace(graph, states=TurnView(columns), names=names, start=0), last


def _longer(memory: Any, entry: tuple[int, int], texts: Any, keep: Any) -> Any:
    """Return what is kept of a memory after a text of its own and one that it sees; 0 is none."""
    both = zip(("did", "saw"), entry, strict=True)
    words = [f"{does} {texts[text - 1]}" for does, text in both if text]
    return None if memory is None else keep((*memory, *words))


def memory_of(graph: ObservationGraph, player: int, shared: bool) -> Memory:
    """Return what a player remembers of moves. Between its own action and the text that it sees of
    it there is one more state, for each move or `shared` by those that go on alike.
    """
    columns = graph.columns
    sees, target = columns.sees[player - 1].astype(int), columns.target.astype(int)
    origin, acts = columns.origin.astype(int), columns.actor == player
    own, size = acts[origin], len(columns)
    letter = np.where(own, 2 * columns.label, np.where(sees == NOTHING, NOTHING, 2 * sees + 1))
    both = own & (sees != NOTHING)
    pairs = sees[both] * size + target[both]
    which = np.arange(len(pairs))
    if shared:
        pairs, which = np.unique(pairs, return_inverse=True)
    target[both], more = size + which, np.arange(len(pairs))
    return Memory(
        np.append(acts, more < 0),
        np.append(columns.begin.astype(int), columns.begin[-1] + 1 + more),
        np.append(origin, size + more),
        np.append(target, pairs % size),
        np.append(letter, 2 * (pairs // size) + 1),
    )


def rows_by_memory(entries: Any, player: int, exact: bool) -> dict[tuple[str, ...], Any]:
    """Return the share of each action after each memory of a strategy, with `exact` a fraction."""
    expect(type(entries) is list, f"strategy {player} is not a list")
    found: dict[tuple[str, ...], Any] = {}
    for order, entry in enumerate(entries):
        where = f"strategy {player}, entry {order}:"
        sound = type(entry) is dict and entry.keys() - {"after", "exact"} == ENTRY - {"states"}
        expect(sound, f"{where} it needs actions and probabilities, and perhaps after and exact")
        after = entry.get("after", [])
        row: dict[str, Any] = _row(entry, where)
        if exact:
            row = dict(zip(row, map(Fraction, entry["exact"]), strict=True))
            sound = sum(row.values()) == 1 and min(row.values()) >= 0
            expect(sound, f"{where} the exact probabilities do not add up to 1")
        sound = type(after) is list and all(type(word) is str for word in after)
        expect(sound, f"{where} after is not a list of texts")
        expect((*after,) not in found, f"{where} the same memory has two entries")
        found[(*after,)] = row
    return found


def plan_unit(rows: dict[tuple[str, ...], dict[str, Fraction]]) -> int:
    """Return a common denominator of the probabilities with which a player alone plays actions."""
    unit = 1
    for after, row in rows.items():
        weight = Fraction(1)
        for at, word in enumerate(after):
            if word.startswith("did ") and after[:at] in rows:
                weight *= rows[after[:at]].get(word[4:], Fraction(0))
        unit = math.lcm(unit, *((weight * share).denominator for share in row.values()))
    return unit


def _row(entry: Any, where: str) -> dict[str, float]:
    """Return the share of each action of an entry."""
    actions, row = entry["actions"], entry["probabilities"]
    sound = type(actions) is list and all(type(text) is str for text in actions)
    expect(sound, f"{where} actions are not a list of texts")
    sound = type(row) is list and all(type(share) in (int, float) for share in row)
    sound = sound and all(0 <= share <= 1 for share in row) and any(row)
    expect(sound, f"{where} probabilities are from 0 to 1, and not all 0")
    shares = dict(zip(actions, row, strict=False))
    sizes = len(shares) == len(actions) == len(row)
    expect(sizes, f"{where} there is not one probability per action")
    return shares


def shares_of(graph: ObservationGraph, last: Any, player: int, rows: Any) -> Array:
    """Return the share of each move in its row: after a memory with an entry those of the entry,
    and otherwise the first action alone.
    """
    columns = graph.columns
    begin, label = columns.begin.tolist(), columns.label.tolist()
    found: Array = zeros(len(label))
    for at in np.flatnonzero(columns.actor == player).tolist():
        own = [columns.texts[text] for text in label[begin[at] : begin[at + 1]]]
        shares = rows.get(last[at], {own[0]: 1.0})
        said = f"strategy {player}: {graph.names[at]!r:.80} does not have all actions that are"
        expect(shares.keys() <= {*own}, f"{said} played after {', '.join(last[at] or ())!r:.200}")
        found[begin[at] : begin[at + 1]] = [shares.get(text, 0.0) for text in own]
    return found


def read_strategy(graph: ObservationGraph, last: Any, player: int, strategies: Any) -> Array:
    """Return the share of each move in its row; rows need not sum to 1."""
    columns, entries = graph.columns, strategies[player - 1]
    begin, label = columns.begin.tolist(), columns.label.tolist()
    number = {key: state for state, key in enumerate(zip(graph.names, last, strict=True))}
    missing = {*np.flatnonzero(columns.actor == player).tolist()}
    strategy: Array = zeros(len(label))
    expect(type(entries) is list, f"strategy {player} is not a list")
    for order, entry in enumerate(entries):
        where = f"strategy {player}, entry {order}:"
        sound = type(entry) is dict and entry.keys() - {"last"} == ENTRY
        sound = sound and all(type(part) is list for part in entry.values())
        expect(sound, f"{where} it needs the lists {', '.join(sorted(ENTRY))}")
        states, shares = entry["states"], _row(entry, where)
        texts = all(type(text) is str for text in (*states, *entry.get("last", ())))
        expect(texts and states != [], f"{where} states are texts, at least one")
        for name in states:
            state = number.get((name, (*entry.get("last", ()),)), -1)
            sound = state in missing
            expect(sound, f"{where} {name!r:.80} is repeated or not a state of this player")
            missing.remove(state)
            own = [columns.texts[text] for text in label[begin[state] : begin[state + 1]]]
            expect(shares.keys() == {*own}, f"{where} {name!r:.80} has other actions")
            strategy[begin[state] : begin[state + 1]] = [shares[text] for text in own]
    expect(not missing, f"strategy {player} has no entry for {len(missing)} states of the player")
    return strategy


def expect_same_rows(graph: ObservationGraph, classes: Array, player: int, strategy: Array) -> None:
    """Check that rows of a strategy are equal in states of one class with the same actions."""
    begin, label = graph.columns.begin.tolist(), graph.columns.label
    known: dict[Any, tuple[int, bytes]] = {}
    for at in np.flatnonzero(graph.columns.actor == player).tolist():
        moves = slice(begin[at], begin[at + 1])
        row = strategy[moves].tobytes()
        first, same = known.setdefault((classes[at], label[moves].tobytes()), (at, row))
        if same != row:
            both = " and ".join(f"{graph.names[state]!r:.80}" for state in (first, at))
            said = f"strategy {player} differs at {both}, which may look the same to its player"
            raise Rejected(said)


def classes_of(memory: Memory, layers: list[Array]) -> Array:
    """Return the finest classes of states such that equal letters lead from one class into one
    class. So states that a player remembers alike are in one class, and perhaps others with them.
    """
    live = memory.own.copy()  # Whether the player can still move: other states are left out.
    extra = np.arange(sum(map(len, layers)), len(live))
    for layer in (*layers[::-1], extra):
        source, moves = moves_from(memory.begin, layer)
        np.logical_or.at(live, layer[source], live[memory.target[moves]])
    kept = live[memory.target]
    silent, heard = kept & (memory.letter == NOTHING), kept & (memory.letter != NOTHING)
    origin, target, letter = (column[heard] for column in memory[2:])
    found = _united(np.arange(len(live)), memory.origin[silent], memory.target[silent])
    while True:
        keys = found[origin] * (int(letter.max(initial=0)) + 1) + letter
        _, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
        united = _united(found, target, target[firsts][which])
        if (united == found).all():
            return found
        found = united


def _united(classes: Array, some: Array, others: Array) -> Array:
    """Return classes, each numbered by its least state, after uniting those of pairs of states."""
    while (classes[some] != classes[others]).any():
        above, low = np.arange(len(classes)), np.minimum(classes[some], classes[others])
        np.minimum.at(above, classes[some], low)
        np.minimum.at(above, classes[others], low)
        while (above != above[above]).any():
            above = above[above]
        classes = above[classes]
    return classes


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)
