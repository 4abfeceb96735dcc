"""A student's agent in a separate process: it is subject to time limits, and its errors are
reported in one line.

The code runs with the rights of the user: do not load a file that you have not read.
"""

import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ....schemas.parts.install_commands import import_folder
from ....stages.isolated.process import OURS, end_group
from .turns import AgentError, Chooser, Printed, Turn

START_SECONDS = 60.0  # For the file's imports.
MORE = 1.0  # Extra seconds between two answers for our agent's work, beyond the opponent's moves.
MAX_REPLY = 10_000  # Characters.
CHILD = Path(__file__).with_name("student_process.py")
BLOCK = 10_000  # Bytes at a time.
AHEAD = 16  # Blocks that are read ahead.


class StudentAgent(Chooser):
    """An agent of `FILE:CLASS`, called over a pipe. A context manager: leaving it ends the
    process.
    """

    def __init__(
        self,
        game: str,
        file: str,
        name: str,
        who: str,
        seconds: float,
        *python: str,
        seed: int,
        lines: float = math.inf,
    ) -> None:
        """Load the file, in our Python unless a command is given. `game` is the name of the rule,
        `who` the player in messages, `seed` that of the file's own random numbers, `lines` the
        maximum lines of its output shown. Raise AgentError if the file cannot be loaded.
        """
        self.label = f"{file}:{name}"
        self.who = who
        self.seconds = seconds
        self.moves = 0
        self.rest = b""
        self.is_loaded = False
        python = python or (sys.executable,)
        self.process = subprocess.Popen(
            [*python, str(CHILD), str(import_folder()), os.path.abspath(file), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},  # The order of sets.
        )
        assert self.process.stdout is not None and self.process.stderr is not None
        self.blocks: queue.Queue[bytes] = queue.Queue(AHEAD)
        _read_ahead(self.process.stdout, self.blocks.put)
        self.printed = Printed(self.label, lines)
        self.listening = _read_ahead(self.process.stderr, self.printed.add)
        self._ask({"do": "start", "game": game, "seed": seed}, START_SECONDS, "to load")
        self.is_loaded = True

    def __enter__(self) -> "StudentAgent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def clear(self) -> None:
        self.moves = 0
        self._ask({"do": "clear"}, self.seconds, "for clear()")

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        self.moves += 1
        question = {"do": "move", "shown": rules.shown(turn, player), "training": training}
        answer = self._ask(question, self.seconds, f"for its move in round {self.moves}")
        chosen: str = answer["action"]
        return chosen

    def learn(self, path: str) -> None:
        """Let the process begin the training in a file: the arguments of
        `pipeline.apps.droids.lessons.Lessons`, pickled.
        """
        self._ask({"do": "learn", "path": path}, START_SECONDS, "to begin a training")

    def train(self, games: int, seconds: float | None) -> dict[str, Any]:
        """Let the process play, up to `games` games in all or for `seconds`; return the progress.
        It answers several times a second, unless a move takes longer.
        """
        question = {"do": "go on", "games": games, "seconds": seconds}
        return self._ask(question, self.seconds + MORE, "for a move of the training")

    def close(self) -> None:
        """Kill the process and its children, except those that left its session."""
        end_group(self.process.pid)  # Windows has no groups: children may survive.
        self.process.wait()
        self.listening.join(MORE)  # Children that left the session may keep the pipe open.
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _ask(self, question: dict[str, Any], seconds: float, what: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError):  # We may have closed the pipe.
            raise self._failed("its process has ended") from None
        reply = self._read(time.monotonic() + seconds)
        if not reply:
            self.close()  # From here on `poll` says that it has ended.
        if reply is None:
            raise self._failed(f"took longer than {seconds:g} s {what}")
        answer = _reply(reply)
        if "error" in answer:
            raise self._failed(str(answer["error"]))
        if "refused" in answer:
            raise AgentError(f"{self.label}, {_printable(str(answer['refused']))}")
        # The answer is untrusted: the action may even be a list.
        if question["do"] == "move" and not _is_label(answer.get("action")):
            raise self._failed(
                "its process returned something other than an action"
                if reply
                else "its process ended during the game"
            )
        if not reply:
            raise self._failed("its process ended")
        return answer

    def _read(self, until: float) -> bytes | None:
        """Return a line, b'' at the end of the process, None on timeout."""
        while b"\n" not in self.rest and len(self.rest) < MAX_REPLY:
            try:
                block = self.blocks.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
            if not block:
                return b""
            self.rest += block
        line, _, self.rest = self.rest.partition(b"\n")
        return line or b" "

    def _failed(self, why: str) -> AgentError:
        who = f", {self.who}" if self.is_loaded else ""
        return AgentError(f"{self.label}{who}: {_printable(why)}", self.who)


def _is_label(answer: object) -> bool:
    """Return whether an answer may be the label of an action: a word or a number."""
    return isinstance(answer, str) and answer.isascii() and answer.isalnum() and len(answer) < 20


def _printable(text: str) -> str:
    """Return a text without control characters, which a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _reply(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _read_ahead(pipe: IO[bytes], take: Callable[[bytes], None]) -> threading.Thread:
    """Return a thread that reads a pipe and calls `take` with each block; b'' is the end. This is
    quicker than `select`, and works on Windows, too.
    """
    # Duplicated, as children of the process may keep the pipe open after others closed it.
    descriptor = os.dup(pipe.fileno())

    def pump() -> None:
        while block := os.read(descriptor, BLOCK):
            take(block)
        os.close(descriptor)
        take(b"")

    # The name marks it as a thread beside which forking is safe.
    reader = threading.Thread(target=pump, name=f"{OURS}agent", daemon=True)
    reader.start()
    return reader
