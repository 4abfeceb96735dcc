"""The guard process that runs a student's program: if its parent ends, it ends, too, and kills the
program and its children. Arguments: the program and its arguments. Imports nothing of efgc.
"""

import os
import signal
import subprocess
import sys

LOOK = 0.5  # Seconds between two checks that the parent is alive.


def main() -> None:
    """Run the program and exit with its exit code."""
    parent = os.getppid()
    program = subprocess.Popen([sys.executable, *sys.argv[1:]])
    while True:
        try:
            code = program.wait(LOOK)
            break
        except subprocess.TimeoutExpired:
            if os.getppid() != parent and hasattr(os, "killpg"):
                os.killpg(os.getpid(), signal.SIGKILL)  # The group led by this process.
    if code < 0:
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
