"""The process of a student's agent: loads the file and answers JSON requests, one per line.

Arguments: the folder from which efgc is imported, the file, the class. Output printed by the file
goes to stderr.
"""

import importlib.util
import inspect
import json
import operator
import os
import pickle
import random
import sys
import threading
import time
import traceback
from fractions import Fraction
from types import ModuleType
from typing import Any

LOOK = 0.5  # Seconds between two checks that the parent process is alive.


def main(root: str, file: str, name: str) -> None:
    """Answer requests until stdin ends."""
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    questions, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # We are killed later.
    sys.path[0] = root
    import efgc.pipeline.apps.droids.droid  # noqa: F401  Before the student's folder joins the path.

    # This file runs as a script, and its relative imports need a package.
    globals()["__package__"] = "efgc.pipeline.apps.droids"
    sys.path[0] = os.path.dirname(file)
    seat = None
    for line in questions:
        question = json.loads(line)
        try:
            if question["do"] == "start":
                seat = Seat(_load(file, question["seed"]), name, GAMES[question["game"]])
                answer: dict[str, Any] = {}
            else:
                assert seat is not None
                answer = seat.answer(question)
        except BaseException as error:  # Also SystemExit: the file may raise anything.
            answer = {"error": _in_one_line(error, file)}
        try:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        except BrokenPipeError:  # The parent closed the pipe: another agent ended the contest.
            os._exit(1)


def _leave_with(parent: int) -> None:
    """Exit soon after the parent process, which may be killed during a move that never ends."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


class Seat:
    """The agent, and its way of seeing a game."""

    def __init__(self, module: ModuleType, name: str, view: "type[Droids] | type[Cards]") -> None:
        found: Any = getattr(module, name, None)
        if not isinstance(found, type):
            classes = [
                key
                for key, value in vars(module).items()
                if inspect.isclass(value) and hasattr(value, "get_best_move")
            ]
            from ....schemas.parts.near import did_you_mean  # For start-up time.

            known = f"; its agents are {', '.join(classes)}" if classes else ""
            raise Refused(f"it has no class {name}{known}{did_you_mean(name, classes)}")
        for method in ("clear", "get_best_move"):
            if not callable(getattr(found, method, None)):
                raise Refused(f"its class has no {method}()")
        try:
            inspect.signature(found).bind()
        except TypeError as error:
            line = inspect.getsourcelines(found)[1]
            raise Refused(f"its class in line {line} needs arguments: {error}") from None
        self.view = view(module)
        agent: Any = found()
        self.agent = agent
        self.takes_training = _takes_training(agent.get_best_move, view.shown)
        try:
            given = [None] * (view.shown + self.takes_training)
            inspect.signature(agent.get_best_move).bind(*given)
        except TypeError:
            raise Refused(
                f"its get_best_move() does not take the {view.shown} arguments of {view.advice}"
            ) from None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        if question["do"] == "clear":
            self.agent.clear()
            return {}
        if question["do"] == "learn":
            # Imported here for start-up time: it needs NumPy.
            from .lessons import Lessons

            with open(question["path"], "rb") as file:  # Written by the parent process.
                self.lessons = Lessons(self, *pickle.load(file))
            return {}
        if question["do"] == "go on":
            progress: dict[str, Any] = self.lessons.train(question["games"], question["seconds"])
            return progress
        return {"action": self.wanted(question["shown"], question["training"])}

    def wanted(self, shown: Any, training: bool) -> str:
        """Return the label of the action chosen by the agent."""
        more = (training,) if self.takes_training else ()
        return self.view.label(self.agent.get_best_move(*self.view.arguments(shown), *more))


class Droids:
    """Droid battle: droids that use the file's own action names."""

    shown = 3
    """The number of arguments before `training`."""
    advice = "droid battle; --game goofspiel-4 plays Goofspiel, as does `efgc play goofspiel-4`"

    def __init__(self, module: ModuleType) -> None:
        from .droid import Action

        own = getattr(module, "Action", Action)
        named = getattr(own, "__members__", {})
        self.actions = named if set(Action.__members__) <= set(named) else Action.__members__
        self.droid = _droids(self.actions)

    def arguments(self, shown: Any) -> tuple[Any, ...]:
        """Return the arguments of get_best_move."""
        from .droid import droids_of

        return droids_of(shown, self.droid)

    def label(self, wanted: Any) -> str:
        """Return the label of an action."""
        from .droid import Action

        name = getattr(wanted, "name", None)
        if not isinstance(name, str) or name not in self.actions:
            said = f"returned {repr(wanted)[:60]}, which is no Action"
            raise Refused(f"{said}; return one of self_droid.available_actions()")
        return Action[name].word


class Cards:
    """Goofspiel: whole numbers, and fractions where a prize is one."""

    shown = 5
    advice = "Goofspiel; without --game this is droid battle, as is `efgc play droid-battle`"

    def __init__(self, module: ModuleType) -> None:
        pass

    def arguments(self, shown: Any) -> tuple[Any, ...]:
        hand, other = (tuple(cards) for cards in shown["hands"])
        prize, change = _number(shown["prize"]), _number(shown["change"])
        return hand, other, prize, tuple(map(_number, shown["prizes"])), change

    def label(self, wanted: Any) -> str:
        try:
            return str(operator.index(wanted))
        except TypeError:
            said = f"returned {repr(wanted)[:60]}, which is not a card"
            raise Refused(f"{said}; return a number of hand") from None


GAMES: dict[str, type[Droids] | type[Cards]] = {"droid-battle": Droids, "goofspiel": Cards}


def _number(text: str) -> int | Fraction:
    number = Fraction(text)
    return number.numerator if number.denominator == 1 else number


def _takes_training(method: Any, shown: int = 3) -> bool:
    """Return whether the argument of a method after those that show the game is `training`, or one
    without a default.
    """
    parameters = [
        one
        for one in inspect.signature(method).parameters.values()
        if one.kind not in (one.KEYWORD_ONLY, one.VAR_KEYWORD)
    ]
    if any(one.kind is one.VAR_POSITIONAL for one in parameters[: shown + 1]):
        return True
    return any(one.name == "training" or one.default is one.empty for one in parameters[shown:][:1])


def _droids(actions: Any) -> Any:
    """Return a class of droids that accept and return the file's own actions."""
    from .droid import Action, R2Droid

    class Droid(R2Droid):
        def copy(self) -> "Droid":
            return Droid(self.rows, self.cols, self.location, self.shots, self.walls)

        def move_location(self, move: Any) -> None:
            super().move_location(Action[move.name])

        def shoot(self, other: Any, move: Any) -> bool:
            return super().shoot(other, Action[move.name])

        def available_actions(self) -> Any:
            return {actions[action.name] for action in super().available_actions()}

    return Droid


class Refused(Exception):
    """The file has no usable agent."""


def _load(file: str, seed: int) -> ModuleType:
    """Return the module of a file, whose random numbers are those of a seed."""
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Refused("is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    random.seed(seed)
    spec.loader.exec_module(module)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    return module


def _in_one_line(error: BaseException, file: str) -> str:
    """Return an error in one line, with the last line of the file in its traceback."""
    if isinstance(error, Refused):
        return str(error)
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == file
    ]
    text: object = error
    if isinstance(error, SyntaxError) and error.filename == file:
        lines, text = [error.lineno], error.msg  # Its text would name file and line again.
    where = f" in line {lines[-1]}" if lines else ""
    try:
        words = " ".join(str(text).split())[:200]
    except BaseException:  # The file may define its own exceptions, whose `__str__` may fail.
        words = ""
    return f"raised {type(error).__name__}{where}{': ' if words else ''}{words}"


if __name__ == "__main__":
    main(*sys.argv[1:])
