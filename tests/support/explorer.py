"""An explorer in a separate process, and a client with the data of its page."""

import http.client
import json
from contextlib import closing
from functools import partial
from pathlib import Path

from served_page import PATIENCE, Page, served


class ExplorerPage(Page):
    """A page of the explorer, which numbers its orders itself."""

    script = "explore_process.py"
    number = 0

    def json(self, method, path, order=None, **headers):
        status, _, text = self.ask(method, path, order, **headers)
        assert status == 200, (status, text)
        return json.loads(text)

    def raw(self, method, path):
        """Return status, headers and content of an answer that is not text, as a link asks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def order(self, source, column=1, name="", **settings):
        """Return an order with the next number."""
        self.number += 1
        return {
            "column": column,
            "number": self.number,
            "source": source,
            "name": name,
            "settings": settings,
        }

    def begin(self, source, column=1, name="", **settings):
        """Return the first answer."""
        return self.json("POST", "/compile", self.order(source, column, name, **settings))

    def compile(self, source, column=1, name="", **settings):
        """Return the answer once it is available."""
        return self.ended(self.begin(source, column, name, **settings))

    def ended(self, answer):
        where = f"/state?column={answer['column']}&number={answer['number']}"
        for _ in range(5 * PATIENCE):
            if answer["state"] != "working":
                return answer
            answer = self.json("GET", where)
        raise AssertionError("it works for ever")

    def workers(self):
        """Return the processes that compile."""
        return [
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/stat")
            if _parent(path) == self.process.pid
        ]


def _parent(path):
    try:
        return int(path.read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError):
        return 0


# Files are compared, and would contain the solver's time.
explorer = partial(served, ExplorerPage, "explorer", SOURCE_DATE_EPOCH="0")
