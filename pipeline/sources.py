"""What a chain begins with: how each kind of input is parsed, and which options it takes."""

from collections.abc import Callable, Iterator

from pipeline.files import Text
from pipeline.kinds import KINDS, recognised
from pipeline.memory import HISTORY_BYTES, STATE_BYTES, affordable
from pipeline.settings import Settings
from schemas import game, state_graph
from schemas.parts.problems import InputError, Problem
from stages.parse import REDUCTIONS, parse
from stages.parse.gambit import is_gambit, parse_gambit
from stages.parse.openspiel import is_openspiel, parse_openspiel

# From which `run` goes on, by their kind.
ARTIFACTS: dict[str, Callable[[str], state_graph.StateGraph | game.Game]] = {
    "state-graph": state_graph.read,
    "game": game.read,
}
Watch = Callable[[int, int], None]  # Takes how much is done, of how much.


def parse_source(
    source: Text, settings: Settings, watch: Watch
) -> state_graph.StateGraph | game.Game:
    """Return what a source says: a state graph, or the game itself where it is a Gambit file or a
    game of OpenSpiel.

    A state graph or a game that a stage wrote is what it says.
    """
    if is_gambit(source.text) or is_openspiel(source.text):
        return _imported(source, settings, watch)
    if (found := recognised(source.text)) in ARTIFACTS:
        return _resumed(source, settings, str(found))
    limit = affordable(settings.max_states, STATE_BYTES)
    return parse(
        source.text,
        source.sha256,
        source.file,
        settings.rules,
        settings.level,
        limit,
        settings.without,
        watch,
    )


def check_parsed(parsed: state_graph.StateGraph | game.Game) -> list[Problem]:
    """Return what is wrong with the artifact of `parse`."""
    return game.check(parsed) if isinstance(parsed, game.Game) else state_graph.check(parsed)


def write_parsed(parsed: state_graph.StateGraph | game.Game) -> Iterator[str]:
    """Yield the lines of the artifact of `parse`."""
    return game.write(parsed) if isinstance(parsed, game.Game) else state_graph.write(parsed)


def _resumed(source: Text, settings: Settings, kind: str) -> state_graph.StateGraph | game.Game:
    _refuse_of_maps(settings, KINDS[kind].words)
    if settings.unroll and kind == "game":
        raise InputError([Problem("--unroll is for what is expanded; this is a game already")])
    return ARTIFACTS[kind](source.text)


def _refuse_of_maps(settings: Settings, words: str) -> None:
    if settings.rules:
        raise InputError(
            [Problem(f"--rules {settings.rules} is for maps; this is {words} already")]
        )
    if not REDUCTIONS.keys().isdisjoint(settings.without):
        raise InputError([Problem(f"--without {', '.join(settings.without)} is for maps")])


def _imported(source: Text, settings: Settings, watch: Watch) -> game.Game:
    _refuse_of_maps(settings, "a game")
    if is_gambit(source.text):
        return parse_gambit(source.text, source.sha256, source.file)
    named = source.name == source.text  # On the command line, and not in a file.
    return parse_openspiel(
        source.text, source.sha256, affordable(settings.max_histories, HISTORY_BYTES), watch, named
    )
