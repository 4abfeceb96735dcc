"""OpenSpiel's games as a source, by name: `openspiel:leduc_poker(players=2)`.

The tree is walked in OpenSpiel itself, which is imported here alone, in a process
that may die. Where both players move at once, player 1's node comes first and
player 2 does not see it.
A game is taken with its own notion of what a player knows, its information
state strings. OpenSpiel's numbers are floating point: each is taken as the
fraction with the smallest denominator that rounds to it, and what then does
not sum to 1, or not to the same constant, is refused.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from schemas.parts.exact import brief
from schemas.parts.installed import install_extra
from schemas.parts.labels import distinct
from schemas.parts.limits import more_than
from schemas.parts.problems import EfgcError, InputError, Problem, shown
from schemas.parts.source import OPENSPIEL, Source
from stages.isolated import Died, isolated
from stages.isolated.inside import Watch, no_files
from stages.parse.gambit.recall import recall_problems

PREFIX = "openspiel:"
# Of probabilities and payoffs: products of small numbers of cards and dice.
MAX_DENOMINATOR = 10**6
# Of OpenSpiel 2.0: word_list_file, ...
_FILE = re.compile(r"(?<!pro)file|path|(^|_)root|folder|dir(ectory)?$", re.IGNORECASE)


def is_openspiel(text: str) -> bool:
    """Return whether a text names a game of OpenSpiel.

    >>> is_openspiel("openspiel:kuhn_poker"), is_openspiel("kuhn_poker")
    (True, False)
    """
    return text.startswith(PREFIX)


def parse_openspiel(
    text: str,
    sha256: str,
    max_nodes: int,
    watch: Watch = lambda done, total: None,
    files: bool = True,
) -> Game:
    """Return the tree of a game of OpenSpiel, named with its parameters.

    `watch` is called with the number of nodes so far, and 0 for their unknown
    total. Raises InputError if there is no such game, if it has not two players
    whose payoffs always add up to the same and who forget nothing, does not say
    what a player knows, has more than `max_nodes` nodes, or opens a file
    although it should not (`files`): a name that comes out of a file.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        game = isolated("OpenSpiel", _tree, name, sha256, max_nodes, files, watch=watch)
    except Died as error:
        raise _refused(f"{error}; it was asked for {shown(name)}") from None
    problems = recall_problems(game)
    if problems:
        raise InputError(problems[:1])
    return game


def _tree(name: str, sha256: str, max_nodes: int, files: bool, watch: Watch) -> Game:
    try:
        import pyspiel
    except ImportError:
        raise _refused(f"OpenSpiel is not installed here: {install_extra('openspiel')}") from None
    try:
        played = _load(pyspiel, name, files)
        with _opening(files):
            _check_type(pyspiel, name, played.get_type(), played.num_players())
            walk = _Walk(max_nodes, watch)
            walk.go(played.new_initial_state())
    except (EfgcError, MemoryError):
        raise
    except Exception as error:  # Its games are other people's code, in C++ and in Python.
        said = (str(error).splitlines() or [type(error).__name__])[0].removesuffix(
            " Available games are:"
        )
        raise _refused(f"OpenSpiel says of {shown(name)}: {said}") from None
    source = Source(f"{PREFIX}{name}", sha256, OPENSPIEL, 0)
    return Game(
        title=str(played),
        source=source,
        players=("player 1", "player 2"),
        states=0,
        information_sets=tuple(walk.information_sets),
        nodes=tuple(node for node in walk.nodes if node is not None),
        constant=walk.constant or Fraction(0),
    )


def _load(pyspiel: Any, name: str, files: bool) -> Any:
    if not files:
        _refuse_files(pyspiel.game_parameters_from_string(name))
    try:
        with _opening(files):
            return pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        if not str(error).startswith("Unknown game"):
            raise
    with suppress(ImportError):
        import open_spiel.python.games  # noqa: F401  Those written in Python come with it.
    with _opening(files):
        return pyspiel.load_game(name)


def _opening(files: bool) -> AbstractContextManager[None]:
    """Give what lets files be opened, or lets none."""
    return nullcontext() if files else no_files()


def _refuse_files(parameters: dict[str, Any]) -> None:
    """Raise InputError for a parameter that names a file, also of a game within the game."""
    for parameter, value in parameters.items():
        if isinstance(value, dict):
            _refuse_files(value)
        elif _FILE.search(parameter):
            raise _refused(
                f"the game {shown(parameters.get('name', ''))} opens a file, "
                f"{parameter}={shown(value)}; "
                "a game that a file names may not: name it on the command line"
            )


def rational(number: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a number of floating point.

    >>> rational(1 / 3), rational(-0.1), rational(2.0)
    (Fraction(1, 3), Fraction(-1, 10), Fraction(2, 1))
    """
    exact = Fraction(number)
    near = exact.limit_denominator(MAX_DENOMINATOR)
    return near if float(near) == number else exact


def _check_type(pyspiel: Any, name: str, kind: Any, players: int) -> None:
    if players != 2:
        raise _refused(f"{shown(name)} has {players} players; a game here has 2")
    if kind.utility not in (
        pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.Utility.CONSTANT_SUM,
    ):
        raise _refused(f"the payoffs of {shown(name)} do not always add up to the same")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise _refused(f"chance in {shown(name)} is only sampled; its probabilities are not known")
    if not kind.provides_information_state_string:
        raise _refused(
            f"{shown(name)} does not say what a player knows: it has no information state strings"
        )


@dataclass
class _Walk:
    """The way through all states, in prefix order; a stack of our own holds those that wait."""

    max_nodes: int
    watch: Callable[[int, int], None]
    nodes: list[Node | None] = field(default_factory=list)
    information_sets: list[InformationSet] = field(default_factory=list)
    constant: Fraction | None = None
    known: dict[tuple[int, str], int] = field(default_factory=dict)
    raw: list[tuple[int, ...]] = field(default_factory=list)
    """Per information set OpenSpiel's numbers of its actions."""
    rational: Callable[[float], Fraction] = field(default_factory=lambda: cache(rational))

    def go(self, root: Any) -> None:
        # Who waits: a state, the move of player 1 where both move at once, and where to put the
        # number of its node.
        waiting: list[tuple[Any, int | None, list[int], int]] = [(root, None, [0], 0)]
        inner: list[tuple[int, Callable[[tuple[int, ...]], Node], list[int]]] = []
        while waiting:
            state, first, into, at = waiting.pop()
            number = into[at] = len(self.nodes)
            self.nodes.append(None)
            if number >= self.max_nodes:
                raise _refused(f"the tree {more_than(self.max_nodes, 'nodes')}")
            if number % 4096 == 0:
                self.watch(number, 0)
            if state.is_terminal():
                self.nodes[number] = self._end(state)
                continue
            make, following = self._move(state, first)
            children = [0] * len(following)
            inner.append((number, make, children))
            waiting += [
                (child, move, children, at)
                for at, (child, move) in reversed(list(enumerate(following)))
            ]
        for number, make, children in inner:
            self.nodes[number] = make(tuple(children))

    def _move(
        self, state: Any, first: int | None
    ) -> tuple[Callable[[tuple[int, ...]], Node], list[tuple[Any, int | None]]]:
        """Return what makes the node when its children are known, and the states that follow."""
        if state.is_chance_node():
            return self._chance(state)
        if not state.is_simultaneous_node():
            player, actions = state.current_player(), state.legal_actions()
            infoset = self._infoset(state, player, actions)
            return lambda children: Decision(infoset, children), [
                (state.child(action), None) for action in actions
            ]
        if first is None:
            actions = state.legal_actions(0)
            infoset = self._infoset(state, 0, actions)
            return lambda children: Decision(infoset, children), [
                (state, action) for action in actions
            ]
        actions = state.legal_actions(1)
        infoset = self._infoset(state, 1, actions)
        return lambda children: Decision(infoset, children), [
            (_both(state, first, action), None) for action in actions
        ]

    def _chance(
        self, state: Any
    ) -> tuple[Callable[[tuple[int, ...]], Node], list[tuple[Any, int | None]]]:
        outcomes = [
            (action, probability)
            for action, probability in state.chance_outcomes()
            if probability > 0
        ]
        probabilities = tuple(self.rational(probability) for _, probability in outcomes)
        if sum(probabilities) != 1:
            raise _refused(
                f"the probabilities of chance after {shown(state.history_str())} sum to "
                f"{brief(sum(probabilities, Fraction(0)))}, not to 1"
            )
        labels = distinct(
            [
                _words(state.action_to_string(state.current_player(), action))
                for action, _ in outcomes
            ]
        )
        return lambda children: Chance(labels, probabilities, children), [
            (state.child(action), None) for action, _ in outcomes
        ]

    def _infoset(self, state: Any, player: int, actions: Sequence[int]) -> int:
        knows = state.information_state_string(player)
        number = self.known.setdefault((player, knows), len(self.raw))
        if number == len(self.raw):
            labels = distinct(
                [_words(state.action_to_string(player, action)) for action in actions]
            )
            self.information_sets.append(
                InformationSet(player + 1, "", (_words(knows) or f"set {number}",), labels)
            )
            self.raw.append(tuple(actions))
        elif self.raw[number] != tuple(actions):
            raise _refused(
                f"player {player + 1} has other actions after {shown(state.history_str())} than "
                "elsewhere, "
                "although it knows the same"
            )
        return number

    def _end(self, state: Any) -> Terminal:
        first, second = (self.rational(payoff) for payoff in state.returns())
        if self.constant is None:
            self.constant = first + second
        if first + second != self.constant:
            raise _refused(
                f"the payoffs after {shown(state.history_str())} add up to "
                f"{brief(first + second)}, "
                f"elsewhere to {brief(self.constant)}"
            )
        return Terminal(first)


def _both(state: Any, first: int, second: int) -> Any:
    following = state.clone()
    following.apply_actions([first, second])
    return following


def _words(text: str) -> str:
    return " ".join(text.split())


def _refused(message: str) -> InputError:
    return InputError([Problem(message)])
