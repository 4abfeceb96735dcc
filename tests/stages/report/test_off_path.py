"""Best responses off the path: no bound is worse for them, and small trembles are punished."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

import plain_mistakes
from card_games import hidden_goofspiel, kuhn_with_raise, leduc
from efgc.pipeline.cli import efgc
from efgc.schemas.report import Bounds
from efgc.schemas.strategies import Behaviour
from efgc.stages.report import off_path
from efgc.stages.report.best_response import best_response_value
from efgc.stages.report.exact.simple_fractions import rational
from efgc.stages.report.measures import reaches
from efgc.stages.report.off_path import with_off_path
from gambit_games import parse_gambit
from random_games import random_game
from refinement_witness import guarantees, values_on
from small_games import ARTIFACTS, PUBLISHED, ROOT, game_of, published, solved

ACE = ROOT / "tests" / "support" / "guess_the_ace.efg"
DELTA = Fraction(1, 10**14)


def played(game, report):
    """Return what is played off the path, and assert what holds of it always."""
    found = with_off_path(report)
    assert found.bounds.lower >= report.bounds.lower
    assert found.bounds.upper <= report.bounds.upper
    reach = reaches(game, report.strategies)
    for player, (old, new) in enumerate(zip(report.strategies, found.strategies, strict=True)):
        differ = [
            was.infoset
            for was, now in zip(old, new, strict=True)
            if was.probabilities != now.probabilities
        ]
        assert len(differ) == found.off_path.changed[player]
        assert not any(reach[infoset] for infoset in differ)
    return found


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_best_response_off_the_path_never_guesses_the_ace(share):
    """See `test_refined_games.test_guess_the_ace`: of a small tremble of player 1, "other" is right
    in 51 of 52 cases, whatever player 2's equilibrium strategy was.
    """
    game = parse_gambit(ACE.read_text(), "")
    strategies = (Behaviour(0, 1.0, (1.0, 0.0)),), (Behaviour(1, 1.0, (share, 1 - share)),)
    found = with_off_path(replace(solved(game), strategies=strategies, bounds=Bounds(0.0, 0.0)))
    assert found.strategies[1] == (Behaviour(1, 1.0, (0.0, 1.0)),)
    assert found.off_path == ((0, int(share > 0)), (0, 0)) and found.bounds == (0.0, 0.0)


def test_reached_information_sets_are_not_changed():
    game = kuhn_with_raise()
    uniform = tuple(
        tuple(
            Behaviour(infoset, 1.0, (1 / actions,) * actions)
            for infoset in game.infosets(player)
            for actions in [len(game.information_sets[infoset].actions)]
        )
        for player in (1, 2)
    )
    bounds = Bounds(
        best_response_value(game, 2, uniform[0]), best_response_value(game, 1, uniform[1])
    )
    found = with_off_path(replace(solved(game), strategies=uniform, bounds=bounds))
    assert found.off_path == ((0, 0), (0, 0)) and found.bounds == bounds


@pytest.mark.slow
@pytest.mark.parametrize("number", range(200))
def test_no_guarantee_is_worse_and_trembles_are_answered(number):
    game = random_game(number)
    report = solved(game)
    found = played(game, report)
    lower, upper = guarantees(game, [dict(rational(one)) for one in found.strategies])
    assert found.bounds.lower <= lower and upper <= found.bounds.upper
    for player in (1, 2):
        if found.off_path.returned[player - 1]:
            continue
        other = trembling(game, report.strategies[2 - player])
        before, after = (
            values_on(game, player, dict(rational(one)) | other)
            for one in (report.strategies[player - 1], found.strategies[player - 1])
        )
        sign = 1 if player == 1 else -1
        assert before.keys() == after.keys()
        assert all(sign * (after[at] - before[at]) > -1e-7 for at in after)


def trembling(game, strategy):
    """Return a strategy that errs with the probability DELTA, and then plays anything."""
    return {
        infoset: [(1 - DELTA) * share + DELTA / len(probabilities) for share in probabilities]
        for infoset, probabilities in rational(strategy)
    }


@pytest.mark.slow
def test_changes_that_cost_something_are_given_back(monkeypatch):
    games = [random_game(number) for number in range(60)]
    games += [kuhn_with_raise(), hidden_goofspiel(4, descending=True)]
    reports = [solved(game) for game in games]
    made = [played(game, report) for game, report in zip(games, reports, strict=True)]
    back = sum(sum(one.off_path.returned) for one in made)
    assert back > 10 and sum(sum(one.off_path.changed) for one in made) > 10 * back
    monkeypatch.setattr(off_path, "ROUNDS", 0)
    for game, report in zip(games, reports, strict=True):
        kept = played(game, report)
        assert kept.bounds == report.bounds
        for old, new in zip(report.strategies, kept.strategies, strict=True):
            for was, now in zip(old, new, strict=True):
                assert was == now or not was.own_reach


GAMES = {
    **{f"random {number}": lambda number=number: random_game(number) for number in range(60)},
    **{
        f"{name} at -O {level}": lambda name=name, level=level: game_of(
            published(name), PUBLISHED[name][0], level
        )
        for name in PUBLISHED
        for level in (0, 2)
    },
    "Leduc poker": leduc,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_responses_to_mistakes_match_the_definition(name, monkeypatch):
    game = GAMES[name]()
    report = solved(game)
    found = played(game, report)
    for function in (
        "with_best_responses",
        "punished",
        "_returned",
        "_changes",
        "_own_reached_infosets",
    ):
        plain = getattr(plain_mistakes, function.removeprefix("_"))
        monkeypatch.setattr(off_path, function, plain)
    other = played(game, report)
    assert found.off_path == other.off_path and found.bounds == other.bounds
    assert [*map(tuple, found.strategies)] == [*map(tuple, other.strategies)]


def test_the_report_counts_the_changed_information_sets():
    run, map_file = CliRunner(), str(ARTIFACTS / "island-report" / "island-report.txt")
    plain = run.invoke(efgc, ["run", map_file, "--format", "json"]).stdout
    assert "off_path" not in json.loads(plain)
    options = ["run", map_file, "--off-path", "best"]
    made = json.loads(run.invoke(efgc, [*options, "--format", "json"]).stdout)
    assert made["off_path"] == {"changed": [1, 4], "returned": [0, 0]}
    assert made["value_exact"] == "2123/420"
    said = run.invoke(efgc, options).stdout
    assert (
        "off the path best responses to small trembles at 1 more information set of agent and "
        "4 of bandits; the bounds are not worse "
    ) in " ".join(said.split())
    files = [
        str(ARTIFACTS / "island-report" / f"island-report.{end}.json")
        for end in ("game", "solution")
    ]
    again = run.invoke(efgc, ["report", *files, "--off-path", "best", "--format", "json"]).stdout
    tree = run.invoke(efgc, [*options, "-O", "0", "--format", "json"]).stdout
    assert json.loads(again)["off_path"] == json.loads(tree)["off_path"]
    assert sum(json.loads(again)["off_path"]["changed"]) > 0
    refused = run.invoke(efgc, [*options, "--refine", "sequential"])
    assert refused.exit_code == 2 and "--off-path" in refused.stderr
