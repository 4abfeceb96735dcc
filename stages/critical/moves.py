"""What comes into play or goes out of it, in words."""

from collections.abc import Iterator
from fractions import Fraction

from schemas.game import infoset_text
from stages.critical.action_names import action_words
from stages.critical.family import Family
from stages.critical.optimal import both
from stages.critical.play import Play, lifted, taken
from stages.critical.records import Move
from stages.critical.stretch import Stretch


def moves(family: Family, sides: tuple[Play, Play], own: Stretch, comes: bool) -> Iterator[Move]:
    """Yield the actions that the second of two sides takes and the first does not, at information
    sets to which play comes on both: elsewhere is only what follows from these. `own` is a stretch
    with the play of the second.
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
                words=action_words(game, infoset, action, family.start),
                after=infoset_text(game, infoset),
            )


def weights(family: Family, found: Stretch) -> dict[int, float]:
    """Return how often play takes each sequence in the middle of a stretch."""
    p = (found.low.at + found.high.at) / 2
    known: dict[int, float] = {}
    plans = both(family, found, p)
    for sequences, plan in zip(family.program.form.players, plans, strict=True):
        floats = {at: int(weight.p) / int(weight.q) for at, weight in plan.items()}
        known |= lifted(sequences, floats)
    return taken(family.game(Fraction(int(p.p), int(p.q))), known)
