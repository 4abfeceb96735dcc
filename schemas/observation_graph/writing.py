"""Write an observation graph as YAML: one line per state, or several if it is long."""

from collections.abc import Iterator
from functools import cache

from schemas.observation_graph.columns import NOTHING, Actor, ObservationColumns, default_sees
from schemas.observation_graph.records import FORMAT, VERSION, GraphRecord
from schemas.parts.exact import write_exact
from schemas.parts.yaml_text import WIDTH, Scalar, entry, scalar


def write(graph: GraphRecord) -> Iterator[str]:
    """Yield the lines of the YAML text, including their line ends."""
    yield from (f"# {line}".rstrip() + "\n" for line in graph.comment)
    yield from _lines(graph, WIDTH)


def write_canonical(graph: GraphRecord) -> Iterator[str]:
    """Yield the text that is hashed for the digest: no comments, each state on one line."""
    return _lines(graph, None)


def _lines(graph: GraphRecord, width: int | None) -> Iterator[str]:
    yield f"format: {FORMAT}\nversion: {VERSION}\ntitle: {scalar(graph.title)}\n"
    if graph.source:
        yield entry("source", graph.source.fields(), width)
    if graph.counts:
        yield entry("counts", graph.counts.fields(), width)
    yield entry("players", graph.players, width)
    if graph.limit:
        payoff = Scalar(write_exact(graph.limit.payoff))
        yield entry("limit", {"moves": graph.limit.moves, "payoff": payoff}, width)
    yield f"start: {scalar(graph.names[graph.start])}\nstates:\n"
    fields = _Fields(graph)
    for state, name in enumerate(graph.names):
        yield entry(scalar(name), fields.of_state(state), width, indent=2)


class _Fields:
    """The YAML fields of the states of a graph."""

    def __init__(self, graph: GraphRecord) -> None:
        columns: ObservationColumns = graph.columns
        self.actors = ("", *(Scalar(scalar(name)) for name in graph.players), "chance")
        self.players, self.texts = graph.players, columns.texts
        self.name = cache(lambda state: Scalar(scalar(graph.names[state])))
        self.number = cache(lambda number: Scalar(write_exact(columns.numbers[number])))
        self.actor, self.payoff = columns.actor.tolist(), columns.payoff.tolist()
        self.begin = columns.begin.tolist()
        self.moves = list(
            zip(
                *(one.tolist() for one in (columns.label, columns.target, columns.probability)),
                *(one.tolist() for one in (columns.reward, *columns.sees)),
                strict=True,
            )
        )

    def of_state(self, state: int) -> dict[str, object]:
        actor = self.actor[state]
        if actor == Actor.TERMINAL:
            return {"payoff": self.number(self.payoff[state])}
        moves = self.moves[self.begin[state] : self.begin[state + 1]]
        return {
            "actor": self.actors[actor],
            "moves": {self.texts[move[0]]: self._move(actor, move) for move in moves},
        }

    def _move(self, actor: int, move: tuple[int, ...]) -> object:
        label, target, probability, reward, *sees = move
        fields: dict[str, object] = {}
        if probability != NOTHING:
            fields["p"] = self.number(probability)
        fields["to"] = self.name(target)
        if reward:
            fields["reward"] = self.number(reward)
        if tuple(sees) != default_sees(actor, label):
            fields["sees"] = {
                player: self.texts[text]
                for player, text in zip(self.players, sees, strict=True)
                if text != NOTHING
            }
        return fields["to"] if list(fields) == ["to"] else fields
