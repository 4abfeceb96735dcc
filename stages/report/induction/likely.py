"""The positions that play comes to most likely, also where a player leaves its strategy."""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from schemas.induction_report import Play, Positions
from schemas.parts.states import Choice, Draw, Joint, State, targets

SLIP = 0.05
"""How likely a player is taken to leave its strategy in a round, for any of its moves alike: then
everything that is one move off equilibrium play comes before what is two moves off.
"""


def likeliest(
    start: int, state: Callable[[int], State], play: Callable[[int], Play], most: int
) -> Positions:
    """Return the `most` joint states to which play from `start` leads most likely, each with how it
    is played; a state is as likely as the likeliest way to it.

    `state` and `play` are asked for states as they are met, `play` for joint ones alone.
    """
    best, waiting, done = {start: 1.0}, [(-1.0, start)], set[int]()
    plays: list[Play] = []
    while waiting:
        weight, number = heappop(waiting)
        if number in done:
            continue
        here = state(number)
        if isinstance(here, Joint):
            if len(plays) == most:
                return Positions(tuple(plays), whole=False)
            plays.append(play(number))
        done.add(number)
        for share, to in _following(here, plays[-1] if isinstance(here, Joint) else None):
            if weight * share < -best.get(to, 0.0):
                best[to] = -weight * share
                heappush(waiting, (weight * share, to))
    return Positions(tuple(plays), whole=True)


def _following(state: State, play: Play | None) -> Iterator[tuple[float, int]]:
    """Yield what can come next, and how likely."""
    match state:
        case Joint(_, to, _) if play is not None:
            x, y = (_slipping(strategy) for strategy in play.strategies)
            for own, row in zip(x, to, strict=True):
                yield from zip((own * other for other in y), row, strict=True)
        case Draw(moves):
            yield from ((float(share), to) for _, share, to in moves)
        case Choice(_, moves):
            yield from ((1 / len(moves), to) for _, to in moves)
        case _:
            yield from ((1.0, to) for to in targets(state))


def _slipping(strategy: tuple[float, ...]) -> list[float]:
    return [(1 - SLIP) * weight + SLIP / len(strategy) for weight in strategy]
