"""Jobs that crash, hang or fill the memory, for tests of isolated processes."""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from efgc.schemas.parts.problems import InputError, Problem
from efgc.stages.isolated import isolated
from efgc.stages.isolated.process import named_file
from efgc.stages.isolated.sandbox import run_directly


def add(first, second, watch=None):
    if watch:
        watch(1, 2)
    return first + second


def nested():
    return isolated("within", os.getpid) == os.getpid()


def trusted():
    """Return which of two solvers runs here, in a process that trusts one of them."""
    here = os.getpid()
    with run_directly("friend"):
        found = [isolated(name, os.getpid) == here for name in ("friend", "stranger")]
    return [*found, isolated("stranger", os.getpid) == here]


def within(seconds):
    return isolated("the inner one", time.sleep, seconds, seconds=0.3)


def abort():
    with named_file(".txt") as file:
        file.write("left")
        file.flush()
        os.abort()


def fault():
    ctypes.string_at(0)


def leave():
    sys.stdout.write("half a li")
    os._exit(7)


def spin():
    while True:
        pass


def fill():
    return len(b"x" * (1 << 45))


def wrong():
    raise InputError([Problem("is wrong", ("a", 1), 3, 4)], "f.txt")


def unsent():
    raise ValueError(lambda: 0)


def say():
    print("said by Python", flush=True)
    ctypes.CDLL(None).printf(b"said by C\n")
    print("complained", file=sys.stderr)
    return "done"


def glpk_says():
    print(
        "Assertion failed: (flag[j] & mask) == 0x00\nError detected in file api/mps.c at line 812",
        flush=True,
    )
    os.abort()


def start_another(path):
    """Start a program that sleeps, write its process id to a file, and hang."""
    with subprocess.Popen(["sleep", "60"]) as other:
        whole = Path(tempfile.mkstemp(dir=Path(path).parent)[1])
        whole.write_text(f"{os.getpid()} {other.pid}")
        whole.rename(path)
        time.sleep(60)
