"""The choices that are told, and how many more there are, are those of the plain way."""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given

import plain_reports
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.strategies import Behaviour
from efgc.stages.documents import SCREEN, Layout, write_text
from efgc.stages.report.document import (
    MOST_ACTIONS,
    OTHERS,
    Selection,
    _places,
    choices,
    document,
    listed_actions,
)
from efgc.stages.report.measures import reaches
from report_page import text_of
from small_games import PUBLISHED, boards, game_of, island, law, published, solved


def drawn(game, player, draw):
    """Return any strategy that leaves out many actions, and leads to few information sets."""
    found = []
    for infoset in game.infosets(player):
        weights = [draw.choice((0, 0, 0, 1)) for _ in game.information_sets[infoset].actions]
        weights[draw.randrange(len(weights))] += 1
        shares = tuple(weight / sum(weights) for weight in weights)
        found.append(Behaviour(infoset, draw.choice((0.0, 0.5, 1.0)), shares))
    return tuple(found)


def is_told_alike(game, strategies):
    reach = reaches(game, strategies)
    for mistakes in (False, True):
        for strategy in strategies:
            *kinds, forced, never = plain_reports.choices(
                game, strategy, reach, MOST_ACTIONS, OTHERS, mistakes
            )
            for most in (1, 2, 60):
                found = choices(game, strategy, reach, most, mistakes)
                assert (found.forced, found.never) == (forced, never)
                shown = found.played, found.others, found.mistakes
                for one, (first, lines) in zip(shown, kinds, strict=True):
                    kept = {each.infoset for each in one.first}
                    assert one.lines == lines
                    assert [*one.first] == [each for each in first if each.infoset in kept]
                    left = [reach[each.infoset] for each in first if each.infoset not in kept]
                    assert not left or max(left) <= min(reach[infoset] for infoset in kept)
                counts = played_lines(shown[0]), *map(other_lines, shown[1:])
                for count, (_, lines) in zip(counts, kinds, strict=True):
                    assert count >= min(most, lines)


def played_lines(shown):
    kept = [(listed_actions(one.probabilities, None), one.probabilities) for one in shown.first]
    return sum(len(places) + (len(places) < len(shares)) for places, shares in kept)


def other_lines(shown):
    return sum(map(bool, (share for one in shown.first for share in one.probabilities)))


def any_play_is_told_alike(game):
    for seed in range(3):
        draw = random.Random(seed)
        is_told_alike(game, (drawn(game, 1, draw), drawn(game, 2, draw)))


@pytest.mark.parametrize(
    "made", [kuhn, leduc, lambda: liars_dice(2), lambda: hidden_goofspiel(3, True)]
)
def test_of_card_games(made):
    any_play_is_told_alike(made())


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_of_published_games(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level=level)
    is_told_alike(game, solved(game).strategies)
    any_play_is_told_alike(game)


@law(50)
@given(boards())
def test_of_maps(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        any_play_is_told_alike(game_of(island(rows, bandits, capture), rules, level))


def test_a_report_begins_with_the_likeliest_choices():
    *_, step = run(text_of("island-2"), Settings())
    made = document(step.made.report)
    first, *_ = made.sections
    every = next(one for one in made.appendix if one.heading == "all that is played")
    (table, rest), (whole,) = first.blocks, every.blocks
    assert rest == (
        f"... and {len(whole.rows) - len(table.rows)} more lines, reached less often "
        "(-v, --format csv)"
    )
    assert {*table.rows} < {*whole.rows} and len(table.rows) < 20
    reached = [float(row[1]) for row in table.rows[1:]]
    left = [float(row[1]) for row in whole.rows[1:] if row not in table.rows]
    assert max(left) <= min(reached)
    assert len([*write_text(made, Layout(width=100))]) <= SCREEN
    *_, step = run(text_of("island-1"), Settings())
    made = document(step.made.report)
    assert len(next(iter(made.sections)).blocks) == 1
    assert all(one.heading != "all that is played" for one in made.appendix)


def test_a_table_in_which_all_is_rounded_zero_has_zeros():
    shown = Selection((SimpleNamespace(infoset=0),), 1)
    game = SimpleNamespace(columns=SimpleNamespace(payoffs=SimpleNamespace(floats=np.array([4.0]))))
    for value, places in ((1.1e-16, 6), (1e-9, -1), (0.5, 6)):
        values = {0: SimpleNamespace(values=(value, 0.0))}
        assert _places(SimpleNamespace(values=values, game=game), shown) == places
