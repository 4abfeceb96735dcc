"""What an equilibrium of the hand-in is worth in the reference, and the other way round.

Strategies are carried along the pairs of decisions that a walk found; where a
decision has none, or two that say different things, nothing is said.
"""

from schemas.game import Decision, Game
from schemas.report import Behaviour, Bounds, Strategy
from stages.grade.differences import Kind, Walk
from stages.grade.solved_games import SolvedGame
from stages.report.best_response import best_response_value

Profile = tuple[Strategy, Strategy]
CARRIED = (Kind.PAYOFF, Kind.KNOWS_TOO_MUCH, Kind.KNOWS_TOO_LITTLE)
"""Differences between games with the same decisions."""

Shares = dict[int, tuple[float, ...]]  # By information set: one probability per action.


def exploitabilities(
    reference: SolvedGame, handin: SolvedGame, walk: Walk
) -> tuple[float | None, float | None]:
    """Return the exploitability of the hand-in's equilibrium in the reference, and of the
    reference's in the hand-in.

    None where the decisions of the reference do not all correspond to the other's.
    """
    if walk.difference is not None and walk.difference.kind not in CARRIED or not walk.straight:
        return None, None
    if walk.copied:
        back_again = _bounds(reference.game, handin.strategies)
        return back_again.exploitability, _bounds(handin.game, reference.strategies).exploitability
    profiles = (reference.strategies, handin.strategies)
    back, onto = _carried(handin.drawn, profiles, walk)
    return _exploitability(reference.game, back), _exploitability(handin.game, onto)


def _carried(
    handin: Game, profiles: tuple[Profile, Profile], walk: Walk
) -> tuple[Shares | None, Shares | None]:
    """Return the shares of both players in the reference and in the hand-in, taken from the
    other.
    """
    mine, yours = (_shares(profile) for profile in profiles)
    back: Shares | None = {}
    onto: Shares | None = {}
    for pair in walk.pairs:
        record = handin.nodes[pair.node]
        assert isinstance(record, Decision)
        first, second = mine[pair.infoset], yours[record.infoset]
        taken, given = [0.0] * len(first), [0.0] * len(second)
        for one, other in pair.actions:
            taken[one] += second[other]
            given[other] = (
                first[one] if other == min(at for way, at in pair.actions if way == one) else 0.0
            )
        back = _agreed(back, pair.infoset, tuple(taken))
        onto = _agreed(onto, record.infoset, tuple(given))
    return back, onto


def _agreed(shares: Shares | None, infoset: int, found: tuple[float, ...]) -> Shares | None:
    if shares is None or shares.setdefault(infoset, found) != found:
        return None
    return shares


def _shares(profile: Profile) -> Shares:
    return {
        behaviour.infoset: behaviour.probabilities for strategy in profile for behaviour in strategy
    }


def _exploitability(game: Game, shares: Shares | None) -> float | None:
    forced: Shares = dict.fromkeys(_forced(game), (1.0,))
    known = {**(shares or {}), **forced}
    if shares is None or len(known) < len(game.information_sets):
        return None
    first, second = (
        tuple(Behaviour(infoset, 1.0, known[infoset]) for infoset in game.infosets(player))
        for player in (1, 2)
    )
    return _bounds(game, (first, second)).exploitability


def _bounds(game: Game, profile: Profile) -> Bounds:
    first, second = profile
    return Bounds(best_response_value(game, 2, first), best_response_value(game, 1, second))


def _forced(game: Game) -> list[int]:
    """Return the information sets with one action."""
    first = game.columns.infosets.first
    found: list[int] = (first[1:] - first[:-1] == 1).nonzero()[0].tolist()
    return found
