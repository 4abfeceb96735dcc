"""From a strategy given in Python to the text of a strategy, including policies of OpenSpiel and
profiles of pygambit, or to a policy if it is a function.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ...schemas.game.words import START
from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.strategy import ARTIFACT
from ...stages.parse.recognising import OPENSPIEL_PREFIX
from ...stages.strategies.amounts import NEAR, amount
from ...stages.strategies.own_csv import PROBABILITY, READ
from ...stages.strategies.policies import Answer, Policy
from ...stages.strategies.policies import Infoset as Infoset
from ..chain.refusals import OptionRefused
from ..files.kinds import refuse_others
from ..files.reading import about, read_for
from ..files.text import Text
from ..results.evaluations import Given, read_strategy
from ..settings import Settings
from ..ways.facts import Behaviour, Strategy
from ..ways.numbers import Number, spelled
from .keywords import ArgumentError, UsageError
from .results import Result
from .sources import file_of, text_of

USE = "evaluate GAME STRATEGY"
_ENTRY = re.compile(
    r'\{(?:"player": [12], )?"(information_set|player)": (\d+)'
    r'|(?!"probabilities")("(?:[^"\\]|\\.)*"): [\[{]'
)
"""The beginning of an information set in JSON: with a number, a player or a label."""


def given_strategy(strategy: object, source: str, settings: Settings) -> Given:
    """Return the strategy given by an object: a path, a text, the name of one, a Result or its
    strategies, an OpenSpiel policy, a pygambit profile, a function of an information set, a dict by
    the numbers of information sets, or dicts, lists and arrays in one of the formats of
    `stages.strategies`. `source` is the text of the game's source.

    Raises InputError if a file cannot be read, and ArgumentError if the object is not a strategy.
    """
    if isinstance(strategy, Result):
        try:
            text = strategy._strategies_text()
        except OptionRefused:
            raise UsageError(
                f"the result of {strategy.title} has no strategies by information set, so it "
                "cannot be evaluated; for a game solved state by state, a function can"
            ) from None
        return text_of(text, f"<strategies of {strategy.title}>")
    if isinstance(strategy, os.PathLike):
        return read_for(USE, file_of(os.fspath(strategy)))
    if isinstance(strategy, str):
        # JSON may be a single line.
        if re.search(r"[\r\n]|^\s*[\[{]", strategy):
            return _text(strategy)
        return read_strategy(USE, file_of(strategy))
    if hasattr(strategy, "action_probabilities"):  # Of OpenSpiel, in Python or in C++.
        return _text(_json(of_policy(strategy, source, settings.max_histories)))
    # A profile of behaviour or of mixed strategies.
    if type(strategy).__module__.startswith("pygambit") and hasattr(strategy, "game"):
        return _text(_json(of_profile(strategy)))
    if callable(strategy):
        return of_function(strategy)
    if isinstance(strategy, dict) and strategy and all(isinstance(key, int) for key in strategy):
        numbered = [
            {"information_set": number, "probabilities": shares}
            for number, shares in strategy.items()
        ]
        return _text(_json(_written(numbered)))
    given: Any = [strategy] if isinstance(strategy, Strategy | Behaviour) else strategy
    kinds = {*map(type, given)} if isinstance(given, list | tuple) else set()
    if kinds and kinds <= {Strategy, Behaviour}:
        return _text(_json(_written([entry for one in given for entry in _entries(one)])))
    return _text(_json(strategy))


@contextmanager
def places_in_words(strategies: Sequence[object], given: Sequence[Given]) -> Iterator[None]:
    """Describe places in the texts `given` that were made of objects, and that the caller never
    saw: by the information set, or by the row of a table.
    """
    try:
        yield
    except InputError as error:
        for strategy, made in zip(strategies, given, strict=True):
            is_object = not isinstance(strategy, str | os.PathLike | Result)
            if is_object and isinstance(made, Text) and made.name == error.source:
                error.problems = tuple(_in_words(one, made.text) for one in error.problems)
        raise


def _in_words(problem: Problem, text: str) -> Problem:
    if problem.line is None:
        return problem
    words = f"row {problem.line - 1}: " if problem.line > 1 else ""  # After the heads of a table.
    for entry in _ENTRY.finditer(text):
        if entry.start() < (problem.column or 0):
            words = (
                f"{entry[1].replace('_', ' ')} {entry[2]}: "
                if entry[1]
                else f"{json.loads(entry[3])!r}: "
            )
    return problem._replace(message=words + problem.message, line=None, column=None)


def _text(text: str) -> Text:
    """Return a text, unless it is another artifact, such as a report. Lists of numbers are a
    strategy here, although commands may read such a file as a matrix.
    """
    found = text_of(text, "<strategy>")
    if text.lstrip().startswith("{"):
        about(found.name, lambda: refuse_others(text, USE))
    return found


def _json(strategy: Any) -> str:
    if hasattr(strategy, "to_csv") and strategy.ndim == 2:  # A pandas table.
        return _csv(strategy)
    with suppress(TypeError, ValueError, RecursionError):
        read = _of_start(plain(strategy))
        if isinstance(read, dict) and "format" not in read:
            _refuse_words(read)
        if read in ({}, []):
            raise InputError([Problem("there are no probabilities")], "<strategy>")
        if isinstance(read, dict | list):
            return json.dumps(read)
    raise ArgumentError(
        f"{type(strategy).__name__} is not a strategy; a strategy is a path, a text, a name such "
        "as 'uniform', a result of efgc.run, a function, a policy of OpenSpiel, a profile of "
        "pygambit, a table or Series of pandas, or dicts, lists and arrays"
    )


def _csv(table: Any) -> str:
    """Return a pandas table as text. NaN would be read as an empty cell, which `exact` replaces."""
    missing = table[PROBABILITY].isna() if PROBABILITY in table else ()
    if problems := [
        Problem(f"row {row}, column {PROBABILITY}: a probability is missing (NaN)")
        for row, is_missing in enumerate(missing, 1)
        if is_missing
    ]:
        raise InputError(problems, "<strategy>")
    # The rows' names are columns after `set_index`.
    return str(table.to_csv(index=bool({*table.index.names} & {*READ} - {*table.columns})))


def _of_start(read: Any) -> Any:
    """Return a strategy; a single distribution is that of a player that decides only at the
    start.
    """
    shares = read.values() if isinstance(read, dict) else read
    if not read or "format" in read or any(isinstance(one, dict | list) for one in shares):
        return read
    return {START: read} if isinstance(read, dict) else [read]


def _refuse_words(by_set: dict[str, Any]) -> None:
    """Raise InputError for words as probabilities, from which a format would not be recognised."""
    if problems := [
        Problem(f"{label!r}: {action!r}: {wrong}")
        for label, shares in by_set.items()
        for action, share in (shares.items() if isinstance(shares, dict) else ())
        if not isinstance(share, dict | list)
        and isinstance(wrong := amount(json.dumps(share, default=str).strip('"')), str)
    ]:
        raise InputError(problems, "<strategy>")


def of_policy(policy: Any, source: str, most: int) -> dict[str, list[list[float]]]:
    """Return a policy by information states, as read by `stages.strategies.openspiel`. `source`
    names the game if the policy does not have it.

    Raises InputError if neither names the game, and SizeError for more than `most` histories.
    """
    probabilities: dict[str, list[list[float]]] = {}
    game = getattr(policy, "game", None)
    if game is None:
        game = _game(source)
    waiting, count = [game.new_initial_state()], 0
    while waiting:
        state = waiting.pop()
        count += 1
        if count > most:
            raise SizeError([Problem(f"the game {more_than(most, 'histories')}")], "<strategy>")
        if state.is_terminal():
            continue
        players: tuple[int, ...]
        following: Iterable[Any]
        if state.is_simultaneous_node():
            players, following = (0, 1), _both(state)
        else:
            players = () if state.is_chance_node() else (state.current_player(),)
            following = (state.child(action) for action in state.legal_actions())
        for player in players:
            knows = state.information_state_string(player)
            if knows not in probabilities:
                probabilities[knows] = _shares(policy, state, player)
        waiting += following
    return probabilities


def of_profile(profile: Any) -> list[list[list[Any]]]:
    """Return a profile as lists by players, information sets and actions."""
    if hasattr(profile, "as_behavior"):
        profile = profile.as_behavior()
    if not hasattr(profile.game, "root"):  # Version 17 has no objects for players and actions.
        return [
            [[plain(share) for _, share in mixed] for _, mixed in behaviour]
            for behaviour in profile
        ]
    return [
        [[plain(profile[action]) for action in infoset.actions] for infoset in player.infosets]
        for player in profile.game.players
    ]


def of_function(function: Callable[[Infoset], Any]) -> Policy:
    """Return a function of an information set as a policy. It may return probabilities by action,
    an array with one for each, or None where it does not say how to play. Asking it raises
    ArgumentError for anything else.
    """
    name = f"<{getattr(function, '__name__', type(function).__name__).strip('<>')}>"

    def answer(infoset: Infoset) -> Answer:
        found = plain(function(infoset))
        if found is None:
            return None
        if isinstance(found, dict):
            return {label: str(share) for label, share in found.items()}
        if isinstance(found, list):
            return [str(share) for share in found]
        raise ArgumentError(
            f"{name} returned {found!r} at {infoset.label}; return probabilities by "
            "action, an array with one for each, or None"
        )

    return Policy(name, answer)


def _written(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {"format": ARTIFACT.format, "version": ARTIFACT.version, "information_sets": entries}


def plain(value: Any) -> Any:
    """Return a value as JSON types: numbers, lists and mappings; exact numbers become texts, and a
    pandas Series is a mapping by its labels if they are texts.
    """
    if hasattr(value, "to_csv") and all(isinstance(label, str) for label in value.index):
        value = value.to_dict()
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    exact = Number | Fraction | Decimal
    if isinstance(value, exact) or type(value).__module__.startswith("pygambit"):
        return spelled(value)
    return value


def _entries(given: Strategy | Behaviour) -> Iterable[dict[str, Any]]:
    """Return the entries of a strategy, or of one information set, where a program may have changed
    the probabilities alone; the exact ones are used if they agree with them.
    """
    if isinstance(given, Strategy):
        return map(_entry, given)
    with suppress(TypeError, ValueError, OverflowError):
        pairs = zip(given.exact, map(Fraction, given.probabilities), strict=True)
        if all(abs(exact - share) <= NEAR for exact, share in pairs):
            return [_entry(given)]
    return [_entry(given._replace(exact=None))]


def _entry(one: Behaviour) -> dict[str, Any]:
    named = {"after": one.label} if one.information_set is None else {}
    numbered = {} if one.information_set is None else {"information_set": one.information_set}
    numbers = plain(one.probabilities if one.exact is None else one.exact)
    return {"player": one.player, **numbered, **named, "probabilities": numbers}


def _shares(policy: Any, state: Any, player: int) -> list[list[float]]:
    # Policies in C++ take only the state, or a text of it.
    takes_player = not type(policy).__module__.startswith("pyspiel")
    shares = policy.action_probabilities(state, player) if takes_player else None
    if shares is None:
        shares = policy.action_probabilities(state)
    return [[int(action), float(share)] for action, share in sorted(shares.items())]


def _both(state: Any) -> Iterator[Any]:
    for first in state.legal_actions(0):
        for second in state.legal_actions(1):
            following = state.clone()
            following.apply_actions([first, second])
            yield following


def _game(source: str) -> Any:
    if not source.startswith(OPENSPIEL_PREFIX):
        raise InputError(
            [Problem("a policy without a game needs a source openspiel:NAME")],
            "<strategy>",
        )
    import pyspiel  # A policy exists, so it is installed.

    return pyspiel.load_game(source.removeprefix(OPENSPIEL_PREFIX).strip())
