"""A board in a separate process, and a client with the data of its page."""

import time
from contextlib import contextmanager

from served_page import PATIENCE, Page, served


class BoardPage(Page):
    """A page of the board."""

    script = "board_process.py"

    def calm(self):
        """Return the state once no agent is thinking."""
        for _ in range(10 * PATIENCE):
            state = self.state()
            if not state["thinking"]:
                return state
            time.sleep(0.1)
        raise AssertionError("an agent thinks for ever")

    def order(self, path, **fields):
        state = self.state()
        return self.ask(
            "POST", path, {"game": state["game"], "version": state["version"], **fields}
        )


@contextmanager
def board(*arguments):
    """Yield a board at which no agent is thinking yet."""
    with served(BoardPage, "board", *arguments) as page:
        page.calm()
        yield page
