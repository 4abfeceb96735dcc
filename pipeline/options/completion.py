"""Shell completion of file and folder names, which click does not offer by itself."""

import glob
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType  # In older versions of click it is not generic.


class _Path(_Text):
    """The name of a file or a folder, completed by the shell. Unlike click.Path it does not open or
    check anything.
    """

    def __init__(self, name: str, words: tuple[str, ...] = ()) -> None:
        self.name = name
        self.words = words
        """Words that are accepted instead of a name."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words and files that begin with the text. Without any words, leave completion
        to the shell.
        """
        return _offer(self.words, incomplete, self.name)


class _Agent(_Text):
    """An agent of droid battle: the name of a built-in agent, or a file."""

    name = "agent"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the agents and files that begin with the text. Without any agents, leave
        completion to the shell.
        """
        # Loads NumPy, and only for the completion of an agent.
        from pipeline.droids.entrants import AGENTS

        return _offer(tuple(AGENTS), incomplete, "file")


def _offer(words: tuple[str, ...], incomplete: str, kind: str) -> list[CompletionItem]:
    fitting = [word for word in words if word.startswith(incomplete)]
    if not fitting:
        return [CompletionItem(incomplete, type=kind)]
    # A shell accepts either words or files.
    files = sorted(glob.glob(f"{glob.escape(incomplete)}*"))
    return [CompletionItem(word) for word in (*fitting, *files)]


FILE = _Path("file")
NEW_FILE = _Path("file")
"""An output file."""
FOLDER = _Path("dir")
BATTLE = _Path("file", ("droid-battle",))
AGENT = _Agent()
