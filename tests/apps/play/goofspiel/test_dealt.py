"""Goofspiel in play: its points against the rule, its values and bids against the listed game, and
whole games.
"""

import math
import random
from contextlib import ExitStack
from fractions import Fraction

import pytest

from efgc.pipeline.apps.play.goofspiel import point_of, prepare_deal, rule_of
from efgc.pipeline.apps.play.tally import payoff_of, tally
from efgc.pipeline.apps.play.transcripts import replay, transcript_of
from efgc.pipeline.files.sources import parse_source
from efgc.pipeline.files.text import Text
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.settings import Settings
from efgc.schemas import transcript
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import InputError, LimitError
from efgc.schemas.rules.goofspiel import deal
from matches import begin, played

EVERYBODY = ((1,), (2,), (1, 2), ())


def text(cards, objective="points"):
    source = f"game: goofspiel\ncards: {cards}\nobjective: {objective}\n"
    return Text(source, "deal.yaml", "deal.yaml", "0" * 64)


@pytest.fixture(scope="module")
def deals():
    """Deals by cards and objective."""
    with ExitStack() as ended:
        made = {}

        def found(cards, objective="points"):
            if (cards, objective) not in made:
                made[cards, objective] = prepare_deal(text(cards, objective), Settings(), ended)
            return made[cards, objective]

        yield found


def nodes(game):
    """Yield all nodes of a game by number."""
    left = [0]
    while left:
        number = left.pop()
        node = game.nodes[number]
        yield number, node
        left.extend(() if isinstance(node, Terminal) else node.children)


@pytest.mark.parametrize("objective", ["points", "win"])
def test_node_values_are_means_of_their_children_and_bids_are_optimal(deals, objective):
    """An equilibrium of the whole tree: every point is worth what its moves lead to on average,
    and no bid is worth more.
    """
    made = deals(3, objective)
    worth, game = made.continuation, made.game
    seen = 0
    for number, node in nodes(game):
        if isinstance(node, Terminal):
            assert worth.nodes[number] == node.payoff
            continue
        below = [worth.nodes[child] for child in node.children]
        if isinstance(node, Chance):
            shares = [float(share) for share in node.probabilities]
        else:
            shares = worth.played[node.infoset]
            values = worth.values[node.infoset].values
            player = game.information_sets[node.infoset].player
            mean = math.fsum(map(lambda a, b: a * b, shares, values))
            best = max(values) if player == 1 else min(values)
            assert abs(mean - best) <= 1e-9
        mean = math.fsum(share * value for share, value in zip(shares, below, strict=True))
        assert abs(worth.nodes[number] - mean) <= 1e-9
        seen += 1
    assert seen > 300
    assert abs(worth.nodes[0]) <= 1e-12 and made.value == worth.nodes[0]


def test_information_sets_hide_the_other_bid_and_nothing_else(deals):
    game = deals(3).game
    known = {}
    for number, node in nodes(game):
        if isinstance(node, Decision):
            known.setdefault(node.infoset, []).append(number)
    rule = deals(3).dealt._rule
    for infoset, numbers in known.items():
        record = game.information_sets[infoset]
        points = [point_of(rule, number) for number in numbers]
        assert len({(point.position, point.rounds) for point in points}) == 1
        assert len(numbers) == (len(record.actions) if record.player == 2 else 1)
        assert record.actions == tuple(map(str, points[0].position.hands[record.player - 1]))


@pytest.mark.many
@pytest.mark.parametrize("people", EVERYBODY)
@pytest.mark.parametrize("objective", ["points", "win"])
def test_it_adds_up_and_is_replayed(deals, people, objective):
    made = deals(5, objective)
    for seed in range(4):
        match = played(made, people, seed)
        found = tally(match)
        luck = found.chance + found.draws + found.hidden
        assert found.payoff == found.value + luck - found.mistakes + found.gifts
        assert found.payoff == made.continuation.rounded(payoff_of(match))
        if len(people) == 1:
            # The bid of player 1 lies first: it is drawn behind player 1's own, and hidden from 2.
            assert abs(found.hidden if people == (1,) else found.draws) <= Fraction(1, 10**6)
        text = "".join(transcript.write(transcript_of(match)))
        assert replay(made, transcript.read(text)).moves == match.moves


def test_a_tampered_transcript_is_refused(deals):
    text = "".join(transcript.write(transcript_of(played(deals(4), (1,), 3))))
    with pytest.raises(InputError):
        replay(deals(5), transcript.read(text))
    record = transcript.read(text)
    moved = record.moves[2]._replace(action="9")
    wrong = transcript.Transcript(
        **{**record.__dict__, "moves": (*record.moves[:2], moved, *record.moves[3:])}
    )
    with pytest.raises(InputError, match="is not an action there"):
        replay(deals(4), wrong)


def test_a_large_deal_without_level_files_is_refused_in_one_line():
    with ExitStack() as ended, pytest.raises(LimitError, match="13 cards are played from level"):
        prepare_deal(text(13), Settings(), ended)


@pytest.mark.slow
def test_level_files_are_played_from_and_those_of_another_deal_are_refused(deals, tmp_path):
    source = text(6)
    graph = parse_source(source, "source", Settings(), lambda done, total: None)
    solve_levels(graph, tmp_path, 1, keep=True)
    with ExitStack() as ended:
        made = prepare_deal(source, Settings(levels=str(tmp_path)), ended)
        assert made.game.digest == deals(6).game.digest
        assert made.strategies_sha256 == deals(6).strategies_sha256
        assert transcript_of(played(made, (2,), 4)) == transcript_of(played(deals(6), (2,), 4))
        with pytest.raises(InputError, match="levels of another deal"):
            prepare_deal(text(5), Settings(levels=str(tmp_path)), ended)


def test_only_goofspiel_is_dealt():
    assert rule_of(text(4)).name == "goofspiel"
    assert not rule_of(Text("5\n5\n#####\n", "a", "a", "0" * 64))


@pytest.mark.parametrize("seed", range(5))
def test_prizes_are_drawn_alike(deals, seed):
    """The first prize of many games: each as often, within 4 standard errors."""
    made, games, cards = deals(4), 400, 4
    counts = dict.fromkeys("1234", 0)
    for at in range(games):
        match = begin(made, (1,), 10_000 * seed + at)
        counts[match.moves[0].label] += 1
    error = math.sqrt(games * (1 / cards) * (1 - 1 / cards))
    assert all(abs(count - games / cards) <= 4 * error for count in counts.values())


def best_answer(match, luck):
    """Return one of the bids that are worth most against the equilibrium."""
    values = match.ready.continuation.values[match.infoset].values
    signed = values if match.waiting == 1 else [-value for value in values]
    best = max(signed)
    return luck.choice([at for at, value in enumerate(signed) if value >= best - 1e-9])


@pytest.mark.long
@pytest.mark.parametrize("player", [1, 2])
def test_a_thousand_games_against_a_best_responder_agree_with_the_value(deals, player):
    made, luck = deals(5), random.Random(17 * player)
    paid = []
    for seed in range(1000):
        match = begin(made, (player,), seed)
        while not match.over:
            match = match.act(best_answer(match, luck))
        paid.append(float(payoff_of(match)))
        assert tally(match).mistakes == 0
    mean = math.fsum(paid) / len(paid)
    spread = math.sqrt(math.fsum((one - mean) ** 2 for one in paid) / (len(paid) - 1))
    assert abs(mean - made.value) <= 4 * spread / math.sqrt(len(paid))
    assert deal(made.dealt._rule).score == 0
