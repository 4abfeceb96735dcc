"""Optimal play: the actions that some pair of optimal strategies takes with positive probability,
strategies that take them all, and the actions that come into play or go out of it, in words.

The sets of optimal strategies are independent: any two of them are an equilibrium.
So there is a pair that takes every action that any pair does, and an information set not reached by
that pair is reached by none. Play where no optimal play leads is ignored: it may
change without visible effect.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq

from .....schemas.game import Chance, Decision, Game, Terminal, infoset_text, one_path
from .....schemas.parts.problems import VerificationError
from .....schemas.parts.squares import STEPS, Square
from .....schemas.parts.views import ListView
from .....stages.forms.columns import SequencesColumns
from .....stages.forms.program import Domain
from .....stages.report.exact.equilibrium import proved_value
from .family import Family
from .records import Move
from .stretch import Curve, Stretch


class Play(NamedTuple):
    """The reach of optimal play, by the game's numbers."""

    infosets: frozenset[int]
    """The information sets that play reaches."""
    sequences: frozenset[int]
    """The sequences whose last action is taken there."""


def play(family: Family, positive: Collection[int]) -> Play:
    """Return optimal play, if these columns and slacks are positive in some optimal solution.

    The slack of a response is positive in some solution if and only if the opponent never plays it.
    """
    program = family.program
    own, opponent = program.form.sides(program.player)
    first = len(program.domains) - len(opponent.present)
    mine = {sequence: at in positive for at, sequence in enumerate(own.present)}
    other = {sequence: at not in positive for at, sequence in enumerate(opponent.present, first)}
    columns = program.form.columns.players
    whole = {
        **_lifted(columns[program.player - 1], mine),
        **_lifted(columns[2 - program.player], other),
    }
    return _reached_play(family.model, {sequence for sequence, used in whole.items() if used})


def _lifted(sequences: SequencesColumns, weights: Mapping[int, Any]) -> dict[int, Any]:
    """Return weights by the sequences of the game, from those of the form."""
    by, moves = sequences.represented_by, sequences.moves.tolist()
    parts = dict(zip(sequences.removed.tolist(), ListView(by.begin, by.members), strict=True))
    found: dict[int, Any] = {}
    for number in range(len(moves)):
        # A sequence removed by a reduction has the weight of its representatives.
        found[number] = (
            weights[number] if number in weights else sum(found[at] for at in parts[number])
        )
    return {moves[number]: weight for number, weight in found.items()}


def _reached_play(game: Game, used: Collection[int]) -> Play:
    reached, infosets, sequences = {0}, set[int](), set[int]()
    for number, node in enumerate(game.nodes):
        if number not in reached:
            continue
        match node:
            case Terminal():
                pass
            case Chance():
                reached.update(node.children)
            case Decision(infoset, children):
                infosets.add(infoset)
                for sequence, child in zip(game.sequences(infoset), children, strict=True):
                    if sequence in used:
                        sequences.add(sequence)
                        reached.add(child)
    return Play(frozenset(infosets), frozenset(sequences))


def _sequence_probabilities(game: Game, weights: Mapping[int, float]) -> dict[int, float]:
    """Return per sequence the probability that play takes its last action; `weights` are both
    players' realization weights by the sequences of the game.
    """
    reached, found = {0: 1.0}, dict[int, float]()
    for number, node in enumerate(game.nodes):
        here = reached.pop(number, 0.0)
        if not here or isinstance(node, Terminal):
            continue
        if isinstance(node, Chance):
            shares = [float(share) for share in node.probabilities]
        else:
            own = [weights.get(sequence, 0.0) for sequence in game.sequences(node.infoset)]
            whole = sum(own)
            shares = [weight / whole if whole else 0.0 for weight in own]
            for sequence, share in zip(game.sequences(node.infoset), shares, strict=True):
                found[sequence] = found.get(sequence, 0.0) + here * share
        for child, share in zip(node.children, shares, strict=True):
            reached[child] = reached.get(child, 0.0) + here * share
    return found


Weights = dict[int, fmpq]
"""By the sequences of the form."""


def _both(family: Family, found: Stretch, p: fmpq) -> tuple[Weights, Weights]:
    """Return the weights of player 1's and of player 2's sequences, positive wherever some optimal
    plan's are.
    """
    program = family.program
    own, opponent = program.form.sides(program.player)
    plan = _together(found.plans, program.domains, p)
    mine = {sequence: plan[at] / plan[0] for at, sequence in enumerate(own.present)}
    prices = _together(found.prices, program.domains, p)
    other = dict(zip(opponent.present, prices[-len(opponent.present) :], strict=True))
    return (mine, other) if program.player == 1 else (other, mine)


def proved(family: Family, found: Stretch, p: fmpq) -> Fraction:
    """Return the value at a p of a stretch, proved by best responses on the game. Raises
    VerificationError if the proof fails, which would be a bug.
    """
    exact = Fraction(int(p.p), int(p.q))
    form = family.formulation(exact).form
    result = proved_value(family.game(exact), form, _both(family, found, p))
    objective = found.plans[0].at(family.program.objective, p)
    sign = 1 if family.program.player == 1 else -1
    if result is None or result.value != sign * Fraction(int(objective.p), int(objective.q)):
        raise VerificationError(f"--critical: the value at p = {exact} was not proved")
    return result.value


def _together(curves: Sequence[Curve], domains: Sequence[Domain], p: fmpq) -> list[fmpq]:
    """Return the first solution plus as much of each later one as preserves all signs."""
    total, *others = ([one.at(at, p) for at in range(len(domains))] for one in curves)
    for other in others:
        room = [
            -here / more / 2
            for here, more, domain in zip(total, other, domains, strict=True)
            if domain is Domain.BOUND and more < 0
        ]
        part = min([fmpq(1), *room])
        total = [here + part * more for here, more in zip(total, other, strict=True)]
    return total


def moves(family: Family, sides: tuple[Play, Play], own: Stretch, comes: bool) -> Iterator[Move]:
    """Yield the actions that the second of two sides takes and the first does not, at information
    sets reached on both: differences elsewhere only follow from these. `own` is a stretch with
    the play of the second.
    """
    without, with_ = sides
    there = without.infosets & with_.infosets
    often = weights(family, own)
    game = family.model
    for sequence in sorted(with_.sequences - without.sequences):
        infoset, action = game.move(sequence)
        if infoset in there:
            yield Move(
                player=game.information_sets[infoset].player,
                infoset=infoset,
                action=action,
                comes=comes,
                weight=often.get(sequence, 0.0),
                words=_action_words(game, infoset, action, family.start),
                after=infoset_text(game, infoset),
            )


def weights(family: Family, found: Stretch) -> dict[int, float]:
    """Return the probability that play takes each sequence in the middle of a stretch."""
    p = (found.low.at + found.high.at) / 2
    known: dict[int, float] = {}
    plans = _both(family, found, p)
    for sequences, plan in zip(family.program.form.columns.players, plans, strict=True):
        floats = {at: int(weight.p) / int(weight.q) for at, weight in plan.items()}
        known |= _lifted(sequences, floats)
    return _sequence_probabilities(family.game(Fraction(int(p.p), int(p.q))), known)


def _action_words(game: Game, infoset: int, action: int, start: Square | None) -> str:
    """Return an action in words. On a map, with player 1 starting on the square `start`, an
    action of player 1 is followed by the dangerous places that it enters, or else by the next
    one, if that is unique.
    """
    record = game.information_sets[infoset]
    label = record.actions[action]
    if record.player == 2 or not game.places:
        return label
    entered = list(_entered(game, infoset, action, start)) if start else []
    if entered:
        return f"{label} (to {' and '.join(entered)})"
    names = {name for name, _ in game.places}
    seen = " ".join(_seen_next(game, infoset, action)).split()
    met = names.intersection(seen)
    return f"{label} (to {met.pop()})" if len(met) == 1 else label


def _entered(game: Game, infoset: int, action: int, start: Square) -> Iterator[str]:
    """Yield the dangerous places that an action enters; its label is a list of steps."""
    names = {square: name for name, square in game.places}
    before = one_path(game, game.parents[infoset][0])
    labels = [game.information_sets[at].actions[move] for at, move in map(game.move, before)]
    row, column = start
    for at, label in enumerate([*labels, game.information_sets[infoset].actions[action]]):
        for word in label.split():
            down, right = STEPS.get(word, (0, 0))
            row, column = row + down, column + right
            if at == len(labels) and (row, column) in names:
                yield names[row, column]


def _seen_next(game: Game, infoset: int, action: int) -> set[str]:
    """Return player 1's possible observations between an action of its own and its next move."""
    found, known = set[str](), set[int]()
    waiting = [
        node.children[action]
        for node in game.nodes
        if isinstance(node, Decision) and node.infoset == infoset
    ]
    while waiting:
        number = waiting.pop()
        node = game.nodes[number]
        if number in known or isinstance(node, Terminal):
            continue
        known.add(number)
        if isinstance(node, Decision) and game.information_sets[node.infoset].player == 1:
            found.update(game.information_sets[node.infoset].sees)
        else:
            waiting += node.children
    return found
