"""Are two sequence forms the same up to names? Found by refining colours, proved exactly.

Sequences get colours; at first all are the same. Against the strategy that
depends on colours alone, the gain of an action over its information set does
not depend on how payoffs are shifted between sequences. This gain refines the
colour, together with the colours around it, until nothing changes (Weisfeiler
and Leman 1968, with payoffs for edges). If a symmetry leaves several sequences
of a colour, one form gives one of them a colour of its own, and the other form
tries each sequence of that colour.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .reduced_forms import PRIME, inverses, payoffs_against, realization_plan, residue, vanishes
from .trees import Row, SequenceTree, TreeForm

MAX_TRIES = 400  # Choices among sequences of the same colour; symmetries of maps need a few.


class Matching(NamedTuple):
    """The corresponding sequences of two forms."""

    sequences: tuple[tuple[int, ...], tuple[int, ...]]
    """For each player and sequence of the first form, that of the second."""


class Undecided(Exception):
    """There are more symmetries than MAX_TRIES allows."""


Shares = list[tuple[int, ...]]  # Per information set of its actions.
Colours = tuple[list[int], list[int]]  # Per player: of the sequences.


class _Side:
    """One of the two forms, with its payoffs modulo PRIME."""

    def __init__(self, form: TreeForm) -> None:
        self.form = form
        self.residues = {pair: residue(payoff) for pair, payoff in form.payoffs.items()}
        self.played: list[tuple[list[int], Shares]] = [([], []), ([], [])]

    def shares(self, player: int, colours: list[int], weights: "_Weights") -> Shares:
        """Return the strategy that depends on colours alone: for each information set, shares that
        sum to 1 modulo PRIME.
        """
        if self.played[player][0] != colours:
            self.played[player] = (
                list(colours),
                _shares(self.form.players[player], weights, colours),
            )
        return self.played[player][1]


class _Weights(dict[int, int]):
    """A random number modulo PRIME for each colour."""

    def __missing__(self, colour: int) -> int:
        self[colour] = pow(colour + 2, 65537, PRIME)
        return self[colour]


class _Matcher:
    def __init__(self, forms: tuple[TreeForm, TreeForm]) -> None:
        self.sides = (_Side(forms[0]), _Side(forms[1]))
        self.known: dict[object, int] = {}
        self.weights = _Weights()
        self.tries = 0

    def match(self) -> Matching | None:
        sizes = [
            [(len(tree.represents), len(tree.parent)) for tree in side.form.players]
            for side in self.sides
        ]
        if sizes[0] != sizes[1]:
            return None
        start = [
            tuple([0] * len(tree.represents) for tree in side.form.players) for side in self.sides
        ]
        return self._search((start[0], start[1]))  # type: ignore[arg-type]

    def _search(self, colours: tuple[Colours, Colours]) -> Matching | None:
        refined = self._refined(colours)
        if refined is None:
            return None
        cell = _smallest_cell(refined[0])
        if cell is None:
            return self._proved(refined)
        player, colour = cell
        one = refined[0][player].index(colour)
        for other in (at for at, found in enumerate(refined[1][player]) if found == colour):
            self.tries += 1
            if self.tries > MAX_TRIES:
                raise Undecided
            fresh = self._colour(("chosen", self.tries))
            tried = tuple(
                _set_colour(side, player, at, fresh)
                for side, at in zip(refined, (one, other), strict=True)
            )
            found = self._search(tried)  # type: ignore[arg-type]
            if found is not None:
                return found
        return None

    def _refined(self, colours: tuple[Colours, Colours]) -> tuple[Colours, Colours] | None:
        """Return the stable colours, or None if the forms differ under them."""
        number = quiet = 0
        while quiet < 2:
            for player in (0, 1):
                rounds = [
                    self._round(side, player, found)
                    for side, found in zip(self.sides, colours, strict=True)
                ]
                if Counter(rounds[0]) != Counter(rounds[1]):
                    return None
                for found, fresh in zip(colours, rounds, strict=True):
                    found[player][:] = fresh
            count = sum(len(set(part)) for part in colours[0])
            quiet = quiet + 1 if count == number else 0
            number = count
        return colours

    def _round(self, side: _Side, player: int, colours: Colours) -> list[int]:
        """Return the refined colours of one player's sequences."""
        own, opponent = side.form.players[player], side.form.players[1 - player]
        plan = realization_plan(
            opponent, side.shares(1 - player, colours[1 - player], self.weights)
        )
        shares = side.shares(player, colours[player], self.weights)
        values = payoffs_against(side.form, player + 1, plan, side.residues)
        gains = [0] * len(values)
        for number in reversed(range(len(own.parent))):
            actions = own.actions[number]
            mean = (
                sum(
                    values[action] * share
                    for action, share in zip(actions, shares[number], strict=True)
                )
                % PRIME
            )
            for action in actions:
                gains[action] = (values[action] - mean) % PRIME
            values[own.parent[number]] = (values[own.parent[number]] + mean) % PRIME
        gains[0] = values[0]
        return self._mixed(own, colours[player], gains)

    def _mixed(self, own: SequenceTree, colours: list[int], gains: list[int]) -> list[int]:
        """Return colours that include the gain of an action and the colours above, beside and below
        it.
        """
        beside = [
            self._colour(("set", *sorted((colours[action], gains[action]) for action in actions)))
            for actions in own.actions
        ]
        below = [tuple(sorted(beside[number] for number in behind)) for behind in own.behind]
        found = [0] * len(colours)
        for number, gain in enumerate(gains):
            infoset = own.infoset[number]
            above = (colours[own.parent[infoset]], beside[infoset]) if infoset >= 0 else ()
            found[number] = self._colour((colours[number], gain, above, below[number]))
        return found

    def _colour(self, what: object) -> int:
        return self.known.setdefault(what, len(self.known))

    def _proved(self, colours: tuple[Colours, Colours]) -> Matching | None:
        found = []
        for player in (0, 1):
            where = {colour: at for at, colour in enumerate(colours[1][player])}
            found.append(tuple(where[colour] for colour in colours[0][player]))
        matching = Matching((found[0], found[1]))
        return matching if same_game(self.sides[0].form, self.sides[1].form, matching) else None


def match(one: TreeForm, other: TreeForm) -> Matching | None:
    """Return the corresponding sequences of two forms; None if they are not the same form up to
    names.

    The result is proved exactly. Raise Undecided if too many symmetries would have to be tried.
    """
    return _Matcher((one, other)).match()


def same_game(one: TreeForm, other: TreeForm, matching: Matching) -> bool:
    """Return whether a matching maps information sets to information sets and keeps every payoff,
    exactly.
    """
    for mine, yours, to in zip(one.players, other.players, matching.sequences, strict=True):
        sets = {
            (yours.parent[number], frozenset(actions))
            for number, actions in enumerate(yours.actions)
        }
        mapped = {
            (to[mine.parent[number]], frozenset(to[action] for action in actions))
            for number, actions in enumerate(mine.actions)
        }
        if len(set(to)) != len(to) or sets != mapped or len(mine.parent) != len(yours.parent):
            return False
    rows: dict[int, Row] = {}
    for (first, second), payoff in one.payoffs.items():
        rows.setdefault(first, {})[second] = payoff
    back = [{image: at for at, image in enumerate(to)} for to in matching.sequences]
    for (first, second), payoff in other.payoffs.items():
        row = rows.setdefault(back[0][first], {})
        row[back[1][second]] = row.get(back[1][second], Fraction(0)) - payoff
    return vanishes(one.players[0], one.players[1], rows)


def _shares(tree: SequenceTree, weights: _Weights, colours: Sequence[int]) -> Shares:
    alike: dict[tuple[int, ...], tuple[int, ...]] = {
        tuple(colours[action] for action in actions): () for actions in tree.actions
    }
    drawn = [tuple(weights[colour] for colour in played) for played in alike]
    wholes = inverses(sum(each) % PRIME for each in drawn)
    for played, each, whole in zip(alike, drawn, wholes, strict=True):
        alike[played] = tuple(weight * whole % PRIME for weight in each)
    return [alike[tuple(colours[action] for action in actions)] for actions in tree.actions]


def _smallest_cell(colours: Colours) -> tuple[int, int] | None:
    """Return player and colour of the smallest set of several sequences with one colour; None if
    all colours differ.
    """
    cells = [
        (count, player, colour)
        for player in (0, 1)
        for colour, count in Counter(colours[player]).items()
        if count > 1
    ]
    return min(cells)[1:] if cells else None


def _set_colour(colours: Colours, player: int, at: int, colour: int) -> Colours:
    found: Colours = (list(colours[0]), list(colours[1]))
    found[player][at] = colour
    return found
