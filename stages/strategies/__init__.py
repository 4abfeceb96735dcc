"""Read strategies of people and other tools and fit them to a game; write ours in their formats.

A new format is a line in FORMATS. The format of a text is recognised from its content.
"""

import re
from collections.abc import Callable

from ...schemas.game import START, Game
from ...schemas.parts.problems import InputError, Problem
from ...schemas.state_graph import ObservationGraph
from ...schemas.state_graph.columns import Int32s
from ...schemas.strategies.states import StateStrategies
from ...schemas.strategy import FittedStrategies
from . import bounds_file, gambit, openspiel, own_csv, own_json
from .amounts import Amounts
from .bounds_file import MemoryPolicy
from .entries import Format, InfosetEntry, Log, Text, located
from .graphs import fit_to_graph, named
from .matching import fit, refuse_other
from .names import Names
from .policies import Policy, fitted_policy

__all__ = (
    "FORMATS",
    "NO_STATES",
    "check_alone",
    "fitted",
    "fitted_to_graph",
    "is_named",
    "names_states",
    "recognised",
)

# A new format is also a row of STRATEGY_KINDS in `pipeline/files/kinds.py`.
FORMATS = {  # In the order in which they are recognised.
    "strategy": Format(
        "a strategy", "strategy.json", own_json.recognise, own_json.read, own_json.write
    ),
    "csv": Format(
        "a table of a strategy", "strategy.csv", own_csv.recognise, own_csv.read, own_csv.write
    ),
    "bounds": Format(
        "bounds with strategies", "bounds.json", bounds_file.recognise, bounds_file.read
    ),
    "openspiel": Format(
        "a tabular policy of OpenSpiel",
        "policy.json",
        openspiel.recognise,
        openspiel.read,
        openspiel.write,
    ),
    "pygambit": Format(
        "a behaviour profile of pygambit",
        "profile.json",
        gambit.recognise_lists,
        gambit.read_lists,
        gambit.write_lists,
    ),
    "gambit": Format(
        "an equilibrium of Gambit",
        "ne.txt",
        gambit.recognise_lines,
        gambit.read_lines,
        gambit.write_lines,
    ),
}

OWN = {"strategy": own_json.read, "csv": own_csv.read}
"""The readers that need no game."""
NAMES = ("uniform", "first")
"""Strategies by name: `uniform` plays all actions with equal probability, `first` the first action
everywhere; `uniform:1` is for player 1 only.
"""
NO_STATES = (
    "a strategy of a game that is not listed is a name, a file of bounds, or a table with the "
    "columns player, state, action and probability; a state graph has neither information sets by "
    "number nor OpenSpiel's information states"
)
_NAMED = re.compile(rf"\s*({'|'.join(NAMES)})(?::([12]))?\s*")


def recognised(text: str) -> str | None:
    """Return the format of a text, a key of FORMATS; None if it has none of them.

    >>> recognised("NE,1/2,1/2,1,0\\n"), recognised("Dear all,\\n")
    ('gambit', None)
    """
    return next((name for name, form in FORMATS.items() if form.recognise(text)), None)


def fitted(text: str, game: Game, partial: bool = False, player: int = 0) -> FittedStrategies:
    """Return the strategies of one player or both in a text, fitted to a checked game.

    A text may also be a name, such as `uniform`. Information sets are identified by their numbers
    or their words, actions by their labels or places. `partial` strategies may lack any information
    sets; others only those to which their player's own moves never lead, which are completed.
    What matches both players is the strategy of `player`, unless that is 0.
    Raises InputError with every problem at its line: an unknown format, another game, names that
    the game lacks, duplicate or missing entries, and invalid distributions.
    """
    names = Names(game, player)
    if is_named(text):
        return fit(text, _named_strategy(text, names), names)
    name = recognised(text) or ("pygambit" if gambit.like_lists(text) else None)
    if name is None:
        raise InputError([Problem(_unknown(text), (), 1, 1)])
    strategy = FORMATS[name].read(text, names)
    if strategy.by_memory:
        return _fitted_memories(MemoryPolicy(strategy.by_memory), game)
    if strategy.columns is None and any(entry.states for entry in strategy.entries):
        message = (
            "names states, but this is a game: `efgc evaluate GRAPH STRATEGY` evaluates it on the "
            "state graph, and `efgc solve GAME --method regret` finds strategies for the game"
        )
        raise InputError([Problem(message, (), 1, 1)])
    refuse_other(text, strategy, game)
    return fit(text, strategy, names, partial)


def _fitted_memories(policy: MemoryPolicy, game: Game) -> FittedStrategies:
    """Return strategies that depend on memories, fitted to the game of their state graph."""
    strategies = fitted_policy(Policy("<bounds>", policy.answer), game)
    if policy.unmet:
        player, after = min(policy.unmet)
        message = f"are for another game: in this one player {player} never has the memory"
        raise InputError([Problem(f"{message} {', '.join(after) or START}")])
    return strategies


def names_states(text: str) -> bool:
    """Return whether a text has strategies for the states of a state graph.

    >>> names_states("player,state,action,probability\\n1,deal,bet,1\\n"), names_states("uniform")
    (True, False)
    """
    return own_csv.has_states(text) or bounds_file.has_states(text)


def fitted_to_graph(
    text: str,
    graph: ObservationGraph,
    digest: Callable[[], str],
    situations: Callable[[], tuple[Int32s, Int32s]],
) -> StateStrategies | Policy:
    """Return the strategies of one player or both in a text, or with a name, fitted to a checked
    graph without cycles; a policy if they depend on memories. `digest` returns that of the graph
    that a file names, and `situations` those of `fit_to_graph`. Raises InputError with every
    problem at its line.
    """
    if match := _NAMED.fullmatch(text):
        return named(match[1], (int(match[2]),) if match[2] else (1, 2), graph)
    if not names_states(text):
        raise InputError([Problem(NO_STATES, (), 1, 1)])
    is_bounds = bounds_file.recognise(text)
    strategy = bounds_file.read(text) if is_bounds else own_csv.read(text, players=graph.players)
    if strategy.game_sha256 and strategy.game_sha256 != digest():
        raise InputError([Problem(_other_graph(strategy.title, graph.title))])
    if strategy.by_memory:
        return Policy("<bounds>", MemoryPolicy(strategy.by_memory).answer)
    return fit_to_graph(text, strategy, graph, situations())


def _other_graph(theirs: str, ours: str) -> str:
    words = f"the strategies are for another state graph, {theirs}"
    if theirs != ours:
        return words
    return f"{words}, too: give the level and the constants of their run, with -O and --let"


def is_named(text: str) -> bool:
    """Return whether a text is the name of a strategy.

    >>> is_named("uniform"), is_named("first:2"), is_named("uniform:3"), is_named("./uniform")
    (True, True, False, False)
    """
    return _NAMED.fullmatch(text) is not None


def _named_strategy(text: str, names: Names) -> Text:
    match = _NAMED.fullmatch(text)
    assert match
    players = (int(match[2]),) if match[2] else (1, 2)
    entries = []
    for infoset, player in enumerate(names.players):
        if player in players:
            count = len(names.labels(infoset))
            numbers = ("1", *["0"] * (count - 1))
            if match[1] == "uniform":
                numbers = (f"1/{count}",) * count
            entries.append(InfosetEntry(player, infoset, None, None, numbers, (), [()] * count))
    return Text(entries=entries)


def check_alone(text: str) -> None:
    """Check a strategy in one of our own formats without its game: every entry must be well-formed
    and a distribution. Raises InputError with every problem at its line.
    """
    own = OWN[recognised(text) or "strategy"]
    strategy, log = own(text), Log()
    amounts = Amounts(log)
    for each in strategy.entries:
        amounts.shares(each)
    if log:
        raise InputError(located(text, log))


def _unknown(text: str) -> str:
    if not text.strip():
        return "the text is empty"
    formats = f"unknown format of a strategy; the formats are {', '.join(FORMATS)}"
    return f"{formats}; a name is also possible: {', '.join(NAMES)}"
