"""Whether processes started by others are still running."""

import time

import psutil

ENDED = (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)


def alive(process):
    """Return whether a process, by its id, is running."""
    try:
        return psutil.Process(int(process)).status() not in ENDED
    except psutil.NoSuchProcess:
        return False


def end(processes, seconds=20.0):
    """Return whether all processes end within some seconds."""
    until = time.monotonic() + seconds
    while any(map(alive, processes)):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
