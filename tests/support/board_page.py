"""A board in a process of its own, and what a page of it knows."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path

SCRIPT = Path(__file__).with_name("board_process.py")
PATIENCE = 30


class Page:
    """What a page knows: where the server is, and the token."""

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

    def calm(self):
        """Return the state once nobody thinks."""
        for _ in range(10 * PATIENCE):
            state = self.state()
            if not state["thinking"]:
                return state
            time.sleep(0.1)
        raise AssertionError("an agent thinks for ever")

    def order(self, path, **fields):
        state = self.state()
        return self.ask("POST", path, {"game": state["game"], "round": state["round"], **fields})


@contextmanager
def board(*arguments):
    """A server in a process of its own, ended by Ctrl-C as by a person."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), *arguments],
        stderr=subprocess.PIPE,
        text=True,
        cwd=SCRIPT.parent.parent.parent,
        env=os.environ | {"PYTHONPATH": "."},
        start_new_session=True,
    )
    try:
        line = process.stderr.readline()
        found = re.fullmatch(
            r"efgc: the board is at http://127\.0\.0\.1:(\d+)/ until Ctrl-C\n", line
        )
        assert found, line
        page = Page(process, int(found[1]))
        page.token = re.search(r'name="token" content="([^"]+)"', page.ask("GET", "/")[2])[1]
        page.calm()
        yield page
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        ended = process.wait(PATIENCE), process.stderr.read()
        assert ended == (0, ""), ended
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
