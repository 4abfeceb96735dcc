"""Parse: from what the user wrote to the state graph.

A new layout of a source is a line in `stages.parse.maps.LAYOUTS`, a new rule
set a line in RULES.
"""

from stages.parse import cave, island
from stages.parse.maps import read_map
from stages.parse.walk import MAX_STATES, Rules, enumerate_states
from schemas.exact import write_exact
from schemas.problems import InputError, Problem
from schemas.source import Source
from schemas.state_graph import Secret, StateGraph

__all__ = ("DEFAULT_RULES", "LEVELS", "MAX_STATES", "RULES", "parse")

RULES: dict[str, Rules] = {
    "island-2013": island.ISLAND_2013,
    "island-2018": island.ISLAND_2018,
    "island-2020": island.ISLAND_2020,
    "cave-2023": cave.CAVE_2023,
}
DEFAULT_RULES = {"island": "island-2018", "cave": "cave-2023"}  # By the layout of the map.
LEVELS = (0,)


def parse(text: str, sha256: str, file: str = "", rules: str = "", level: int = 0, max_states: int = MAX_STATES) -> StateGraph:
    """Return the state graph of a map.

    `file` and `sha256` name the text in the artifact, `rules` is a key of RULES,
    by default the one that the map's layout stands for. Level 0 has one state
    per history of player 1. Raises InputError with line and column.
    """
    board = read_map(text)
    name = rules or DEFAULT_RULES[board.layout]
    chosen = RULES[name]
    states = enumerate_states(chosen, board, max_states)
    if states is None:
        raise InputError([Problem(f"the map has more than {max_states:,} states at level {level}")])
    rows, columns = len(board.rows), len(board.rows[0])
    return StateGraph(
        title=f"{chosen.family} {rows}x{columns}, {_count(board.bandits, chosen.players[1])}, p = {write_exact(board.capture)}",
        source=Source(file, sha256, name, level),
        players=chosen.players,
        secret=Secret(board.places, board.bandits),
        names=tuple(f"s{number}" for number in range(len(states))),
        states=states,
        start=0,
    )


def _count(number: int, plural: str) -> str:
    return f"{number} {plural.removesuffix('s') if number == 1 else plural}"
