"""Strategies of a map in words, one situation of a player each, and back.

The agent's situation is what it did and found: `["right 3, down", "e2 empty"]`, and its actions are
ways, such as `up 2, right`, to the next dangerous place or exit. Player 2's first situation has the
placements as actions, such as `e1 e4`; later it knows its placement and what it saw and did:
`["e1 e4", "alarm at e2"]` or `["e1 e4", "encounter at e1", "fight", "encounter at e4"]`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np

from ....schemas.bounds import Situation
from ....schemas.parts.events import Event
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.squares import STEPS, Square
from ..rounds import Situations
from .bandits import Shares
from .hiding import Floats, Hiding, Met, Placements, moves, rounded
from .plans import Choice, Finding, Point
from .terrain import DANGER, EXIT, EXIT_PLACE, Terrain

_RUN = re.compile(r"(up|down|left|right)(?: ([1-9][0-9]{0,5}))?")
NOWHERE = "nowhere"
"""The placement of no bandits."""


def moves_of(path: Sequence[Square]) -> str:
    """Return the moves along a path.

    >>> moves_of([(0, 0), (0, 1), (0, 2), (1, 2)])
    'right 2, down'
    """
    of = {step: name for name, step in STEPS.items()}
    names = [of[to[0] - at[0], to[1] - at[1]] for at, to in zip(path, path[1:], strict=False)]
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", ".join(f"{name} {many}" if many > 1 else name for name, many in runs)


def path_of(start: Square, words: str) -> tuple[Square, ...] | None:
    """Return the path of moves from a square; None if the words are no moves."""
    path = [start]
    for run in words.split(", "):
        found = _RUN.fullmatch(run)
        if found is None:
            return None
        down, right = STEPS[found[1]]
        for _ in range(int(found[2] or 1)):
            path.append((path[-1][0] + down, path[-1][1] + right))
    return tuple(path)


def situation_of(
    actions: Sequence[str], shares: Sequence[float], after: Sequence[str] = ()
) -> Situation:
    """Return the situation after some words, with the probabilities of its actions."""
    return Situation(None, (), tuple(actions), tuple(shares), tuple(after))


def write_agent(tree: Point, shares: Shares | None = None) -> Situations:
    """Return the agent's strategy; without shares, all choices of a tree with equal probability."""
    return tuple(_written_agent(tree, shares))


def _written_agent(tree: Point, shares: Shares | None) -> Iterator[Situation]:
    waiting: list[tuple[Point, tuple[str, ...]]] = [(tree, ())]
    for point, after in waiting:  # Grows meanwhile.
        equal = [1.0] * len(point.choices)
        played = equal if shares is None else shares.get(id(point), [])
        kept = [number for number, share in enumerate(played) if share]
        if not kept:
            continue
        texts = [moves_of(point.choices[number].path) for number in kept]
        weights = rounded(np.array([played[number] for number in kept]))
        yield situation_of(texts, weights.tolist(), after)
        for number, text in zip(kept, texts, strict=True):
            place = f"e{point.choices[number].to + 1}"
            for finding in Finding:
                following = point.after[number].get(finding)
                if following is not None:
                    waiting.append((following, (*after, text, f"{place} {finding}")))


def write_hiding(placements: Placements, hiding: Hiding) -> Situations:
    """Return the strategy of player 2."""
    names = [names_of(hidden) for hidden in placements.sets]
    kept = np.flatnonzero(hiding.placed).tolist()
    situations = [situation_of([names[at] for at in kept], hiding.placed[kept].tolist())]
    for place, moved in sorted(hiding.moved.items()):
        for before in sorted(set(moved.before.tolist()) & set(kept)):
            rows = np.flatnonzero(moved.before == before).tolist()
            texts = [_move(placements, before, int(moved.after[one])) for one in rows]
            after: tuple[str, ...] = names[before], f"alarm at e{place + 1}"
            situations.append(situation_of(texts, moved.share[rows].tolist(), after))
    for (met, place), share in sorted(hiding.fought.items()):
        weight = hiding.reaching(met)
        needed = {place, *(one for one, _ in met)}
        for number in np.flatnonzero((weight > 0) & (share < 1)).tolist():
            if needed <= placements.sets[number]:
                fights = float(share[number])
                after = names[number], *_met(met), f"encounter at e{place + 1}"
                actions = Event.FIGHT.value, Event.TAKE_GOLD.value
                situations.append(situation_of(actions, (fights, 1 - fights), after))
    return tuple(situations)


def names_of(hidden: Iterable[int]) -> str:
    """Return the names of places.

    >>> names_of({4, 0})
    'e1 e5'
    """
    return " ".join(f"e{place + 1}" for place in sorted(hidden)) or NOWHERE


def _move(placements: Placements, before: int, after: int) -> str:
    old, new = placements.sets[before], placements.sets[after]
    return Event.STAY.value if old == new else f"{names_of(old - new)} to {names_of(new - old)}"


def _met(met: Met) -> Iterator[str]:
    for place, fought in met:
        yield f"encounter at e{place + 1}"
        yield (Event.FIGHT if fought else Event.TAKE_GOLD).value


class Reader:
    """Reads the strategies of a map. Raises InputError, with the places of all problems."""

    def __init__(self, terrain: Terrain, placements: Placements) -> None:
        self.terrain, self.placements = terrain, placements

    def agent(self, strategy: Situations) -> tuple[Point, Shares]:
        """Return the tree and the probabilities of the agent's strategy."""
        tree, shares, problems = Point(), Shares(), list[Problem]()
        known = {(): (tree, frozenset([self.terrain.start]), self.terrain.start)}
        for number, situation in enumerate(strategy):
            try:
                if situation.after not in known:
                    raise ValueError("does not follow from the entries before it")
                point, used, square = known[situation.after]
                if point.choices:
                    raise ValueError("duplicate situation")
                for text in situation.actions:
                    choice = self._choice(square, text, used)
                    if point.add(choice) != len(point.choices) - 1 or choice in point.choices[:-1]:
                        raise ValueError(f"{text!r} stands twice")
                    if choice.to != EXIT_PLACE:
                        self._follow(known, situation.after, text, point, used)
                total = sum(situation.probabilities)
                if not total > 0 or len(situation.actions) != len(situation.probabilities):
                    raise ValueError("is not a distribution")
                shares[id(point)] = [share / total for share in situation.probabilities]
            except ValueError as error:
                problems.append(Problem(str(error), ("strategies", 0, number)))
        if problems:
            raise InputError(problems)
        return tree, shares

    def _choice(self, start: Square, text: str, used: frozenset[Square]) -> Choice:
        path, kinds = path_of(start, text), self.terrain.kinds
        if path is None or len({*path}) < len(path) or not used.isdisjoint(path[1:]):
            raise ValueError(f"{text!r:.80} are no moves, or enter a square again")
        ends = [kinds.get(square, "#") in DANGER + EXIT for square in path[1:]]
        if not all(square in kinds for square in path) or ends != [
            *[False] * (len(path) - 2),
            True,
        ]:
            raise ValueError(f"{text!r:.80} does not end at the first dangerous place or exit")
        gold = sum(kinds[square] == "G" for square in path[1:])
        return Choice(path, self.terrain.number.get(path[-1], EXIT_PLACE), gold)

    def _follow(self, known, after, text, point: Point, used) -> None:  # type: ignore[no-untyped-def]
        choice = point.choices[-1]
        for finding in Finding:
            kept = 0 if finding is Finding.TAKE_GOLD else point.gold + choice.gold
            following = point.after[-1].setdefault(finding, Point(kept))
            key = (*after, text, f"e{choice.to + 1} {finding}")
            known[key] = following, used | set(choice.path), choice.path[-1]

    def hiding(self, strategy: Situations) -> Hiding:
        """Return the strategy of player 2."""
        size = len(self.placements.sets)
        number = {names_of(hidden): at for at, hidden in enumerate(self.placements.sets)}
        placed, problems, seen = np.zeros(size), list[Problem](), set[tuple[str, ...]]()
        moved: dict[int, dict[int, dict[int, float]]] = {}
        fought: dict[tuple[Met, int], Floats] = {}
        for entry, situation in enumerate(strategy):
            try:
                if situation.after in seen or not sum(situation.probabilities) > 0:
                    raise ValueError("duplicate situation, or no distribution")
                seen.add(situation.after)
                if len({*situation.actions}) < len(situation.actions):
                    raise ValueError("an action stands twice")
                if not situation.after:
                    for name, share in zip(situation.actions, situation.probabilities, strict=True):
                        placed[number[name]] = share
                    continue
                before = number[situation.after[0]]
                if situation.after[1].startswith("alarm at e") and len(situation.after) == 2:
                    place = self._place(situation.after[1].removeprefix("alarm at "))
                    moved.setdefault(place, {})[before] = self._moved(before, place, situation)
                else:
                    met, place = self._encounters(before, situation.after[1:])
                    fought.setdefault((met, place), np.ones(size))[before] = self._fights(situation)
            except (KeyError, IndexError, ValueError) as error:
                said = str(error) if type(error) is ValueError else "is no situation of this map"
                problems.append(Problem(said, ("strategies", 1, entry)))
        if problems or not placed.sum() > 0:
            raise InputError(problems or [Problem("has no placement", ("strategies", 1))])
        return Hiding(
            placed / placed.sum(), {place: moves(to) for place, to in moved.items()}, fought
        )

    def _place(self, name: str) -> int:
        names = [f"e{place + 1}" for place in range(self.placements.places)]
        if name not in names:
            raise ValueError(f"there is no place {name!r:.80}")
        return names.index(name)

    def _moved(self, before: int, place: int, one: Situation) -> dict[int, float]:
        if not self.terrain.dangers.alarms or place in self.placements.sets[before]:
            raise ValueError("there is no alarm at this place")
        onward = {Event.STAY.value: before}
        for after in self.placements.moved(before, place):
            onward[_move(self.placements, before, after)] = after
        return {
            onward[name]: share for name, share in zip(one.actions, one.probabilities, strict=True)
        }

    def _encounters(self, before: int, words: tuple[str, ...]) -> tuple[Met, int]:
        places = [self._place(text.removeprefix("encounter at ")) for text in words[::2]]
        fights = {Event.FIGHT.value: True, Event.TAKE_GOLD.value: False}
        answers = [fights[text] for text in words[1::2]]
        sound = len(places) == len(answers) + 1 and len({*places}) == len(places)
        if not (
            sound and self.terrain.dangers.robbery and {*places} <= self.placements.sets[before]
        ):
            raise ValueError("there are no such encounters")
        return tuple(zip(places, answers, strict=False)), places[-1]

    def _fights(self, one: Situation) -> float:
        played = dict(zip(one.actions, one.probabilities, strict=True))
        if not played.keys() <= {Event.FIGHT.value, Event.TAKE_GOLD.value}:
            raise ValueError("the actions are fight and take gold")
        return played.get(Event.FIGHT.value, 0.0) / sum(played.values())
