"""Where the information sets of a hand-in first do not fit those of the reference."""

from collections.abc import Sequence

from schemas.game import Decision
from stages.grade.differences import Difference, Kind, Pair
from stages.grade.side_by_side import SideBySide


def first_misfit(sides: SideBySide, pairs: Sequence[Pair]) -> Difference | None:
    """Return the first decision, of those that correspond, at which a player knows too much or too
    little; None where there is none.
    """
    there: dict[int, Pair] = {}
    here: dict[int, Pair] = {}
    for pair in pairs:
        infoset = _infoset(sides, pair)
        before = there.setdefault(pair.infoset, pair)
        if _infoset(sides, before) != infoset:
            return _misfit(sides, Kind.KNOWS_TOO_MUCH, pair, before)
        before = here.setdefault(infoset, pair)
        if before.infoset != pair.infoset:
            return _misfit(sides, Kind.KNOWS_TOO_LITTLE, pair, before)
    return None


def _infoset(sides: SideBySide, pair: Pair) -> int:
    record = sides.handin.nodes[pair.node]
    assert isinstance(record, Decision)
    return record.infoset


def _misfit(sides: SideBySide, kind: Kind, pair: Pair, before: Pair) -> Difference:
    game = sides.reference
    name = game.players[game.information_sets[pair.infoset].player - 1]
    one, two = "one information set", "two information sets"
    if kind is Kind.KNOWS_TOO_MUCH:
        expected, found = f"{name} cannot tell the two nodes apart: {one}", two
    else:
        expected, found = f"{name} can tell the two nodes apart: {two}", one
    return Difference(
        kind=kind,
        reference=pair.reference.node,
        before=pair.reference.node,
        open=tuple(at for at, _ in pair.reference.open),
        node=pair.node,
        other=before.node,
        expected=expected,
        found=found,
    )
