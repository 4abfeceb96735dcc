"""Goofspiel for points, for agents: its rules in matches, and fixed strategies, computed exactly.

Expected results are computed by recursion over all positions. With e the expected points still to
be won by player 1, and x and y the two strategies,

    e(A, B, C) = mean over c in C of sum x(a) y(b) [ c sgn(a - b) + e(A - a, B - b, C - c) ]

For a best response, the sum over its own cards is replaced by a maximum or a minimum.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np

from ....schemas.droid_agent import DroidAgent
from ....schemas.droid_contest import Outcome
from ....schemas.parts.exact import read_exact, write_exact
from ....schemas.parts.limits import bytes_in_words
from ....schemas.parts.problems import InputError, LimitError, Problem, shown
from ....schemas.position_table import MOST, PositionTable, positions_of, refuse_long, sets_of
from ....schemas.rules.goofspiel import Goofspiel, Position, after, deal
from ....stages.isolated.memory import free_memory
from ....stages.report.induction.positions import HEAD
from ....stages.solve.induction.goofspiel.table import position_table
from ....stages.solve.induction.matrix_game import Array, Indices
from ...files.reading import read_text
from ..play.goofspiel import PlayedRound, point_of
from ..play.match import CHANCE
from ..play.solved_match import Program
from .agents.features import refuse_more
from .game import EQUAL, NO_VALUE, TIE, AgentGame, Minimax
from .turns import Chooser, Shown, Turn, choice

Bids = tuple[Array, ...]
"""A player's probabilities by the number of cards, from 1."""
SUM = 1e-6
"""Tolerance for the sum of probabilities in a file."""


CardTurn = Turn[Position]


class CardRules(NamedTuple):
    """The rules of a deal for matches; both players bid at once."""

    rule: Goofspiel

    @property
    def players(self) -> tuple[str, str]:
        return self.rule.players

    @property
    def opening(self) -> CardTurn:
        return Turn(deal(self.rule))

    def movers(self, position: CardTurn) -> tuple[int, ...]:
        if not position.point.prizes:
            return ()
        return (CHANCE,) if position.point.up is None else (1, 2)

    def labels(self, position: CardTurn, player: int) -> tuple[str, ...]:
        point = position.point
        if player == CHANCE:
            return tuple(map(write_exact, point.prizes))
        return tuple(map(str, point.hands[player - 1]))

    def after(self, position: CardTurn, actions: tuple[int, ...]) -> CardTurn:
        point = position.point
        if point.up is None:
            return position._replace(point=point._replace(up=point.prizes[actions[0]]))
        bids = (point.hands[0][actions[0]], point.hands[1][actions[1]])
        return Turn(after(point, bids), (*position.rounds, PlayedRound(point.up, bids)))

    def shown(self, turn: CardTurn, player: int) -> Shown:
        point = turn.point
        assert point.up is not None
        return {
            "hands": (point.hands[player - 1], point.hands[2 - player]),
            "prize": write_exact(point.up),
            "prizes": [write_exact(prize) for prize in point.prizes if prize != point.up],
            "change": write_exact(turn.change(player)),
        }

    def action_name(self, label: str) -> str:
        return label


def program(rule: Goofspiel, player: int, name: str, agent: Chooser) -> Program:
    """Return an agent as a program against which a person plays."""

    def choose(node: int) -> int:
        point = point_of(rule, node)
        if not point.rounds:  # A new game begins.
            agent.clear()
        return choice(CardRules(rule), Turn(point.position, point.rounds), player, agent)

    return Program(name, choose)


# Positions, and policies in files


class Round(NamedTuple):
    """The positions with a given number of cards in each hand, and their successors."""

    cards: int
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """The hands of each player."""
    sets: tuple[tuple[object, ...], ...]
    """The sets of prizes."""
    left: tuple[Indices, Indices, Indices]
    """The number of the hand or set that remains after removing each card or prize: shape (hands or
    sets, cards).
    """
    prizes: Array
    """The prizes of each set, shape (sets, cards)."""
    held: tuple[Indices, Indices]
    """The cards of each hand, shape (hands, cards)."""

    def shape(self) -> tuple[int, ...]:
        """The shape of a strategy's weights: both hands, set of prizes, prize turned up, card."""
        return (*map(len, self.hands), len(self.sets), self.cards, self.cards)


@lru_cache(maxsize=4)
def rounds_of(rule: Goofspiel) -> tuple[Round, ...]:
    """Return the rounds of a deal, by the number of cards from 1."""
    suits = (*rule.hands, rule.prizes)
    listed = [[sets_of(suit, cards) for suit in suits] for cards in range(len(rule.prizes) + 1)]
    found = []
    for cards, (below, these) in enumerate(pairwise(listed), 1):
        left = tuple(_hand_indices_below(*both) for both in zip(these, below, strict=True))
        found.append(
            Round(
                cards=cards,
                hands=(these[0], these[1]),
                sets=these[2],
                left=(left[0], left[1], left[2]),
                prizes=np.array([list(map(float, prizes)) for prizes in these[2]]),
                held=(np.array(these[0], np.int64), np.array(these[1], np.int64)),
            )
        )
    return tuple(found)


def _hand_indices_below(
    these: tuple[tuple[object, ...], ...], below: tuple[tuple[object, ...], ...]
) -> Indices:
    number = {cards: at for at, cards in enumerate(below)}
    return np.array(
        [[number[cards[:at] + cards[at + 1 :]] for at in range(len(cards))] for cards in these],
        np.int64,
    )


def read_bids(rule: Goofspiel, path: str) -> tuple[Bids, Bids]:
    """Return the strategies of a file. Raise InputError at its first bad line, or for missing
    positions.
    """
    text, rounds = read_text(path), rounds_of(rule)
    first, second = (tuple(np.full(at.shape(), np.nan) for at in rounds) for _ in range(2))
    known = [dict(_cells(at)) for at in rounds]
    lines = text.text.splitlines()
    if not lines or lines[0] != HEAD:
        raise _bad(text.name, 1, f"is not the head of a table of positions, {HEAD}")
    for line, cells in enumerate((line.split(",") for line in lines[1:]), 2):
        if len(cells) != len(HEAD.split(",")):
            raise _bad(text.name, line, f"has {len(cells)} cells")
        if cells[3]:
            cards = len(cells[0].split())
            if not 1 <= cards <= len(rounds) or tuple(cells[:4]) not in known[cards - 1]:
                raise _bad(text.name, line, "is not a position of this deal")
            place = known[cards - 1][cells[0], cells[1], cells[2], cells[3]]
            for bids, cell in zip((first, second), cells[6:], strict=True):
                bids[cards - 1][place] = _weights(text.name, line, cell, cards)
    missing = sum(int(np.isnan(part[..., 0]).sum()) for part in first)
    if missing:
        raise InputError(
            [Problem(f"has no strategy for {missing:,} positions of this deal")], text.name
        )
    return first, second


def _cells(at: Round) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    words = [[" ".join(map(str, cards)) for cards in part] for part in (*at.hands, at.sets)]
    for one, first in enumerate(words[0]):
        for two, second in enumerate(words[1]):
            for column, prizes in enumerate(words[2]):
                for place, up in enumerate(prizes.split()):
                    yield (first, second, prizes, up), (one, two, column, place)


def _weights(name: str, line: int, cell: str, cards: int) -> list[float]:
    shares = [read_exact(word) for word in cell.split()]
    if len(shares) != cards or any(share is None or share < 0 for share in shares):
        raise _bad(name, line, f"{shown(cell)} is not one probability for each of {cards} cards")
    weights = [float(share or 0) for share in shares]
    if not abs(sum(weights) - 1) <= SUM:
        raise _bad(name, line, f"the probabilities sum to {sum(weights):.9g}, and not to 1")
    return [weight / sum(weights) for weight in weights]


def _bad(name: str, line: int, message: str) -> InputError:
    return InputError([Problem(f"line {line} {message}")], name)


# Exact results


def entries(at: Round, below: Array, up: int) -> Array:
    """Return player 1's points to come with prize number `up` turned up, given the values of the
    layer below: shape (hands, hands, sets, cards, cards), by both bids.
    """
    hand_1, hand_2 = at.left[0][:, None, None, :, None], at.left[1][None, :, None, None, :]
    behind = below[hand_1, hand_2, at.left[2][None, None, :, up, None, None]]
    return np.asarray(at.prizes[None, None, :, up, None, None] * signs(at)[:, :, None] + behind)


def signs(at: Round) -> Array:
    """Return who takes the prize: 1, 0 or -1, of shape (hands, hands, cards, cards)."""
    apart = at.held[0][:, None, :, None] - at.held[1][None, :, None, :]
    return np.asarray(np.sign(apart), np.float64)


Stage = Callable[[Round, int, Array], Array]
"""Returns the values of a layer with a prize turned up, from `entries`."""


def values_of(rounds: tuple[Round, ...], stage: Stage) -> Iterator[Array]:
    """Yield the values of all layers, from that without cards, if each stage game is played so."""
    values = np.zeros((1, 1, 1))
    yield values
    for at in rounds:
        turned = [stage(at, up, entries(at, values, up)) for up in range(at.cards)]
        values = np.asarray(np.sum(turned, axis=0) / at.cards)
        yield values


def against(bids: Bids, player: int, at: Round, up: int, entry: Array) -> Array:
    """Return the values of the actions of the other player against the bids of a player."""
    weights = bids[at.cards - 1][..., up, :]
    return np.asarray(
        np.einsum("...i,...ij->...j" if player == 1 else "...j,...ij->...i", weights, entry)
    )


def expected(rule: Goofspiel, first: Bids, second: Bids) -> float:
    """Return player 1's expected points."""

    def stage(at: Round, up: int, entry: Array) -> Array:
        rows = against(second, 2, at, up, entry)
        return np.asarray((first[at.cards - 1][..., up, :] * rows).sum(axis=-1))

    *_, values = values_of(rounds_of(rule), stage)
    return float(values[0, 0, 0])


def best_response(rule: Goofspiel, opponent: Bids, player: int) -> tuple[Bids, float]:
    """Return a player's best response to the opponent's bids, and its value to player 1."""
    bids = tuple(np.zeros(at.shape()) for at in rounds_of(rule))

    def stage(at: Round, up: int, entry: Array) -> Array:
        worth = against(opponent, 3 - player, at, up, entry)
        best = worth.argmax(axis=-1) if player == 1 else worth.argmin(axis=-1)
        np.put_along_axis(bids[at.cards - 1][..., up, :], best[..., None], 1.0, axis=-1)
        return np.asarray(worth.max(axis=-1) if player == 1 else worth.min(axis=-1))

    *_, values = values_of(rounds_of(rule), stage)
    return bids, float(values[0, 0, 0])


def exploitability(rule: Goofspiel, bids: Bids, player: int, value: float) -> float:
    """Return the game value minus the value that a player's bids guarantee, to that player."""
    _, reply = best_response(rule, bids, 3 - player)
    return value - reply if player == 1 else reply - value


def uniform(rule: Goofspiel, player: int) -> Bids:
    """Return bids that are all equally likely."""
    return tuple(np.full(at.shape(), 1 / at.cards) for at in rounds_of(rule))


@lru_cache(maxsize=2)
def _positions(rule: Goofspiel) -> PositionTable:
    return position_table(rule)


def equilibrium(rule: Goofspiel) -> tuple[Bids, Bids]:
    """Return optimal bids of both players."""
    bids = [
        [layer.weights[number][layer.patterns] for layer in _positions(rule).layers]
        for number in (0, 1)
    ]
    first, second = (tuple(part / part.sum(axis=-1, keepdims=True) for part in own) for own in bids)
    return first, second


def value(rule: Goofspiel) -> float:
    """Return the value of a deal to player 1."""
    worth = _positions(rule).value
    return 0.0 if abs(worth) < NO_VALUE else worth


def equal_shares(worth: Array, best: Array, tie: float) -> Array:
    """Return equal weights for the actions whose worth is at most `tie` below the best."""
    chosen = worth >= best[..., None] - tie
    return np.asarray(chosen / chosen.sum(axis=-1, keepdims=True))


def outcome(rule: Goofspiel, first: Bids, second: Bids) -> Outcome:
    """Return the probabilities that player 1 wins, draws and loses, and its expected points."""
    unit = rule.unit  # The factor that makes all prizes integers.
    middle = round(sum(rule.prizes) * unit)
    width = 2 * middle + 1
    chances = np.zeros((1, 1, 1, width))
    chances[..., middle] = 1.0
    for at in rounds_of(rule):
        here, taken = np.zeros((*at.shape()[:3], width)), signs(at).astype(int)
        hand_1, hand_2 = at.left[0][:, None, :, None], at.left[1][None, :, None, :]
        for column, up in product(range(len(at.sets)), range(at.cards)):
            x, y = (part[at.cards - 1][:, :, column, up] for part in (first, second))
            below, moved = (
                chances[:, :, at.left[2][column, up]],
                round(at.prizes[column, up] * unit),
            )
            # By who takes the prize. Shifts never wrap around: there is room for all scores.
            after_round = np.stack([below, np.roll(below, moved, -1), np.roll(below, -moved, -1)])
            found = after_round[taken, hand_1, hand_2]
            here[:, :, column] += np.einsum("abi,abj,abijs->abs", x, y, found, optimize=True)
        chances = here / at.cards
    end = chances[0, 0, 0]
    win, draw, loss = end[middle + 1 :].sum(), end[middle], end[:middle].sum()
    return Outcome(float(win), float(draw), float(loss), expected(rule, first, second))


# Searching and learning


class CardView(NamedTuple):
    """An agent's features as numbers."""

    rule: Goofspiel
    numbers: tuple[tuple[Indices, ...], tuple[Indices, ...]]
    """By player and the number of cards, from 1: the states of all positions with a prize up."""
    states: int

    def state(self, turn: CardTurn, player: int) -> int:
        """Return the number of a state."""
        layer = self.numbers[player - 1][len(turn.point.prizes) - 1]
        return int(layer[place_of(self.rule, turn.point)])


@lru_cache(maxsize=4)
def _places(rule: Goofspiel) -> tuple[dict[tuple[Any, ...], int], ...]:
    """Return the numbers of both players' hands and of the sets of prizes, each among its size."""
    parts = ((*at.hands, at.sets) for at in rounds_of(rule))
    return tuple(
        {held: at for sets in listed for at, held in enumerate(sets)}
        for listed in zip(*parts, strict=True)
    )


def place_of(rule: Goofspiel, point: Position) -> tuple[int, ...]:
    """Return the place of a position with a prize up in the arrays of its layer."""
    held = (*point.hands, point.prizes)
    numbers = (known[part] for known, part in zip(_places(rule), held, strict=True))
    return (*numbers, point.prizes.index(point.up))


def weights(rule: Goofspiel, policy: Bids, point: Position, player: int) -> tuple[float, ...]:
    """Return the probabilities of all cards that a player was dealt."""
    bids = policy[len(point.prizes) - 1][place_of(rule, point)].tolist()
    share = dict(zip(point.hands[player - 1], bids, strict=True))
    return tuple(share.get(card, 0.0) for card in rule.hands[player - 1])


def minimax(rule: Goofspiel, player: int, settings: Minimax) -> Bids:
    """Return the policy of a player's search."""
    rounds, found = rounds_of(rule), []
    if settings.evaluation == "score":
        leaves = [np.zeros((1, 1, 1)), *(np.zeros(at.shape()[:3]) for at in rounds)]
    else:  # Random play.
        leaves = list(values_of(rounds, lambda at, up, entry: entry.mean(axis=(-2, -1))))
    for left in range(1, len(rounds) + 1):
        depth = min(left, settings.depth)
        values, bids = leaves[left - depth], np.empty(0)
        for at in rounds[left - depth : left]:
            bids, values = _search(at, values, player, settings)
        found.append(bids)
    return tuple(found)


def _search(at: Round, below: Array, player: int, settings: Minimax) -> tuple[Array, Array]:
    """Return a player's choice by minimax, one round above the values `below`, and the values to
    player 1, as `policy_rounds.search_round` has them for droid battle.
    """
    tie, bids, values = settings.margin + TIE, np.zeros(at.shape()), []
    for up in range(at.cards):
        entry = entries(at, below, up)  # By this player's action, then by the other's:
        entry = entry if player == 1 else -np.swapaxes(entry, -1, -2)
        if settings.view == "optimistic":
            replies = entry.max(axis=-2)
            best = replies.min(axis=-1)
            answered = equal_shares(-replies, -best, tie)
            chosen = entry >= replies[..., None, :] - tie
            shares = chosen / chosen.sum(axis=-2, keepdims=True)
            bids[..., up, :] = (shares * answered[..., None, :]).sum(axis=-1)
        else:
            worth = entry.min(axis=-1)
            if settings.view == "mixed":
                worth = 0.5 * (worth + entry.mean(axis=-1))
            best = worth.max(axis=-1)
            bids[..., up, :] = equal_shares(worth, best, tie)
        values.append(best if player == 1 else -best)
    return bids, np.asarray(np.mean(values, axis=0))


@lru_cache(maxsize=4)
def view(rule: Goofspiel, features: tuple[str, ...]) -> CardView:
    """Return the view of an agent with these features."""
    first, second = (_numbers(rule, features, player) for player in (1, 2))
    states = 1 + max(int(number.max()) for number in first)
    refuse_more(states)
    if rule.hands[0] != rule.hands[1]:  # The same number is another card.
        return CardView(rule, (first, tuple(number + states for number in second)), 2 * states)
    return CardView(rule, (first, second), states)


def _numbers(rule: Goofspiel, features: tuple[str, ...], player: int) -> tuple[Indices, ...]:
    """Return the states of a player's positions, which differ at least by the number of cards."""
    found, before = [], 0
    for at in rounds_of(rule):
        first, second = (np.arange(len(hands)) for hands in at.hands)
        hands = (first[:, None, None, None], second[:, None, None])
        prizes = [[rule.prizes.index(prize) for prize in part] for part in at.sets]
        number, states = np.zeros(at.shape()[:4], np.int64), 1
        for names, place, size in (
            ({"hands", "hand"}, hands[player - 1], len(first)),
            ({"hands"}, hands[2 - player], len(second)),
            ({"prizes"}, np.arange(len(at.sets))[:, None], len(at.sets)),
            ({"prize"}, np.array(prizes), len(rule.prizes)),
        ):
            if names & set(features):
                number, states = number * size + place, states * size
        found.append(number + before)
        before += states
    return tuple(found)


def greedy(agent: DroidAgent, player: int) -> Bids:
    """Return the policy that bids a card of the highest value, ties at random."""
    rule, found = agent.rule, []
    numbers = view(rule, agent.features).numbers[player - 1]
    for at, states in zip(rounds_of(rule), numbers, strict=True):
        dealt, hands = rule.hands[player - 1], at.hands[player - 1]
        held = np.array([[dealt.index(card) for card in hand] for hand in hands])
        held = held[:, None, None, None] if player == 1 else held[:, None, None]
        worth = agent.table[states[..., None], held]
        found.append(equal_shares(worth, worth.max(axis=-1), EQUAL))
    return tuple(found)


def policy_memory(rule: Goofspiel, players: int) -> int:
    """Return the bytes of the policies of so many players."""
    return players * sum(8 * int(np.prod(at.shape())) for at in rounds_of(rule))


def refuse(rule: Goofspiel, kept: int, what: str) -> None:
    """Raise LimitError if the deal is too large, or agents that keep so many bytes need more memory
    than is free; and InputError if the deal is not for points.
    """
    if positions_of(len(rule.prizes)) > MOST:
        raise LimitError(
            "efgc: agents play Goofspiel with up to 8 cards, since all positions are computed, and "
            f"this deal has {len(rule.prizes)}; `efgc play SOURCE` plays it with the equilibrium, "
            "and with FILE.py:CLASS"
        )
    refuse_long(rule, "agents play")  # It may not be for points.
    needed, free = kept + policy_memory(rule, 4), free_memory()
    if free is not None and needed > free:
        raise LimitError(f"efgc: {what} takes {bytes_in_words(needed)}, more than is free")


CARDS = AgentGame(
    rules=CardRules,
    features=("hands", "prizes", "prize"),
    actions=lambda rule, player: tuple(map(str, rule.hands[player - 1])),
    most_points=lambda rule: float(sum(rule.prizes)),
    value=value,
    weights=weights,
    uniform=uniform,
    equilibrium=equilibrium,
    best_response=best_response,
    exploitability=exploitability,
    outcome=outcome,
    minimax=minimax,
    evaluations=("score", "playout"),
    view=view,
    greedy=greedy,
    policy_memory=policy_memory,
    uniform_memory=policy_memory,
    search_memory=lambda rule, settings, players: policy_memory(rule, players + 2),
    table_memory=lambda rule, features, players: policy_memory(rule, players + 1),
    refuse=refuse,
    read_policies=read_bids,
)
