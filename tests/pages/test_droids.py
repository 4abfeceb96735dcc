"""A droid battle in the browser: stepped through by mouse and by keys to the end of play, with the
odds of the report and the rules of the game.
"""

import random

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import result
from efgc.schemas.rules.droid_battle import actions, is_over, opening, play, read_position
from efgc.stages.draw.droids.moment import DROIDS, result_text, round_text
from report_page import ANY_BYTES, text_of, violations

WALLED = """\
game: droid-battle
board: |
  2-#
  ---
  -#5
shots: [2, 1]
rounds: 5
"""
POINTS = "game: droid-battle\nboard: [---, 2-5]\nshots: 2\nrounds: 4\nobjective: points\n"
KEYS = (
    {"up": "w", "left": "a", "down": "s", "right": "d", "shoot": "q"},
    {"up": "i", "left": "j", "down": "k", "right": "l", "shoot": "u"},
)


def _text(page, name):
    return page.locator(f".droids-{name}").text_content()


def _press(page, player, action):
    page.keyboard.press(KEYS[player][action])


def _button(page, player, action):
    return page.locator(f'.droids-{player + 1} [data-action="{action}"] button')


def _order(page, name):
    page.locator(f'.droids-controls [data-do="{name}"]').click()


def _odds(page, player):
    """Return what the page says of each action: how often, and what it is worth."""
    rows = page.locator(f".droids-{player + 1} tbody tr")
    return {
        row.get_attribute("data-action"): (
            row.locator(".droids-chance").text_content(),
            row.locator(".droids-worth").text_content(),
        )
        for row in rows.all()
    }


def _rule(source):
    return result(text_of(source), Settings(), "parse").rule


def _focus(page):
    page.locator(".droids-1 tbody button").first.focus()


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_play_is_stepped_through_to_its_end(page_of, opened, way):
    with opened(page_of("droid-duel")) as page:
        _focus(page)
        rounds = (("shoot", "shoot"), ("right", "left"), ("shoot", "down"))
        for chosen in rounds:
            for player, action in enumerate(chosen):
                if way == "keys":
                    _press(page, player, action)
                else:
                    _button(page, player, action).click()
                if player == 0:
                    assert "Now choose for droid 5." in _text(page, "ask")
        assert _text(page, "ask") == "Game over after 3 rounds: a draw, 0 to 0."
        assert _text(page, "standing") == "3 of 3 rounds played, nobody is ahead"
        assert page.url.endswith("#droids=ss,rl,sd")
        buttons = page.locator(".droids-side tbody button")
        assert buttons.evaluate_all("all => all.every(one => one.ariaDisabled === 'true')")


@pytest.mark.long
def test_the_most_likely_leads_to_the_end_of_the_assignment(page_of, opened):
    with opened(page_of("droid-battle")) as page:
        _focus(page)
        for _ in range(3):
            page.keyboard.press("m")
        assert _text(page, "standing").startswith("Round 4 of 50")
        page.keyboard.press("e")
        assert _text(page, "ask").startswith("Game over after 50 rounds: a draw")
        assert page.locator(".droids-rounds li").count() == 50
        page.keyboard.press("b")
        assert _text(page, "standing").startswith("Round 50 of 50")
        page.keyboard.press("n")
        assert _text(page, "standing").startswith("Round 1 of 50")
        assert "droids" not in page.url.partition("#")[2]


def test_back_again_and_a_link_lead_to_the_same_moment(page_of, opened):
    path = page_of("droid-duel")
    with opened(path) as page:
        _button(page, 0, "shoot").click()
        _button(page, 1, "shoot").click()
        seen = _text(page, "standing"), _odds(page, 0), _text(page, "happened")
        _order(page, "likely")
        page.go_back()
        assert (_text(page, "standing"), _odds(page, 0), _text(page, "happened")) == seen
        page.go_back()
        assert _text(page, "standing").startswith("Round 1") and _text(page, "happened") == ""
        page.go_forward()
        _order(page, "back")
        assert _text(page, "standing").startswith("Round 1")
    with opened(path, address="droids=ss") as page:
        assert (_text(page, "standing"), _odds(page, 0), _text(page, "happened")) == seen
    # What the rules do not allow is left out.
    with opened(path, address="droids=ss,ls,xx") as page:
        assert (_text(page, "standing"), _odds(page, 0), _text(page, "happened")) == seen


@pytest.mark.parametrize("source", ["droid-duel", WALLED, POINTS])
def test_rounds_are_those_of_the_rules_and_odds_those_of_the_report(page_of, opened, source):
    rule, rounds = _rule(source), random.Random(3)
    report = page_of.report(source)
    with opened(page_of(source)) as page:
        _focus(page)
        _assert_first(page, report["first_moves"][""])
        for _ in range(12):
            page.keyboard.press("n")
            point, points = opening(rule), [0, 0]
            while not is_over(point):
                if page.locator(".droids-ask.ended").count():
                    assert "cannot catch up any more" in _text(page, "ask")
                    break
                possible = [
                    actions(rule, square, left)
                    for square, left in zip(point.squares, point.shots, strict=True)
                ]
                chosen = tuple(rounds.choice(some) for some in possible)
                assert _able(page) == [{*some} for some in possible]
                for player, action in enumerate(chosen):
                    _press(page, player, action)
                assert _text(page, "happened") == round_text(rule, point.squares, chosen)
                before, point = point, play(rule, point, chosen)
                points[0] += point.score > before.score
                points[1] += point.score < before.score
                assert _standing(page) == point.squares
            else:
                told = result_text(tuple(points), rule.rounds - point.rounds)
                assert _text(page, "ask").startswith(told)


def _assert_first(page, first):
    for player in (0, 1):
        moves, numbers = first[f"moves_{player + 1}"], first[f"strategy_{player + 1}"]
        odds = _odds(page, player)
        for move, number in zip(moves, numbers, strict=True):
            assert float(odds[move][0]) == pytest.approx(number, abs=5e-7)


def _able(page):
    return [
        {
            row.get_attribute("data-action")
            for row in page.locator(f".droids-{player} tbody tr").all()
            if row.locator("button").get_attribute("aria-disabled") is None
        }
        for player in (1, 2)
    ]


def _standing(page):
    """Return where the droids stand on the board."""
    found = []
    for player in (1, 2):
        moved = page.locator(f".droids-board .droid-{player}").get_attribute("transform")
        x, y = moved.removeprefix("translate(").removesuffix(")").split()
        found.append((int(y) // 100, int(x) // 100))
    return tuple(found)


def test_a_missing_position_shows_its_command_and_play_continues(page_of, opened):
    with opened(page_of("droid-battle"), address="droids=" + ",".join(["us", "su"] * 4)) as page:
        for _ in range(10):
            if page.locator(".droids-none").is_visible():
                break
            _focus(page)
            able = _able(page)
            for player in (0, 1):
                _press(page, player, "shoot" if "shoot" in able[player] else min(able[player]))
        command = page.locator(".droids-none code").text_content()
        assert command.startswith("efgc run droid-battle.yaml --at 'at ")
        point = read_position(command.split("'")[1])
        assert point.squares == _standing(page)
        assert {chance for chance, _ in _odds(page, 0).values()} == {"–"}
        able = _able(page)
        _focus(page)
        for player in (0, 1):
            _press(page, player, min(able[player]))
        assert f"Round {50 - point.rounds + 2} of 50" in _text(page, "standing")


def test_play_is_described_in_text_and_keys_work_only_on_the_board(page_of, opened):
    with opened(page_of("droid-duel")) as page:
        board = page.locator(".droids-board svg")
        assert "droid 2 is in row 1, column 1" in board.locator("desc").first.text_content()
        page.locator("h1").click()
        page.keyboard.press("m")
        assert _text(page, "happened") == ""
        _focus(page)
        page.keyboard.press("m")
        assert _text(page, "happened").startswith(f"{DROIDS[0].capitalize()} shoots")
        assert "Round 2 of 3" in board.locator("desc").first.text_content()
        said = page.locator(".droids-said")
        assert said.get_attribute("aria-live") == "polite"
        assert violations(page, "#droids") == []


def test_the_page_of_the_assignment_is_small(page_of, opened):
    path = page_of("droid-battle")
    assert path.stat().st_size < ANY_BYTES
    with opened(path, width=360) as page:
        assert page.locator(".droids-board svg").count() == 1
