"""A table in a separate process, and a client with the data of its page."""

from functools import partial

from served_page import Page, served


class TablePage(Page):
    """A page of the table."""

    script = "table_process.py"

    def order(self, path, **fields):
        state = self.state()
        order = {"game": state["game"], "version": state["version"], **fields}
        return self.ask("POST", path, order)


table = partial(served, TablePage, "table")
