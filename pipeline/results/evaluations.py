"""Evaluation of strategies: the source goes through the stages up to its game, or through all of
them if it is to be solved. A strategy for another level of a map is carried to the textbook tree of
the map.

A state graph of version 2 is not listed if its game is too large, or if the strategies name its
states; they are then evaluated on the graph.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from ...schemas.evaluation import Evaluation, GraphEvaluation, Guarantees
from ...schemas.game import Game
from ...schemas.parts.exact import large, nearest
from ...schemas.parts.near import did_you_mean
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.parts.source import Source
from ...schemas.report import Report
from ...schemas.state_graph import ObservationGraph
from ...schemas.strategy import FittedStrategies
from ...stages.evaluate import UnlistedGame, evaluate, evaluate_graph
from ...stages.evaluate.graphs import GraphStrategies
from ...stages.evaluate.memories import memory_strategy
from ...stages.parse import REDUCED_LEVEL, RULES
from ...stages.report.carry import carry_given
from ...stages.strategies import (
    NAMES,
    NO_STATES,
    bounds_file,
    fitted,
    fitted_to_graph,
    is_named,
    names_states,
    own_json,
    recognised,
)
from ...stages.strategies.policies import Asked, Policy, fitted_policy
from ..chain.records import Reported
from ..chain.refusals import OptionRefused
from ..chain.responses import responding
from ..chain.steps import Step
from ..files.kinds import kind
from ..files.reading import about, read_for
from ..files.text import Text
from ..machine.memory import HISTORY, affordable
from ..settings import Settings
from ..settings.declarations import LEVELLED
from ..terminal.diagnostics import note, progress, tell
from ..ways.run import result, run, solver_attempts

LISTED = 1_000_000
"""The most histories of a state graph that is listed for strategies with a name."""
TREE = 0
"""The level to which strategies are carried."""
OBSERVED = ("rules", "osposg")
"""The kinds of sources that are compiled to state graphs of version 2."""
MUCH = 5
"""The number of problems in one file from which on it may be for another level."""


Given = Text | Policy
"""Strategies, not yet fitted to a game."""


class EvaluationRequest(NamedTuple):
    """The source and the strategies to evaluate."""

    source: Text
    given: Given
    opponent: Given | None = None
    solve: bool | None = None
    """Whether the game is solved; None to solve it if a player has no strategy."""
    needs_game: str = ""
    """An option whose result needs the listed game; empty if there is none."""


def read_strategy(use: str, word: str) -> Text:
    """Return the strategy that has a name, such as `uniform`, or that of a file, as `read_for`."""
    if is_named(word):
        return Text(text=word, name=word, file="", sha256=hashlib.sha256(word.encode()).hexdigest())
    names = [f"{name}{player}" for name in NAMES for player in ("", ":1", ":2")]
    advice = did_you_mean(word, names) if "." not in word else ""  # Names of files have endings.
    if advice and not os.path.lexists(word):
        raise InputError([Problem(f"no such file or strategy{advice}")], word)
    return read_for(use, word)


def evaluation(request: EvaluationRequest, settings: Settings) -> Guarantees:
    """Return the evaluation of strategies: an Evaluation, or a GraphEvaluation of a game that is
    not listed.

    Without a level in the settings, the game is compiled at the level of the strategies, or at TREE
    if their levels differ or if it is not listed. Raises InputError for a broken file,
    OptionRefused for a level to which a strategy cannot be carried, and for an option that needs
    the listed game, and the errors of the stages.
    """
    settings = _compiled(request, settings)
    with closing(run(request.source, settings, "report", as_program=True)) as steps:
        parsed = next(steps)
        if (game := _unlisted(request, parsed.made, settings)) is not None:
            return _evaluated_on_graph(request, game, settings)
        try:
            return _evaluated(request, settings, chain([parsed], steps))
        except SizeError as error:
            advice = [Problem(NO_STATES)] if isinstance(parsed.made, ObservationGraph) else []
            raise SizeError([*error.problems, *advice], error.source) from None


def _compiled(request: EvaluationRequest, settings: Settings) -> Settings:
    """Return the settings with which the source is compiled."""
    texts = [text for text in (request.given, request.opponent) if isinstance(text, Text)]
    origins = [_origin(request.source, text) for text in texts]
    return replace(
        settings,
        rules=settings.rules or _rules(origins),
        level=_level(request.source, texts, origins, settings),
        listed=_most_listed(texts, settings),
    )


def _unlisted(
    request: EvaluationRequest, parsed: object, settings: Settings
) -> UnlistedGame | None:
    """Return the game of a state graph of version 2 that is not listed; None for other games."""
    if not isinstance(parsed, ObservationGraph) or settings.listed is None:
        return None
    game = UnlistedGame(parsed, max(settings.max_states, settings.max_histories))
    return game if about(request.source.name, lambda: game.histories) > settings.listed else None


def _most_listed(texts: list[Text], settings: Settings) -> int | None:
    """Return the most histories of a state graph that is listed; None if it must be listed, because
    strategies are for the information sets of its game.
    """
    if any(names_states(text.text) for text in texts):
        return 0
    if all(is_named(text.text) for text in texts):
        return min(affordable(settings.max_histories, HISTORY), LISTED)
    return None


def _evaluated_on_graph(
    request: EvaluationRequest, game: UnlistedGame, settings: Settings
) -> GraphEvaluation:
    needs = "--solver" if settings.solver else "--solve" if request.solve else request.needs_game
    if needs:
        raise OptionRefused(
            f"{request.source.name}: {needs} needs the listed game, but this one is evaluated on "
            f"its state graph: it has {large(game.histories)} histories"
        )
    given = _read_on_graph(request.given, game)
    opponent = request.opponent and _read_on_graph(request.opponent, game)
    with progress("evaluate") as watch, responding(settings) as respond:
        return about(
            request.opponent.name if request.opponent else request.given.name,
            lambda: evaluate_graph(game, given, opponent or None, watch, respond),
        )


def _read_on_graph(given: Given, game: UnlistedGame) -> GraphStrategies:
    if isinstance(given, Policy):
        return about(given.name, lambda: _policy_on_graph(given, game))
    read = about(
        given.name,
        lambda: fitted_to_graph(
            given.text, game.graph, lambda: game.given.digest, lambda: game.situations
        ),
    )
    if isinstance(read, Policy):
        return about(given.name, lambda: _policy_on_graph(read, game))
    remark_overruled(given, read.overruled)
    return read


def _policy_on_graph(policy: Policy, game: UnlistedGame) -> GraphStrategies:
    asked = Asked(policy)
    first, second = (
        memory_strategy(game.graph, player, cache(partial(asked.at_memory, player)), game.most)
        for player in (1, 2)
    )
    return GraphStrategies((first, second), nearest(asked.amounts.adjusted))


def _evaluated(request: EvaluationRequest, settings: Settings, steps: Iterator[Step]) -> Evaluation:
    game = next(step.made for step in steps if isinstance(step.made, Game))
    # Problems in these files are reported before anything is solved.
    given, opponent = _read_both(request, game, settings)
    solved = _solved(request.source, steps) if _is_solved(request.solve, given, opponent) else None
    with progress("evaluate"):
        return about(
            request.opponent.name if request.opponent else request.given.name,
            lambda: evaluate(game, given, opponent or None, solved),
        )


def _read_both(
    request: EvaluationRequest, game: Game, settings: Settings
) -> tuple[FittedStrategies, FittedStrategies | None]:
    """Return the strategies. One that matches both players is that of the player whom the other
    strategy leaves; if both match both, the first is player 1's.
    """
    read = partial(_read_strategy, request.source, game=game, settings=settings)
    if not request.opponent:
        return read(request.given), None
    given = None
    with suppress(InputError):
        given = read(request.given)
    if given is None:
        player = 1
        with suppress(InputError, ValueError):  # ValueError if it is for both.
            player = 1 + read(request.opponent).players.index(None)
        given = read(request.given, player=player)
    other = given.players.index(None) + 1 if None in given.players else 0
    return given, read(request.opponent, player=other)


def _is_solved(
    solve: bool | None, given: FittedStrategies, opponent: FittedStrategies | None
) -> bool:
    if solve is not None:
        return solve
    players = [*zip(given.players, opponent.players, strict=True)] if opponent else given.players
    return any(each in (None, (None, None)) for each in players)


def _solved(source: Text, steps: Iterator[Step]) -> Report:
    *_, last = steps
    assert isinstance(last.made, Reported)
    tell(source.name, *solver_attempts(last.made))
    return last.made.report


def _read_strategy(
    source: Text, given: Given, game: Game, settings: Settings, player: int = 0
) -> FittedStrategies:
    """Return the strategies in the game; those of a file for another level are carried there.
    `player` is that of `fitted`.
    """
    if isinstance(given, Policy):
        return about(given.name, lambda: fitted_policy(given, game))
    origin, level = _origin(source, given), settings.level
    if origin is None or kind(source.text) != "map" or origin.level == level:
        of_unknown_level = origin is None and level is None and kind(source.text) == "map"
        read = about(given.name, lambda: _advised(given.text, game, of_unknown_level, player))
        remark_overruled(given, read.overruled)
        return read
    if level != TREE:
        raise OptionRefused(
            f"{given.name}: -O {level} is not for strategies of "
            f"level {origin.level}; they are carried to -O {TREE} alone"
        )
    made = result(source, replace(settings, level=origin.level), "expand")
    assert isinstance(made, Game)
    carried = about(given.name, lambda: fitted(given.text, made))
    return carry_given(made, carried, game)


def remark_overruled(text: Text, overruled: int) -> None:
    """Print a remark on a table whose columns contradict each other, as when it was edited."""
    if overruled:
        entries = "one entry" if overruled == 1 else f"{overruled:,} entries"
        said = f"`probability` and `exact` differ in {entries}; `exact` is ignored there"
        note(said, text.name)


def _advised(text: str, game: Game, of_unknown_level: bool, player: int) -> FittedStrategies:
    """Return the strategies fitted to a game. If many problems remain, the error suggests another
    level.
    """
    try:
        return fitted(text, game, player=player)
    except InputError as error:
        if of_unknown_level and len(error.problems) >= MUCH:
            compiled = game.source.level if game.source else 0
            level = f"if this is not a strategy of level {compiled}, name its level with -O"
            raise InputError([*error.problems, Problem(level)], error.source) from None
        raise


def _origin(source: Text, text: Text) -> Source | None:
    """Return the source recorded in a strategy, if the source has levels; None otherwise."""
    if kind(source.text) not in LEVELLED or recognised(text.text) != "strategy":
        return None
    return about(text.name, lambda: own_json.read(text.text).source)


def _rules(origins: list[Source | None]) -> str:
    return next((one.rules for one in origins if one and one.rules in RULES), "")


def _level(
    source: Text, texts: list[Text], origins: list[Source | None], settings: Settings
) -> int | None:
    if settings.level is not None:
        return settings.level
    levels = {one.level for one in origins if one}
    found = [text for text in texts if recognised(text.text) == "bounds"]
    if kind(source.text) in OBSERVED and found:
        return _level_of_bounds(source, found[0], settings)
    return levels.pop() if len(levels) == 1 else TREE if levels else None


def _level_of_bounds(source: Text, text: Text, settings: Settings) -> int:
    """Return the level at which the source is the graph of a file of bounds: a double oracle takes
    any. TREE if it is none of them, and for regret minimisation, which takes that one.
    """
    read = about(text.name, lambda: bounds_file.read(text.text))
    for level in (REDUCED_LEVEL, 1) if read.by_memory else ():
        made = result(source, replace(settings, level=level), "parse")
        assert isinstance(made, ObservationGraph)
        if made.digest == read.game_sha256:
            return level
    return TREE
