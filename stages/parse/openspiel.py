"""OpenSpiel's games as a source, by name: `openspiel:leduc_poker(players=2)`.

OpenSpiel itself is used to walk the tree. It is imported only here, in a separate
process that may crash. If both players move at once, player 1's node comes first
and player 2 does not see it.
The players' knowledge is OpenSpiel's own, its information state strings.
OpenSpiel's numbers are floating point: each is converted to the fraction with
the smallest denominator that rounds to it. A game whose probabilities then do
not sum to 1, or whose payoffs have no constant sum, is refused.

Far too large trees are refused early, by an estimate from random plays. A random play gives an
estimate as a product of the numbers of moves on its way; its mean is the number of nodes (Knuth,
"Estimating the efficiency of backtrack programs", 1975). A tree is almost certainly too large if,
in each of GROUPS groups of plays, the average estimate is at least FACTOR times the limit: by
Markov's inequality, this happens to one group of a tree that fits with a probability of at most
1 / FACTOR, and to all of them with one of at most 1 / FACTOR ** GROUPS, less than one in a million.
"""

import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ...schemas.game import Game, InformationSet
from ...schemas.parts.exact import brief
from ...schemas.parts.install_commands import install_extra
from ...schemas.parts.labels import distinct
from ...schemas.parts.limits import beyond, more_than
from ...schemas.parts.near import did_you_mean
from ...schemas.parts.problems import EfgcError, InputError, Problem, SizeError, counted, shown
from ...schemas.parts.source import OPENSPIEL, Source
from ...schemas.parts.watch import Watch
from ..isolated import ProcessDied, isolated
from ..isolated.sandbox import forbid_files
from .gambit.recall import recall_problems
from .recognising import OPENSPIEL_PREFIX
from .tree_builder import TreeBuilder

# Of probabilities and payoffs: products of small numbers of cards and dice.
MAX_DENOMINATOR = 10**6


@lru_cache(2**16)
def rational(number: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a floating-point number.

    >>> rational(1 / 3), rational(-0.1), rational(2.0)
    (Fraction(1, 3), Fraction(-1, 10), Fraction(2, 1))
    """
    exact = Fraction(number)
    near = exact.limit_denominator(MAX_DENOMINATOR)
    return near if float(near) == number else exact


class Returns:
    """The payoffs at the ends of a game, which must have a constant sum."""

    def __init__(self) -> None:
        self.constant: Fraction | None = None

    def first(self, state: Any) -> Fraction:
        """Return the payoff to player 1 in a terminal state."""
        first, second = (rational(payoff) for payoff in state.returns())
        if self.constant is None:
            self.constant = first + second
        if first + second != self.constant:
            raise refusal(
                f"the payoffs after {shown(state.history_str())} sum to "
                f"{brief(first + second)}, elsewhere to {brief(self.constant)}"
            )
        return first


Waiting = tuple[Any, int | None, int]
"""A state, the move of player 1 if both move at once, and the parent node."""
PROBED = 1_024
"""Number of nodes after which the size of the tree is estimated: smaller trees are walked faster.
"""


@dataclass
class TreeWalk:
    """A walk through all states in prefix order, with an explicit stack of waiting states."""

    max_nodes: int
    watch: Watch
    tree: TreeBuilder = field(default_factory=TreeBuilder)
    returns: Returns = field(default_factory=Returns)
    known: dict[tuple[int, str], int] = field(default_factory=dict)
    raw: list[tuple[int, ...]] = field(default_factory=list)
    """OpenSpiel's numbers of the actions of each information set."""

    def go(self, root: Any) -> None:
        waiting: list[Waiting] = [(root, None, -1)]
        while waiting:
            state, first, above = waiting.pop()
            number = len(self.tree)
            if number >= self.max_nodes:
                many = more_than(self.max_nodes, "nodes")
                raise SizeError([Problem(f"the tree {many}")])
            if number == PROBED:
                refuse_far_too_large(root, self.max_nodes)
            if number % 4096 == 0:
                self.watch(number, 0)
            if state.is_terminal():
                self.tree.end(above, self.returns.first(state))
            elif state.is_chance_node():
                waiting += self._chance(state, above)
            elif state.is_simultaneous_node():
                waiting += self._at_once(state, first, above)
            else:
                player, actions = state.current_player(), state.legal_actions()
                self.tree.decide(above, self._infoset(state, player, actions))
                waiting += [(state.child(action), None, number) for action in reversed(actions)]

    def _at_once(self, state: Any, first: int | None, above: int) -> list[Waiting]:
        """Add the node of player 1, or after its move that of player 2."""
        player = 0 if first is None else 1
        actions = state.legal_actions(player)
        number = self.tree.decide(above, self._infoset(state, player, actions))
        if first is None:
            return [(state, action, number) for action in reversed(actions)]
        return [(after_both(state, first, action), None, number) for action in reversed(actions)]

    def _chance(self, state: Any, above: int) -> list[Waiting]:
        move = chance_move(state)
        number = self.tree.chance(above, move.labels, move.probabilities)
        return [(state.child(action), None, number) for action in reversed(move.actions)]

    def _infoset(self, state: Any, player: int, actions: Sequence[int]) -> int:
        knows = state.information_state_string(player)
        number = self.known.setdefault((player, knows), len(self.raw))
        if number == len(self.raw):
            labels = action_labels(state, player, actions)
            self.tree.information_sets.append(
                InformationSet(
                    player=player + 1,
                    state="",
                    sees=(words(knows) or f"set {number}",),
                    actions=labels,
                )
            )
            self.raw.append(tuple(actions))
        elif self.raw[number] != tuple(actions):
            raise refusal(
                f"player {player + 1} has other actions after {shown(state.history_str())} than "
                "elsewhere in the same information set"
            )
        return number


class Chance(NamedTuple):
    """The moves of a chance node."""

    actions: tuple[int, ...]
    """OpenSpiel's numbers."""
    labels: tuple[str, ...]
    probabilities: tuple[Fraction, ...]


def chance_move(state: Any) -> Chance:
    """Return the moves of a chance node that have a positive probability."""
    outcomes = [
        (action, probability) for action, probability in state.chance_outcomes() if probability > 0
    ]
    probabilities = tuple(rational(probability) for _, probability in outcomes)
    if sum(probabilities) != 1:
        raise refusal(
            f"the probabilities of chance after {shown(state.history_str())} sum to "
            f"{brief(sum(probabilities, Fraction(0)))}, not 1"
        )
    actions = tuple(action for action, _ in outcomes)
    return Chance(actions, action_labels(state, state.current_player(), actions), probabilities)


def action_labels(state: Any, player: int, actions: Sequence[int]) -> tuple[str, ...]:
    """Return distinct labels of actions of a player."""
    return distinct([words(state.action_to_string(player, action)) for action in actions])


def after_both(state: Any, first: int, second: int) -> Any:
    """Return the state after the moves of both players."""
    following = state.clone()
    following.apply_actions([first, second])
    return following


def words(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def refusal(message: str) -> InputError:
    """Return the error with the reason for refusing a game."""
    return InputError([Problem(message)])


# Of OpenSpiel 2.0: word_list_file, ...
_FILE = re.compile(r"(?<!pro)file|path|(^|_)root|folder|dir(ectory)?$", re.IGNORECASE)


def parse_openspiel(
    text: str,
    sha256: str,
    max_nodes: int,
    watch: Watch = lambda done, total: None,
    files: bool = True,
) -> Game:
    """Return the tree of a game of OpenSpiel, named with its parameters.

    `watch` is called with the number of nodes so far, and 0 for the unknown
    total. Raise InputError if there is no such game, if it is not a two-player
    constant-sum game with perfect recall and known information states, if it has
    more than `max_nodes` nodes, or if it opens a file without permission
    (`files`): the name may come from an untrusted file.
    """
    name = text.removeprefix(OPENSPIEL_PREFIX).strip()
    try:
        game = isolated("OpenSpiel", _tree, name, sha256, max_nodes, files, watch=watch)
    except ProcessDied as error:
        raise refusal(f"{error} while reading {shown(name)}") from None
    problems = recall_problems(game)
    if problems:
        raise InputError(problems[:1])
    return game


def _tree(name: str, sha256: str, max_nodes: int, files: bool, watch: Watch) -> Game:
    title, walk = walked(name, max_nodes, files, watch)
    infosets, nodes = walk.tree.columns()
    source = Source(file=f"{OPENSPIEL_PREFIX}{name}", sha256=sha256, rules=OPENSPIEL, level=0)
    return Game(
        title=title,
        source=source,
        players=("player 1", "player 2"),
        states=0,
        information_sets=infosets,
        nodes=nodes,
        constant=walk.returns.constant or Fraction(0),
    )


def walked(name: str, max_nodes: int, files: bool, watch: Watch) -> tuple[str, TreeWalk]:
    """Return the title of a game, and the walk through all of its states. Raise InputError for a
    game that is unknown or unsuitable, and for errors of OpenSpiel.
    """
    walk = TreeWalk(max_nodes, watch)
    try:
        import pyspiel
    except ImportError:
        raise refusal(f"OpenSpiel is not installed here: {install_extra('openspiel')}") from None
    try:
        played = _load(pyspiel, name, files)
        with _opening(files):
            _check_type(pyspiel, name, played.get_type(), played.num_players())
            walk.go(played.new_initial_state())
    except (EfgcError, MemoryError):
        raise
    except Exception as error:  # Its games are third-party code, in C++ and in Python.
        said = (str(error).splitlines() or [type(error).__name__])[0].removesuffix(
            " Available games are:"
        )
        known = name.partition("(")[0]
        meant = did_you_mean(known, pyspiel.registered_names()) if "Unknown game" in said else ""
        raise refusal(f"OpenSpiel cannot read {shown(name)}: {said.rstrip('.')}{meant}") from None
    return str(played), walk


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
    return nullcontext() if files else forbid_files()


def _refuse_files(parameters: dict[str, Any]) -> None:
    """Raise InputError for a parameter that names a file, including those of nested games."""
    for parameter, value in parameters.items():
        if isinstance(value, dict):
            _refuse_files(value)
        elif _FILE.search(parameter):
            raise refusal(
                f"the game {shown(parameters.get('name', ''))} opens a file, "
                f"{parameter}={shown(value)}; only a game named on the command line may open files"
            )


def _check_type(pyspiel: Any, name: str, kind: Any, players: int) -> None:
    if players != 2:
        raise refusal(f"{shown(name)} has {counted(players, 'player')}; a game must have 2")
    if kind.utility not in (
        pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.Utility.CONSTANT_SUM,
    ):
        raise refusal(f"the sum of the payoffs of {shown(name)} is not constant")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise refusal(f"chance in {shown(name)} is only sampled; its probabilities are unknown")
    if not kind.provides_information_state_string:
        raise refusal(
            f"{shown(name)} has no information state strings, so its information sets are unknown"
        )


FACTOR, GROUPS = 2, 20
PLAYS = 1, 4, 16, 64
"""Number of plays in each group; more if these are not decisive."""
SECONDS = 4.0
"""Time limit for all of them, after which the tree counts as small enough."""
ENOUGH = 10**30
"""Number of nodes after which a play is stopped. This underestimates the number of nodes."""
SEED = 1975


class Estimate(NamedTuple):
    """The approximate size of a tree."""

    nodes: int
    plays: int
    """The number of random plays that it is based on."""
    broken_off: bool
    """Whether it is a lower bound, because plays were stopped."""


def estimate(root: Any, most: int) -> Estimate | None:
    """Return the estimated number of nodes of the tree from an OpenSpiel state if it is clearly
    more than `most`; None if random plays do not exclude that it is less.
    """
    chance, end = random.Random(SEED), time.monotonic() + SECONDS
    for plays in PLAYS:
        sums = []
        for _ in range(GROUPS):
            counted = [_count(root, chance, end) for _ in range(plays)]
            if time.monotonic() >= end:
                return None
            if sum(counted) < FACTOR * most * plays:
                break
            sums.append(sum(counted))
        if len(sums) == GROUPS:
            mean = sum(sums) // (plays * GROUPS)
            return Estimate(min(mean, ENOUGH), plays * GROUPS, mean >= ENOUGH)
    return None


def refuse_far_too_large(root: Any, most: int) -> None:
    """Raise SizeError if random plays indicate that a tree greatly exceeds the limit of nodes."""
    found = estimate(root, most)
    if found is not None:
        about = "at least" if found.broken_off else "about"
        many = beyond(most, found.nodes, "nodes").replace("has", f"has {about}", 1)
        how = f"estimated from {found.plays:,} random plays"
        raise SizeError([Problem(f"the tree {many}; {how}")])


def _count(root: Any, chance: random.Random, end: float) -> int:
    """Return the estimate of one random play: the number of tree nodes at each depth, as if all
    nodes of a depth had as many moves as the one on the play, in total.
    """
    nodes, alike, state = 0, 1, root
    while nodes < ENOUGH and time.monotonic() < end:
        nodes += alike
        if state.is_terminal():
            break
        *before, moves = _moves(state)
        for count in before:  # The moves of player 1, if both move at once.
            nodes += alike * count
        alike *= moves * (before[0] if before else 1)
        state = _followed(state, chance)
    return nodes


def _moves(state: Any) -> Iterator[int]:
    """Yield how many moves a state has; where both players move at once, those of each."""
    if state.is_chance_node():
        yield len([share for _, share in state.chance_outcomes() if share > 0])
    elif state.is_simultaneous_node():
        yield from (len(state.legal_actions(player)) for player in (0, 1))
    else:
        yield len(state.legal_actions())


def _followed(state: Any, chance: random.Random) -> Any:
    if state.is_simultaneous_node():
        return after_both(state, *(chance.choice(state.legal_actions(at)) for at in (0, 1)))
    if state.is_chance_node():
        outcomes = [action for action, share in state.chance_outcomes() if share > 0]
        return state.child(chance.choice(outcomes))
    return state.child(chance.choice(state.legal_actions()))
