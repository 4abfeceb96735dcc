"""The map in the page: play is stepped through by mouse and by keys, and every number on the screen
is that of `stages.report.situations`.
"""

from itertools import combinations

import pytest

from benchmarks import families
from browser import until
from drawn_maps import drawn_map
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.stages.page import map as section
from efgc.stages.page.map import Limits
from efgc.stages.report import FORMATS
from efgc.stages.report.situations import play_of
from report_page import ANY_BYTES, PUBLISHED, text_of

# What is shown has six digits.
SHOWN = 0.6e-6
MOST = 150
"""Situations of one map that are compared."""

READ = """() => {
    // In brackets what is not advice; "any" where own moves never lead.
    const number = text => text === "–" ? null : text === "any" ? text
        : Number(text.replace(/^\\((.*)\\)$/, "$1"));
    const text = node => node.textContent.trim();
    const cells = row => [...row.querySelectorAll("td.number")].map(cell => number(text(cell)));
    const rows = [...document.querySelectorAll("#map .map-options tr:has(button[data-option])")];
    const facts = [...document.querySelectorAll("#map .map-facts dd")].map(text);
    const secrets = [...document.querySelectorAll("#map .map-secrets tr")];
    return {
        heading: text(document.querySelector("#map-now")),
        worth: number(facts[0]),
        options: Object.fromEntries(
            rows.map(row => [row.querySelector("button").dataset.option, cells(row)])),
        places: Object.fromEntries([...document.querySelectorAll("#map [data-place]")].map(
            one => [one.dataset.place, text(one)])),
        secrets: secrets.map(row => [text(row.cells[0]), number(text(row.cells[1]))]),
    };
}"""


def report_of(source, **options):
    if source in PUBLISHED:
        options = {"rules": PUBLISHED[source][0], **options}
    *_, step = run(text_of(source), Settings(**options, report_format="html"))
    return step.made.report


def play(source, **options):
    """Return the play that the page of a source follows."""
    return play_of(report_of(source, **options))


def near(shown, number):
    if number is None or shown is None:
        return shown is None and number is None
    return abs(shown - number) <= SHOWN * max(1, abs(number))


def agree(seen, play, situation, led):
    """Hold what a page shows against the situation, to which the agent's own moves have `led`."""
    options, own = play.options(situation), play.infoset(situation) is not None
    assert len(seen["options"]) == len(options)
    assert near(seen["worth"], play.value(situation))
    for at, option in enumerate(options):
        probability, value = seen["options"][str(at)]
        # Where player 2's strategy never leads, the page shows nothing, not even what the agent
        # would do.
        wanted = option.probability if situation.weight else None
        if own and not led and situation.weight:
            assert probability == "any"
        else:
            assert near(probability, wanted)
        assert near(value, option.value)
    occupied = play.occupied(situation)
    for place, text in seen["places"].items():
        if occupied is None or text in ("?", "met"):
            assert (occupied is None) == (text == "?")
            # Where no bandit can move any more, the one that was met is still there.
            assert text == "?" or near(1, occupied[place])
        elif text != ">0.999":
            assert abs(float(text) - occupied[place]) <= 0.6e-3
    if situation.weight and len(seen["secrets"]) <= 8:
        total = sum(share for _, share in seen["secrets"])
        assert abs(total - 1) < 1e-5  # Each is rounded.
        for place, probability in occupied.items():
            held = [share for names, share in seen["secrets"] if place in names.split()]
            assert abs(sum(held) - probability) < 1e-5


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, level",
    [
        *((name, 0) for name in ("island-1", "island-2", "island-3", "cave-example")),
        # The maze has 20 million histories.
        *((name, 2) for name in ("island-1", "island-2", "island-3", "cave-example", "maze")),
    ],
)
def test_every_situation_has_the_numbers_of_the_report(name, level, page_of, opened):
    assert compared(play(name, level=level), page_of(name, level=level), opened) > 3


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_so_has_every_situation_of_a_drawn_map(seed, page_of, opened):
    text, rules = drawn_map(seed)
    options = {"rules": rules, "level": seed % 3}
    assert compared(play(text, **options), page_of(text, **options), opened) > 0


def compared(followed, path, opened):
    """Compare what the page shows in the situations of a play; return in how many."""
    with opened(path) as page:
        waiting = [((), followed.forward(followed.start())[1], True)]
        count = 0
        while waiting and count < MOST:
            picks, situation, led = waiting.pop()
            address = ".".join(map(str, picks))
            go(page, address)
            agree(page.evaluate(READ), followed, situation, led)
            count += 1
            for at, option in enumerate(followed.options(situation)):
                leads = followed.infoset(situation) is None or option.probability != 0
                then = followed.forward(option.then)[1]
                waiting.append(((*picks, at), then, led and leads))
    return count


def go(page, address):
    page.evaluate("to => { location.hash = to; }", f"map={address}")
    # Who hears of an address hears of it soon, not at once.
    until(page, "at => document.querySelector('#map-panel').dataset.at === at", arg=address)


def heading(page):
    return page.locator("#map-now").inner_text()


@pytest.mark.parametrize("name", ["island-1", "cave-example"])
def test_play_is_stepped_through_by_mouse(name, page_of, opened):
    with opened(page_of(name)) as page:
        steps = 0
        while page.locator("#map button[data-option]").count():
            page.locator("#map .likeliest").click()
            steps += 1
        assert steps >= 2 and heading(page).startswith("The end: ")
        payoff = heading(page).split()[2]
        assert float(page.locator("#map .map-facts dd").first.inner_text()) == float(payoff)
        assert heading(page) in page.locator("#map-said").inner_text()
        for _ in range(steps):
            page.locator("#map-back").click()
        assert heading(page).startswith("At the start") and page.locator("#map-back").is_disabled()
        assert page.locator("#map-likeliest").inner_text() == "Likeliest step"


@pytest.mark.parametrize("name", ["island-1", "cave-example"])
def test_play_is_stepped_through_by_keys(name, page_of, opened):
    with opened(page_of(name)) as page:
        page.locator("#map .map-board").focus()
        page.keyboard.press("1")
        first = heading(page)
        assert not first.startswith("At the start")
        for _ in range(6):
            page.keyboard.press("Enter")
        assert heading(page).startswith("The end: ")
        page.keyboard.press("Home")
        assert heading(page).startswith("At the start")
        page.keyboard.press("1")
        page.keyboard.press("1")
        page.keyboard.press("Backspace")
        assert heading(page) == first
        # Enter on a button is the button's own.
        page.locator("#map button[data-option]").first.focus()
        page.keyboard.press("Enter")
        assert heading(page) != first


def test_a_situation_has_an_address(page_of, opened):
    with opened(page_of("island-1"), address="map=1.0") as page:
        assert page.evaluate("page.address.get('map')") == "1.0"
        captured = heading(page)
        assert captured.startswith("At e3")
        page.locator("#map button[data-option]").first.click()
        assert page.evaluate("location.hash") == "#map=1.0.0"
        page.go_back()
        until(page, "location.hash === '#map=1.0'")
        assert heading(page) == captured
        # What cannot be followed is followed as far as it goes.
        page.evaluate("() => { location.hash = 'map=1.7.0'; }")
        until(page, "document.querySelector('#map-panel').dataset.at === '1'")
        assert heading(page).startswith("At e3")
        # The address of a section leaves play where it is.
        page.evaluate("() => { location.hash = 'map'; }")
        assert heading(page).startswith("At e3")


@pytest.mark.parametrize("name", ["island-1", "cave-example", "maze"])
def test_it_begins_with_the_numbers_of_the_report(name, page_of, opened):
    strategies = page_of.report(name)["strategies"]
    agent = next(one for one in strategies[0] if one["after"] == "the start")
    bandits = strategies[1][0]["probabilities"]
    with opened(page_of(name)) as page:
        seen = page.evaluate(READ)
    told = [seen["options"][str(at)][0] for at in range(len(agent["probabilities"]))]
    for shown, probability in zip(told, agent["probabilities"].values(), strict=True):
        assert near(shown, probability)
    for names, probability in seen["secrets"]:
        assert near(probability, bandits[names])


@pytest.mark.parametrize("name", ["island-1", "island-2", "cave-example", "maze"])
def test_the_script_draws_arrows_with_numbers_that_do_not_touch(name, page_of, opened):
    """In the cave both ways begin beside the start; their numbers once lay upon each other."""
    with opened(page_of(name)) as page:
        ways = page.locator("#map-ways")
        assert ways.locator(".way").count() and ways.locator(".way-head").count()
        numbers = ways.locator("text").evaluate_all(
            "ways => ways.map(one => ['x', 'y'].map(name => +one.getAttribute(name)))"
        )
    assert numbers
    for (x, y), (other_x, other_y) in combinations(numbers, 2):
        assert abs(x - other_x) > 32 or abs(y - other_y) > 12


def test_it_is_read_without_a_script(page_of, opened):
    with opened(page_of("island-1"), java_script_enabled=False) as page:
        assert "0.419355" in page.locator("#map").inner_text()
        assert page.locator("#map svg .way").count() > 3


def test_squares_have_the_names_at_the_edges_of_the_board(page_of, opened):
    path = page_of("1 0.5\n-S--\n--E-\n---D\n", level=0)
    with opened(path, address="map=1") as page:
        assert page.locator("#map svg").first.locator(".soft-words").all_text_contents() == [
            *("A", "B", "C", "D"),
            *("1", "2", "3"),
        ]
        ways = page.locator("#map .map-option").all_inner_texts()
        assert heading(page) == "At A2: where does the agent go?"
        assert any("to B2" in way for way in ways), ways
        page.locator("#map [data-place=e1]").click()
        assert page.evaluate("[...page.marks.now.square]") == ["1,2"]


def test_the_number_of_a_place_lies_above_the_ways(page_of, opened):
    with opened(page_of("cave-example")) as page:
        layers = page.locator("#map-ways, #map-known").evaluate_all("all => all.map(one => one.id)")
        assert layers == ["map-ways", "map-known"]
        assert page.locator("#map-known [data-place]").count() == 2


def test_pointing_at_a_way_shows_it(page_of, opened):
    with opened(page_of("maze")) as page:
        page.locator("#map button[data-option]").first.hover()
        assert page.locator("#map .shown-way").count() == 1
        page.locator("#map-start").hover(force=True)
        assert page.locator("#map .shown-way").count() == 0


def test_squares_marked_elsewhere_are_marked_on_the_map(page_of, opened):
    with opened(page_of("island-1")) as page:
        page.evaluate("page.marks.mark('square', '1,7')")
        assert page.locator("#map .marked-square").count() == 1
        page.locator("#map button[data-option]").first.click()
        assert page.locator("#map .marked-square").count() == 1
        page.evaluate("page.marks.mark(null)")
        assert page.locator("#map .marked-square").count() == 0


def test_a_square_that_is_chosen_is_marked(page_of, opened):
    with opened(page_of("island-1")) as page:
        page.locator("#map [data-place=e1]").click()
        assert page.evaluate("[...page.marks.now.square]") == ["1,7"]
        page.locator("#map [data-place=e1]").click()
        assert page.locator("#map .marked-square").count() == 0


def test_states_missing_from_the_file_are_reported(opened, monkeypatch):
    monkeypatch.setattr(section, "Limits", lambda: Limits(states=12))
    with opened("".join(FORMATS["html"](report_of("maze", level=2)))) as page:
        assert "12 of 106 states" in page.locator("#map .map-note").inner_text()
        left, waiting = 0, [""]
        while waiting:
            address = waiting.pop()
            go(page, address)
            left += heading(page) == "Not in this file"
            options = page.locator("#map button[data-option]").count()
            waiting += [f"{address}.{at}".strip(".") for at in range(options)]
        assert left


@pytest.mark.long
def test_the_page_of_a_large_maze_is_small_and_shows_the_likeliest_moves(page_of, opened):
    path = page_of(families.text(families.maze(24, 24, 0.25, 10, 3), 3), level=2)
    assert path.stat().st_size < ANY_BYTES
    with opened(path) as page:
        assert page.locator("#map button[data-option]").count() == 15
        assert page.locator("#map button[data-option]:visible").count() == 6
        page.locator("#map .map-more").click()
        assert page.locator("#map button[data-option]:visible").count() == 15
        while page.locator("#map button[data-option]").count():
            page.locator("#map-likeliest").click()
        assert heading(page).startswith("The end: ")
    with opened(path, 360) as page:
        assert page.locator("#map-now").is_visible()
