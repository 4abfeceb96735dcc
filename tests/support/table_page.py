"""A table in a process of its own, and what a page of it knows."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from board_page import PATIENCE, Page

SCRIPT = Path(__file__).with_name("table_process.py")


class TablePage(Page):
    """A page of the table."""

    def order(self, path, **fields):
        state = self.state()
        order = {"game": state["game"], "version": state["version"], **fields}
        return self.ask("POST", path, order)


@contextmanager
def table(*arguments):
    """A server in a process of its own, ended by Ctrl-C as by a person."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=SCRIPT.parent.parent.parent,
        env=os.environ | {"PYTHONPATH": "."},
        start_new_session=True,
    )
    try:
        line = process.stderr.readline()
        found = re.fullmatch(
            r"efgc: the table is at http://127\.0\.0\.1:(\d+)/ until Ctrl-C\n", line
        )
        assert found, line
        page = TablePage(process, int(found[1]))
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
