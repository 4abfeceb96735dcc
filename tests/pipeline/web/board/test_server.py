"""The board's server, asked by programs: what it refuses, and that a refused request changes
nothing.
"""

import json
import os
import re
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from board_page import PATIENCE, board
from board_process import RULES
from schemas.rules.droid_battle import opening, play


@pytest.fixture(scope="module")
def course():
    with board("course", "keyboard", "chance") as page:
        yield page


GOOD = {"game": 1, "round": 1, "player": 1, "action": "up"}
FORGED = [
    # method, path, order or raw body, headers, status, what the line says
    (
        "POST",
        "/act",
        GOOD | {"action": "left"},
        {},
        422,
        "droid 2 cannot go left now; possible are up, down, right, shoot",
    ),
    (
        "POST",
        "/act",
        GOOD | {"round": 2},
        {},
        409,
        "this was for round 2 of game 1; now it is round 1 of game 1",
    ),
    (
        "POST",
        "/act",
        GOOD | {"game": 7},
        {},
        409,
        "this was for round 1 of game 7; now it is round 1 of game 1",
    ),
    ("POST", "/act", GOOD | {"player": 2}, {}, 409, "droid 5 is not asked for an action now"),
    ("POST", "/act", GOOD | {"player": 3}, {}, 400, "the order lacks player, a number from 1 to 2"),
    (
        "POST",
        "/act",
        GOOD | {"player": True},
        {},
        400,
        "the order lacks player, a number from 1 to 2",
    ),
    (
        "POST",
        "/act",
        GOOD | {"action": "teleport"},
        {},
        400,
        "the order lacks action, one of up, down, left, right, shoot",
    ),
    (
        "POST",
        "/act",
        GOOD | {"action": ["up"]},
        {},
        400,
        "the order lacks action, one of up, down, left, right, shoot",
    ),
    (
        "POST",
        "/act",
        {"action": "up"},
        {},
        400,
        "the order lacks game, a number from 1 to 1000000000",
    ),
    (
        "POST",
        "/act",
        GOOD | {"round": "1"},
        {},
        400,
        "the order lacks round, a number from 1 to 1000000000",
    ),
    ("POST", "/act", [1], {}, 400, "the order is no JSON object"),
    ("POST", "/act", b'{"game": 1, ', {}, 400, "the order is no JSON"),
    ("POST", "/act", b"\xff\xfe\x00", {}, 400, "the order is no JSON"),
    ("POST", "/act", b"[" * 999, {}, 400, "the order is no JSON"),
    ("POST", "/act", None, {}, 411, "an order tells its length"),
    ("POST", "/act", b"", {}, 400, "the order is no JSON"),
    ("POST", "/act", GOOD, {"Content_Length": "many"}, 400, "the order is no JSON"),
    ("POST", "/act", GOOD, {"Content_Type": "text/plain"}, 415, "an order is application/json"),
    ("POST", "/act", GOOD, {"Content_Type": None}, 415, "an order is application/json"),
    (
        "POST",
        "/act",
        b" " * 1001,
        {},
        413,
        "The data value transmitted exceeds the capacity limit.",
    ),
    (
        "POST",
        "/act",
        b" " * 30_000_000,
        {},
        413,
        "The data value transmitted exceeds the capacity limit.",
    ),
    (
        "POST",
        "/act",
        None,
        {"Content_Length": "99999999999999"},
        413,
        "The data value transmitted exceeds the capacity limit.",
    ),
    (
        "POST",
        "/act",
        GOOD,
        {"X_Page_Token": None},
        403,
        "the token of the board's page is missing or of another run; ",
    ),
    (
        "POST",
        "/act",
        GOOD,
        {"X_Page_Token": "guess"},
        403,
        "the token of the board's page is missing or of another run; ",
    ),
    (
        "POST",
        "/act",
        GOOD,
        {"X_Page_Token": "\xff"},
        403,
        "the token of the board's page is missing or of another run; ",
    ),
    (
        "GET",
        "/state",
        None,
        {"X_Page_Token": None},
        403,
        "the token of the board's page is missing or of another run; ",
    ),
    (
        "POST",
        "/act",
        GOOD,
        {"Origin": "http://evil.example"},
        403,
        "only the board's own page may ask for this",
    ),
    ("POST", "/act", GOOD, {"Origin": "null"}, 403, "only the board's own page may ask for this"),
    (
        "POST",
        "/act",
        GOOD,
        {"Origin": "http://127.0.0.1"},
        403,
        "only the board's own page may ask for this",
    ),
    (
        "GET",
        "/state",
        None,
        {"Origin": "http://evil.example"},
        403,
        "only the board's own page may ask for this",
    ),
    (
        "GET",
        "/",
        None,
        {"Origin": "http://evil.example"},
        403,
        "only the board's own page may ask for this",
    ),
    (
        "POST",
        "/act",
        GOOD,
        {"Host": "evil.example"},
        421,
        "this address is of the board, not of another site",
    ),
    (
        "GET",
        "/",
        None,
        {"Host": "evil.example"},
        421,
        "this address is of the board, not of another site",
    ),
    (
        "GET",
        "/",
        None,
        {"Host": "127.0.0.1"},
        421,
        "this address is of the board, not of another site",
    ),
    ("GET", "/", None, {"Host": None}, 421, "this address is of the board, not of another site"),
    ("GET", "/act", None, {}, 405, "The method is not allowed for the requested URL."),
    ("DELETE", "/state", None, {}, 405, "The method is not allowed for the requested URL."),
    ("POST", "/", GOOD, {}, 405, "The method is not allowed for the requested URL."),
    (
        "POST",
        "/step",
        {"game": 1, "round": 1},
        {},
        409,
        "a person plays; the round begins with an action",
    ),
    (
        "POST",
        "/new",
        {"game": 1, "round": 2},
        {},
        409,
        "this was for round 2 of game 1; now it is round 1 of game 1",
    ),
    ("GET", "/../../etc/passwd", None, {}, 404, "The requested URL was not found on the server."),
    ("GET", "/act/act", None, {}, 404, "The requested URL was not found on the server."),
    ("GET", "/board.py", None, {}, 404, "The requested URL was not found on the server."),
]


@pytest.mark.parametrize("method, path, order, headers, status, said", FORGED)
def test_forged_requests_are_refused_in_one_line_and_change_nothing(
    course, method, path, order, headers, status, said
):
    before = course.state()
    given = {"body": order} if isinstance(order, bytes) else {"order": order}
    found, sent, text = course.ask(method, path, **given, **headers)
    assert (found, sent.get_content_type()) == (status, "text/plain")
    assert text.startswith(said) and text.endswith("\n") and text.count("\n") == 1
    assert "Access-Control-Allow-Origin" not in sent
    assert course.state() == before and (before["game"], before["round"]) == (1, 1)


def test_the_method_that_is_allowed_is_named(course):
    assert course.ask("GET", "/act")[1]["Allow"] == "POST"


def test_a_body_in_chunks_is_refused(course):
    order = json.dumps(GOOD).encode()
    body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(order), order)
    status, _, text = course.ask(
        "POST", "/act", body=body, Transfer_Encoding="chunked", Content_Length=None
    )
    assert (status, text) == (411, "an order tells its length\n")
    assert course.state()["round"] == 1


@pytest.mark.parametrize(
    "sent, said",
    [
        (b"\x00\x01\x02 nothing at all\r\n\r\n", "Bad request"),
        (b"GET / HTTP/9.9\r\n\r\n", "Invalid HTTP version"),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", "URI Too Long"),
    ],
)
def test_what_is_no_http_is_refused_in_one_line(course, sent, said):
    with socket.create_connection(("127.0.0.1", course.port), PATIENCE) as connection:
        connection.sendall(sent)
        answer = connection.makefile("rb").read().decode()
    assert said.lower() in answer.lower() and "<" not in answer
    assert course.state()["round"] == 1


def test_every_answer_forbids_what_is_not_ours(course):
    for path in ("/", "/board.css", "/board.js", "/icon.svg", "/state", "/nothing"):
        status, headers, text = course.ask("GET", path)
        policy = headers["Content-Security-Policy"]
        assert (
            policy.startswith("default-src 'none'; script-src 'self'; ")
            and "unsafe" not in policy
            and "http" not in policy
        )
        assert (
            headers["X-Content-Type-Options"] == "nosniff"
            and headers["Cache-Control"] == "no-store"
        )
        assert not re.search(r"(src|href)=\"(?!/)", text)
    assert not course.ask("GET", "/board.js")[2].count("innerHTML")


def test_it_listens_on_the_loopback_address_alone(course):
    lines = Path("/proc/net/tcp")
    if not lines.exists():
        pytest.skip("no /proc/net/tcp to look it up in")
    listening = [
        row.split()[1] for row in lines.read_text().splitlines()[1:] if row.split()[3] == "0A"
    ]
    assert [place for place in listening if place.endswith(f":{course.port:04X}")] == [
        f"0100007F:{course.port:04X}"
    ]


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
                    pool.submit(page.ask, "POST", "/act", GOOD | {"round": round, "action": action})
                    for action in ("right", "shoot") * 60
                ]
                forged = [
                    pool.submit(
                        page.ask, "POST", "/act", GOOD | {"round": round}, X_Page_Token="guess"
                    )
                    for _ in range(60)
                ]
            statuses = sorted(order.result()[0] for order in orders)
            assert statuses[0] == 200 and set(statuses[1:]) == {409}
            assert {order.result()[0] for order in forged} == {403}
            assert page.calm()["round"] == round + 1


@pytest.mark.slow
def test_state_is_told_while_an_agent_thinks():
    with board("course", "keyboard", "slow") as page:
        before = time.monotonic()
        status, _, text = page.order("/act", player=1, action="up")
        assert status == 200 and json.loads(text)["thinking"]
        with ThreadPoolExecutor(20) as pool:
            states = [one.result() for one in [pool.submit(page.state) for _ in range(100)]]
        assert time.monotonic() - before < 2 and all(state["thinking"] for state in states)
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


def test_a_mistake_of_ours_is_told_and_does_not_hang():
    with board("course", "keyboard", "slip") as page:
        page.order("/act", player=1, action="up")
        assert page.calm()["fault"] == "a bug of ours: ZeroDivisionError: once"


def test_the_first_of_two_people_is_not_given_away():
    with board("course", "keyboard", "keyboard") as page:
        before = page.state()
        page.order("/act", player=1, action="shoot")
        after = page.state()
        assert after == before | {"version": after["version"], "waiting": 2}
        assert page.order("/act", player=1, action="up")[0] == 409
        page.order("/act", player=2, action="shoot")
        assert page.state()["last"]["chosen"] == ["shoot", "shoot"]


def test_two_programs_play_to_the_end_and_begin_anew():
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
    from pipeline.web.board.seat import Seat
    from pipeline.web.board.site import Board
    from pipeline.web.server import serve
    from schemas.parts.problems import EfgcError

    with pytest.raises(EfgcError, match=f"^port {course.port}: address already in use$"):
        serve(
            Board(RULES["course"], (Seat("a", None), Seat("b", None))),
            course.port,
            open_browser=False,
        )
