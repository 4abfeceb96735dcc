"""The assignments that ask for main.py, by how it is called.

python main.py MAP                       islands, 2018: the report; writes LOGIN.lp
python main.py < cave.txt > game.efg     caves, 2023: the Gambit file
"""

import subprocess
import sys

LOGIN = "login"
"""Yours: the files of 2018 are named after it."""


def main() -> int:
    command = ["island-2018", sys.argv[1], "--login", LOGIN] if sys.argv[1:] else ["cave-2023"]
    return subprocess.call([sys.executable, "-m", "efgc", "course", *command])


if __name__ == "__main__":
    sys.exit(main())
