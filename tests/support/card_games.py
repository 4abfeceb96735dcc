"""Games of the literature, written from their rules: Kuhn poker, Leduc poker, liar's dice,
Goofspiel without seeing the bids.

They share no code with the stages except the record of a game. A position is any value that the
rules below accept; `listed` walks through all histories.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations

from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal


def listed(title, rules, start):
    """Return the game of `rules(position)`, which tells of a position one of

    ("ends", payoff), ("chance", [(label, probability, position), ...]) or
    ("moves", player, what the player knows, [(label, position), ...]).
    """
    nodes, infosets, numbers = [], [], {}

    def add(position):
        at = len(nodes)
        nodes.append(None)
        match rules(position):
            case ("ends", payoff):
                nodes[at] = Terminal(Fraction(payoff))
            case ("chance", outcomes):
                labels, probabilities, following = zip(*outcomes, strict=True)
                nodes[at] = Chance(
                    labels,
                    tuple(map(Fraction, probabilities)),
                    tuple(add(after) for after in following),
                )
            case ("moves", player, known, moves):
                labels, following = zip(*moves, strict=True)
                infoset = numbers.setdefault((player, known), len(infosets))
                if infoset == len(infosets):
                    infosets.append(InformationSet(player, "", (), labels))
                nodes[at] = Decision(infoset, tuple(add(after) for after in following))
        return at

    add(start)
    return Game(
        title=title,
        source=None,
        players=("player 1", "player 2"),
        states=0,
        information_sets=tuple(infosets),
        nodes=tuple(nodes),
    )


def kuhn():
    """Three cards, one bet (Kuhn 1950): 12 information sets, -1/18."""

    def rules(position):
        cards, said = position
        if not cards:
            return "chance", [
                (f"{one}{two}", Fraction(1, 6), ((one, two), ""))
                for one, two in permutations("JQK", 2)
            ]
        wins = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
        pay = {"pp": wins, "bp": 1, "bb": 2 * wins, "pbp": -1, "pbb": 2 * wins}
        if said in pay:
            return "ends", pay[said]
        mover = len(said) % 2
        return (
            "moves",
            mover + 1,
            (cards[mover], said),
            [(move, (cards, said + move)) for move in "pb"],
        )

    return listed("Kuhn poker", rules, ((), ""))


def kuhn_with_raise():
    """Three cards, one bet of 1, which may be raised by 2: 18 information sets, -1/18."""
    moves = {"": "pb", "p": "pb", "b": "fcr", "pb": "fcr", "br": "fc", "pbr": "fc"}

    def rules(position):
        cards, said = position
        if not cards:
            return "chance", [
                (f"{one}{two}", Fraction(1, 6), ((one, two), ""))
                for one, two in permutations("JQK", 2)
            ]
        if said in moves:
            following = [(move, (cards, said + move)) for move in moves[said]]
            return "moves", len(said) % 2 + 1, (cards[len(said) % 2], said), following
        stake = 2 if said.endswith("rf") else {"c": 2, "f": 1, "p": 1}[said[-1]]
        stake = 4 if said.endswith("rc") else stake
        if said.endswith("f"):  # The player who folds moved last.
            return "ends", stake if len(said) % 2 == 0 else -stake
        return "ends", stake if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -stake

    return listed("Kuhn poker with a raise", rules, ((), ""))


@cache
def leduc():
    """Six cards of three ranks, two rounds, raises of 2 and 4 (Southey et al. 2005): 936
    information sets.
    """
    deck = ("J1", "J2", "Q1", "Q2", "K1", "K2")

    def rules(position):
        cards, rounds = position
        if len(cards) < 2 or len(cards) == 2 and len(rounds) == 2:
            left = [card for card in deck if card not in cards]
            return "chance", [
                (
                    card,
                    Fraction(1, len(left)),
                    ((*cards, card), rounds or ("",) * (len(cards) == 1)),
                )
                for card in left
            ]
        said = rounds[-1]
        if said.endswith("f"):
            staked = _staked(rounds)
            return "ends", staked[0] if len(said) % 2 == 0 else -staked[0]
        if said in ("cc", "rc", "rrc", "crc", "crrc"):
            return (
                rules((cards, (*rounds, "")))
                if len(rounds) == 1
                else ("ends", _showdown(cards) * _staked(rounds)[1])
            )
        mover = len(said) % 2
        moves = ("f" if "r" in said else "") + "c" + ("r" if said.count("r") < 2 else "")
        return (
            "moves",
            mover + 1,
            (cards[mover], cards[2:], rounds),
            [(move, (cards, (*rounds[:-1], said + move))) for move in moves],
        )

    return listed("Leduc poker", rules, ((), ()))


def _staked(rounds):
    """Return the smaller and the larger stake."""
    stakes, mover = [1, 1], 0
    for said, size in zip(rounds, (2, 4), strict=False):
        for mover, move in enumerate(said):
            if move == "c":
                stakes[mover % 2] = max(stakes)
            elif move == "r":
                stakes[mover % 2] = max(stakes) + size
    return min(stakes), max(stakes)


def _showdown(cards):
    (one, *_), (two, *_), (shown, *_) = cards
    ranks = ["JQK".index(rank) + 3 * (rank == shown) for rank in (one, two)]
    return (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])


def liars_dice(faces):
    """One die each, the highest face is wild: player 1 bids first, a bid is a number of dice of a
    face.
    """
    bids = [(number, face) for number in (1, 2) for face in range(1, faces + 1)]

    def rules(position):
        dice, said = position
        if len(dice) < 2:
            return "chance", [
                (str(face), Fraction(1, faces), ((*dice, face), said))
                for face in range(1, faces + 1)
            ]
        if said and said[-1] == len(bids):
            number, face = bids[said[-2]]
            right = sum(die in (face, faces) for die in dice) >= number
            # Player 1 made the bids 1, 3, ...; the liar's call is counted.
            bidder = 1 if len(said) % 2 == 0 else -1
            return "ends", bidder if right else -bidder
        mover = len(said) % 2
        least = said[-1] + 1 if said else 0
        moves = [*range(least, len(bids)), *([len(bids)] if said else [])]
        names = [*("{}x{}".format(*bid) for bid in bids), "liar"]
        return (
            "moves",
            mover + 1,
            (dice[mover], said),
            [(names[move], (dice, (*said, move))) for move in moves],
        )

    return listed(f"liar's dice, {faces} faces", rules, ((), ()))


def hidden_goofspiel(cards, descending):
    """Goofspiel in which players see only the winner of each prize; prizes in descending order, or
    shuffled. Payoffs are win, draw or loss.

    The last card is played automatically. 4 cards, descending: 162 information sets.
    """
    suit = tuple(range(1, cards + 1))

    def rules(position):
        prizes, own, other, pending = position
        left = [prize for prize in suit if prize not in prizes]
        if pending is None and len(own) == len(prizes):
            if not left:
                score = sum(
                    prize * ((one > two) - (one < two))
                    for prize, one, two in zip(prizes, own, other, strict=True)
                )
                return "ends", (score > 0) - (score < 0)
            if descending or len(left) == 1:
                return rules(((*prizes, left[-1]), own, other, None))
            return "chance", [
                (str(prize), Fraction(1, len(left)), ((*prizes, prize), own, other, None))
                for prize in left
            ]
        won = tuple((one > two) - (one < two) for one, two in zip(own, other, strict=True))
        if len(left) == 0 and pending is None:
            return rules(
                (prizes, *((*hand, *set(suit).difference(hand)) for hand in (own, other)), None)
            )
        mine = own if pending is None else other
        moves = [
            (
                str(card),
                (prizes, own, other, card)
                if pending is None
                else (prizes, (*own, pending), (*other, card), None),
            )
            for card in suit
            if card not in mine
        ]
        return "moves", 1 if pending is None else 2, (prizes, mine, won), moves

    return listed(f"Goofspiel, {cards} cards, bids not seen", rules, ((), (), (), None))
