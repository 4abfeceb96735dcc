"""Write an observation graph as YAML: one line per state, or several if it is long."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..parts.exact import write_exact
from ..parts.yaml_text import LONGEST_KEY, WIDTH, Scalar, entry, flow, scalar, with_colon
from ..state_graph.columns import Forms, forms
from ..state_graph.writing import GAP, blocks, head_lines, written_names
from .columns import NOTHING, Actor, default_sees
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
    columns, names = graph.columns, written_names(graph.names)
    states = _States(graph, np.diff(names.begin))
    found = states.forms()
    samples = (states.text(state, width) for state in found.first.tolist())
    yield from blocks(names, columns.begin, columns.target, found.number, samples)


class _States:
    """The YAML texts of the states of a graph, with gaps for the names of states. Moves of the same
    form are written once, for speed.
    """

    def __init__(self, graph: GraphRecord, lengths: NDArray[np.int64]) -> None:
        """`lengths` has the lengths of the names of the states."""
        columns = self.columns = graph.columns
        self.lengths = lengths.tolist()
        self.actors = ("", *map(scalar, graph.players), "chance")
        self.players = [scalar(player) for player in graph.players]
        self.numbers = [write_exact(number) for number in columns.numbers]
        texts = (columns.label, *columns.sees)
        numbers = (columns.probability, columns.reward)
        found = forms(columns.actor[columns.origin], lengths[columns.target], *texts, *numbers)
        self.move = found.number
        """The number of the form of each move."""
        self.moves = [self._move(move) for move in found.first.tolist()]
        """The text of each form."""

    def forms(self) -> Forms:
        """Return the forms of all states: states of one form have the same lines, except for the
        names in them, which have the same lengths.
        """
        ends, moves = (4 * self.columns.begin.astype(np.int64)).tolist(), self.move.tobytes()
        states = zip(
            self.columns.actor.tolist(),
            self.columns.payoff.tolist(),
            self.lengths,
            (moves[begin:end] for begin, end in pairwise(ends)),
            strict=True,
        )
        numbers: dict[tuple[int, int, int, bytes], int] = {}
        form = [numbers.setdefault(state, len(numbers)) for state in states]
        return forms(np.array(form, np.int32))

    def text(self, state: int, width: int | None) -> str:
        """Return the line of a state; if it is longer than `width`, several lines, of which that of
        a move may be longer.
        """
        columns = self.columns
        name, actor = with_colon(GAP * self.lengths[state], 2), int(columns.actor[state])
        if actor == Actor.TERMINAL:
            return f"  {name} {{payoff: {self.numbers[columns.payoff[state]]}}}\n"
        numbers = self.move[columns.begin[state] : columns.begin[state + 1]]
        moves = [self.moves[number] for number in numbers.tolist()]
        listed = f"moves: {{{', '.join(moves)}}}"
        line = f"  {name} {{actor: {self.actors[actor]}, {listed}}}"
        if width is None or len(line) <= width:
            return f"{line}\n"
        if len(listed) > width - 4 and not any(len(move) > LONGEST_KEY for move in moves):
            listed = "\n      ".join(["moves:", *moves])
        return f"  {name}\n    actor: {self.actors[actor]}\n    {listed}\n"

    def _move(self, move: int) -> str:
        columns = self.columns
        target = GAP * self.lengths[columns.target[move]]
        label, probability = int(columns.label[move]), int(columns.probability[move])
        sees = tuple(int(texts[move]) for texts in columns.sees)
        parts = [f"to: {target}"]
        if probability != NOTHING:
            parts.insert(0, f"p: {self.numbers[probability]}")
        if reward := int(columns.reward[move]):
            parts.append(f"reward: {self.numbers[reward]}")
        if sees != default_sees(int(columns.actor[columns.origin[move]]), label):
            seen = zip(self.players, sees, strict=True)
            texts = [f"{who}: {flow(columns.texts[text])}" for who, text in seen if text != NOTHING]
            parts.append(f"sees: {{{', '.join(texts)}}}")
        fields = f"{{{', '.join(parts)}}}" if len(parts) > 1 else target
        return f"{with_colon(scalar(columns.texts[label]))} {fields}"
