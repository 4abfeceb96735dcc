"""The process that checks a student's R2Droid: tests every question of the 2022 document on many
droids, and writes the first error of each question as JSON.

Argument: the file. Output printed by the file goes to stderr. Imports nothing of efgc.
"""

import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

STEPS = {"MOVE_UP": (-1, 0), "MOVE_DOWN": (1, 0), "MOVE_LEFT": (0, -1), "MOVE_RIGHT": (0, 1)}
SIZES = ((4, 4), (1, 3), (3, 2))
SHOTS = (0, 1, 5)

State = tuple[int, int, tuple[int, int], int]


class WrongAnswer(Exception):
    """An answer differs from the one in the assignment."""


def main(file: str) -> None:
    """Check a file and print the answers."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        module = _load(file)
        errors = {name: _error_of(question, module) for name, question in QUESTIONS.items()}
    except BaseException as error:  # Also SystemExit: the file may raise anything.
        errors = dict.fromkeys(QUESTIONS, _words(error))
    answers.write(json.dumps(errors))
    answers.flush()
    os._exit(0)  # The file may have started threads that never end.


def states() -> Iterator[State]:
    """Yield droids: rows, columns, location, shots."""
    for (rows, columns), shots in product(SIZES, SHOTS):
        for location in product(range(rows), range(columns)):
            yield rows, columns, (location[0], location[1]), shots


def check_constructor(module: Any) -> None:
    """Check the constructor and the fields of all droids."""
    for state in states():
        droid = module.R2Droid(*state)
        _same(state, "location", droid.location, state[2])
        _same(state, "shots", droid.shots, state[3])


def check_copies(module: Any) -> None:
    """Check that copies behave as the originals, and are independent of them."""
    for state in states():
        droid = module.R2Droid(*state)
        copy = droid.copy()
        _same(state, "copy().location", copy.location, state[2])
        _same(state, "copy().shots", copy.shots, state[3])
        copy.location, copy.shots = (9, 9), 77
        _same(state, "location, after the copy changed,", droid.location, state[2])
        _same(state, "shots, after the copy changed,", droid.shots, state[3])
        _check_same_behaviour(module, state)


def check_steps(module: Any) -> None:
    """Check every step, and that shots do not move a droid."""
    for state in states():
        for name in (*STEPS, "SHOOT"):
            droid = module.R2Droid(*state)
            droid.move_location(module.Action[name])
            after = f"location after move_location({name})"
            _same(state, after, droid.location, _target(state, name) or state[2])
            _same(state, f"shots after move_location({name})", droid.shots, state[3])


def check_shots(module: Any) -> None:
    """Check shots at droids everywhere on the board, and that steps are not shots."""
    for state, name in product(states(), ("SHOOT", "MOVE_UP")):
        rows, columns, own, shots = state
        for other in product(range(rows), range(columns)):
            droid, aim = module.R2Droid(*state), module.R2Droid(rows, columns, other, 5)
            fires = name == "SHOOT" and shots > 0
            hits = fires and (own[0] == other[0] or own[1] == other[1])
            what = f"shoot(a droid at {other}, {name})"
            if own != other:  # Two droids never share a square.
                _same(state, what, droid.shoot(aim, module.Action[name]), hits)
                _same(state, f"shots after {what}", droid.shots, shots - fires)


def check_available_actions(module: Any) -> None:
    """Check the sets of available actions."""
    for state in states():
        found = module.R2Droid(*state).available_actions()
        names = {name for name in STEPS if _target(state, name)}
        right = names | ({"SHOOT"} if state[3] else set())
        if not isinstance(found, (set, frozenset)):
            _same(state, "the type of available_actions()", type(found).__name__, "set")
        if found != {module.Action[name] for name in right}:
            listed = sorted(getattr(action, "name", repr(action)) for action in found)
            both = (" ".join(map(str, names)) or "empty" for names in (listed, sorted(right)))
            _same(state, "available_actions()", *both)
            raise WrongAnswer("available_actions() has actions of another class than Action")


QUESTIONS: dict[str, Callable[[Any], None]] = {
    "R2Droid()": check_constructor,
    "copy()": check_copies,
    "move_location()": check_steps,
    "shoot()": check_shots,
    "available_actions()": check_available_actions,
}


def _check_same_behaviour(module: Any, state: State) -> None:
    for name in (None, *STEPS):
        droid = module.R2Droid(*state)
        copy = droid.copy()
        try:
            right = _act(module, droid, name)
        except Exception:
            continue  # The error of another question.
        what = f"location after move_location({name})" if name else "available_actions()"
        _same(state, f"of the copy, {what}", _act(module, copy, name), right)


def _act(module: Any, droid: Any, name: str | None) -> Any:
    """Return the location of a droid after a step, or its available actions without a step."""
    if name is None:
        return droid.available_actions()
    droid.move_location(module.Action[name])
    return droid.location


def _target(state: State, name: str) -> tuple[int, int] | None:
    """Return the square to which a step leads; None if it is not a possible step on the board."""
    if name not in STEPS:
        return None
    rows, columns, (row, column), _ = state
    to = row + STEPS[name][0], column + STEPS[name][1]
    return to if 0 <= to[0] < rows and 0 <= to[1] < columns else None


def _same(state: State, what: str, found: object, right: object) -> None:
    if found != right or isinstance(right, bool) and not isinstance(found, bool):
        arguments = ", ".join(map(str, state))
        raise WrongAnswer(f"R2Droid({arguments}): {what} is {str(found)[:80]}, not {right}")


def _error_of(question: Callable[[Any], None], module: Any) -> str:
    try:
        question(module)
    except BaseException as error:
        return _words(error)
    return ""


def _words(error: BaseException) -> str:
    if isinstance(error, WrongAnswer):
        return str(error)
    try:
        words = " ".join(str(error).split())[:200]
    except BaseException:  # The file may define exceptions whose `__str__` fails.
        words = ""
    return f"raised {type(error).__name__}{': ' if words else ''}{words}"


def _load(file: str) -> Any:
    name = os.path.splitext(os.path.basename(file))[0]
    sys.path[0] = os.path.dirname(file)
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise WrongAnswer("is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    for word in ("R2Droid", "Action"):
        if not hasattr(module, word):
            raise WrongAnswer(f"it has no class {word}")
    return module


if __name__ == "__main__":
    main(*sys.argv[1:])
