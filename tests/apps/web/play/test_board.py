"""The board's server, asked by programs. What it refuses, `test_forged` of all pages tells."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from board_page import PATIENCE, board
from board_process import RULES
from efgc.schemas.rules.droid_battle import opening, play


@pytest.fixture(scope="module")
def course():
    with board("course", "keyboard", "chance") as page:
        yield page


GOOD = {"game": 1, "version": 0, "player": 1, "action": "up"}


def replay(rule, acts):
    """Return the point after rounds, by the rule alone."""
    point = opening(rule)
    for chosen in acts:
        point = play(rule, point, chosen)
    return point


def test_of_many_at_once_one_is_taken():
    with board("course", "keyboard", "chance") as page:
        for round in (1, 2, 3):
            with ThreadPoolExecutor(40) as pool:
                orders = [
                    pool.submit(
                        page.ask, "POST", "/act", GOOD | {"version": round - 1, "action": action}
                    )
                    for action in ("right", "shoot") * 20
                ]
                forged = [
                    pool.submit(
                        page.ask,
                        "POST",
                        "/act",
                        GOOD | {"version": round - 1},
                        X_Page_Token="guess",
                    )
                    for _ in range(20)
                ]
            statuses = sorted(order.result()[0] for order in orders)
            assert statuses[0] == 200 and set(statuses[1:]) == {409}
            assert {order.result()[0] for order in forged} == {403}
            assert page.calm()["round"] == round + 1


@pytest.mark.slow
def test_the_state_is_available_while_an_agent_is_thinking():
    with board("course", "keyboard", "slow") as page:
        before = time.monotonic()
        status, _, text = page.order("/act", player=1, action="up")
        assert status == 200 and json.loads(text)["thinking"]
        with ThreadPoolExecutor(20) as pool:
            states = [one.result() for one in [pool.submit(page.state) for _ in range(20)]]
        assert all(state["thinking"] for state in states)
        assert page.order("/act", player=1, action="up")[0] == page.order("/new")[0] == 409
        assert page.calm()["round"] == 2 and time.monotonic() - before >= 2


def test_an_agent_that_gives_up_ends_its_game_alone():
    with board("course", "keyboard", "broken") as page:
        for round in (1, 2, 3):
            assert page.order("/act", player=1, action="shoot")[0] == 200
            assert page.calm()["round"] == round + 1
        before = page.state()
        page.order("/act", player=1, action="shoot")
        after = page.calm()
        assert after["fault"] == "droid 5 in round 4: hw.py:Broken raised ZeroDivisionError"
        assert (after["round"], after["droids"][0]["square"], after["waiting"]) == (
            4,
            before["droids"][0]["square"],
            0,
        )
        assert page.order("/act", player=1, action="shoot")[0] == 409
        assert page.order("/new")[0] == 200
        assert (page.calm()["game"], page.state()["round"], page.state()["fault"]) == (2, 1, "")
        assert page.order("/act", player=1, action="shoot")[0] == 200


def test_an_internal_error_is_reported_and_does_not_hang():
    with board("course", "keyboard", "slip") as page:
        page.order("/act", player=1, action="up")
        assert page.calm()["fault"] == "a bug of efgc: ZeroDivisionError: once"


def test_the_first_of_two_people_is_not_given_away():
    with board("course", "keyboard", "keyboard") as page:
        before = page.state()
        page.order("/act", player=1, action="shoot")
        after = page.state()
        assert after == before | {"tick": after["tick"], "version": 1, "waiting": 2}
        assert page.order("/act", player=1, action="up")[0] == 409
        page.order("/act", player=2, action="shoot")
        assert page.state()["last"]["chosen"] == ["shoot", "shoot"]


def test_two_programs_play_to_the_end_and_start_a_new_game():
    rule, acts = RULES["course"], []
    with board("course", "chance", "chance") as page:
        assert page.order("/act", player=1, action="up")[0] == 409
        while not page.calm()["over"]:
            assert page.order("/step")[0] == 200
            acts.append(tuple(page.calm()["last"]["chosen"]))
        state, point = page.state(), replay(rule, acts)
        assert [tuple(droid["square"]) for droid in state["droids"]] == list(point.squares)
        assert tuple(droid["shots"] for droid in state["droids"]) == point.shots
        assert state["droids"][0]["points"] - state["droids"][1]["points"] == point.score
        assert page.order("/step")[0] == 409
        assert page.order("/new")[0] == 200 and page.calm()["game"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.3, 1.0])
def test_ctrl_c_while_the_help_is_worked_out_is_quiet(seconds):
    with board("course", "keyboard", "chance") as page:
        assert json.loads(page.ask("GET", "/state?help=1")[2])["help"]["state"] == "working"
        time.sleep(seconds)
        os.killpg(page.process.pid, signal.SIGINT)  # As a terminal does it: all processes of it.
        page.process.wait(10)


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_an_agent():
    with board("course", "keyboard", "stuck") as page:
        page.order("/act", player=1, action="up")
        before = time.monotonic()
    assert time.monotonic() - before < 5


def test_a_port_that_is_taken_is_one_line(course):
    from efgc.pipeline.apps.droids.battle import Seat
    from efgc.pipeline.apps.droids.board import Board
    from efgc.pipeline.apps.server.server import serve
    from efgc.schemas.parts.problems import EfgcError

    with pytest.raises(EfgcError, match=f"^port {course.port}: address already in use$"):
        serve(
            Board(RULES["course"], (Seat("a", None), Seat("b", None))),
            course.port,
            open_browser=False,
        )


@pytest.mark.slow
def test_help_is_the_equilibrium():
    with board("short", "keyboard", "chance") as page:
        for _ in range(10 * 2 * PATIENCE):
            found = json.loads(page.ask("GET", "/state?help=1")[2])["help"]
            if found["state"] != "working":
                break
            time.sleep(0.1)
        assert (
            found["state"] == "ready" and "an equilibrium that punishes mistakes" in found["text"]
        )
        (help,) = found["droids"]
        assert (
            abs(help["value"]) <= 1e-6 and help["player"] == 1
        )  # The board is its own mirror image.
        assert abs(sum(help["plays"]) - 1) <= 1e-9 and min(help["plays"]) >= 0
        assert help["plays"][found["actions"].index("left")] == 0  # There is the edge.
