"""The history before a first difference as a story, in the words of the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from .....schemas.grades import FirstDifference
from .....schemas.parts.squares import STEPS, Square, square_name
from .....stages.parse.maps import GOLD, Map

CHANCE = "chance: "
_DIRECTIONS = {step: word for word, step in STEPS.items()}


@dataclass
class Moment:
    """The moment of a first difference."""

    path: tuple[Square, ...]
    """The squares of the agent, the start first; empty if unknown."""
    hidden: tuple[str, ...] | None = None
    """The places where player 2 hides at this moment; None if unknown."""
    taken: list[Square] = field(default_factory=list)
    """The squares of gold that was picked up."""
    carried: list[Square] = field(default_factory=list)
    """The squares of the gold that the agent still carries."""
    sentences: list[str] = field(default_factory=list)


def moment(board: Map, players: tuple[str, str], first: FirstDifference) -> Moment:
    """Return the moment of a first difference with the story that leads there."""
    found = Moment(first.squares)
    if first.squares:
        _Teller(board, players, first, found).tell()
    return found


class _Teller:
    """The story of one moment, told along the path."""

    def __init__(
        self, board: Map, players: tuple[str, str], first: FirstDifference, found: Moment
    ) -> None:
        self.others, self.found = players[1], found
        self.one = players[1].removesuffix("s")
        self.places: Mapping[str, Square] = dict(board.places)
        self.names = {square: name for name, square in board.places}
        self.gold = frozenset(board.squares(GOLD))
        self.events = list(first.events)

    def tell(self) -> None:
        """Add the sentences, the gold and the hiding places to the moment."""
        self._hide()
        path = self.found.path
        walked = [path[0]]
        self._say(f"You start at {square_name(path[0])}.")
        for at, square in enumerate(path[1:], 1):
            walked.append(square)
            if square in self.gold:
                self.found.taken.append(square)
                self.found.carried.append(square)
            if square in self.names:
                self._walk(walked)
                walked = [square]
                self._enter(self.names[square], path[at + 1 :])
        self._walk(walked)
        if self.events:
            self._say(f"On this path also happened: {'; '.join(self.events)}.")

    def _say(self, sentence: str) -> None:
        self.found.sentences.append(sentence)

    def _hide(self) -> None:
        if self.events and self.events[0].startswith(f"{self.others}: "):
            words = self.events.pop(0).partition(": ")[2].split()
            self.found.hidden = tuple(word for word in words if word in self.places)
            where = self._list(self.found.hidden)
            self._say(f"The {self.others} hide at {where}." if where else "Nobody hides.")

    def _list(self, places: Sequence[str]) -> str:
        *most, last = [f"{square_name(self.places[name])} ({name})" for name in places] or [""]
        return f"{', '.join(most)} and {last}" if most else last

    def _walk(self, squares: Sequence[Square]) -> None:
        """Add a sentence on moves, those in one direction together."""
        steps = [(_DIRECTIONS[to[0] - at[0], to[1] - at[1]], to) for at, to in pairwise(squares)]
        parts = []
        for word, group in groupby(steps, lambda step: step[0]):
            entered = [square for _, square in group]
            gold = [square_name(square) for square in entered if square in self.gold]
            found = f", with gold at {' and '.join(gold)}" if gold else ""
            if gold == [square_name(entered[-1])]:
                found = " (gold)"
            parts.append(f"{word} to {square_name(entered[-1])}{found}")
        if parts:
            self._say(f"You go {', then '.join(parts)}.")

    def _enter(self, name: str, ahead: Sequence[Square]) -> None:
        """Add what happens when the agent steps on a dangerous place."""
        hidden = self.found.hidden
        if self.events and self.events[0].partition(": ")[0].endswith(f" at {name}"):
            heading, _, label = self.events.pop(0).partition(": ")
            met = heading.rpartition(" at ")[0].endswith("encounter")
            if not met:
                self._alarm(label)
                return
            self._encounter(name, label)
            if self._chance_next():
                self._fight()
        elif self._chance_next() and self._attacked(name, ahead):
            self._say(f"A {self.one} attacks you at {square_name(self.places[name])}.")
            self._fight()
        elif hidden is not None:
            there = name in hidden
            whom = f"a {self.one} hides there" if there else "nobody hides there"
            self._say(f"{square_name(self.places[name])} is a dangerous place, and {whom}.")

    def _chance_next(self) -> bool:
        return bool(self.events) and self.events[0].startswith(CHANCE)

    def _attacked(self, name: str, ahead: Sequence[Square]) -> bool:
        """Return whether the next chance move happened at this place."""
        if self.found.hidden is not None:
            return name in self.found.hidden
        left = sum(square in self.names for square in ahead)
        return left < sum(event.startswith(CHANCE) for event in self.events)

    def _fight(self) -> None:
        outcome = self.events.pop(0).removeprefix(CHANCE)
        self._say(f"You are {outcome}." if outcome == "captured" else "You win, and go on.")

    def _encounter(self, name: str, label: str) -> None:
        self._say(f"A {self.one} is there: an encounter at {square_name(self.places[name])}.")
        if label == "take gold":
            self._say(f"The {self.others} take all your gold and let you go.")
            self.found.carried.clear()
        else:
            self._say(f"The {self.others} fight." if label == "fight" else f"They {label}.")

    def _alarm(self, label: str) -> None:
        self._say("Nobody is there: this is the first dangerous place, so the alarm is raised.")
        left, _, right = label.partition(" to ")
        if left in self.places and right in self.places:
            self._say(f"A {self.one} moves from {self._list([left])} to {self._list([right])}.")
            if self.found.hidden is not None:
                moved = (right if name == left else name for name in self.found.hidden)
                self.found.hidden = tuple(moved)
        else:
            self._say(f"No {self.one} moves.")
