"""Agents of Goofspiel: exact results against plain recursion over the rules, learning, files, and
refusals.
"""

import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from efgc.pipeline.apps.droids.agents.plan import Learning, Plan
from efgc.pipeline.apps.droids.agents.policy_agent import PolicyAgent
from efgc.pipeline.apps.droids.agents.q_learning import greedy, learn, new_agent
from efgc.pipeline.apps.droids.card_game import CARDS
from efgc.pipeline.apps.droids.game import TIE, VIEWS, Minimax
from efgc.pipeline.apps.droids.turns import play_match
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.droid_agent import Rewards, read
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules.goofspiel import Goofspiel, Position, after, deal
from small_games import ARTIFACTS

THREE = str(ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml")
BOUND = 1e-12
ODD = Goofspiel(((1, 4, 5), (2, 4, 7)), (Fraction(1, 2), Fraction(2), Fraction(3)), "points")


def asked(capfd, *argv):
    code = guarded(lambda: efgc(["match", *argv], standalone_mode=False))
    return code, *capfd.readouterr()


def ends(position: Position):
    """Yield the score of every play and its chance, when both bid at random."""
    if not position.prizes:
        yield position.score, Fraction(1)
        return
    ups = [position.up] if position.up is not None else position.prizes
    hands = position.hands
    share = Fraction(1, len(ups) * len(hands[0]) * len(hands[1]))
    for up in ups:
        for one in hands[0]:
            for two in hands[1]:
                for score, chance in ends(after(position._replace(up=up), (one, two))):
                    yield score, chance * share


def best(position: Position):
    """Return what a best response of player 1 to random bids wins."""
    if not position.prizes:
        return position.score
    ups = [position.up] if position.up is not None else position.prizes
    hands = position.hands
    return sum(
        max(
            sum(best(after(position._replace(up=up), (one, two))) for two in hands[1])
            / len(hands[1])
            for one in hands[0]
        )
        for up in ups
    ) / len(ups)


def test_random_play_agrees_with_enumeration_of_all_plays():
    rules, policy = CARDS.rules(ODD), CARDS.uniform(ODD, 1)
    exact = CARDS.outcome(ODD, policy, policy)
    every = list(ends(deal(ODD)))
    mean = float(sum(score * chance for score, chance in every))
    assert exact.score == pytest.approx(mean, abs=BOUND)
    for share, sign in zip(exact[:3], (1, 0, -1), strict=True):
        said = sum(c for score, c in every if (score > 0) - (score < 0) == sign)
        assert share == pytest.approx(float(said), abs=BOUND)
    for player, mirrored in ((1, ODD), (2, ODD._replace(hands=ODD.hands[::-1]))):
        sign, hope = 3 - 2 * player, float(best(deal(mirrored)))
        response, value = CARDS.best_response(ODD, CARDS.uniform(ODD, 3 - player), player)
        assert sign * value == pytest.approx(hope, abs=BOUND)
        both = (response, policy) if player == 1 else (policy, response)
        assert CARDS.outcome(ODD, *both).score == pytest.approx(value, abs=BOUND)
        assert CARDS.exploitability(ODD, policy, 3 - player, 0.0) == pytest.approx(hope, abs=BOUND)
    # The mean of 2,000 games lies within four deviations.
    agents, chance = [PolicyAgent(ODD, player, policy, player) for player in (1, 2)], Random(1)
    scores = [float(play_match(rules, agents, chance=chance).score(1)) for _ in range(2000)]
    assert abs(np.mean(scores) - mean) < 4 * np.std(scores) / 2000**0.5
    assert set(scores) <= {float(score) for score, _ in every}


def test_a_best_response_gains_nothing_against_equilibrium():
    value = CARDS.value(ODD)
    first, second = CARDS.equilibrium(ODD)
    assert CARDS.outcome(ODD, first, second).score == pytest.approx(value, abs=1e-9)
    for player, policy in enumerate((first, second), 1):
        assert CARDS.exploitability(ODD, policy, player, value) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("view_name", VIEWS)
def test_minimax_to_the_end_is_plain_minimax(view_name):
    """The plain one goes through the rules, and takes turns in each round."""

    def worth(entries):
        if view_name == "optimistic":
            return min(max(column) for column in zip(*entries, strict=True))
        low = [min(row) for row in entries]
        if view_name == "mixed":
            low = [
                0.5 * (least + sum(row) / len(row)) for least, row in zip(low, entries, strict=True)
            ]
        return max(low)

    def hope(point, player):
        if not point.prizes:
            return 0.0
        if point.up is None:
            turned = [hope(point._replace(up=prize), player) for prize in point.prizes]
            return sum(turned) / len(turned)
        own, other = point.hands[player - 1], point.hands[2 - player]
        return worth([[gain(point, player, one, two) for two in other] for one in own])

    def gain(point, player, one, two):
        bids = (one, two) if player == 1 else (two, one)
        then = after(point, bids)
        won = float(then.score - point.score)
        return (won if player == 1 else -won) + hope(then, player)

    for player in (1, 2):
        policy = CARDS.minimax(ODD, player, Minimax(3, view_name, "score", 0.0))
        for up in ODD.prizes:
            point = deal(ODD)._replace(up=up)
            own, other = ODD.hands[player - 1], ODD.hands[2 - player]
            entries = [[gain(point, player, one, two) for two in other] for one in own]
            shares = CARDS.weights(ODD, policy, point, player)
            assert sum(shares) == pytest.approx(1)
            for row, share in zip(entries, shares, strict=True):
                good = {
                    "pessimistic": lambda row: min(row),
                    "mixed": lambda row: 0.5 * (min(row) + sum(row) / len(row)),
                }.get(view_name)
                if good and share:
                    assert good(row) == pytest.approx(worth(entries))
                if not good and share:
                    columns = list(zip(*entries, strict=True))
                    least = min(map(max, columns))
                    answers = [
                        at for at, column in enumerate(columns) if max(column) <= least + TIE
                    ]
                    assert any(row[at] >= max(columns[at]) - TIE for at in answers)


def test_a_strategy_file_is_played_as_written(tmp_path, capfd):
    assert (
        guarded(lambda: efgc(["run", THREE, "--format", "csv", "--all"], standalone_mode=False))
        == 0
    )
    table = capfd.readouterr().out
    path = tmp_path / "own.csv"
    path.write_text(table)
    code, shown, told = asked(capfd, str(path), "random", "--game", THREE, "--games", "0")
    assert (code, told) == (0, "")
    _, same, _ = asked(capfd, "equilibrium", "random", "--game", THREE, "--games", "0")
    lines = [sorted(line.split()) for line in shown.replace(str(path), "own").splitlines()]
    others = [sorted(line.split()) for line in same.replace("equilibrium", "own").splitlines()]
    assert sorted(lines) == sorted(others)
    # One that always bids its lowest card loses to a perfect opponent.
    lines = [line.split(",") for line in table.splitlines()]
    for cells in lines[1:]:
        if cells[3]:
            cells[6] = " ".join(["1", *["0"] * (len(cells[0].split()) - 1)])
    path.write_text("".join(",".join(cells) + "\n" for cells in lines))
    code, shown, _ = asked(capfd, str(path), "equilibrium", "--game", THREE, "--games", "10")
    # The opponent takes two prizes of three, and the highest card left is worth the third.
    line = next(line for line in shown.splitlines()[::-1] if str(path) in line)
    assert code == 0 and float(line.split()[1]) > 1


def test_the_same_seed_plays_the_same_games(capfd):
    line = ("random", "equilibrium", "--game", THREE, "--games", "50")
    assert asked(capfd, *line, "--seed", "2") == asked(capfd, *line, "--seed", "2")
    assert asked(capfd, *line, "--seed", "2") != asked(capfd, *line, "--seed", "3")


LOWEST = """
class Lowest:
    def clear(self):
        self.told = open("told.txt", "a", buffering=1)

    def get_best_move(self, hand, other_hand, prize, prizes, score_change, training=False):
        cards = f"{{hand}} {{other_hand}} {{prize!r}} {{prizes}}"
        self.told.write(f"{{cards}} {{score_change!r}} {{training}}\\n")
        return min(hand)


class Wrong:
    def clear(self):
        pass

    def get_best_move(self, hand, *others):
        return {}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "low.py").write_text(LOWEST.format("99"))
    (tmp_path / "odd.yaml").write_text(
        "game: goofspiel\nhands: [[1, 4, 5], [2, 4, 7]]\nprizes: [1/2, 2, 3]\n"
    )
    return tmp_path


def test_a_class_of_a_file_sees_the_cards_and_the_last_round(folder, capfd):
    code, shown, told = asked(capfd, "low.py:Lowest", "low.py:Lowest", "--game", "odd.yaml")
    assert (code, told) == (0, "")
    # The lowest cards meet each time: 1 loses to 2, 4 meets 4, 5 loses to 7.
    assert re.search(r"100 games +0\.000 .* 1\.000 \(0\.963 to 1\.000\) +-\d", shown)
    lines = (folder / "told.txt").read_text().splitlines()
    first, second = (line for line in lines[:2])
    assert first.startswith("(1, 4, 5) (2, 4, 7) ") and second.startswith("(2, 4, 7) (1, 4, 5) ")
    assert all(line.endswith(" 0 False") for line in (first, second))
    assert any("Fraction(1, 2)" in line for line in lines)
    assert {line.split()[-2] for line in lines[2::6]} <= {"-2", "-3", "Fraction(-1,", "2)"}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("99", "low.py:Wrong, player 1 in round 1: 99 is not possible there; possible are 1, 4, 5"),
        (
            "None",
            "low.py:Wrong, player 1: returned None, which is not a card; return a number of hand",
        ),
        ("1 / 0", "low.py:Wrong, player 1: raised ZeroDivisionError in line 17: division by zero"),
    ],
)
def test_a_class_that_bids_no_card_loses_and_the_reason_is_one_line(folder, capfd, answer, told):
    (folder / "low.py").write_text(LOWEST.format(answer))
    code, shown, said = asked(capfd, "low.py:Wrong", "random", "--game", "odd.yaml")
    assert (code, said) == (1, f"game 1: {told} (100 games lost because it failed)\n")
    assert f"100 games  first in game 1: {told}\n" in shown


def train(capfd, *argv):
    words = ["train", "--game", "odd.yaml", "-o", "mine.agent.json", *argv]
    code = guarded(lambda: efgc(words, standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.parametrize(
    "words",
    [
        ("--against", "random", "--player", "2"),
        ("--against", "low.py:Lowest"),
        ("--rival", "other.agent.json"),
        (),
    ],
)
def test_an_agent_learns_and_its_file_plays(folder, capfd, words):
    code, _, told = train(capfd, *words, "--games", "3000")
    assert code == 0 and "3,000 games of training: wins" in told
    agent = read((folder / "mine.agent.json").read_text())
    assert agent.rule == ODD and agent.rounds == 9000 and agent.table.shape[1] == 3
    again = train(capfd, *words, "--games", "3000", "-o", "again.agent.json")
    assert again[0] == 0
    same = read((folder / "again.agent.json").read_text())
    assert np.array_equal(agent.table, same.table)
    code, shown, _ = asked(capfd, "mine.agent.json", "random", "--game", "odd.yaml", "--games", "0")
    assert code == 0 and "mine.agent.json  random    exact" in shown
    code, _, said = asked(capfd, "mine.agent.json", "random")
    assert code == 1 and "learned Goofspiel" in said and "; `--game SOURCE` of `efgc match`" in said
    assert asked(capfd, "mine.agent.json", "random", "--game", THREE)[0] == 1


def test_learning_against_fixed_play_comes_to_a_best_response():
    plan = Plan(20_000, player=2, learning=Learning(0.05, 1.0, (1.0, 1.0)))
    start = new_agent(ODD, ("hands", "prizes", "prize"), Rewards(points=1.0))
    [agent] = learn((start,), plan, CARDS.uniform(ODD, 1))
    value = CARDS.outcome(ODD, CARDS.uniform(ODD, 1), greedy(agent, 2)).score
    assert value == pytest.approx(CARDS.best_response(ODD, CARDS.uniform(ODD, 1), 2)[1], abs=0.1)


def test_what_an_agent_sees_tells_its_states_apart():
    for features, alike in (
        (("hands", "prizes", "prize"), 1),
        (("hand", "prize"), 9),
        ((), 81),
    ):
        view = CARDS.view(ODD, features)
        for player in (1, 2):
            numbers = view.numbers[player - 1][1]  # Two cards each.
            shares = np.unique(numbers, return_counts=True)[1]
            assert shares.max() <= 2 * alike * 3 and (alike > 1) == (shares.max() > 1)
            assert numbers.min() >= 0 and numbers.max() < view.states
    # The same number is another card in the other hand.
    first, second = (set(np.concatenate([n.ravel() for n in part])) for part in view.numbers)
    assert not first & second


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--state", "squares"), "'squares' is nothing that can be seen; known are hands, hand"),
        (("--state", "hand,hands"), "only one of hands and hand"),
        (("--player", "2", "--droid", "5"), "use either --player or --droid"),
    ],
)
def test_wrong_options_of_a_training_are_refused(folder, capfd, words, told):
    code, shown, said = train(capfd, *words)
    assert code == 2 and told in said and not (folder / "mine.agent.json").exists()


def test_a_tournament_ranks_everybody(folder, capfd):
    agents = ("random", "equilibrium", "minimax", "q-learning:games=50", "low.py:Lowest")
    words = ["tournament", *agents, "--game", "odd.yaml", "--games", "5"]
    assert guarded(lambda: efgc(words, standalone_mode=False)) == 0
    shown = capfd.readouterr().out
    assert all(shown.count(f" {name} ") >= 8 for name in agents)
    assert shown.startswith("Goofspiel, 3 cards, 1 4 5 against 2 4 7 for 1/2 2 3, points, worth -")


def test_a_file_of_another_number_of_actions_is_refused(folder, capfd):
    train(capfd, "--games", "20")
    path = folder / "mine.agent.json"
    text = re.sub(r"(?m)^  \[(\d+, )", r"  [\g<1>0.5, ", path.read_text())
    path.write_text(text)
    with pytest.raises(InputError, match="5 items instead of 4"):
        read(text)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("hand_1", "hands", 1), "line 1 is not the head of a table"),
        (lambda text: "".join(text.splitlines(True)[:-4]), "has no strategy for 3 positions"),
        (lambda text: text.replace("1 0 0,1 0 0", "2 0 0,1 0 0"), "sum to 2, and not to 1"),
        (lambda text: text.replace("1 0 0,1 0 0", "1 0,1 0 0"), "is not one probability for each"),
        (lambda text: text.replace("\n1 2 3,", "\n1 2 9,", 1), "is not a position of this deal"),
        (lambda text: text + "1,2\n", "has 2 cells"),
    ],
)
def test_bad_files_are_refused_in_one_line(change, told, tmp_path, capfd):
    guarded(lambda: efgc(["run", THREE, "--format", "csv", "--all"], standalone_mode=False))
    path = tmp_path / "own.csv"
    path.write_text(change(capfd.readouterr().out))
    code, shown, said = asked(capfd, str(path), "random", "--game", THREE)
    assert (code, shown, said.count("\n")) == (1, "", 1) and told in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("maximin", "random"), "'maximin' is not an agent; known are random, minimax"),
        (("minimax:seconds=1", "random"), "no option 'seconds'; known are depth"),
        (("minimax:evaluation=room", "random"), "no such evaluation; known are score, playout"),
    ],
)
def test_agents_of_droid_battle_alone_are_refused(words, told, capfd):
    found, shown, said = asked(capfd, *words, "--game", THREE)
    assert (found, shown, said.count("\n")) == (2, "", 1) and told in said


def test_a_deal_that_is_too_large_is_refused_before_it_is_solved(tmp_path, capfd):
    source = tmp_path / "nine.yaml"
    source.write_text("game: goofspiel\ncards: 9\n")
    code, shown, said = asked(capfd, "random", "random", "--game", str(source))
    told = "up to 8 cards, since all positions are computed, and this deal has 9; "
    assert (code, shown) == (4, "") and told in said
