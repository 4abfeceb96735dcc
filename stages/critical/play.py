"""What is played in optimal play: the actions that some pair of optimal strategies takes with a
probability above 0.

Each player's optimal strategies do not depend on the other's: any two of them are an equilibrium.
So there is a pair of them that plays all that any pair does, and play that comes nowhere in that
pair comes there in none. What a player would do where no optimal play leads is left out: it may
change without anything that can be seen.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from schemas.game import Chance, Decision, Game, Terminal
from stages.critical.family import Family
from stages.forms.sequence_form import Sequences


class Play(NamedTuple):
    """What optimal play takes, by the game's numbers."""

    infosets: frozenset[int]
    """Where play comes."""
    sequences: frozenset[int]
    """Those that end with an action which is taken there."""


def play(family: Family, positive: Collection[int]) -> Play:
    """Return what is played where these columns and slacks are positive in some solution.

    The slack of a response is positive in one if and only if the opponent plays it in none.
    """
    program = family.program
    own, opponent = program.form.sides(program.player)
    first = len(program.domains) - len(opponent.present)
    mine = {sequence: at in positive for at, sequence in enumerate(own.present)}
    other = {sequence: at not in positive for at, sequence in enumerate(opponent.present, first)}
    whole = {**lifted(own, mine), **lifted(opponent, other)}
    return _on_the_way(family.model, {sequence for sequence, used in whole.items() if used})


def lifted(sequences: Sequences, weights: Mapping[int, Any]) -> dict[int, Any]:
    """Return weights by the sequences of the game, from those of the form."""
    found: dict[int, Any] = {}
    for number in range(len(sequences.moves)):
        # A sequence that a reduction removed has the weight of others.
        found[number] = (
            weights[number]
            if number in weights
            else sum(found[at] for at in sequences.represented_by[number])
        )
    return {sequences.moves[number]: weight for number, weight in found.items()}


def _on_the_way(game: Game, used: Collection[int]) -> Play:
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


def taken(game: Game, weights: Mapping[int, float]) -> dict[int, float]:
    """Return per sequence how often play takes its last move; `weights` are both players'
    realization weights by the sequences of the game.
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
