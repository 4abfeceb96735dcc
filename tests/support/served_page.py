"""A page served by a separate process, and a client with the page's data."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

PATIENCE = 30
SUPPORT = Path(__file__).parent


class Page:
    """A client with the data of a page: the server's address and the token."""

    script = ""
    """The script of its server, in this folder."""

    def __init__(self, process, port):
        self.process = process
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.token = ""

    def ask(self, method, path, order=None, body=None, **headers):
        """Return status, headers and text of an answer; a header of None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        known = {"Host": self.host, "X-Page-Token": self.token, "Content-Type": "application/json"}
        known.update({name.replace("_", "-"): text for name, text in headers.items()})
        content = json.dumps(order).encode() if order is not None else body
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if content is not None and "Content-Length" not in known:
            known["Content-Length"] = str(len(content))
        for name, text in known.items():
            if text is not None:
                connection.putheader(name, text)
        connection.endheaders(content)
        answer = connection.getresponse()
        with closing(connection):
            return answer.status, answer.headers, answer.read().decode()

    def state(self):
        status, _, text = self.ask("GET", "/state")
        assert status == 200
        return json.loads(text)


@contextmanager
def served(kind, called, *arguments, **environment):
    """Yield a page of class `kind` with its server, a process that runs its `script`. `called` is
    the server's name in its output. It is stopped by Ctrl-C, as by a person.
    """
    process = subprocess.Popen(
        [sys.executable, str(SUPPORT / kind.script), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=SUPPORT.parent.parent,
        env=os.environ | {"PYTHONPATH": "."} | environment,
        start_new_session=True,
    )
    try:
        line = process.stderr.readline()
        found = re.fullmatch(
            rf"efgc: the {called} is at http://127\.0\.0\.1:(\d+)/ until Ctrl-C\n", line
        )
        assert found, line
        page = kind(process, int(found[1]))
        page.token = re.search(r'name="token" content="([^"]+)"', page.ask("GET", "/")[2])[1]
        yield page
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        ended = process.wait(PATIENCE), process.stderr.read()
        assert ended == (0, ""), ended
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
