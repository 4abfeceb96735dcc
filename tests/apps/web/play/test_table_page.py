"""The table in a real browser: whole games by mouse and by keys, reloads, several tabs, two people,
and every look of the page.
"""

import json
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser import NO_PLAYWRIGHT
from efgc.pipeline.apps.play.transcripts import replay
from efgc.schemas import transcript
from report_page import unreadable, violations
from table_page import table
from table_process import begun

sync_api = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
expect = sync_api.expect

WIDTHS = {"phone": {"width": 360, "height": 780}, "desktop": {"width": 1280, "height": 800}}
CAVE = "bushes"
"""Two ways from S to D, a bush at each, one miner: small, and it has a secret."""


@contextmanager
def tab(browser, server, width="desktop", strict=True, **settings):
    """A tab with the table. What the page asks of anybody else, or its console complains of, is a
    failure.
    """
    context = browser.new_context(viewport=WIDTHS[width], accept_downloads=True, **settings)
    page, asked, complaints = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(f"http://{server.host}/")
    expect(page.locator("main")).to_be_visible()
    yield page
    context.close()
    assert asked and all(url.startswith(f"http://{server.host}/") for url in asked)
    assert not strict or complaints == []


def moved(page, server, version):
    """Wait until the server and the page have come further."""
    for _ in range(100):
        state = server.state()
        if state["version"] > version or state["over"]:
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("nothing moved")
    shown = f"{state['game']}.{state['version']}"
    expect(page.locator("main")).to_have_attribute("data-version", shown)
    expect(page.locator("#end")).to_be_visible(visible=state["over"])
    return state


def to_the_end(page, server, answer):
    """Answer questions, `answer` takes the state, until the game is over; return the last state."""
    state = server.state()
    while not state["over"]:
        answer(state)
        state = moved(page, server, state["version"])
    return state


def shown_end(page):
    """Return the numbers of the tally, as the page shows them."""
    rows = page.locator("#end table").first.locator("tr")
    found = []
    for row in rows.all():
        text = row.locator("td").inner_text().replace("\u2212", "-")
        hidden = row.locator("td .unseen")
        if hidden.count():
            text = text.removesuffix(hidden.text_content())
        found.append(float(text))
    return found


def check_end(page, state):
    """Assert that the page tells all, and that its numbers add up to the payoff."""
    *terms, payoff = shown_end(page)
    assert abs(sum(terms) - payoff) <= 1e-7
    expect(page.locator("#end h2")).to_contain_text("Game over: ")
    told = page.locator("#story").inner_text()
    for entry in state["seen"]["all"]:
        assert entry["text"] in told
    expect(page.locator("#question")).to_be_hidden()


def test_a_map_is_played_as_the_agent_by_the_mouse(browser):
    with table("islands", "agent", 4) as server, tab(browser, server) as page:
        expect(page.locator("#prompt")).to_have_text("agent: where do you go?")
        assert page.locator("#map [data-known=unknown]").count() == 3

        def click(state):
            page.locator("#map [data-action]").last.click()

        state = to_the_end(page, server, click)
        check_end(page, state)
        assert page.locator("#map [data-known=unknown]").count() == 0
        expect(page.locator("#map .way").first).to_be_attached()


def test_arrow_keys_play_a_map_as_the_agent_and_help_shows_the_cost(browser):
    with table(CAVE, "agent", 2) as server, tab(browser, server) as page:
        page.keyboard.press("h")
        expect(page.locator("#advice")).to_contain_text("The equilibrium")
        expect(page.locator("#advice tbody tr")).to_have_count(2)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#notice")).to_have_text("Not possible: left.")
        assert server.state()["version"] == 0
        state = to_the_end(page, server, lambda state: page.keyboard.press("ArrowUp"))
        check_end(page, state)
        expect(page.locator("#cost")).to_contain_text("Your last move")
        assert state["tally"]["player"] == 1


def test_a_map_is_played_as_the_bandits_by_buttons(browser):
    with table("islands", "bandits", 1) as server, tab(browser, server, "phone") as page:
        expect(page.locator("#prompt")).to_have_text("bandits: where do you hide?")
        buttons = page.locator("#actions button")
        assert buttons.count() == 3

        def click(state):
            buttons.first.click()

        state = to_the_end(page, server, click)
        check_end(page, state)
        assert state["tally"]["player"] == 2
        assert [place["known"] for place in state["seen"]["map"]["places"]].count("occupied") == 2


def test_kuhn_poker_from_a_gambit_file_by_number_keys_and_its_transcript(browser, tmp_path):
    with table("kuhn", "1", 3) as server, tab(browser, server) as page:
        expect(page.locator("#title")).to_have_text("Kuhn poker")
        expect(page.locator("#ground")).to_be_hidden()
        state = to_the_end(page, server, lambda state: page.keyboard.press("2"))
        check_end(page, state)
        with page.expect_download() as download:
            page.locator("#end a").click()
        file = tmp_path / "kuhn.transcript.json"
        download.value.save_as(file)
        assert download.value.suggested_filename == "kuhn-3.transcript.json"
        record = transcript.read(Path(file).read_text(encoding="utf-8"))
        match = replay(begun("kuhn").ready, record)
        assert match.over and record.seed == 3
        page.keyboard.press("n")  # Over, so that nobody is asked.
        expect(page.locator("#end")).to_be_hidden()
        assert (server.state()["game"], server.state()["version"]) == (2, 0)


@pytest.mark.parametrize("width", WIDTHS)
def test_goofspiel_by_cards_and_keys(browser, width):
    with table("goofspiel-3", "1", 5) as server, tab(browser, server, width) as page:
        cards = page.locator("#actions.cards button")
        expect(cards).to_have_count(3)
        page.keyboard.press("2")
        expect(cards).to_have_count(2)
        assert "2" not in [card.inner_text().split()[0] for card in cards.all()]
        expect(page.locator("#cards tbody tr")).to_have_count(1)
        expect(page.locator("#new")).to_contain_text("you see: player 2 bids")
        page.keyboard.press("2")  # It is gone.
        assert server.state()["version"] == 1
        cards.first.click()
        state = moved(page, server, 1)
        assert state["over"]  # The last card is no choice.
        check_end(page, state)
        rounds = page.locator("#cards tbody tr")
        expect(rounds).to_have_count(3)


def test_cards_of_two_digits_answer_to_letters(browser):
    with table("large cards", "1", 5) as server, tab(browser, server) as page:
        keys = [kbd.inner_text() for kbd in page.locator("#actions kbd").all()]
        assert keys == ["2", "A", "B", "C"]
        page.keyboard.press("b")
        expect(page.locator("#actions button")).to_have_count(3)
        assert [move.inner_text() for move in page.locator("#story .first").all()] == [
            "player 1: 12"
        ]


def test_a_reload_and_a_second_tab_keep_the_game_and_a_late_move_is_refused(browser):
    with (
        table("goofspiel-4", "1", 1) as server,
        tab(browser, server) as first,
        tab(browser, server, strict=False) as second,
    ):
        first.keyboard.press("1")
        expect(second.locator("#actions button")).to_have_count(3)
        story = first.locator("#story").inner_text()
        assert second.locator("#story").inner_text() == story
        first.reload()
        expect(first.locator("#actions button")).to_have_count(3)
        assert first.locator("#story").inner_text() == story
        # A tab in the background does not ask how it stands.
        second.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
        second.wait_for_timeout(1500)
        first.keyboard.press("2")
        expect(first.locator("#actions button")).to_have_count(2)
        second.keyboard.press("3")
        expect(second.locator("#notice")).to_have_text(
            "Not done: this was for move 2; now it is move 3."
        )
        expect(second.locator("#actions button")).to_have_count(2)
        assert server.state()["version"] == 2


def test_two_people_take_turns_behind_a_curtain(browser):
    with table("goofspiel-3", "both", 2) as server, tab(browser, server) as page:
        expect(page.locator("#next")).to_have_text("It is the turn of player 1.")
        expect(page.locator("#panel")).to_be_hidden()
        page.keyboard.press("1")  # Nobody is there yet.
        page.locator("#here").click()
        expect(page.locator("#prompt")).to_contain_text("player 1: which card")
        page.keyboard.press("3")
        expect(page.locator("#next")).to_have_text("It is the turn of player 2.")
        assert "player 1: 3" not in page.locator("body").text_content()
        page.locator("#here").click()
        expect(page.locator("#prompt")).to_contain_text("player 2: which card")
        assert "player 1: 3" not in page.locator("body").text_content()
        page.reload()
        expect(page.locator("#next")).to_have_text("It is the turn of player 2.")
        page.locator("#here").click()
        expect(page.locator("#prompt")).to_contain_text("player 2: which card")
        page.keyboard.press("1")
        expect(page.locator("#next")).to_have_text("It is the turn of player 1.")
        expect(page.locator("#here")).to_have_text("I play player 1 space")
        page.keyboard.press(" ")
        expect(page.locator("#story")).to_contain_text("player 2 bids 1")


def test_a_watched_game_is_stepped_through_by_space(browser):
    with table(CAVE, "none", 2) as server, tab(browser, server) as page:
        expect(page.locator("#prompt")).to_have_text("Two programs are playing.")
        expect(page.locator("#standing")).to_have_text("Two programs are playing.")
        state = to_the_end(page, server, lambda state: page.keyboard.press(" "))
        check_end(page, state)


def test_a_watched_game_plays_by_itself(browser):
    with table(CAVE, "none", 2) as server, tab(browser, server) as page:
        page.locator("#speed").select_option(label="fast")
        page.locator("#pace").click()
        expect(page.locator("#end")).to_be_visible(timeout=30_000)


def test_sides_are_changed_and_a_game_that_runs_is_left_when_one_is_sure(browser):
    with table("goofspiel-4", "1", 1) as server, tab(browser, server) as page:
        page.keyboard.press("1")
        expect(page.locator("#actions button")).to_have_count(3)
        page.locator("#sides").select_option(label="player 2")
        page.locator("#renew").click()
        expect(page.locator("#sure")).to_be_visible()
        page.locator("#stay").click()
        assert server.state()["game"] == 1
        page.locator("#again").click()
        page.locator("#leave").click()
        expect(page.locator("#standing")).to_have_text("You play as player 2.")
        state = server.state()
        assert (state["game"], state["people"], state["version"]) == (2, [2], 0)


def test_a_stopped_server_is_reported_and_the_position_is_kept(browser):
    with table("kuhn", "1", 3) as server, tab(browser, server, strict=False) as page:
        before = page.locator("#story").inner_text()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 0
        expect(page.locator("#alert")).to_contain_text("The server does not answer", timeout=10_000)
        assert page.locator("#story").inner_text() == before
        assert page.locator("#actions button:enabled").count() == 0


def test_an_order_of_another_site_is_refused_by_the_browser_or_the_server(browser):
    with table("kuhn", "1", 3) as server:
        context = browser.new_context()
        page = context.new_page()
        page.goto("about:blank")
        tried = page.evaluate(
            """async host => {
                const order = JSON.stringify({game: 1, version: 0, player: 1, action: 0});
                const found = [];
                for (const headers of [{}, {"Content-Type": "application/json"}]) {
                    try {
                        await fetch(`http://${host}/act`, {method: "POST", body: order, headers});
                        found.push("read");
                    } catch { found.push("refused"); }
                }
                return found;
            }""",
            server.host,
        )
        context.close()
        assert tried == ["refused", "refused"]
        assert server.state()["version"] == 0


LOOKS = [
    (source, who, keys)
    for source, who in (("islands", "1"), ("goofspiel-5", "1"), ("kuhn", "1"), ("bushes", "2"))
    for keys in ("h", "h1" if source != "islands" else "h3")
] + [("goofspiel-3", "both", "")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("source, who, keys", LOOKS)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(browser, source, who, keys, scheme):
    with (
        table(source, who, 4) as server,
        tab(browser, server, "phone", color_scheme=scheme) as page,
    ):
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(page) == []
        assert unreadable(page) == []


def test_the_page_does_not_know_the_seed_before_the_end(browser):
    with table("bushes", "1", 123456) as server, tab(browser, server) as page:
        text = page.content()
        assert "123456" not in text and "document/" not in text
        assert "123456" not in json.dumps(server.state())
