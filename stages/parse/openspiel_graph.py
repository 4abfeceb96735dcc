"""From the name of a game of OpenSpiel to a state graph in which equal states are merged.

In the graph a player remembers its own actions and every text that it saw, in order. OpenSpiel
knows information state strings instead. So each move needs texts with which the memory at every
decision has the same content as the string. Three kinds of texts are tried, in the order of SIGHTS.
A player sees nothing of a move that leaves its string unchanged, and of every other move

- `_see_moves`: its label, if it is not the player's own. If the player cannot tell it from other
  moves of the state, it sees the labels of all of these; or only the number of moves, if it cannot
  tell any of them apart;
- `_see_observations`: OpenSpiel's observation string after the move, if the game has it;
- `_see_changes`: the words of its string that changed.

Every history is visited, and at every decision two tables check that equal memories have equal
strings, and equal strings equal memories. Where that fails, the next kind is tried. States are
merged from the end: two histories share a state if and only if their moves have the same labels,
probabilities and texts, and lead to the same states (hash consing, as in the minimisation of
acyclic automata: Revuz, Theoretical Computer Science 92, 1992). So the graph, unfolded, is
OpenSpiel's tree, and its information sets are OpenSpiel's. Nothing is assumed about `str(state)`,
which may lack the views of the players, as in phantom_ttt, or the number of rounds that are left,
as in oshi_zumo.

Games with too many histories are possible if they are in KEYED: those whose source code shows that
the future depends on a few strings only. There each state is visited once. The check of memories
covers the visited histories only; in addition, one in SAMPLED histories that lead to a known state
is expanded and must agree with it. If a check fails, all histories are visited.
"""

import re
from array import array
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

from efgc.schemas.observation_graph import (
    NOTHING,
    Actor,
    GraphBuilder,
    ObservationColumns,
    ObservationGraph,
)
from efgc.schemas.observation_graph.columns import FIELDS
from efgc.schemas.parts.exact import brief
from efgc.schemas.parts.limits import more_than
from efgc.schemas.parts.problems import Problem, SizeError, shown
from efgc.schemas.parts.source import OPENSPIEL, Source
from efgc.schemas.parts.watch import Watch
from efgc.stages.isolated import ProcessDied, isolated
from efgc.stages.parse.openspiel import (
    PREFIX,
    Returns,
    action_labels,
    after_both,
    chance_move,
    on_game,
    refusal,
    refuse_far_too_large,
    words,
)

PLAYERS = 0, 1  # OpenSpiel's numbers.
SAMPLED = 64
TREE = "Without --merged it is compiled to its tree"
Known = tuple[str, str]
"""The information state strings of both players."""
Texts = tuple[str | None, str | None]
"""What the two players see of a move; None is nothing."""
_WORD = re.compile(r"[^\s/]+")


class Limits(NamedTuple):
    """The largest numbers of histories and of states to be visited."""

    histories: int
    states: int


def parse_openspiel_graph(
    text: str,
    sha256: str,
    limits: Limits,
    watch: Watch = lambda done, total: None,
    files: bool = True,
) -> ObservationGraph:
    """Return the state graph of a game of OpenSpiel, named with its parameters, at level 1.

    `watch` is called with the number of histories or states visited so far, and 0 for the unknown
    total. Raise InputError in the cases of `parse_openspiel`, with the limits of here; also if the
    sum of the payoffs is not 0, or no texts are found that say what the players learn.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        return isolated("OpenSpiel", _graph, name, sha256, limits, files, watch=watch)
    except ProcessDied as error:
        raise refusal(f"{error} while reading {shown(name)}") from None


def _graph(name: str, sha256: str, limits: Limits, files: bool, watch: Watch) -> ObservationGraph:
    title, walk = on_game(name, files, lambda root: _walk(name, root, limits, watch))
    if walk.returns.constant:
        raise refusal(
            f"the payoffs of {shown(name)} sum to {brief(walk.returns.constant)}; in a state graph "
            f"they sum to 0. {TREE}"
        )
    columns = walk.columns()
    return ObservationGraph(
        title=title,
        source=Source(file=f"{PREFIX}{name}", sha256=sha256, rules=OPENSPIEL, level=1),
        players=("player 1", "player 2"),
        names=tuple(f"s{number}" for number in range(len(columns))),
        columns=columns,
        start=0,
    )


def _walk(name: str, root: Any, limits: Limits, watch: Watch) -> "GraphWalk":
    """Return the first completed walk whose checks hold."""
    keyed = KEYED.get(name.partition("(")[0].strip())
    if keyed is not None:
        with suppress(_Unsuited):
            return _completed(GraphWalk(limits.states, watch, keyed.sight, keyed.key), root)
    refuse_far_too_large(root, limits.histories)
    observed = root.get_game().get_type().provides_observation_string
    for sight in SIGHTS:
        if observed or sight is not _see_observations:
            with suppress(_Unsuited):
                return _completed(GraphWalk(limits.histories, watch, sight, None), root)
    raise refusal(
        f"the information states of {shown(name)} do not follow from what the players see of each "
        f"move; perhaps a player forgets something. {TREE}"
    )


def _completed(walk: "GraphWalk", root: Any) -> "GraphWalk":
    walk.go(root)
    return walk


Offer = tuple[Sequence[int], tuple[str, ...]]
"""OpenSpiel's numbers of the actions of a player, and their labels."""


class _Successor(NamedTuple):
    """An OpenSpiel state after one of several moves."""

    label: str
    state: Any
    known: Known


class _Unsuited(Exception):
    """The texts or the keys do not fit the game."""


Sight = Callable[[str, Sequence[_Successor], int], list[str | None]]
"""Takes the string of a player before a move, the successors by the moves of others, and the
player; returns what it sees of each move.
"""


def _see_moves(before: str, after: Sequence[_Successor], player: int) -> list[str | None]:
    alike: dict[Hashable, list[str]] = {}
    # Nothing needs to be told apart after the end.
    kinds = [
        (at,) if one.state.is_terminal() else one.known[player] for at, one in enumerate(after)
    ]
    for kind, one in zip(kinds, after, strict=True):
        alike.setdefault(kind, []).append(one.label)
    hidden = f"one of {len(after)} moves" if len(alike) == 1 < len(after) else ""
    texts = {kind: hidden or " or ".join(labels) for kind, labels in alike.items()}
    return [None if kind == before else texts[kind] for kind in kinds]


def _see_observations(before: str, after: Sequence[_Successor], player: int) -> list[str | None]:
    return [
        None
        if one.state.is_terminal() or one.known[player] == before
        else words(one.state.observation_string(player))
        for one in after
    ]


def _see_changes(before: str, after: Sequence[_Successor], player: int) -> list[str | None]:
    return [
        None
        if one.state.is_terminal() or one.known[player] == before
        else _change(before, one.known[player])
        for one in after
    ]


def _change(before: str, after: str) -> str:
    pairs = zip_longest(_WORD.findall(before), _WORD.findall(after))
    return " ".join(new for old, new in pairs if new and new != old) or words(after)


SIGHTS: tuple[Sight, ...] = _see_moves, _see_observations, _see_changes


def _board(state: Any) -> Hashable:
    return str(state)


def _board_and_views(state: Any) -> Hashable:
    views = (state.observation_string(player) for player in PLAYERS)
    return (state.current_player(), str(state), *views)


class Keyed(NamedTuple):
    """A game whose states are known by a key."""

    key: Callable[[Any], Hashable]
    sight: Sight


KEYED = {
    # The board is all that there is, and both players see every move.
    "tic_tac_toe": Keyed(_board, _see_moves),
    # phantom_ttt.cc keeps the board, whose turn it is, both views (with `reveal-numturns` the
    # observations add the number of moves) and the moves made. Rules and views never read the
    # latter. A player's string is its view and its own actions, in order: a view only grows, by a
    # mark on the square of each own action, so the views after each of them follow.
    "phantom_ttt": Keyed(_board_and_views, _see_observations),
}
"""Games whose key determines the future, by the source code of OpenSpiel."""


class _Position(NamedTuple):
    """A history: OpenSpiel's state, and how the players remember it."""

    state: Any
    known: Known
    memories: tuple[int, int]
    joint: "Sequence[_Move] | None" = None
    """Where both players move at once and player 1 has moved: the moves of player 2."""


class _Move(NamedTuple):
    """A move in a state of OpenSpiel."""

    label: str
    probability: Fraction | None
    texts: Texts
    state: Any
    known: Known
    joint: "Sequence[_Move] | None" = None


class _Frame:
    """A position whose moves are followed one by one."""

    def __init__(self, actor: Actor, key: Hashable, position: _Position, moves: Sequence[_Move]):
        self.actor, self.key, self.position, self.moves = actor, key, position, moves
        self.targets: list[int] = []


class GraphWalk:
    """A walk from an OpenSpiel state through all histories, or through the states with distinct
    keys, depth first. Each state of the graph is added after all states that it leads to.
    """

    def __init__(
        self, most: int, watch: Watch, sight: Sight, key: Callable[[Any], Hashable] | None
    ) -> None:
        self.most, self.watch, self.sight, self.key = most, watch, sight, key
        self.builder = GraphBuilder()
        self.returns = Returns()
        self.visited = self.repeated = 0
        self.number: dict[tuple[int, ...], int] = {}
        """The states of the graph by their contents."""
        self.at: dict[Hashable, int] = {}
        """The states of the graph by their keys."""
        self.longer: dict[tuple[int, bool, str], int] = {}
        """The memories by the memory before, whether the last item is an own action, and its text.
        """
        self.memory_of: dict[tuple[int, str], tuple[int, tuple[int | str, ...]]] = {}
        """The memory, the legal actions and their labels by player and string."""
        self.string_of: dict[tuple[int, int], str] = {}

    def go(self, root: Any) -> None:
        """Add all states. Raise _Unsuited if a check fails, and SizeError if there are too many."""
        known = _strings(root)
        stack: list[_Frame] = []
        done = self._enter(_Position(root, known, (0, 0)), stack)
        while stack:
            frame = stack[-1]
            if done is not None:
                frame.targets.append(done)
            if len(frame.targets) < len(frame.moves):
                following = self._after(frame, frame.moves[len(frame.targets)])
                done = self._enter(following, stack)
            else:
                done = self._number(frame)
                if self.key and frame.position.joint is None:
                    self.at[frame.key] = done
                stack.pop()

    def _enter(self, position: _Position, stack: list[_Frame]) -> int | None:
        """Return the state of a position if it is known; else None, with its frame on the stack."""
        state = position.state
        if state.is_terminal():
            if not self.key:
                self._visit()
            return self._end(state)
        key = self.key(state) if self.key and position.joint is None else None
        if key is not None and key in self.at:
            self.repeated += 1
            if self.repeated % SAMPLED == 0:
                self._compare(position, self.at[key])
            return self.at[key]
        self._visit()
        stack.append(self._frame(key, position))
        return None

    def _visit(self) -> None:
        if self.visited >= self.most:
            counted = ("states", "--max-states") if self.key else ("histories",)
            raise SizeError([Problem(f"the game {more_than(self.most, *counted)}")])
        if self.visited % 4096 == 0:
            self.watch(self.visited, 0)
        self.visited += 1

    def _end(self, state: Any) -> int:
        payoff = self.builder.number(self.returns.first(state))
        return self.number.setdefault((Actor.TERMINAL, payoff), len(self.number))

    def _frame(self, key: Hashable, position: _Position) -> _Frame:
        state = position.state
        if position.joint is not None:
            self._offered(position, 1)
            return _Frame(Actor.PLAYER_2, key, position, position.joint)
        if state.is_simultaneous_node():
            return _Frame(Actor.PLAYER_1, key, position, self._joint_moves(position))
        if state.is_chance_node():
            return _Frame(Actor.CHANCE, key, position, self._chance_moves(position))
        player = state.current_player()
        return _Frame(Actor(player + 1), key, position, self._own_moves(position, player))

    def _offered(self, position: _Position, player: int) -> Offer:
        """Return the legal actions of a player who moves. Raise _Unsuited unless its memory and its
        string determine each other and the actions.
        """
        memory, string = position.memories[player], position.known[player]
        actions = position.state.legal_actions(player)
        labels = action_labels(position.state, player, actions)
        content = memory, (*actions, *labels)
        if self.memory_of.setdefault((player, string), content) != content:
            raise _Unsuited
        if self.string_of.setdefault((player, memory), string) != string:
            raise _Unsuited
        return actions, labels

    def _own_moves(self, position: _Position, player: int) -> list[_Move]:
        after = _successors(position.state, *self._offered(position, player))
        other = self.sight(position.known[1 - player], after, 1 - player)
        # A player knows its own move, so each is seen as if there were no other.
        own = [
            None
            if self.sight is _see_moves
            else self.sight(position.known[player], [one], player)[0]
            for one in after
        ]
        texts = zip(*((own, other) if player == 0 else (other, own)), strict=True)
        return [
            _Move(one.label, None, seen, one.state, one.known)
            for one, seen in zip(after, texts, strict=True)
        ]

    def _chance_moves(self, position: _Position) -> list[_Move]:
        actions, labels, probabilities = chance_move(position.state)
        after = _successors(position.state, actions, labels)
        texts = zip(*(self.sight(position.known[at], after, at) for at in PLAYERS), strict=True)
        return [
            _Move(one.label, probability, seen, one.state, one.known)
            for one, probability, seen in zip(after, probabilities, texts, strict=True)
        ]

    def _joint_moves(self, position: _Position) -> list[_Move]:
        """Return the moves of player 1, each with those of player 2, who does not see it."""
        state = position.state
        actions, labels = self._offered(position, 0)
        others = state.legal_actions(1)
        other_labels = action_labels(state, 1, others)
        after = [
            [_successor(label, after_both(state, action, other)) for other in others]
            for label, action in zip(labels, actions, strict=True)
        ]
        second_sees = [
            self.sight(position.known[1], column, 1) for column in zip(*after, strict=True)
        ]
        found = []
        for number, row in enumerate(after):
            named = [
                one._replace(label=label) for label, one in zip(other_labels, row, strict=True)
            ]
            first_sees = self.sight(position.known[0], named, 0)
            moves = [
                _Move(one.label, None, (seen, column[number]), one.state, one.known)
                for one, seen, column in zip(named, first_sees, second_sees, strict=True)
            ]
            found.append(_Move(labels[number], None, (None, None), state, position.known, moves))
        return found

    def _after(self, frame: _Frame, move: _Move) -> _Position:
        first, second = (
            self._remembered(
                frame.position.memories[player], frame.actor == player + 1, player, move
            )
            for player in PLAYERS
        )
        return _Position(move.state, move.known, (first, second), move.joint)

    def _remembered(self, memory: int, own: bool, player: int, move: _Move) -> int:
        if own:
            memory = self.longer.setdefault((memory, True, move.label), len(self.longer) + 1)
        text = move.texts[player]
        if text is not None:
            memory = self.longer.setdefault((memory, False, text), len(self.longer) + 1)
        return memory

    def _number(self, frame: _Frame) -> int:
        """Return the state with the content of a frame."""
        return self.number.setdefault(self._content(frame), len(self.number))

    def _content(self, frame: _Frame) -> tuple[int, ...]:
        builder = self.builder
        content: list[int] = [frame.actor]
        for move, target in zip(frame.moves, frame.targets, strict=True):
            probability = move.probability
            content += (
                builder.text(move.label),
                target,
                NOTHING if probability is None else builder.number(probability),
                0,
                *(NOTHING if text is None else builder.text(text) for text in move.texts),
            )
        return tuple(content)

    def _compare(self, position: _Position, number: int) -> None:
        """Raise _Unsuited unless a position has the content of the state that has its key."""
        assert self.key is not None
        frame = self._frame(None, position)
        frame.targets = [
            self._end(move.state)
            if move.state.is_terminal()
            else self.at.get(self.key(move.state), NOTHING)
            for move in frame.moves
        ]
        if self.number.get(self._content(frame)) != number:
            raise _Unsuited

    def columns(self) -> ObservationColumns:
        """Return the columns of the graph; its start is state 0, and moves lead to later states."""
        last = len(self.number) - 1
        for actor, *content in reversed(self.number):
            if actor == Actor.TERMINAL:
                self.builder.end(content[0])
                continue
            moves = array("i", content)
            for at in range(1, len(moves), FIELDS):
                moves[at] = last - moves[at]
            self.builder.add(actor, moves)
        return self.builder.columns()


def _strings(state: Any) -> Known:
    if state.is_terminal():
        return "", ""
    return state.information_state_string(0), state.information_state_string(1)


def _successor(label: str, state: Any) -> _Successor:
    return _Successor(label, state, _strings(state))


def _successors(state: Any, actions: Sequence[int], labels: Sequence[str]) -> list[_Successor]:
    return [
        _successor(label, state.child(action))
        for label, action in zip(labels, actions, strict=True)
    ]
