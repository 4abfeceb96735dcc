"""OpenSpiel's games as a source, by name: `openspiel:leduc_poker(players=2)`.

OpenSpiel itself is used to walk the tree. It is imported only here, in a separate
process that may crash. If both players move at once, player 1's node comes first
and player 2 does not see it.
The players' knowledge is OpenSpiel's own, its information state strings.
OpenSpiel's numbers are floating point: each is converted to the fraction with
the smallest denominator that rounds to it. A game whose probabilities then do
not sum to 1, or whose payoffs have no constant sum, is refused.
"""

import re
from contextlib import AbstractContextManager, nullcontext, suppress
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.game import Game
from schemas.parts.install_commands import install_extra
from schemas.parts.near import did_you_mean
from schemas.parts.problems import EfgcError, InputError, shown
from schemas.parts.source import OPENSPIEL, Source
from schemas.parts.watch import Watch
from stages.isolated import Died, isolated
from stages.isolated.sandbox import no_files
from stages.parse.gambit.recall import recall_problems
from stages.parse.openspiel.tree_columns import grown
from stages.parse.openspiel.walk import TreeWalk, refused

PREFIX = "openspiel:"
WELL_KNOWN = (
    *("kuhn_poker", "leduc_poker", "liars_dice", "matrix_mp", "matrix_rps", "oshi_zumo"),
    *("blotto", "phantom_ttt", "dark_hex", "first_sealed_auction", "tic_tac_toe"),
)
"""Games that people name without the prefix, for messages; with the prefix any game is accepted."""
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

    `watch` is called with the number of nodes so far, and 0 for the unknown
    total. Raise InputError if there is no such game, if it is not a two-player
    constant-sum game with perfect recall and known information states, if it has
    more than `max_nodes` nodes, or if it opens a file without permission
    (`files`): the name may come from an untrusted file.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        game = isolated("OpenSpiel", _tree, name, sha256, max_nodes, files, watch=watch)
    except Died as error:
        raise refused(f"{error}; it was asked for {shown(name)}") from None
    problems = recall_problems(game)
    if problems:
        raise InputError(problems[:1])
    return game


class KnownState(NamedTuple):
    """OpenSpiel's data of one information set."""

    player: int
    """1 or 2."""
    string: str
    """The information state string."""
    actions: tuple[int, ...]
    """OpenSpiel's numbers of the legal actions, ascending."""


def known_states(text: str, max_nodes: int) -> tuple[KnownState, ...]:
    """Return OpenSpiel's information states of a game given by name, in the order of the
    information sets of `parse_openspiel`. Raise InputError in the same cases; files are never
    opened.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        return isolated("OpenSpiel", _states, name, max_nodes)
    except Died as error:
        raise refused(f"{error}; it was asked for {shown(name)}") from None


def _states(name: str, max_nodes: int) -> tuple[KnownState, ...]:
    _, walk = _walked(name, max_nodes, files=False, watch=lambda done, total: None)
    return tuple(
        KnownState(player + 1, string, walk.raw[number])
        for (player, string), number in walk.known.items()
    )


def _tree(name: str, sha256: str, max_nodes: int, files: bool, watch: Watch) -> Game:
    title, walk = _walked(name, max_nodes, files, watch)
    infosets, nodes = grown(walk)
    source = Source(file=f"{PREFIX}{name}", sha256=sha256, rules=OPENSPIEL, level=0)
    return Game(
        title=title,
        source=source,
        players=("player 1", "player 2"),
        states=0,
        information_sets=infosets,
        nodes=nodes,
        constant=walk.constant or Fraction(0),
    )


def _walked(name: str, max_nodes: int, files: bool, watch: Watch) -> tuple[str, TreeWalk]:
    """Return the title of a game and the walk through its tree."""
    try:
        import pyspiel
    except ImportError:
        raise refused(f"OpenSpiel is not installed here: {install_extra('openspiel')}") from None
    try:
        played = _load(pyspiel, name, files)
        with _opening(files):
            _check_type(pyspiel, name, played.get_type(), played.num_players())
            walk = TreeWalk(max_nodes, watch)
            walk.go(played.new_initial_state())
    except (EfgcError, MemoryError):
        raise
    except Exception as error:  # Its games are third-party code, in C++ and in Python.
        said = (str(error).splitlines() or [type(error).__name__])[0].removesuffix(
            " Available games are:"
        )
        known = name.partition("(")[0]
        meant = did_you_mean(known, pyspiel.registered_names()) if "Unknown game" in said else ""
        raise refused(f"OpenSpiel says of {shown(name)}: {said.rstrip('.')}{meant}") from None
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
    """Return a context manager that permits or forbids opening files."""
    return nullcontext() if files else no_files()


def _refuse_files(parameters: dict[str, Any]) -> None:
    """Raise InputError for a parameter that names a file, including those of nested games."""
    for parameter, value in parameters.items():
        if isinstance(value, dict):
            _refuse_files(value)
        elif _FILE.search(parameter):
            raise refused(
                f"the game {shown(parameters.get('name', ''))} opens a file, "
                f"{parameter}={shown(value)}; a game that a file names may not: name it on the "
                "command line"
            )


def _check_type(pyspiel: Any, name: str, kind: Any, players: int) -> None:
    if players != 2:
        raise refused(f"{shown(name)} has {players} players; a game here has 2")
    if kind.utility not in (
        pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.Utility.CONSTANT_SUM,
    ):
        raise refused(f"the payoffs of {shown(name)} do not always add up to the same")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise refused(f"chance in {shown(name)} is only sampled; its probabilities are not known")
    if not kind.provides_information_state_string:
        raise refused(
            f"{shown(name)} does not say what a player knows: it has no information state strings"
        )
