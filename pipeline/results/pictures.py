"""The kinds of pictures, with their subjects and formats: one table.

A new kind of picture is a module in `stages/draw/` and an entry of PICTURES. A new format of all
pictures writes a `Scene`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pipeline.chain.records import Lowered, Record, Reported, ReportedGraph
from pipeline.files.text import Text
from pipeline.results.images import IMAGES
from schemas.game import Game
from schemas.induction_report import InductionReport
from schemas.linear_program import LinearProgram
from schemas.parts.limits import LARGE
from schemas.state_graph import StateGraph
from stages.draw import droids, goofspiel, graphs, maps, programs, svg, tikz, trees
from stages.draw.scene import Scene
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


class Wish(NamedTuple):
    """A picture as requested."""

    source: Text
    picture: str = ""
    """A key of PICTURES; empty: the first that is possible."""
    format: str = "text"
    """A key of SUFFIXES."""
    plain: bool = False
    """Whether to draw without solving."""
    depth: int | None = None
    start: str = ""
    """A history, or the name of a state."""
    player: int = 0
    """The player whose information sets and probabilities are shown; 0: both players."""
    ascii: bool = False
    width: int = WIDTH
    """Characters per line of the terminal."""
    scheme: str = ""
    """Whether an SVG picture is always `light` or always `dark`; empty: as the reader's screen."""


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
    scene: Callable[[Any, Wish], Scene]
    """Takes the content. Returns the shapes, which can be written in the formats of SCENES."""
    texts: Mapping[str, Callable[[Any, Wish], Iterator[str]]]
    """Writers of the content in other formats, by keys of SUFFIXES."""
    as_program: bool = False
    """Whether even a game without a secret is solved as a linear program for it."""

    @property
    def formats(self) -> list[str]:
        """Its file formats."""
        return [name for name in SUFFIXES if name in (*SCENES, *IMAGES, *self.texts)]

    def write(self, shown: Any, wish: Wish, format: str) -> Iterator[str]:
        """Yield the parts of a file that is no image, given the content."""
        if format in self.texts:
            return self.texts[format](shown, wish)
        return SCENES[format](self.scene(shown, wish), wish)


SCENES: Mapping[str, Callable[[Scene, Wish], Iterator[str]]] = {
    "svg": lambda scene, wish: svg.write(scene, wish.scheme),
    "tikz": lambda scene, wish: tikz.write(scene),
}
"""Writers of the shapes of any picture."""

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
            return maps.without_play(board.rows, board.places, made.title)
        case Reported(_, report, _):
            return maps.flow(report)
        case _:
            return None


def _chart(made: Record, wish: Wish) -> InductionReport | None:
    return made.report if isinstance(made, ReportedGraph) else None


def _board(made: Record, wish: Wish) -> droids.Moment | None:
    match made:
        case StateGraph() if wish.plain:
            return droids.without_play(made.rule, made.title)
        case ReportedGraph(_, report):
            return droids.moment(report)
        case _:
            return None


def _graph(made: Record, wish: Wish) -> graphs.Graph | None:
    match made:
        case StateGraph():
            return graphs.graph_of(made, wish.start, wish.depth)
        case _:
            return None


def _tree(made: Record, wish: Wish) -> trees.Tree | None:
    match made:
        case Game():
            start = trees.read_history(made, wish.start)
            if not wish.plain and len(made.nodes) <= SOLVED_FIRST:
                return None
            # A tree that is too large is refused before solving.
            seen = trees.tree_of(made, start=start, depth=wish.depth, player=wish.player)
            return seen if wish.plain else None
        case Reported(_, report, _):
            return trees.tree_of(
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


def _matrix_scene(shown: programs.Matrix, wish: Wish) -> Scene:
    return programs.scene(shown, shown.problem or wish.source.file or "linear program")


GAMES = ("map", "goofspiel", "droid-battle", "graph", "game")

PICTURES = {  # The first picture of a subject is the usual one.
    "map": Picture(
        words="of a map: where the agent goes and how often, where bandits wait",
        of=("map",),
        gather=_map,
        scene=lambda shown, wish: maps.scene(shown),
        texts={"text": lambda shown, wish: maps.write_text(shown, wish.ascii)},
    ),
    "chart": Picture(
        words="of Goofspiel: how often each card is bid for each prize",
        of=("goofspiel",),
        gather=_chart,
        scene=lambda report, wish: goofspiel.scene(report),
        texts={"text": lambda report, wish: goofspiel.write_text(report, wish.ascii)},
    ),
    "board": Picture(
        words="of a droid battle: the board, and how both droids begin",
        of=("droid-battle",),
        gather=_board,
        scene=lambda shown, wish: droids.scene(shown),
        texts={"text": lambda shown, wish: droids.write_text(shown, wish.ascii)},
    ),
    "graph": Picture(
        words="of a state graph, such as that of a map: states and transitions",
        of=("map", "goofspiel", "droid-battle", "graph"),
        gather=_graph,
        scene=lambda shown, wish: graphs.scene(shown),
        texts={
            "dot": lambda shown, wish: graphs.write_dot(shown),
            "text": lambda shown, wish: graphs.write_text(shown, wish.ascii),
        },
    ),
    "tree": Picture(
        words="of any game: its histories, with strategies on the branches",
        of=GAMES,
        gather=_tree,
        scene=lambda tree, wish: trees.scene(tree),
        texts={
            "dot": lambda tree, wish: trees.write_dot(tree),
            "text": lambda tree, wish: trees.write_text(tree, wish.ascii),
        },
        as_program=True,
    ),
    "matrix": Picture(
        words="of any linear program: where it has coefficients, in blocks",
        of=(*GAMES, "program"),
        gather=_matrix,
        scene=_matrix_scene,
        texts={"text": lambda shown, wish: programs.write_text(shown, wish.ascii, wish.width)},
        as_program=True,
    ),
}
