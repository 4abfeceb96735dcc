"""The lines of a report as JSON say what follows from its strategies, to the last digit."""

import json

import pytest
from hypothesis import given

import plain_reports
from card_games import hidden_goofspiel, kuhn, leduc
from efgc.schemas import game
from efgc.stages.report import FORMATS
from efgc.stages.report.measures import LEAST
from odd_games import games
from small_games import PUBLISHED, boards, game_of, island, law, published, solved


def is_told(played):
    report = solved(played)
    told = json.loads("".join(FORMATS["json"](report)))["strategies"]
    assert told == plain_reports.json_records(report, LEAST, plain_reports.losses)


@pytest.mark.parametrize("made", [kuhn, leduc, lambda: hidden_goofspiel(3, True)])
def test_of_card_games(made):
    is_told(made())


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_of_published_games(name, level):
    is_told(game_of(published(name), PUBLISHED[name][0], level))


@law(40)
@given(boards())
def test_of_maps(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_told(game_of(island(rows, bandits, capture), rules, level))


@law(40)
@given(games())
def test_of_any_texts(played):
    largest = max(abs(getattr(node, "payoff", 0)) for node in played.nodes)
    if largest < 10**9 and not game.check(played):
        is_told(played)
