"""What a shell offers behind a command: names of files and folders where they are wanted, which
click does not by itself.
"""

import glob
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType  # Older ones are no generic classes.


class _Path(_Text):
    """The name of a file or a folder, which the shell completes by itself. Unlike click.Path it
    opens and checks nothing.
    """

    def __init__(self, name: str, words: tuple[str, ...] = ()) -> None:
        self.name = name
        self.words = words
        """That may stand instead."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin so, beside the files; without any leave it to the shell."""
        return _offer(self.words, incomplete, self.name)


class _Agent(_Text):
    """An agent of droid battle: one of ours by its name, or a file."""

    name = "agent"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the agents that begin so, beside the files; without any leave it to the shell."""
        from pipeline.droids.entrants import AGENTS  # NumPy, for those who complete an agent.

        return _offer(tuple(AGENTS), incomplete, "file")


def _offer(words: tuple[str, ...], incomplete: str, kind: str) -> list[CompletionItem]:
    fitting = [word for word in words if word.startswith(incomplete)]
    if not fitting:
        return [CompletionItem(incomplete, type=kind)]
    # A shell takes words or files, not both.
    files = sorted(glob.glob(f"{glob.escape(incomplete)}*"))
    return [CompletionItem(word) for word in (*fitting, *files)]


FILE = _Path("file")
NEW_FILE = _Path("file")
"""One that is written."""
FOLDER = _Path("dir")
BATTLE = _Path("file", ("droid-battle",))
AGENT = _Agent()
