"""Games with their verified equilibria; games with players exchanged; and the value of one game's
equilibrium in another, transferred along the pairs of decisions that a walk found.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from .....schemas.game import Decision, Game, Terminal
from .....schemas.report import Bounds
from .....schemas.strategies import Behaviour, Strategy
from .....stages.expand.expansion import Expansion
from .....stages.report.best_response import best_response_value
from .differences import DifferenceKind, TreeComparison
from .histories import Chart, Histories
from .labels import moves_about, same_words
from .mistakes import Suspect, common_mistakes
from .nodes import ahead, behind, turn, width
from .reduced_forms import form_of, reduced_form
from .trees import TreeForm

KEPT = 5_000
"""Limit on a reference's nodes up to which the forms of all its common mistakes are kept: about
thirty forms of at most a kilobyte per node.
"""


@dataclass(frozen=True)
class SolvedGame:
    """A game with its verified equilibrium."""

    game: Game
    bounds: Bounds
    strategies: tuple[Strategy, Strategy]

    @cached_property
    def drawn(self) -> Game:
        """The game with all its records built, for walks over it."""
        return self.game.with_records()

    @cached_property
    def form(self) -> TreeForm:
        """Its reduced sequence form."""
        return reduced_form(form_of(self.game))


@dataclass(frozen=True)
class Reference(SolvedGame):
    """The textbook tree of a map."""

    expansion: Expansion
    """The same game, with the events of the map that its nodes come from."""

    def histories(self, chart: Chart) -> Histories:
        """Return the stories of its nodes; they are collected once for all hand-ins."""
        kept: Histories = vars(self).setdefault(
            "histories_of_nodes", Histories(self.expansion._replace(game=self.drawn), chart)
        )
        return kept

    def common(self, chart: Chart) -> tuple[Suspect, ...]:
        """Return the mistakes that any hand-in may contain. A small reference returns the same
        objects each time, so that their forms are computed once.
        """
        if len(self.game.nodes) > KEPT:
            return tuple(common_mistakes(self.histories(chart)))
        if "mistaken" not in vars(self):
            vars(self)["mistaken"] = tuple(common_mistakes(self.histories(chart)))
        kept: tuple[Suspect, ...] = vars(self)["mistaken"]
        return kept


def exchange_players(solved: SolvedGame) -> SolvedGame:
    """Return a solved game with the players exchanged."""
    game = solved.game
    turned = exchange_game_players(game)
    lower, upper = (
        float(game.constant) - bound for bound in (solved.bounds.upper, solved.bounds.lower)
    )
    first, second = solved.strategies
    return SolvedGame(turned, Bounds(lower, upper), (second, first))


def exchange_game_players(game: Game) -> Game:
    """Return a game with the players exchanged."""
    infosets = tuple(
        infoset._replace(player=3 - infoset.player) for infoset in game.information_sets
    )
    nodes = tuple(
        Terminal(game.constant - node.payoff) if isinstance(node, Terminal) else node
        for node in game.nodes
    )
    return replace(game, players=game.players[::-1], information_sets=infosets, nodes=nodes)


def looks_exchanged(reference: Game, handin: Game) -> bool | None:
    """Return whether player 1 of a hand-in seems to be player 2 of the reference. The evidence is
    the player who decides first, the player whose actions are labelled like moves, the players'
    names, and the sets of actions; None if all are inconclusive.
    """
    first, agents = behind(reference, 0), ahead(reference, 0)
    root = behind(handin, 0)
    # Otherwise the agent's first move may be mistaken for hiding, which comes late in some trees.
    clear = width(reference, first) != width(reference, agents)
    if clear and turn(handin, root) in (1, 2) and width(handin, root) == width(reference, first):
        return turn(handin, root) != turn(reference, first)
    about = [moves_about(handin, player) for player in (1, 2)]
    if about[0] != about[1]:
        return about[1]
    straight, turned = (
        sum(map(same_words, reference.players, names))
        for names in (handin.players, handin.players[::-1])
    )
    if straight != turned:
        return turned > straight
    there = _decisions(reference, (1, 2))
    apart = [
        (there - here).total() + (here - there).total()
        for here in (_decisions(handin, (1, 2)), _decisions(handin, (2, 1)))
    ]
    return apart[1] < apart[0] if apart[0] != apart[1] else None


def _decisions(game: Game, players: tuple[int, int]) -> Counter[tuple[int, int]]:
    """Return the number of decisions of each player, renumbered, by the number of actions."""
    found = Counter((turn(game, node), width(game, node)) for node in range(len(game.nodes)))
    return Counter(
        {
            (players[whose - 1], ways): many
            for (whose, ways), many in found.items()
            if whose in (1, 2) and ways > 1
        }
    )


Profile = tuple[Strategy, Strategy]
CARRIED = (DifferenceKind.PAYOFF, DifferenceKind.KNOWS_TOO_MUCH, DifferenceKind.KNOWS_TOO_LITTLE)
"""Differences between games with the same decisions."""

Shares = dict[int, tuple[float, ...]]  # By information set: one probability per action.


def exploitabilities(
    reference: SolvedGame, handin: SolvedGame, comparison: TreeComparison
) -> tuple[float | None, float | None]:
    """Return the exploitability of the hand-in's equilibrium in the reference, and of the
    reference's in the hand-in.

    Return None if the decisions of the reference do not all correspond to the other's.
    """
    if (
        comparison.difference is not None
        and comparison.difference.kind not in CARRIED
        or not comparison.straight
    ):
        return None, None
    if comparison.copied:
        back_again = _bounds(reference.game, handin.strategies)
        return back_again.exploitability, _bounds(handin.game, reference.strategies).exploitability
    profiles = (reference.strategies, handin.strategies)
    back, onto = _carried(handin.drawn, profiles, comparison)
    return _exploitability(reference.game, back), _exploitability(handin.game, onto)


def _carried(
    handin: Game, profiles: tuple[Profile, Profile], comparison: TreeComparison
) -> tuple[Shares | None, Shares | None]:
    """Return both players' shares in the reference and in the hand-in, each taken from the other
    game.
    """
    mine, yours = (_shares(profile) for profile in profiles)
    back: Shares | None = {}
    onto: Shares | None = {}
    for pair in comparison.pairs:
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
    begin = game.columns.infosets.first
    one_action = (begin[1:] - begin[:-1] == 1).nonzero()[0].tolist()
    forced: Shares = dict.fromkeys(one_action, (1.0,))
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
