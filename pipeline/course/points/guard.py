"""The process that a student's program is run from: ends with whoever waits for it, and all that
the program started with it. Arguments: the program and its own. Needs nothing of ours.
"""

import os
import signal
import subprocess
import sys

LOOK = 0.5  # Seconds between two looks whether anybody waits.


def main() -> None:
    """Run the program, and end as it ends."""
    parent = os.getppid()
    program = subprocess.Popen([sys.executable, *sys.argv[1:]])
    while True:
        try:
            code = program.wait(LOOK)
            break
        except subprocess.TimeoutExpired:
            if os.getppid() != parent and hasattr(os, "killpg"):
                os.killpg(os.getpid(), signal.SIGKILL)  # It leads its group, itself among them.
    if code < 0:
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
