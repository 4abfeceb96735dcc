"""The kinds of pictures, with their subjects and formats: one table.

A new kind of picture is a folder in `stages/draw/` and a line in PICTURES; a new format of a
picture is a line in its formats.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import click

from pipeline.chain.records import Lowered, Record, Reported, ReportedGraph
from pipeline.declarations import AllBut, By, Use, option, options_of
from pipeline.files.text import Text
from pipeline.results.images import IMAGES
from schemas.game import Game
from schemas.induction_report import InductionReport
from schemas.linear_program import LinearProgram
from schemas.parts.large import LARGE
from schemas.state_graph import StateGraph
from stages.draw import droids, goofspiel, graphs, maps, programs, trees
from stages.parse.maps import read_map

SUFFIXES = {
    **{"svg": "svg", "png": "png", "pdf": "pdf"},
    **{"tikz": "tex", "dot": "dot", "text": "txt"},
}
"""File endings, by the format of the picture."""
WIDTH = 80
"""Characters per line without a terminal."""
SOLVED_FIRST = 10_000
"""Games with at most so many nodes are solved before the size of their tree is checked."""


_TREES = (Use(By.PICTURE, ("tree", "graph"), "trees and graphs"),)


@dataclass(frozen=True)
class Wish:
    """A picture as requested."""

    source: Text
    picture: str = option(
        "",
        "--picture",
        type=click.Choice(("map", "chart", "board", "graph", "tree", "matrix")),
        help="The kind of picture.  [default: the first that is possible]",
    )
    """A key of PICTURES; empty: the first that is possible."""
    format: str = "text"
    """A key of SUFFIXES."""
    plain: bool = option(
        False,
        "--plain",
        is_flag=True,
        help="Draw without solving.",
        uses=(Use(By.PICTURE, AllBut(("chart",)), "what can be drawn without being solved"),),
    )
    start: str = option(
        "",
        "--from",
        "start",
        metavar="HISTORY",
        help="Begin after these moves, such as 'e1 e2, right', or at the state of this name.",
        uses=_TREES,
    )
    """A history, or the name of a state."""
    depth: int | None = option(
        None,
        "--depth",
        type=click.IntRange(1),
        metavar="N",
        help="Draw at most N moves.",
        uses=_TREES,
    )
    player: int = option(
        0,
        "--player",
        type=click.IntRange(1, 2),
        help="Draw only this player's information sets and probabilities.",
        uses=(Use(By.PICTURE, ("tree",), "trees"),),
    )
    """The player whose information sets and probabilities are shown; 0: both players."""
    ascii: bool = False
    width: int = WIDTH
    """Characters per line of the terminal."""
    scheme: str = ""
    """Whether an SVG picture is always `light` or always `dark`; empty: as the reader's screen."""


WISHES = options_of(Wish)
"""The options of a picture, by the names of their parameters."""


class Picture(NamedTuple):
    """One kind of picture."""

    words: str
    """Its description in the help text."""
    of: tuple[str, ...]
    """The possible subjects: keys of SUBJECTS."""
    gather: Callable[[Record, Wish], Any]
    """Takes the record of a stage. Returns the content of the picture, or None if it needs the
    record of a later stage.
    """
    formats: Mapping[str, Callable[[Any, Wish], Iterator[str]]]
    """Functions that write it, by keys of SUFFIXES; each takes the result of `gather`."""
    as_program: bool = False
    """Whether even a game without a secret is solved as a linear program for it."""

    @property
    def known(self) -> list[str]:
        """Its file formats: an SVG picture can also be an image."""
        images = IMAGES if "svg" in self.formats else ()
        return [name for name in SUFFIXES if name in self.formats or name in images]


SUBJECTS = {
    "map": "a map",
    "goofspiel": "Goofspiel",
    "droid-battle": "a droid battle",
    "graph": "a state graph",
    "game": "a game",
    "program": "a linear program",
}


def subject(kind: str, parsed: Record) -> str:
    """Return the subject of a parsed source of a kind, a key of SUBJECTS."""
    match parsed:
        case LinearProgram():
            return "program"
        case Game():
            return "game"
        case StateGraph() if kind == "map":
            return "map"
        case StateGraph(rule=rule):
            return rule.name if rule is not None and rule.name in SUBJECTS else "graph"
        case _:
            raise TypeError(f"{type(parsed).__name__} is not what `parse` makes")


def pictures_of(subject: str) -> list[str]:
    """Return the possible pictures of a subject, the usual one first.

    >>> pictures_of("game")
    ['tree', 'matrix']
    """
    return [name for name, picture in PICTURES.items() if subject in picture.of]


def _map(made: Record, wish: Wish) -> maps.MapPicture | None:
    match made:
        case StateGraph() if wish.plain:
            board = read_map(wish.source.text)
            return maps.plain(board.rows, board.places, made.title)
        case Reported(_, report, _):
            return maps.flow(report)
        case _:
            return None


def _chart(made: Record, wish: Wish) -> InductionReport | None:
    return made.report if isinstance(made, ReportedGraph) else None


def _board(made: Record, wish: Wish) -> droids.Moment | None:
    match made:
        case StateGraph() if wish.plain:
            return droids.plain(made.rule, made.title)
        case ReportedGraph(_, report):
            return droids.moment(report)
        case _:
            return None


def _graph(made: Record, wish: Wish) -> graphs.Graph | None:
    match made:
        case StateGraph():
            return graphs.drawn(made, wish.start, wish.depth)
        case _:
            return None


def _tree(made: Record, wish: Wish) -> trees.Tree | None:
    match made:
        case Game():
            start = trees.read_history(made, wish.start)
            if not wish.plain and len(made.nodes) <= SOLVED_FIRST:
                return None
            # A tree that is too large is refused before solving.
            seen = trees.drawn(made, start=start, depth=wish.depth, player=wish.player)
            return seen if wish.plain else None
        case Reported(_, report, _):
            return trees.drawn(
                report.game,
                report.strategies,
                report.exact,
                start=trees.read_history(report.game, wish.start),
                depth=wish.depth,
                player=wish.player,
            )
        case _:
            return None


def _matrix(made: Record, wish: Wish) -> programs.Matrix | None:
    match made:
        case LinearProgram():
            return programs.matrix(made.text)
        # Too large to be shown with the meanings of its columns.
        case Lowered() if len(made.game.nodes) >= LARGE:
            return programs.matrix(made.text)
        case Lowered():
            return programs.matrix(made.text, made.columns)
        case _:
            return None


def _matrix_svg(shown: programs.Matrix, wish: Wish) -> Iterator[str]:
    return programs.write_svg(shown, shown.problem or wish.source.file or "linear program")


GAMES = ("map", "goofspiel", "droid-battle", "graph", "game")

PICTURES = {  # The first picture of a subject is the usual one.
    "map": Picture(
        words="of a map: where the agent goes and how often, where bandits wait",
        of=("map",),
        gather=_map,
        formats={
            "svg": lambda shown, wish: maps.write_svg(shown),
            "text": lambda shown, wish: maps.write_text(shown, wish.ascii),
        },
    ),
    "chart": Picture(
        words="of Goofspiel: how often each card is bid for each prize",
        of=("goofspiel",),
        gather=_chart,
        formats={
            "svg": lambda report, wish: goofspiel.write_svg(report),
            "text": lambda report, wish: goofspiel.write_text(report, wish.ascii),
        },
    ),
    "board": Picture(
        words="of a droid battle: the board, and how both droids begin",
        of=("droid-battle",),
        gather=_board,
        formats={
            "svg": lambda shown, wish: droids.write_svg(shown),
            "text": lambda shown, wish: droids.write_text(shown, wish.ascii),
        },
    ),
    "graph": Picture(
        words="of a state graph, such as that of a map: states and transitions",
        of=("map", "goofspiel", "droid-battle", "graph"),
        gather=_graph,
        formats={
            "svg": lambda shown, wish: graphs.write_svg(shown),
            "tikz": lambda shown, wish: graphs.write_tikz(shown),
            "dot": lambda shown, wish: graphs.write_dot(shown),
            "text": lambda shown, wish: graphs.write_text(shown, wish.ascii),
        },
    ),
    "tree": Picture(
        words="of any game: its histories, with strategies on the branches",
        of=GAMES,
        gather=_tree,
        formats={
            "svg": lambda tree, wish: trees.write_svg(tree),
            "tikz": lambda tree, wish: trees.write_tikz(tree),
            "dot": lambda tree, wish: trees.write_dot(tree),
            "text": lambda tree, wish: trees.write_text(tree, wish.ascii),
        },
        as_program=True,
    ),
    "matrix": Picture(
        words="of any linear program: where it has coefficients, in blocks",
        of=(*GAMES, "program"),
        gather=_matrix,
        formats={
            "svg": _matrix_svg,
            "text": lambda shown, wish: programs.write_text(shown, wish.ascii, wish.width),
        },
        as_program=True,
    ),
}
