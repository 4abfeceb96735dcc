"""Write the states of a graph of version 2 as YAML: one line per state, or several if it is
long.
"""

from ..parts.exact import write_exact
from ..parts.yaml_text import LONGEST_KEY, flow, scalar, with_colon
from .columns import forms
from .observed_columns import NOTHING, Actor, ObservationColumns, default_sees
from .records import GraphRecord


class Turns:
    """The YAML texts of the states of a graph. Each scalar, and each distinct move up to the name
    of its target, is written once, for speed.
    """

    def __init__(self, graph: GraphRecord, columns: ObservationColumns) -> None:
        self.actors = ("", *map(scalar, graph.players), "chance")
        self.players = [scalar(player) for player in graph.players]
        self.names = [scalar(name) for name in graph.names]
        self.numbers = [write_exact(number) for number in columns.numbers]
        self.actor, self.payoff = columns.actor.tolist(), columns.payoff.tolist()
        self.begin, self.target = columns.begin.tolist(), columns.target.tolist()
        numbers = (columns.probability, columns.reward)
        move = forms(columns.actor[columns.origin], columns.label, *columns.sees, *numbers)
        self.form = move.number.tolist()
        self.forms = [self._move(columns, first) for first in move.first.tolist()]

    def text(self, state: int, width: int | None) -> str:
        """Return the line of a state; if it is longer than `width`, several lines, of which that of
        a move may be longer.
        """
        name, actor = with_colon(self.names[state], 2), self.actor[state]
        if actor == Actor.TERMINAL:
            return f"  {name} {{payoff: {self.numbers[self.payoff[state]]}}}\n"
        begin, end = self.begin[state], self.begin[state + 1]
        targets = [self.names[target] for target in self.target[begin:end]]
        around = [self.forms[form] for form in self.form[begin:end]]
        moves = [f"{a}{target}{b}" for (a, b), target in zip(around, targets, strict=True)]
        listed = f"moves: {{{', '.join(moves)}}}"
        line = f"  {name} {{actor: {self.actors[actor]}, {listed}}}"
        if width is None or len(line) <= width:
            return f"{line}\n"
        if len(listed) > width - 4 and not any(len(move) > LONGEST_KEY for move in moves):
            listed = "\n      ".join(["moves:", *moves])
        return f"  {name}\n    actor: {self.actors[actor]}\n    {listed}\n"

    def _move(self, columns: ObservationColumns, move: int) -> tuple[str, str]:
        """Return the text of a move before the name of its target, and behind it."""
        label, actor = int(columns.label[move]), int(columns.actor[columns.origin[move]])
        probability, reward = int(columns.probability[move]), int(columns.reward[move])
        sees = tuple(int(texts[move]) for texts in columns.sees)
        before, behind = "to: ", ""
        if probability != NOTHING:
            before = f"p: {self.numbers[probability]}, to: "
        if reward:
            behind += f", reward: {self.numbers[reward]}"
        if sees != default_sees(actor, label):
            seen = zip(self.players, sees, strict=True)
            texts = [f"{who}: {flow(columns.texts[text])}" for who, text in seen if text != NOTHING]
            behind += f", sees: {{{', '.join(texts)}}}"
        key = with_colon(scalar(columns.texts[label]))
        if (before, behind) == ("to: ", ""):
            return f"{key} ", ""
        return f"{key} {{{before}", f"{behind}}}"
