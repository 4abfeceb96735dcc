"""What changes between stretches: brackets with the value proved at both ends, and what comes into
play or goes out of it.
"""

from collections.abc import Iterator, Sequence

from flint import fmpq

from schemas.parts.problems import StageBug
from stages.critical.brackets import bracket, fraction, functions, reach
from stages.critical.coverage import is_searched
from stages.critical.curves import Curves
from stages.critical.face import face
from stages.critical.family import Family
from stages.critical.moves import moves
from stages.critical.optimal import proved
from stages.critical.play import Play, play
from stages.critical.points import Point, point, simplest
from stages.critical.records import Change, Critical, Piece
from stages.critical.stretch import Stretch, stretch
from stages.report.exact.basic import residuals


def told(family: Family, stretches: Sequence[Stretch], ends: tuple[fmpq, fmpq]) -> Critical:
    """Return what is told of the p between `ends`, which the stretches cover but for gaps,
    ascending.
    """
    plays = [play(family, one.positive) for one in stretches]
    changes: list[Change] = []
    known = reach(stretches, ends)
    unknown = [(ends[0], known[0]), (known[1], ends[1])]
    for at, (lower, upper) in enumerate(zip(stretches, stretches[1:], strict=False)):
        if lower.high.at == upper.low.at and lower.positive != upper.positive:
            raise StageBug("efgc: a bug of ours: play changes where it was proved not to")
        if not is_searched(lower, upper):
            unknown.append(bracket(lower, upper))
        elif plays[at] != plays[at + 1]:
            changes.append(_change(family, (lower, upper), (plays[at], plays[at + 1])))
        elif lower.high.at < upper.low.at:
            where = point(lower, upper)
            if where is None and not _bridged(family, lower, upper):
                unknown.append(bracket(lower, upper))
            elif where is not None and where.number is not None:
                changes += _alone(family, (lower, upper), where, plays[at])
    sign = 1 if family.program.player == 1 else -1
    values = functions(stretches, family.program.objective, sign, known)
    return Critical(
        fraction(ends[0]),
        fraction(ends[1]),
        changes=tuple(changes),
        pieces=tuple(_pieces(family, stretches, plays, known)),
        values=tuple(values),
        open=tuple((fraction(a), fraction(b)) for a, b in sorted(unknown) if a < b),
    )


def _pieces(
    family: Family, stretches: Sequence[Stretch], plays: Sequence[Play], ends: tuple[fmpq, fmpq]
) -> Iterator[Piece]:
    begin = ends[0]
    for at, here in enumerate(plays):
        last = at + 1 == len(plays)
        if last or plays[at + 1] != here or not is_searched(*stretches[at : at + 2]):
            low, high = (ends[1], ends[1]) if last else bracket(*stretches[at : at + 2])
            played = tuple(map(family.model.move, sorted(here.sequences)))
            yield Piece(fraction(begin), fraction(low), played)
            begin = high


def _change(family: Family, around: tuple[Stretch, Stretch], plays: tuple[Play, Play]) -> Change:
    lower, upper = around
    before, after = plays
    where = point(lower, upper) or Point(None, ())
    found = [
        *moves(family, (before, after), upper, True),
        *moves(family, (after, before), lower, False),
    ]
    found.sort(key=lambda move: (-move.weight, move.infoset, move.action))
    low, high = bracket(lower, upper)
    return Change(
        low=fraction(low),
        high=fraction(high),
        values=(proved(family, lower, low), proved(family, upper, high)),
        point=where.number,
        root=where.root,
        moves=tuple(found),
        alone=False,
    )


def _alone(
    family: Family, around: tuple[Stretch, Stretch], where: Point, before: Play
) -> list[Change]:
    """Return the change at the one point between two stretches on which play is the same; none if
    it is the same there, too.
    """
    assert where.number is not None
    equations = family.at(fmpq(*where.number.as_integer_ratio()))
    positive = set[int]()
    for found in face(equations, around[0].basis).solutions:
        values = residuals(equations, found)[0]
        positive |= {at for at, value in enumerate(values) if value}
    there = play(family, positive)
    if there == before:
        return []
    low, high = bracket(*around)
    return [
        Change(
            low=fraction(low),
            high=fraction(high),
            values=(proved(family, around[0], low), proved(family, around[1], high)),
            point=where.number,
            root=(),
            moves=tuple(moves(family, (before, there), around[0], True)),
            alone=True,
        )
    ]


def _bridged(family: Family, lower: Stretch, upper: Stretch) -> bool:
    """Return whether a stretch reaches from one to the other: then nothing is open there."""
    ends = lower.high.at, upper.low.at
    found = stretch(Curves(family), simplest(*ends), ends, lower.basis)
    return found is not None and found.low.root is None and found.high.root is None
