"""The board's page in a real browser: whole games by key presses, several tabs, reloads, and a
server that ends.
"""

import random
import re
import signal
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from board_page import board
from board_process import RULES
from browser import NO_PLAYWRIGHT, contrast
from referee import Referee, told

sync_api = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
expect = sync_api.expect

WIDTHS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
KEYS = {
    "up": ("w", "ArrowUp"),
    "left": ("a", "ArrowLeft"),
    "down": ("s", "ArrowDown"),
    "right": ("d", "ArrowRight"),
    "shoot": (" ", "Space"),
}


@contextmanager
def tab(browser, server, width="desktop", strict=True, **settings):
    """A tab with the board. What the page asks of anybody else, or its console complains of, is a
    failure.
    """
    context = browser.new_context(viewport=WIDTHS[width], **settings)
    page, asked, complaints = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(f"http://{server.host}/")
    expect(page.locator("main")).to_be_visible()
    settled(page)
    yield page
    context.close()
    assert asked and all(url.startswith(f"http://{server.host}/") for url in asked)
    assert not strict or complaints == []


def settled(page):
    """Wait until the page shows that nobody thinks."""
    expect(page.locator("#turn")).not_to_have_text(re.compile("thinking"))


def shown(page):
    """Return what the page shows of a position."""
    squares = [
        tuple(
            int(number) // 100
            for number in re.findall(
                r"-?\d+", page.locator(f".droid.{name}").get_attribute("style")
            )
        )
        for name in ("two", "five")
    ]
    cards = [page.locator(f"#card-{player}") for player in (1, 2)]
    return {
        "round": page.locator("#round").inner_text(),
        "squares": tuple((row, column) for column, row in squares),
        "points": tuple(int(card.locator("output").inner_text()) for card in cards),
        "shots": tuple(int(card.locator(".left").inner_text().split()[0]) for card in cards),
    }


def press(page, key, round):
    """Press a key and wait until the round is played."""
    page.keyboard.press(key)
    expect(page.locator("#round")).not_to_have_text(re.compile(rf"^Round {round} "))
    settled(page)


def acts(page):
    """Return the actions of the last round, as the page tells them in words."""
    return told(page.locator("#happened").inner_text())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_whole_game_by_key_presses_ends_with_the_score_of_the_rules(browser, width):
    chance, referee, number = random.Random(width), Referee(4, 4, ((2, 0), (2, 3)), (5, 5)), 1
    with (
        board("course", "keyboard", "chance", "0", "--no-restart") as server,
        tab(browser, server, width) as page,
    ):
        while number <= 50 and referee.shots != [0, 0]:
            assert shown(page) == {"round": f"Round {number} of 50", **referee.sees()}
            possible = referee.can(0)
            for word in set(KEYS) - set(possible):  # These change nothing.
                page.keyboard.press(KEYS[word][0])
                expect(page.locator("#notice")).to_contain_text("Not possible: droid 2")
            word = chance.choice(possible + ["shoot"] * ("shoot" in possible))
            press(page, chance.choice(KEYS[word]), number)
            assert acts(page)[0] == word
            referee.play(acts(page))
            number += 1
        assert shown(page) == {"round": f"{number - 1} of 50 rounds played", **referee.sees()}
        first, second = referee.points
        won = "a draw" if first == second else f"droid {2 if first > second else 5} wins"
        text = (
            f"Game over after {number - 1} rounds: {won}, {max(first, second)} to "
            f"{min(first, second)}."
        )
        expect(page.locator("#turn")).to_have_text(text)
        state = server.state()
        assert state["over"] and tuple(droid["points"] for droid in state["droids"]) == (
            first,
            second,
        )
        page.keyboard.press(" ")
        page.keyboard.press("n")
        expect(page.locator("#round")).to_have_text("Round 1 of 50")
        assert shown(page)["points"] == (0, 0) and server.state()["game"] == 2


def test_lasers_are_drawn_after_a_shot_and_stop_at_walls(browser):
    with board("walls", "keyboard", "chance") as server, tab(browser, server) as page:
        press(page, " ", 1)
        path = page.locator(".beam.two .core").get_attribute("d")
        across, low, high = re.fullmatch(
            r"M([-\d]+) [-\d]+H[-\d]+M[-\d]+ ([-\d]+)V([-\d]+)", path
        ).groups()
        assert int(across) // 100 == 0 and (int(low) // 100, int(high) // 100) == (0, 3)
        ends = re.search(r"H(\d+)", path)[1]
        assert int(ends) // 100 == 3  # The wall is in the fifth column.
        assert page.locator(".wall").count() == 3
        press(page, "w", 2)
        assert page.locator(".beam.two").count() == 0


def test_a_second_tab_sees_the_same_game_and_its_late_key_is_refused(browser):
    with (
        board("course", "keyboard", "chance") as server,
        tab(browser, server) as first,
        tab(browser, server, strict=False) as second,
    ):
        press(first, "w", 1)
        expect(second.locator("#round")).to_have_text("Round 2 of 50")
        assert shown(second) == shown(first)
        # A tab in the background does not ask how it stands; brought to front, it may be behind
        # when a key is pressed.
        second.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
        second.wait_for_timeout(1500)
        press(first, "d", 2)
        after = shown(first)
        assert shown(second)["round"] == "Round 2 of 50"
        second.keyboard.press(" ")
        expect(second.locator("#notice")).to_have_text(
            "Not done: this was for move 2; now it is move 3."
        )
        expect(second.locator("#round")).to_have_text("Round 3 of 50")
        assert shown(second) == shown(first) == after
        assert server.state()["round"] == 3
        press(second, " ", 3)
        expect(first.locator("#round")).to_have_text("Round 4 of 50")
        assert shown(second) == shown(first)


def test_a_reload_goes_on_with_the_game(browser):
    with board("course", "keyboard", "chance") as server, tab(browser, server) as page:
        for number, key in enumerate("w d", 1):
            press(page, key, number)
        before, said = shown(page), page.locator("#happened").inner_text()
        page.reload()
        settled(page)
        assert (shown(page), page.locator("#happened").inner_text()) == (before, said)
        press(page, "s", 4)
        assert shown(page)["round"] == "Round 5 of 50"


def test_a_stopped_server_is_reported_and_the_position_is_kept(browser):
    with tab_with_server(browser) as (server, page):
        press(page, "w", 1)
        press(page, " ", 2)
        before = shown(page)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 0
        expect(page.locator("#alert")).to_contain_text("The server does not answer", timeout=10_000)
        page.keyboard.press("d")
        assert shown(page) == before
        assert page.locator("#pad button:enabled").count() == 0
        expect(page.locator("#new")).to_be_disabled()


def test_play_continues_when_the_server_responds_again(browser):
    with tab_with_server(browser) as (server, page):
        press(page, "w", 1)
        server.process.send_signal(signal.SIGSTOP)
        expect(page.locator("#alert")).to_contain_text("The server does not answer", timeout=20_000)
        server.process.send_signal(signal.SIGCONT)
        expect(page.locator("#alert")).to_be_hidden(timeout=20_000)
        press(page, " ", 2)
        assert shown(page)["round"] == "Round 3 of 50"


def test_another_game_at_the_same_address_is_reported(browser):
    with tab_with_server(browser) as (server, page):
        press(page, "w", 1)
        before = shown(page)
        server.process.send_signal(signal.SIGINT)
        server.process.wait(10)
        with board("course", "keyboard", "chance", str(server.port)) as other:
            expect(page.locator("#alert")).to_contain_text(
                "of another run; load the page again", timeout=20_000
            )
            page.keyboard.press("d")
            assert shown(page) == before and other.state()["round"] == 1
            page.reload()
            settled(page)
            press(page, "d", 1)


@contextmanager
def tab_with_server(browser):
    with (
        board("course", "keyboard", "chance") as server,
        tab(browser, server, strict=False) as page,
    ):
        yield server, page


def test_a_page_of_another_site_can_neither_act_nor_look(browser):
    with board("course", "keyboard", "chance") as server, stranger(server.host) as port:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.locator("#said")).to_have_text(" ".join(["refused"] * 4))
        assert page.evaluate("tried") == 4
        page.frame_locator("iframe").locator("body").wait_for(state="attached")
        assert page.frames[1].url.startswith(
            "chrome-error:"
        )  # It cannot even be shown there to be clicked at.
        page.locator("form button").click()
        page.wait_for_url(f"http://{server.host}/act")
        assert "only the board's own page may send this request" in page.content()
        page.close()
        assert (server.state()["game"], server.state()["round"]) == (1, 1)


@contextmanager
def stranger(host):
    """Another site in the same browser, that tries to play."""
    order = '{"game": 1, "version": 0, "player": 1, "action": "up"}'
    page = f"""<p id=said></p><iframe src="http://{host}/"></iframe>
        <form action="http://{host}/act" method=post enctype=text/plain><input name='{order}'><button>x</button></form>
        <script>let tried = 0;
        const say = text => said.textContent = (said.textContent + " " + text).trim();
        (async () => {{
          for (const [path, options] of [
            ["act", {{method: "POST", body: '{order}'}}],
            ["act", {{method: "POST", body: '{order}', headers: {{"Content-Type": "application/json", "X-Page-Token": "x"}}}}],
            ["state", {{}}], ["", {{}}]]) {{
            tried++;
            try {{ await fetch("http://{host}/" + path, options); say("read"); }} catch {{ say("refused"); }}
          }}
        }})();</script>"""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *arguments):
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield site.server_address[1]
    finally:
        site.shutdown()
        site.server_close()


def test_an_exception_in_an_agent_is_reported_and_a_new_game_is_offered(browser):
    with board("course", "keyboard", "broken") as server, tab(browser, server) as page:
        for number in (1, 2, 3):
            press(page, " ", number)
        page.keyboard.press(" ")
        expect(page.locator("#turn")).to_have_text(
            "The game has ended: droid 5 in round 4: hw.py:Broken raised ZeroDivisionError"
        )
        assert page.locator("#pad button:enabled").count() == 0
        page.locator("#new").click()
        expect(page.locator("#round")).to_have_text("Round 1 of 50")
        settled(page)
        press(page, " ", 1)


def test_the_page_shows_that_an_agent_is_thinking(browser):
    with board("course", "keyboard", "slow") as server, tab(browser, server) as page:
        page.keyboard.press("w")
        expect(page.locator("#turn")).to_have_text("The other side is thinking.")
        page.keyboard.press("d")  # Nobody asked.
        expect(page.locator("#round")).to_have_text("Round 2 of 50")
        assert acts(page)[0] == "up" and server.state()["round"] == 2


def test_two_people_choose_one_after_the_other(browser):
    with board("course", "keyboard", "keyboard") as server, tab(browser, server) as page:
        expect(page.locator("#turn")).to_have_text("Droid 2 chooses; droid 5 looks away.")
        before = shown(page)
        page.keyboard.press("w")
        expect(page.locator("#turn")).to_have_text("Droid 2 has chosen. Droid 5 chooses.")
        assert shown(page) == before and "up" not in page.locator(".said").inner_text()
        press(page, "ArrowDown", 1)
        assert acts(page) == ("up", "down")


def test_space_steps_through_a_game_of_two_programs(browser):
    with (
        board("course", "chance", "chance", "0", "--no-restart") as server,
        tab(browser, server, "phone") as page,
    ):
        expect(page.locator("#pad")).to_be_hidden()
        referee, number = Referee(4, 4, ((2, 0), (2, 3)), (5, 5)), 1
        while "Game over" not in page.locator("#turn").inner_text():
            press(page, " ", number)
            referee.play(acts(page))
            number += 1
        assert {**shown(page), "round": ""} == {**referee.sees(), "round": ""}
        expect(page.locator("#step")).to_be_disabled()
        page.keyboard.press("n")
        expect(page.locator("#round")).to_have_text("Round 1 of 50")


def test_two_programs_play_by_themselves_at_a_speed_until_paused(browser):
    with (
        board("course", "chance", "chance", "0", "--no-restart") as server,
        tab(browser, server, "phone") as page,
    ):
        page.locator("#speed").select_option(label="fast")
        page.keyboard.press("p")
        expect(page.locator("#pace")).to_have_text("Pause P")
        expect(page.locator("#round")).not_to_have_text("Round 1 of 50")
        page.locator("#pace").click()
        expect(page.locator("#pace")).to_have_text("Play P")
        page.wait_for_timeout(500)
        before = shown(page)
        page.wait_for_timeout(500)
        assert shown(page) == before
        page.keyboard.press("p")
        expect(page.locator("#turn")).to_contain_text("Game over", timeout=30_000)


@pytest.mark.long
def test_the_next_game_begins_by_itself_and_the_tally_is_kept(browser):
    with board("short", "chance", "chance") as server, tab(browser, server) as page:
        expect(page.locator("#tally")).to_be_hidden()
        for games in (1, 2):
            number = 1
            while "Game over" not in page.locator("#turn").inner_text():
                press(page, " ", number)
                number += 1
            expect(page.locator("#next")).to_have_text(
                "The next game begins in a moment; N begins it now."
            )
            told = page.locator("#tally").inner_text()
            assert sum(map(int, re.findall(r"(?:won|drawn) (\d+)", told))) == games
            if games == 2:
                page.keyboard.press("n")  # Who does not want to wait.
            expect(page.locator("#round")).to_have_text("Round 1 of 6", timeout=10_000)
            expect(page.locator("#next")).to_be_hidden()
            assert page.locator("#tally").inner_text() == told
            assert server.state()["game"] == games + 1


def test_a_new_game_during_play_needs_confirmation(browser):
    with board("course", "keyboard", "chance") as server, tab(browser, server) as page:
        press(page, "w", 1)
        page.keyboard.press("n")
        expect(page.locator("#sure")).to_be_visible()
        page.keyboard.press("w")  # The game waits.
        page.keyboard.press("Enter")  # The focus is on going on.
        expect(page.locator("#sure")).to_be_hidden()
        assert server.state()["round"] == 2
        page.keyboard.press("n")
        page.locator("#leave").click()
        expect(page.locator("#round")).to_have_text("Round 1 of 50")
        assert server.state()["game"] == 2


def test_help_shows_the_equilibrium_strategy(browser):
    from efgc.pipeline.apps.droids.policy import at_position, equilibrium
    from efgc.schemas.rules.droid_battle import ACTIONS, Position, play

    rule, point = RULES["short"], Position(((1, 0), (1, 3)), (2, 2), 0, 6)
    policy, _ = equilibrium(rule)
    with board("short", "keyboard", "chance") as server, tab(browser, server) as page:
        page.keyboard.press("h")
        expect(page.locator("#advice")).to_contain_text("worked out")
        expect(page.locator("#advice h3")).to_have_text(
            "The equilibrium as droid 2", timeout=120_000
        )
        for number, key in enumerate(("w", " ", "d", "d"), 1):
            rows = page.locator("[data-play]").all()
            shares = {
                row.get_attribute("data-play"): row.locator(".share").inner_text() for row in rows
            }
            weights = dict(zip(ACTIONS, at_position(rule, policy, point), strict=True))
            possible = server.state()["droids"][0]["possible"]
            assert shares == {
                word: f"{100 * weights[word]:.1f} %" if word in possible else "not possible"
                for word in ACTIONS
            }
            press(page, key, number)
            point = play(rule, point, acts(page))
        assert re.search(
            r"worth [+\u2212]?\d\.\d{4} to droid 2", page.locator("#advice").inner_text()
        )
        expect(page.locator("#advice")).to_contain_text("an equilibrium that punishes mistakes")
        page.reload()
        expect(page.get_by_role("switch", name="Help")).to_be_checked()  # It is remembered.
        page.keyboard.press("h")
        expect(page.locator("#advice")).to_be_hidden()


def test_it_is_worked_by_keyboard_alone_with_the_focus_in_sight(browser):
    with board("course", "keyboard", "chance") as server, tab(browser, server) as page:
        seen = []
        for _ in range(6):
            page.keyboard.press("Tab")
            seen.append(
                page.evaluate("document.activeElement.dataset.action || document.activeElement.id")
            )
            assert page.evaluate("getComputedStyle(document.activeElement).outline").endswith(
                "solid 3px"
            )
        assert seen == [
            "up",
            "shoot",
            "right",
            "down",
            "help",
            "new",
        ]  # There is no way to the left.
        page.locator("[data-action=right]").focus()
        press(page, "Enter", 1)
        assert acts(page)[0] == "right"
        assert (
            page.evaluate("document.activeElement.dataset.action") == "right"
        )  # It did not run away.
        press(page, " ", 2)
        assert acts(page)[0] == "right"  # Space is for the button that has the focus.
        page.locator("#help").focus()
        page.keyboard.press(" ")
        expect(page.get_by_role("switch", name="Help")).to_be_checked()
        assert server.state()["round"] == 3


def test_a_click_leaves_space_to_shoot(browser):
    with board("course", "keyboard", "chance") as server, tab(browser, server) as page:
        page.locator("[data-action=right]").click()
        expect(page.locator("#round")).to_have_text("Round 2 of 50")
        settled(page)
        page.locator("#help").click()
        press(page, " ", 2)
        assert acts(page)[0] == "shoot" and page.get_by_role("switch", name="Help").is_checked()


@pytest.mark.parametrize("rule", ["course", "walls"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_can_be_touched_and_read(browser, rule, width, scheme):
    name = "<img src=//evil.example onerror=alert(1)> " + "long " * 20
    with (
        board(rule, "keyboard", f"chance {name}") as server,
        tab(
            browser, server, width, color_scheme=scheme, has_touch=True, reduced_motion="reduce"
        ) as page,
    ):
        assert page.locator("#card-2 .name").inner_text() == f"chance {name}".strip()
        page.locator("[data-action=up]").tap()
        expect(page.locator("#round")).not_to_have_text(re.compile("^Round 1 "))
        settled(page)
        press(page, " ", 2)
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width]["width"]
        assert (
            page.locator("#pad").bounding_box()["y"] + page.locator("#pad").bounding_box()["height"]
            <= WIDTHS[width]["height"]
        )
        for button in page.locator("#pad button").all():
            assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.beam')).animationName")
            == "none"
        )
        assert (
            page.evaluate(
                "parseFloat(getComputedStyle(document.querySelector('.droid')).transitionDuration)"
            )
            == 0
        )
        for place in (
            "#turn",
            "#happened",
            "#round",
            ".unit",
            ".card.five .mark",
            "#pad button:enabled",
            "h1",
        ):
            assert contrast(page, place) >= 4.5, place


def test_events_and_positions_are_available_to_screen_readers(browser):
    with board("walls", "keyboard", "chance") as server, tab(browser, server) as page:
        press(page, "d", 1)
        assert (
            page.locator("[aria-live=polite] #happened")
            .inner_text()
            .startswith("Droid 2 goes right, droid 5 ")
        )
        label = page.locator("#board").get_attribute("aria-label")
        assert "droid 2 is in row 2, column 2" in label and "walls in row 1, column 2" in label
        assert page.locator("#alert").get_attribute("role") == "alert"
