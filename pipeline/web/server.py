"""The page's server: for this machine alone, and for pages that it gave out itself.

A page of another site cannot read what we answer, but it can make a browser send
us requests. So a request needs the token that stands in our page, and a Host and
Origin that are ours; a name that was made to point here has another Host (see
"DNS rebinding"). The rules are the table's to keep: the page only asks.
"""

import hmac
import json
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import HTTPException, abort
from werkzeug.routing import Map, Rule
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from pipeline.droids.droid import BY_WORD
from pipeline.web.advisor import Advisor
from pipeline.web.seat import Seats
from pipeline.web.table import Impossible, Late, Table
from pipeline.web.view import help_view, view
from schemas.parts.problems import EfgcError
from schemas.rules.droid_battle import DroidBattle

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

ADDRESS = "127.0.0.1"
NAMES = (ADDRESS, "localhost")
MAX_BODY = 1000  # Bytes; an action takes sixty.
STALLED = 30  # Seconds after which a connection that says nothing is given up.
SETTLED = 0.3  # Seconds that an answer waits for quick agents, so that the page need not ask again.
PAGES = {
    "": ("index.html", "text/html"),
    "board.css": ("board.css", "text/css"),
    "board.js": ("board.js", "text/javascript"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}
ROUTES = Map(
    [
        *(Rule(f"/{path}", endpoint=f"page {path}", methods=["GET"]) for path in PAGES),
        Rule("/state", endpoint="state", methods=["GET"]),
        *(Rule(f"/{order}", endpoint=order, methods=["POST"]) for order in ("act", "step", "new")),
    ],
    strict_slashes=False,
    merge_slashes=False,
)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def serve(rule: DroidBattle, seats: Seats, port: int = 0, open_browser: bool = True) -> None:
    """Show a battle as a web page of this machine alone, until Ctrl-C; 0 is any free port.

    Prints the address on stderr. Raises EfgcError where the port cannot be had.
    """
    with _listen(port) as listening:
        port = listening.getsockname()[1]
        board = Board(rule, seats, port)
        server = make_server(
            ADDRESS, port, board, threaded=True, request_handler=_Handler, fd=listening.fileno()
        )
        address = f"http://{ADDRESS}:{port}/"
        print(f"efgc: the board is at {address} until Ctrl-C", file=sys.stderr, flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            server.serve_forever(poll_interval=0.1)  # Returns on Ctrl-C.
        finally:
            board.advisor.close()
            board.table.settle(1)  # A program that is thinking may come to its end.


class Misdirected(HTTPException):
    """A request for somebody else."""

    code = 421


class _Request(Request):
    max_content_length = MAX_BODY


class Board:
    """The page and what it asks for, as a WSGI application."""

    def __init__(self, rule: DroidBattle, seats: Seats, port: int) -> None:
        self.rule = rule
        self.seats = seats
        self.table = Table(rule, seats)
        self.advisor = Advisor(rule)
        self.hosts = tuple(f"{name}:{port}" for name in NAMES)
        self.token = secrets.token_urlsafe(24)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        request = _Request(environ)
        try:
            response = self._answer(request)
        except HTTPException as error:
            response = _refusal(error, environ)
        response.headers.update(HEADERS)
        return response(environ, start_response)

    def _answer(self, request: Request) -> Response:
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        if host not in self.hosts:
            raise Misdirected("this address is of the board, not of another site")
        if origin is not None and origin != f"http://{host}":
            abort(403, "only the board's own page may ask for this")
        endpoint, _ = ROUTES.bind(host).match(request.path, request.method)
        if endpoint.startswith("page "):
            return self._page(*PAGES[endpoint.removeprefix("page ")])
        if not hmac.compare_digest(
            request.headers.get("X-Board-Token", "").encode(), self.token.encode()
        ):
            abort(
                403,
                "the token of the board's page is missing or of another game; load the page again",
            )
        if endpoint != "state":
            self._obey(endpoint, _body(request))
        return self._state("help" in request.args)

    def _page(self, name: str, mimetype: str) -> Response:
        content = files("pipeline.web").joinpath("page", name).read_text(encoding="utf-8")
        return Response(content.replace("{{token}}", self.token), mimetype=mimetype)

    def _state(self, with_help: bool) -> Response:
        look = self.table.look()
        data = view(self.rule, self.seats, look)
        if with_help:
            data["help"] = help_view(self.rule, self.seats, look, self.advisor)
        return Response(json.dumps(data) + "\n", mimetype="application/json")

    def _obey(self, order: str, body: dict[str, object]) -> None:
        game, round = _number(body, "game"), _number(body, "round")
        orders: dict[str, Callable[[], None]] = {
            "act": lambda: self.table.act(
                game, round, _number(body, "player", 2), BY_WORD[_action(body)]
            ),
            "step": lambda: self.table.step(game, round),
            "new": lambda: self.table.new(game, round),
        }
        try:
            orders[order]()
        except Late as error:
            abort(409, str(error))
        except Impossible as error:
            abort(422, str(error))
        self.table.settle(SETTLED)


class _Handler(WSGIRequestHandler):
    """Says nothing of single requests, and refuses what is no HTTP in one line."""

    timeout = STALLED
    error_content_type = "text/plain; charset=utf-8"
    error_message_format = "%(message)s\n"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass

    def log_error(self, format: str, *args: Any) -> None:
        pass


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((ADDRESS, port))
    except OverflowError:
        raise EfgcError(f"port {port}: a port is from 0 to 65535") from None
    except OSError as error:
        raise EfgcError(f"port {port}: {os.strerror(error.errno or 0).lower()}") from None


def _body(request: Request) -> dict[str, object]:
    if request.mimetype != "application/json":
        abort(415, "an order is application/json")
    if request.content_length is None:  # Of a body in chunks only the beginning would be read.
        abort(411, "an order tells its length")
    try:
        body = json.loads(request.get_data())
    except (ValueError, RecursionError):
        abort(400, "the order is no JSON")
    if not isinstance(body, dict):
        abort(400, "the order is no JSON object")
    return body


def _number(body: dict[str, object], key: str, most: int = 10**9) -> int:
    number = body.get(key)
    if type(number) is not int or not 1 <= number <= most:  # True is an int, too.
        abort(400, f"the order lacks {key}, a number from 1 to {most}")
    return number


def _action(body: dict[str, object]) -> str:
    action = body.get("action")
    if not isinstance(action, str) or action not in BY_WORD:
        abort(400, f"the order lacks action, one of {', '.join(BY_WORD)}")
    return action


def _refusal(error: HTTPException, environ: "WSGIEnvironment") -> Response:
    kept = [(name, text) for name, text in error.get_headers(environ) if name == "Allow"]
    text = " ".join((error.description or error.name).split())
    return Response(f"{text}\n", status=error.code, headers=kept, mimetype="text/plain")
