"""Goofspiel in a page: every position says what `report --at` says of it, and play can be followed
to its end by mouse and by keys.
"""

import json
import random
import re
from contextlib import ExitStack
from fractions import Fraction

import pytest

from pipeline.public_games import report_solved, solve_public
from pipeline.settings import Settings
from pipeline.kinds import kind
from pipeline.sources import parse_source
from report_page import ANY_BYTES, SECONDS, seconds_to_open, text_of, violations
from schemas.rules.goofspiel import after, deal, read_position, write_position
from stages.report.induction.json_format import write_json

SOLVE = """texts => {
    const deal = goofspielPositions(page.data("goofspiel"));
    return texts.map(text => {
        const position = deal.read(text), game = position && deal.stage(position);
        return game && [deal.write(position, {score: deal.wins}), game, deal.others(position, game)];
    });
}"""
HANDS = "game: goofspiel\nobjective: {}\nhands: [[1, 3, 4], [2, 3, 9]]\nprizes: [1/2, 2, 5]\n"


def source(cards, objective):
    return f"game: goofspiel\ncards: {cards}\nobjective: {objective}\n"


def positions(rule, count):
    """Return random positions with a prize up, decided ones left out."""
    draw, found = random.Random(7), []
    while len(found) < count:
        position = deal(rule)
        for _ in range(draw.randrange(len(rule.prizes))):
            position = position._replace(up=draw.choice(position.prizes))
            position = after(position, tuple(map(draw.choice, position.hands)))
        if rule.objective == "points":
            position = position._replace(score=Fraction(0))
        if rule.objective == "points" or abs(position.score) <= sum(position.prizes):
            found.append(position._replace(up=draw.choice(position.prizes)))
    return [write_position(position, rule.objective) for position in found]


def assert_it_says_the_same(page, text, count, tmp_path, settings):
    settings = {"levels": str(tmp_path / "levels"), **settings}
    graph = parse_source(text_of(text), kind(text), Settings(), lambda *_: None)
    if graph.states:
        del settings["levels"]
    asked = positions(graph.rule, count)
    shown = page.evaluate(SOLVE, asked)
    with ExitStack() as ended:
        solved = solve_public(graph, Settings(**settings), ended, lambda *_: None)
        for at, (name, game, others) in zip(asked, shown, strict=True):
            report = report_solved(graph, solved, Settings(**settings, at=at))
            told = json.loads("".join(write_json(report)))["position"]
            assert name == at
            assert game["x"] == pytest.approx(told["strategy_1"], abs=1e-9), at
            assert game["y"] == pytest.approx(told["strategy_2"], abs=1e-9), at
            assert game["rows"] == pytest.approx(told["worth_1"], abs=1e-9), at
            assert game["columns"] == pytest.approx(told["worth_2"], abs=1e-9), at
            assert (game["lower"] + game["upper"]) / 2 == pytest.approx(told["value"], abs=1e-9)
            hands = read_position(at).hands
            for player, cards in enumerate(others, 1):
                # A listed state of level 2 has its cards numbered anew.
                moves = told[f"moves_{player}"]
                found = [hands[player - 1][moves.index(move)] for move in told[f"others_{player}"]]
                assert cards == found, at


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["points", "win"])
@pytest.mark.parametrize("cards, count", [(1, 1), (2, 20), (3, 100), (4, 100), (5, 8), (6, 100)])
def test_positions_say_what_the_report_says(page_of, opened, tmp_path, cards, count, objective):
    text = source(cards, objective)
    with opened(page_of(text)) as page:
        assert_it_says_the_same(page, text, count, tmp_path, {})
