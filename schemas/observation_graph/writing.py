"""Write an observation graph as YAML: one line per state, or several if it is long."""

from collections.abc import Iterator

from ..parts.exact import write_exact
from ..parts.yaml_text import LONGEST_KEY, WIDTH, Scalar, entry, flow, scalar, with_colon
from ..state_graph.writing import head_lines
from .columns import NOTHING, Actor, ObservationColumns, default_sees
from .records import VERSION, GraphRecord


def write(graph: GraphRecord) -> Iterator[str]:
    """Yield the lines of the YAML text, including their line ends."""
    return _lines(graph, WIDTH)


def write_canonical(graph: GraphRecord) -> Iterator[str]:
    """Yield the text that is hashed for the digest: no comments, each state on one line."""
    return _lines(graph, None)


def _lines(graph: GraphRecord, width: int | None) -> Iterator[str]:
    yield from head_lines(graph, VERSION, width)
    if graph.limit:
        payoff = Scalar(write_exact(graph.limit.payoff))
        yield entry("limit", {"moves": graph.limit.moves, "payoff": payoff}, width)
    yield f"start: {scalar(graph.names[graph.start])}\nstates:\n"
    states = _States(graph)
    for state in range(len(graph.names)):
        yield states.text(state, width)


class _States:
    """The YAML texts of the states of a graph. Each scalar is written once, for speed."""

    def __init__(self, graph: GraphRecord) -> None:
        columns: ObservationColumns = graph.columns
        self.actors = ("", *map(scalar, graph.players), "chance")
        self.names = [scalar(name) for name in graph.names]
        self.labels = [scalar(text) for text in columns.texts]
        self.seen = [
            [f"{scalar(player)}: {flow(text)}" for text in columns.texts]
            for player in graph.players
        ]
        self.numbers = [write_exact(number) for number in columns.numbers]
        self.actor, self.payoff = columns.actor.tolist(), columns.payoff.tolist()
        self.begin = columns.begin.tolist()
        self.moves = list(
            zip(
                *(one.tolist() for one in (columns.label, columns.target, columns.probability)),
                *(one.tolist() for one in (columns.reward, *columns.sees)),
                strict=True,
            )
        )

    def text(self, state: int, width: int | None) -> str:
        """Return the line of a state; if it is longer than `width`, several lines, of which that of
        a move may be longer.
        """
        name, actor = with_colon(self.names[state], 2), self.actor[state]
        if actor == Actor.TERMINAL:
            return f"  {name} {{payoff: {self.numbers[self.payoff[state]]}}}\n"
        numbers = self.moves[self.begin[state] : self.begin[state + 1]]
        moves = [self._move(actor, move) for move in numbers]
        listed = f"moves: {{{', '.join(moves)}}}"
        line = f"  {name} {{actor: {self.actors[actor]}, {listed}}}"
        if width is None or len(line) <= width:
            return f"{line}\n"
        if len(listed) > width - 4 and not any(len(move) > LONGEST_KEY for move in moves):
            listed = "\n      ".join(["moves:", *moves])
        return f"  {name}\n    actor: {self.actors[actor]}\n    {listed}\n"

    def _move(self, actor: int, move: tuple[int, ...]) -> str:
        label, target, probability, reward, *sees = move
        parts = [f"to: {self.names[target]}"]
        if probability != NOTHING:
            parts.insert(0, f"p: {self.numbers[probability]}")
        if reward:
            parts.append(f"reward: {self.numbers[reward]}")
        if tuple(sees) != default_sees(actor, label):
            texts = zip(self.seen, sees, strict=True)
            seen = ", ".join([written[text] for written, text in texts if text != NOTHING])
            parts.append(f"sees: {{{seen}}}")
        fields = f"{{{', '.join(parts)}}}" if len(parts) > 1 else self.names[target]
        return f"{with_colon(self.labels[label])} {fields}"
