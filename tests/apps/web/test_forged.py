"""What every page's server refuses, whatever the page shows, and that a refused request changes
nothing: forged by programs, as another site or another program of this machine might.
"""

import json
import re
import socket
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from board_page import PATIENCE, board
from explorer import explorer
from table_page import table

MATRIX = "1 -1\n-1 1\n"


class Asked(NamedTuple):
    """A page, and an order that it would obey."""

    called: str
    opened: Any
    """Makes the server, for a `with` block."""
    question: str
    order: str
    good: dict
    longest: int
    """Bytes of an order."""
    own: tuple
    """Orders that this page alone refuses: path, order, status, what the line says."""


@contextmanager
def compiled():
    with explorer() as page:
        page.number = 4
        page.compile(MATRIX)
        yield page


LACKS = "the order lacks {}, a number from {} to {}"
BOARD = {"game": 1, "version": 0, "player": 1, "action": "up"}
BIDS = {"game": 1, "version": 0, "player": 1, "action": 2}
NEW = {"game": 1, "version": 0, "people": [2], "again": False}
COMPILE = {"column": 1, "number": 9, "source": MATRIX}
WORDS = "the order lacks action, one of up, down, left, right, shoot"
PEOPLE = "the order lacks people, a list of players: 1, 2, both or none"
SITES = {
    "board": Asked(
        called="board",
        opened=lambda: board("course", "keyboard", "chance"),
        question="/state",
        order="/act",
        good=BOARD,
        longest=1000,
        own=(
            (
                "/act",
                BOARD | {"action": "left"},
                422,
                "there is no action 'left' here; possible are ",
            ),
            ("/act", BOARD | {"version": 1}, 409, "this was for move 2; now it is move 1"),
            ("/act", BOARD | {"game": 7}, 409, "this was for game 7; now it is game 1"),
            ("/act", BOARD | {"player": 2}, 409, "it is not the turn of droid 5"),
            ("/act", BOARD | {"player": 3}, 400, LACKS.format("player", 1, 2)),
            ("/act", BOARD | {"player": True}, 400, LACKS.format("player", 1, 2)),
            ("/act", BOARD | {"action": "teleport"}, 400, WORDS),
            ("/act", BOARD | {"action": ["up"]}, 400, WORDS),
            ("/act", {"action": "up"}, 400, LACKS.format("game", 1, 10**9)),
            ("/act", BOARD | {"version": "1"}, 400, LACKS.format("version", 0, 10**9)),
            ("/step", {"game": 1, "version": 0}, 409, "a person plays: the game goes on with an "),
            ("/new", {"game": 1, "version": 1}, 409, "this was for move 2; now it is move 1"),
        ),
    ),
    "table": Asked(
        called="table",
        opened=lambda: table("goofspiel-3", "1", 7),
        question="/state",
        order="/act",
        good=BIDS,
        longest=1000,
        own=(
            ("/act", BIDS | {"action": 3}, 422, "there is no action 3 here; possible are '1', "),
            ("/act", BIDS | {"version": 1}, 409, "this was for move 2; now it is move 1"),
            ("/act", BIDS | {"game": 2}, 409, "this was for game 2; now it is game 1"),
            ("/act", BIDS | {"player": 2}, 409, "it is not the turn of player 2"),
            ("/act", BIDS | {"player": 3}, 400, LACKS.format("player", 1, 2)),
            ("/act", BIDS | {"player": True}, 400, LACKS.format("player", 1, 2)),
            ("/act", BIDS | {"action": -1}, 400, LACKS.format("action", 0, 10**9)),
            ("/act", BIDS | {"action": "2"}, 400, LACKS.format("action", 0, 10**9)),
            ("/act", {"action": 1}, 400, LACKS.format("game", 1, 10**9)),
            ("/act", BIDS | {"version": 0.5}, 400, LACKS.format("version", 0, 10**9)),
            ("/step", {"game": 1, "version": 0}, 409, "a person plays: the game goes on with an "),
            ("/new", NEW | {"version": 3}, 409, "this was for move 4; now it is move 1"),
            ("/new", NEW | {"people": [2, 1]}, 400, PEOPLE),
            ("/new", NEW | {"people": [True]}, 400, PEOPLE),
            ("/new", NEW | {"people": "1"}, 400, PEOPLE),
            ("/new", NEW | {"people": [[1]]}, 400, PEOPLE),
            ("/new", NEW | {"again": 1}, 400, "the order lacks again, true or false"),
        ),
    ),
    "explorer": Asked(
        called="explorer",
        opened=compiled,
        question="/state?column=1",
        order="/compile",
        good=COMPILE,
        longest=7_000_000,
        own=(
            ("/compile", COMPILE | {"column": 3}, 400, LACKS.format("column", 1, 2)),
            ("/compile", COMPILE | {"column": True}, 400, LACKS.format("column", 1, 2)),
            ("/compile", COMPILE | {"source": [MATRIX]}, 400, "the order lacks source, a text"),
            ("/compile", COMPILE | {"settings": []}, 400, "the settings must be an object"),
            (
                "/compile",
                COMPILE | {"settings": {"output": "/tmp"}},
                400,
                "'output' is not a setting",
            ),
            ("/stop", {"column": 1}, 400, LACKS.format("number", 1, 2**53 - 1)),
        ),
    ),
}
ORDER, ASK = "the order", "the question"
FORGED = [
    # method, path or what it is for, order or raw body (GOOD: the good order), headers, status,
    # what the line says
    ("POST", ORDER, [1], {}, 400, "the order is not a JSON object"),
    ("POST", ORDER, b'{"game": 1, ', {}, 400, "the order is not valid JSON"),
    ("POST", ORDER, b"\xff\xfe\x00", {}, 400, "the order is not valid JSON"),
    ("POST", ORDER, b"[" * 999, {}, 400, "the order is not valid JSON"),
    ("POST", ORDER, None, {}, 411, "an order needs a Content-Length"),
    ("POST", ORDER, b"", {}, 400, "the order is not valid JSON"),
    ("POST", ORDER, "GOOD", {"Content_Length": "many"}, 400, "the order is not valid JSON"),
    ("POST", ORDER, "GOOD", {"Content_Type": "text/plain"}, 415, "an order is application/json"),
    ("POST", ORDER, "GOOD", {"Content_Type": None}, 415, "an order is application/json"),
    ("POST", ORDER, 1, {}, 413, "The data value transmitted exceeds the capacity limit."),
    ("POST", ORDER, 30_000_000, {}, 413, "The data value transmitted exceeds the capacity limit."),
    ("POST", ORDER, None, {"Content_Length": "9" * 14}, 413, "The data value transmitted exceeds "),
    ("POST", ORDER, "GOOD", {"X_Page_Token": None}, 403, "the token of the {}'s page is missing "),
    ("POST", ORDER, "GOOD", {"X_Page_Token": "guess"}, 403, "the token of the {}'s page is missi"),
    ("POST", ORDER, "GOOD", {"X_Page_Token": "\xff"}, 403, "the token of the {}'s page is missin"),
    ("GET", ASK, None, {"X_Page_Token": None}, 403, "the token of the {}'s page is missing or of"),
    ("POST", ORDER, "GOOD", {"Origin": "http://evil.example"}, 403, "only the {}'s own page may "),
    ("POST", ORDER, "GOOD", {"Origin": "null"}, 403, "only the {}'s own page may send "),
    (
        "POST",
        ORDER,
        "GOOD",
        {"Origin": "http://127.0.0.1"},
        403,
        "only the {}'s own page may send ",
    ),
    ("GET", ASK, None, {"Origin": "http://evil.example"}, 403, "only the {}'s own page may send "),
    ("GET", "/", None, {"Origin": "http://evil.example"}, 403, "only the {}'s own page may send "),
    (
        "POST",
        ORDER,
        "GOOD",
        {"Host": "evil.example"},
        421,
        "this address belongs to the {}, not to ",
    ),
    ("GET", "/", None, {"Host": "evil.example"}, 421, "this address belongs to the {}, not to "),
    ("GET", "/", None, {"Host": "127.0.0.1"}, 421, "this address belongs to the {}, not to "),
    ("GET", "/", None, {"Host": None}, 421, "this address belongs to the {}, not to "),
    ("GET", ORDER, None, {}, 405, "The method is not allowed for the requested URL."),
    ("DELETE", ASK, None, {}, 405, "The method is not allowed for the requested URL."),
    ("POST", "/", "GOOD", {}, 405, "The method is not allowed for the requested URL."),
    ("GET", "/../../etc/passwd", None, {}, 404, "The requested URL was not found on the server."),
    ("GET", "/state/state", None, {}, 404, "The requested URL was not found on the server."),
    ("GET", "/site.py", None, {}, 404, "The requested URL was not found on the server."),
]


@pytest.fixture(scope="module", params=SITES)
def site(request):
    """A page's description, and the page."""
    found = SITES[request.param]
    with found.opened() as page:
        yield found, page


def stands(site):
    """Return what the server says, to be compared."""
    found, page = site
    status, _, text = page.ask("GET", found.question)
    assert status == 200
    return json.loads(text)


def refused(site, method, path, given, headers, status, said):
    """Assert that a request is refused in one line, and changes nothing."""
    before = stands(site)
    code, sent, text = site[1].ask(method, path, **given, **headers)
    assert (code, sent.get_content_type()) == (status, "text/plain"), text
    assert text.startswith(said) and text.endswith("\n") and text.count("\n") == 1, text
    assert "Access-Control-Allow-Origin" not in sent
    assert stands(site) == before


def body(found, order):
    """Return what is sent: a number is so many bytes, beyond the most that there may be."""
    if isinstance(order, bytes):
        return {"body": order}
    if isinstance(order, int):
        return {"body": b" " * max(order, found.longest + 1)}
    return {"order": found.good if order == "GOOD" else order}


@pytest.mark.parametrize("at", range(len(FORGED)))
def test_forged_requests_are_refused_in_one_line_and_change_nothing(site, at):
    (method, path, order, headers, status, said), found = FORGED[at], site[0]
    path = {ORDER: found.order, ASK: found.question}.get(path, path)
    given = body(found, order)
    refused(site, method, path, given, headers, status, said.format(found.called))


def test_wrong_orders_are_refused_in_one_line_and_change_nothing(site):
    assert len(site[0].own) > 5
    for path, order, status, said in site[0].own:
        refused(site, "POST", path, {"order": order}, {}, status, said)


def test_the_method_that_is_allowed_is_named(site):
    assert site[1].ask("GET", site[0].order)[1]["Allow"] == "POST"


def test_a_body_in_chunks_is_refused(site):
    order = json.dumps(site[0].good).encode()
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(order), order)
    headers = {"Transfer_Encoding": "chunked", "Content_Length": None}
    refused(
        site,
        "POST",
        site[0].order,
        {"body": chunks},
        headers,
        411,
        "an order needs a Content-Length\n",
    )


@pytest.mark.parametrize(
    "sent, said",
    [
        (b"\x00\x01\x02 nothing at all\r\n\r\n", "Bad request"),
        (b"GET / HTTP/9.9\r\n\r\n", "Invalid HTTP version"),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", "URI Too Long"),
    ],
)
def test_requests_other_than_http_are_refused_in_one_line(site, sent, said):
    before = stands(site)
    with socket.create_connection(("127.0.0.1", site[1].port), PATIENCE) as connection:
        connection.sendall(sent)
        answer = connection.makefile("rb").read().decode()
    assert said.lower() in answer.lower() and "<" not in answer
    assert stands(site) == before


def test_every_answer_forbids_foreign_content(site):
    found, page = site
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page.ask("GET", "/")[2])
    for path in ("/", *files, found.question, "/nothing"):
        _, headers, text = page.ask("GET", path)
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; "), path
        assert "unsafe" not in policy and "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert not re.search(r"(src|href)=\"(?![/#])", text)
        assert "innerHTML" not in text


def test_it_listens_on_the_loopback_address_alone(site):
    lines = Path("/proc/net/tcp")
    if not lines.exists():
        pytest.skip("no /proc/net/tcp to look it up in")
    port = f"{site[1].port:04X}"
    rows = [row.split() for row in lines.read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")]
    assert listening == [f"0100007F:{port}"]
