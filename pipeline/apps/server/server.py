"""The server of pages: for this machine alone, and for requests from its own pages only.

A page of another site cannot read our responses, but it can make a browser send us requests. So a
request needs the token in our page, and must have our Host and Origin; a foreign name that points
to this machine has another Host (see "DNS rebinding"). Each site defines the content and behaviour
of its page.
"""

import hmac
import json
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import HTTPException, abort
from werkzeug.routing import Map, Rule
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from ....schemas.parts.problems import EfgcError
from ....stages.draw.colours import dark_rules, variables
from ...terminal.diagnostics import note
from .site import Data, Document, Documents, File, Refused, Site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

ADDRESS = "127.0.0.1"
NAMES = (ADDRESS, "localhost")
STALLED = 30  # Seconds after which a silent connection is closed.
TOKEN = "X-Page-Token"
COLOURS, PICTURES = "".join(variables()), "".join(dark_rules())
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "{frames}base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OWN = (None, "same-origin", "none")
"""Allowed values of `Sec-Fetch-Site` for a document: requested by our page, or by a person from the
address bar.
"""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def serve(site: Site, port: int = 0, open_browser: bool = True) -> None:
    """Serve a page to this machine alone, until Ctrl-C; port 0 is any free port.

    Prints the address on stderr, and closes the site at the end. Raises EfgcError if the port is
    not available.
    """
    try:
        _serve(site, port, open_browser)
    finally:
        site.close()


def _serve(site: Site, port: int, open_browser: bool) -> None:
    with _listen(port) as listening:
        port = listening.getsockname()[1]
        server = make_server(
            ADDRESS,
            port,
            Guarded(site, port),
            threaded=True,
            request_handler=_Handler,
            fd=listening.fileno(),
        )
        address = f"http://{ADDRESS}:{port}/"
        with suppress(KeyboardInterrupt):  # From here on, Ctrl-C is the regular end.
            note(f"efgc: the {site.called} is at {address} until Ctrl-C")
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            server.serve_forever(poll_interval=0.1)  # Once it has begun, it returns on Ctrl-C.


class Misdirected(HTTPException):
    """A request for another host."""

    code = 421


class Guarded:
    """A site, as a WSGI application that only accepts requests from its own page."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self.hosts = tuple(f"{name}:{port}" for name in NAMES)
        self.token = secrets.token_urlsafe(24)
        frames = "frame-src 'self'; " if site.documents else ""
        self.headers = {**HEADERS, "Content-Security-Policy": POLICY.format(frames=frames)}
        self._routes = Map(
            [
                *(
                    Rule(f"/{path}", endpoint=site.files[path], methods=["GET"])
                    for path in site.files
                ),
                *(Rule(f"/{path}", endpoint=path, methods=["GET"]) for path in site.questions),
                *(Rule(f"/{path}", endpoint=path, methods=["POST"]) for path in site.orders),
                *(
                    [Rule("/document/<key>", endpoint=site.documents, methods=["GET"])]
                    if site.documents
                    else []
                ),
            ],
            strict_slashes=False,
            merge_slashes=False,
        )

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        request = Request(environ)
        request.max_content_length = self.site.longest
        try:
            response = self._respond(request)
        except HTTPException as error:
            response = _refusal(error, environ)
        except Refused as error:
            response = _line(str(error), error.status)
        for name, text in self.headers.items():
            response.headers.setdefault(name, text)
        return response(environ, start_response)

    def _respond(self, request: Request) -> Response:
        called = self.site.called
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        if host not in self.hosts:
            raise Misdirected(f"this address belongs to the {called}, not to another site")
        if origin is not None and origin != f"http://{host}":
            abort(403, f"only the {called}'s own page may send this request")
        endpoint, values = self._routes.bind(host).match(request.path, request.method)
        if isinstance(endpoint, File):
            return self._file(endpoint)
        if not isinstance(endpoint, str):
            return self._document(endpoint, values["key"], request)
        if not hmac.compare_digest(request.headers.get(TOKEN, "").encode(), self.token.encode()):
            abort(
                403,
                f"the token of the {called}'s page is missing or of another run; load the page "
                "again",
            )
        options = request.args.to_dict()
        if endpoint in self.site.orders:
            return _json(self.site.obey(endpoint, _body(request), options))
        return _json(self.site.ask(endpoint, options))

    def _file(self, file: File) -> Response:
        content = files(file.package).joinpath(*file.name.split("/")).read_text(encoding="utf-8")
        shared = (("token", self.token), ("colours", COLOURS), ("pictures", PICTURES))
        for name, text in (*file.parts, *shared):
            content = content.replace(f"{{{{{name}}}}}", text)
        return Response(content, mimetype=file.mimetype)

    def _document(self, documents: Documents, key: str, request: Request) -> Response:
        if request.headers.get("Sec-Fetch-Site") not in OWN:
            abort(403, f"only the {self.site.called}'s own page may send this request")
        try:
            found = documents(key, request.args.to_dict())
        except Refused as error:  # The error is shown in the same frame.
            found, status = Document(f"{error}\n".encode(), "text/plain"), error.status
        else:
            status = 200
        response = Response(found.content, status, mimetype=found.mimetype)
        response.headers["Content-Security-Policy"] = f"{found.policy}; frame-ancestors 'self'"
        if found.file:
            response.headers.set("Content-Disposition", "attachment", filename=found.file)
        return response


class _Handler(WSGIRequestHandler):
    """Logs no requests, and refuses anything but HTTP in one line."""

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


def _body(request: Request) -> Data:
    if request.mimetype != "application/json":
        abort(415, "an order is application/json")
    if request.content_length is None:  # Of a body in chunks only the beginning would be read.
        abort(411, "an order needs a Content-Length")
    try:
        body = json.loads(request.get_data())
    except (ValueError, RecursionError):
        abort(400, "the order is not valid JSON")
    if not isinstance(body, dict):
        abort(400, "the order is not a JSON object")
    return body


def _json(data: Data) -> Response:
    return Response(json.dumps(data) + "\n", mimetype="application/json")


def _line(text: str, status: int | None) -> Response:
    return Response(f"{' '.join(text.split())}\n", status=status, mimetype="text/plain")


def _refusal(error: HTTPException, environ: "WSGIEnvironment") -> Response:
    response = _line(error.description or error.name, error.code)
    response.headers.extend(
        (name, text) for name, text in error.get_headers(environ) if name == "Allow"
    )
    return response
