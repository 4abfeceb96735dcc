"""Parse: from the user's source to the state graph, to the game, or to the linear program.

A new layout of a map is a row of `stages.parse.maps.LAYOUTS`, a new rule set a row of
`stages.parse.rule_sets.RULES`.
"""

from collections.abc import Collection
from dataclasses import replace

from ...schemas.map_game import MapGame
from ...schemas.parts.counts import TEXTBOOK, UNREDUCED, WAYS_OUT, Counts
from ...schemas.parts.exact import write_exact
from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError, counted
from ...schemas.parts.source import Source
from ...schemas.parts.watch import Watch
from ...schemas.parts.yaml_text import WIDTH
from ...schemas.state_graph import Secret, StateGraph, in_order
from ...schemas.state_graph.columns import NumberedNames
from ...schemas.state_graph.histories import count_within
from .enumeration import MAX_STATES, enumerate_states
from .games import game_graph, is_source
from .maps import Map, read_map
from .meter import Meter
from .reductions import REDUCTIONS
from .rule_sets import RULES
from .walk import Rules

__all__ = (
    "LEVELS",
    "MAX_STATES",
    "REDUCED_LEVEL",
    "REDUCTIONS",
    "RULES",
    "map_game",
    "parse",
)

LEVELS = (0, 1, 2)
# The levels to count, the reductions to use, and the work that is always allowed: together one
# second (see Meter).
COUNTED = (
    (UNREDUCED, ("reachable",), 600_000),
    (WAYS_OUT, ("reachable", "relevant"), 1_600_000),
)
SHARE = 20  # Otherwise this part of the graph's own work: two counts take a tenth.
REDUCED_LEVEL = 2
"""The level of games that are too large for the textbook tree."""


def parse(
    text: str,
    sha256: str,
    file: str = "",
    rules: str = "",
    level: int | None = None,
    max_states: int = MAX_STATES,
    without: Collection[str] = (),
    watch: Watch = lambda done, total: None,
    counted: bool = True,
    word: str = "MAP",
) -> StateGraph:
    """Return the state graph of a map, or of a source with a `game`.

    `file` and `sha256` name the text in the artifact, `rules` is a key of RULES,
    by default the one for the map's layout. Level 0 has one state per history of
    player 1; the levels above use the REDUCTIONS up to theirs, except those in
    `without`. Level None is 0 for a map whose textbook tree has at most TEXTBOOK
    histories, else REDUCED_LEVEL, as for every source with a `game`, because those are solved state
    by state. `watch` is called with the number of states so far, and 0 for their unknown total.
    Unless `counted`, the graph lacks the number of histories of the game without reductions. `word`
    is the file in a command that messages advise. Raises InputError with line and column.
    """
    if is_source(text):
        if rules:
            raise InputError(
                [Problem(f"--rules {rules} is for maps; a source with a 'game' names its own")]
            )
        if not REDUCTIONS.keys().isdisjoint(without):
            raise InputError([Problem(f"--without {', '.join(without)} is for maps")])
        known = REDUCED_LEVEL if level is None else level
        return game_graph(text, file, sha256, known, max_states)
    board = read_map(text)
    name = rules or board.rules
    first = REDUCED_LEVEL if level is None else level
    source = Source(file=file, sha256=sha256, rules=name, level=first)
    graph = map_graph(board, RULES[name], source, max_states, without, watch, counted, word)
    if level is not None:
        return graph
    counts = graph.counts if counted else count(RULES[name], board, graph, COUNTED[:1], Meter())
    if _is_small(counts, max_states):
        return map_graph(board, RULES[name], source._replace(level=0), max_states)
    return graph


def map_game(text: str, sha256: str, file: str = "", rules: str = "") -> MapGame:
    """Return the game of a map without its states; the parameters are those of `parse`. Raises
    InputError, also for rules that are not `bounded`.
    """
    board = read_map(text)
    name = rules or board.rules
    chosen = RULES[name]
    if not chosen.bounded:
        raise InputError([Problem(f"maps with the rules {name} have to be compiled to states")])
    return MapGame(
        title=_title(board, chosen),
        players=chosen.players,
        rows=board.rows,
        bandits=board.bandits,
        capture=board.capture,
        escape=chosen.escape,
        dangers=chosen.dangers,
        source=Source(file=file, sha256=sha256, rules=name, level=0),
    )


def map_graph(
    board: Map,
    chosen: Rules,
    source: Source,
    max_states: int = MAX_STATES,
    without: Collection[str] = (),
    watch: Watch = lambda done, total: None,
    counted: bool = True,
    word: str = "MAP",
) -> StateGraph:
    """Return the state graph of a map by a rule set, at the level of its source. Raises InputError
    as `parse` does.
    """
    level = source.level
    used = [
        reduction
        for reduction, needs in REDUCTIONS.items()
        if needs.level <= level and reduction not in without
    ]
    meter = Meter(watch)
    states = enumerate_states(chosen, board, max_states, used, meter)
    if states is None:
        many = more_than(max_states, f"states at level {level}", "--max-states")
        advised = (
            f"; `efgc run {word} --method double-oracle` bounds its value without listing them"
        )
        raise SizeError([Problem(f"the map {many}{advised * chosen.bounded}")])
    graph = StateGraph(
        title=_title(board, chosen),
        source=source,
        players=chosen.players,
        secret=Secret(board.places, board.bandits),
        names=NumberedNames(len(states)),
        states=in_order(states),
        start=0,
        comment=board.rows if len(board.rows[0]) <= WIDTH - len("# ") else (),
    )
    if level == 0 or not counted:
        return graph
    if level == 1:  # The graph has every legal move, so it can be counted itself.
        return replace(graph, counts=count_within(graph))
    return replace(graph, counts=count(chosen, board, graph, COUNTED, meter))


def _is_small(counts: Counts | None, max_states: int) -> bool:
    """Return whether the textbook tree is known to be small; a history of player 1 is a state."""
    most = min(TEXTBOOK, max_states)
    return counts is not None and counts.of == UNREDUCED and counts.histories <= most


def count(
    rules: Rules,
    board: Map,
    graph: StateGraph,
    tries: tuple[tuple[str, tuple[str, ...], int], ...],
    spent: Meter,
) -> Counts | None:
    """Return the size of the game without reductions, if that takes little work compared with that
    `spent` on the graph.

    Gold is left out: it affects only payoffs, and would separate states that can be counted
    together.
    """
    for of, reductions, least in tries:
        meter = Meter(spent.watch, max(least, spent.spent // SHARE))
        states = enumerate_states(replace(rules, gold=0), board, MAX_STATES, reductions, meter)
        if states is not None:
            counted = replace(graph, names=NumberedNames(len(states)), states=states)
            return count_within(counted, of, meter.most)
    return None


def _title(board: Map, chosen: Rules) -> str:
    size = f"{len(board.rows)}x{len(board.rows[0])}"
    bandits = counted(board.bandits, chosen.players[1].removesuffix("s"))
    return f"{chosen.family} {size}, {bandits}, p = {write_exact(board.capture)}"
