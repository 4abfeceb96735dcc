"""Matches of Goofspiel: exact results against plain recursion over the rules, files, refusals."""

from fractions import Fraction

import numpy as np
import pytest

from efgc.pipeline.apps.droids.cards import card_match, rounds_of, scores_of
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.rules.goofspiel import Goofspiel, Position, after, deal
from small_games import ARTIFACTS

THREE = str(ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml")
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
    found = card_match(ODD, ("random", "random"), 2000, 1)
    every = list(ends(deal(ODD)))
    assert abs(found.points - sum(score * chance for score, chance in every)) <= found.bound
    assert found.bound < 1e-12
    for share, sign in zip(found.exact, (1, 0, -1), strict=True):
        said = sum(c for score, c in every if (score > 0) - (score < 0) == sign)
        assert abs(share - said) <= found.bound
    assert abs(found.most - best(deal(ODD))) <= found.bound
    # The mean of 2,000 games lies within four deviations.
    assert abs(found.scores.mean() - found.points) < 4 * found.scores.std() / 2000**0.5
    assert set(found.scores.tolist()) <= {float(score) for score, _ in every}


def test_a_best_response_gains_nothing_against_equilibrium():
    found = card_match(ODD, ("equilibrium", "equilibrium"), 0, 1)
    allowed = 2 * found.bound
    assert abs(found.points - found.value) <= allowed
    assert abs(found.least - found.value) <= allowed and abs(found.most - found.value) <= allowed


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
    assert shown.replace(str(path), "").split() == same.replace("equilibrium", "").split()
    # One that always bids its lowest card loses to a perfect opponent.
    lines = [line.split(",") for line in table.splitlines()]
    for cells in lines[1:]:
        if cells[3]:
            cells[6] = " ".join(["1", *["0"] * (len(cells[0].split()) - 1)])
    path.write_text("".join(",".join(cells) + "\n" for cells in lines))
    code, shown, _ = asked(capfd, str(path), "equilibrium", "--game", THREE, "--games", "10")
    # The opponent takes two prizes of three, and the highest card left is worth the third.
    assert code == 0 and "as player 1  " in shown
    assert float(shown.split("as player 1")[1].split()[0]) > 1


def test_the_same_seed_plays_the_same_games(capfd):
    line = ("random", "equilibrium", "--game", THREE, "--games", "50")
    assert asked(capfd, *line, "--seed", "2") == asked(capfd, *line, "--seed", "2")
    assert asked(capfd, *line, "--seed", "2") != asked(capfd, *line, "--seed", "3")


def test_no_card_of_probability_0_is_drawn():
    rounds = rounds_of(ODD)
    bids = []
    for at in rounds:
        one = np.zeros(at.shape())
        one[..., 0] = 1.0
        bids.append(one)
    scores = scores_of(rounds, (tuple(bids), tuple(bids)), 200, 1)
    # The lowest cards meet each time: 1 loses to 2, 4 meets 4, 5 loses to 7.
    assert {float(score) for score in scores} <= {-2.5, -3.5, -5.0}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("hand_1", "hands", 1), "line 1 is not the head of a table"),
        (lambda text: "".join(text.splitlines(True)[:-4]), "has no strategy for 3 positions"),
        (lambda text: text.replace("1 0 0,1 0 0", "2 0 0,1 0 0"), "sum to 2, and not to 1"),
        (lambda text: text.replace("1 0 0,1 0 0", "1 0,1 0 0"), "is not one probability for each"),
        (lambda text: text.replace("\n1 2 3,", "\n1 2 9,", 1), "is no position of this deal"),
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
    ("words", "told", "code"),
    [
        (("minimax", "random"), "'minimax' is no player of Goofspiel", 2),
        (("random", "random", "--format", "json"), "--format json is for droid battle", 2),
        (("random", "random", "--move-seconds", "5"), "--move-seconds is for droid battle", 2),
    ],
)
def test_options_and_agents_of_droid_battle_are_refused(words, told, code, capfd):
    found, shown, said = asked(capfd, *words, "--game", THREE)
    assert (found, shown, said.count("\n")) == (code, "", 1) and told in said


def test_a_deal_that_is_too_large_is_refused_before_it_is_solved(tmp_path, capfd):
    source = tmp_path / "nine.yaml"
    source.write_text("game: goofspiel\ncards: 9\n")
    code, shown, said = asked(capfd, "random", "random", "--game", str(source))
    assert (code, shown) == (4, "") and "23,764,194 positions" in said
