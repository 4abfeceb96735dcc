"""Goofspiel in a page: every position says what `report --at` says of it, and play can be followed
to its end by mouse and by keys.
"""

import json
import random
from contextlib import ExitStack
from fractions import Fraction

import pytest

from browser import until
from efgc.pipeline.chain.public_games import report_solved, solve_public
from efgc.pipeline.files.kinds import kind
from efgc.pipeline.files.sources import parse_source
from efgc.pipeline.settings import Settings
from efgc.schemas.rules.goofspiel import after, deal, read_position, write_position
from efgc.stages.report.induction.json_format import write_json
from report_page import ANY_BYTES, text_of, violations

SOLVE = """texts => {
    const deal = page.goofspielPositions(page.data("goofspiel"));
    return texts.map(text => {
        const position = deal.read(text), game = position && deal.stage(position);
        const name = deal.write(position, {score: deal.wins});
        return game && [name, game, deal.others(position, game)];
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
    settings = {"levels": str(tmp_path / "levels"), "keep": True, **settings}
    graph = parse_source(text_of(text), kind(text), Settings(**settings), lambda *_: None)
    if graph.states:
        del settings["levels"], settings["keep"]
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
@pytest.mark.parametrize(
    "cards, count",
    [(1, 1), (2, 20), (3, 100), pytest.param(4, 100, marks=pytest.mark.long), (5, 8), (6, 100)],
)
def test_positions_show_the_numbers_of_the_report(
    page_of, opened, tmp_path, cards, count, objective
):
    text = source(cards, objective)
    with opened(page_of(text)) as page:
        assert_it_says_the_same(page, text, count, tmp_path, {})


@pytest.mark.long
def test_any_deal_and_level_show_the_numbers_of_the_report(page_of, opened, tmp_path):
    for objective in ("points", "win"):
        text = HANDS.format(objective)
        with opened(page_of(text)) as page:
            assert_it_says_the_same(page, text, 20, tmp_path, {})
        for options in ({"max_states": 1}, {"level": 1}):
            with opened(page_of(text, **options)) as page:
                folder = tmp_path / objective / next(iter(options))
                assert_it_says_the_same(page, text, 20, folder, options)


def shown(page):
    """Return what the grid on the screen says: of both players the cards, how often they are bid,
    and what each is worth.
    """
    return page.locator(".bids-game").evaluate("""table => ["1", "2"].map(player =>
        [...table.querySelectorAll(`[data-player="${player}"]`)].map(head => [head.dataset.card,
            head.querySelector("b").textContent, head.querySelector(".bids-worth").textContent]))
    """)


def assert_it_shows(page, told):
    for player, rows in enumerate(shown(page), 1):
        assert [float(weight) for _, weight, _ in rows] == pytest.approx(
            told[f"strategy_{player}"], abs=1e-6
        )
        assert [float(worth) for *_, worth in rows] == pytest.approx(
            told[f"worth_{player}"], abs=1e-6
        )
    assert float(page.locator(".bids-value").inner_text()) == pytest.approx(told["value"], abs=1e-6)


def where(page):
    return page.locator(".bids-where").inner_text()


def test_play_goes_to_its_end_by_mouse_and_back(page_of, opened):
    source = "goofspiel-4"
    with opened(page_of(source)) as page:
        start = where(page)
        for step, (up, one, other) in enumerate([("3", 1, 2), ("1", 1, 0), ("4", 0, 1)]):
            page.locator(f'.bids-prizes [data-prize="{up}"]').click()
            assert where(page).endswith(f"up {up}")
            told = page_of.report(source, at=where(page))["position"]
            assert_it_shows(page, told)
            page.locator(f'.bids-cell[data-row="{one}"][data-column="{other}"]').click()
            assert page.locator(".bids-log li").count() == step + 1
        # The last prize needs no turning up.
        assert where(page).endswith("up 2") and page.locator(".bids-cell").count() == 1
        page.locator(".bids-cell").click()
        assert "points more" in page.locator(".bids-state").inner_text()
        assert (
            page.locator(".bids-cell").count() == page.locator(".bids-prizes button").count() == 0
        )
        address = page.url
        page.go_back()
        assert where(page).endswith("up 2") and page.locator(".bids-log li").count() == 3
        page.get_by_role("button", name="Back").click()
        until(page, "document.querySelectorAll('.bids-log li').length === 2")
        page.get_by_role("button", name="Start again").click()
        assert where(page) == start and page.locator(".bids-log li").count() == 0
        assert "goofspiel=" not in page.url and "goofspiel=" in address


def test_play_goes_to_its_end_by_keys(page_of, opened):
    with opened(page_of(source(6, "points"))) as page:
        page.locator(".bids-prizes button").first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert where(page) == "hand 1 2 3 4 5 6 / 1 2 3 4 5 6 prizes 1 2 3 4 5 6 up 2"
        # One of the likeliest cells has the focus.
        cells = page.locator(".bids-cell").evaluate_all("all => all.map(one => one.dataset.likely)")
        at = page.evaluate("document.activeElement.dataset.likely")
        assert float(at) == max(map(float, cells)) > 0
        page.keyboard.press("Backspace")
        until(page, "!document.querySelector('.bids-where').textContent.includes('up')")
        for _ in range(20):
            if not page.locator(".bids-prizes button").count():
                break
            page.keyboard.press("Enter")
        assert page.locator(".bids-log li").count() == 6
        assert page.evaluate("document.activeElement.textContent") == "Start again"
        page.keyboard.press("Home")
        assert where(page) == "hand 1 2 3 4 5 6 / 1 2 3 4 5 6 prizes 1 2 3 4 5 6"


def test_a_position_is_linked_to(page_of, opened):
    text, at = source(6, "win"), "hand 1 3 5 / 2 4 6 prizes 1 2 6 score 2 up 6"
    with opened(page_of(text), address=f"goofspiel={at.replace(' ', '+')}") as page:
        assert where(page) == at
        assert_it_shows(page, page_of.report(text, at=at)["position"])
        page.get_by_role("button", name="Back").click()  # There is no step to take back.
        assert "up" not in where(page)
    for wrong in ("hand+7+/+1+prizes+1", "nothing", "hand+1+/+1+prizes+1+score+x"):
        with opened(page_of(text), address=f"goofspiel={wrong}") as page:
            assert "no position of this game" in page.locator(".bids-state").inner_text()
            assert where(page).startswith("hand 1 2 3 4 5 6 /")


def test_a_game_that_is_decided_is_over(page_of, opened):
    at = "hand 1 2 / 1 2 prizes 1 2 score 7"
    with opened(page_of(source(4, "win")), address=f"goofspiel={at.replace(' ', '+')}") as page:
        assert page.locator(".bids-state").inner_text().startswith("player 1 has won.")
        assert page.locator(".bids-prizes button").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(page_of, opened, scheme):
    at = "goofspiel=hand+1+3+4+/+2+3+4+prizes+1+3+4+up+3"
    for width in (360, 1280):
        with opened(page_of("goofspiel-4"), width, scheme, at) as page:
            assert violations(page, "#goofspiel") == []


def test_the_first_round_is_read_without_a_script(page_of, opened):
    with opened(page_of("goofspiel-4"), java_script_enabled=False) as page:
        assert page.locator(".bids-play").is_hidden()
        told = page.locator(".bids-grids desc").text_content()
        assert "For prize 2: 1 with probability 0.337093" in told


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["points", "win"])
@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7])
def test_all_positions_fit(page_of, opened, cards, objective):
    path = page_of(source(cards, objective))
    assert path.stat().st_size < ANY_BYTES
    with opened(path) as page:
        assert page.locator(".bids-left-out").count() == 0


@pytest.mark.slow
def test_of_a_large_game_the_first_round_can_be_opened(page_of, opened):
    path = page_of(source(10, "points"))
    assert path.stat().st_size < 300_000
    with opened(path) as page:
        assert (
            "10 positions can be opened in this file" in page.locator(".bids-left-out").inner_text()
        )
        page.locator('.bids-prizes [data-prize="7"]').click()
        page.locator(".bids-cell").first.click()
        page.locator(".bids-prizes button").first.click()
        assert "does not stand in this file" in page.locator(".bids-state").inner_text()


@pytest.mark.long
def test_levels_bring_more_positions(page_of, opened, tmp_path):
    text = source(8, "win")
    path = page_of(text, levels=str(tmp_path / "levels"), keep=True)
    assert path.stat().st_size < ANY_BYTES
    with opened(path) as page:
        for _ in range(3):  # The first prize, and the likeliest bids.
            page.locator(".bids-prizes button").first.click()
            told = page_of.report(text, at=where(page), levels=str(tmp_path / "levels"))
            assert_it_shows(page, told["position"])
            page.keyboard.press("Enter")


def test_a_box_with_more_to_the_side_fades_there(page_of, opened):
    with opened(page_of("goofspiel-6"), 390) as page:
        box = page.locator(".bids-grids .scroll").first
        mask = "box => getComputedStyle(box).maskImage"
        assert "more-right" in box.get_attribute("class") and "gradient" in box.evaluate(mask)
        box.evaluate("box => { box.scrollLeft = 10000; }")
        until(page, "document.querySelector('.bids-grids .more-left:not(.more-right)')")
    with opened(page_of("goofspiel-6")) as page:
        assert page.locator("#goofspiel :is(.more-left, .more-right)").count() == 0


@pytest.mark.parametrize("name", ["goofspiel-6", "maze"])
def test_captions_of_wide_tables_are_wholly_in_the_window(page_of, opened, name):
    with opened(page_of(name), 390) as page:
        for prize in page.locator(".bids-prizes button").all()[:1]:
            prize.click()
        ends = page.locator("caption:visible").evaluate_all("""all => all.map(caption => {
            const range = document.createRange();
            range.selectNodeContents(caption);
            return range.getBoundingClientRect().right;
        })""")
        assert ends and max(ends) < 390
