"""A command of efgc, run in this process."""

import sys
from contextlib import chdir

import numpy as np
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import EfgcError


def ended(*words, stdin=None):
    """Return the exit code of a command, and what it printed on stdout and stderr."""
    run = CliRunner().invoke(efgc, [str(word) for word in words], input=stdin)
    assert isinstance(run.exception, SystemExit | EfgcError | None), run.exception
    code = getattr(run.exception, "exit_code", run.exit_code)
    return code, run.stdout, run.stderr


def as_program(*words, stdin="", cwd="."):
    """Return the exit code of a command, and what it printed on stdout and stderr, its messages
    among it, as a process in the folder `cwd` would.
    """
    with chdir(cwd), CliRunner().isolation(input=stdin) as (printed, said, _):
        code = guarded(lambda: efgc([str(word) for word in words], "efgc", standalone_mode=False))
        sys.stdout.flush()
        sys.stderr.flush()
    return code, printed.getvalue().decode(), said.getvalue().decode()


def refused(capfd, *words):
    """Return the exit code of a command that prints nothing on stdout, and its messages."""
    code = guarded(lambda: efgc([str(word) for word in words], standalone_mode=False))
    printed, said = capfd.readouterr()
    assert printed == ""
    return code, said


def saved_arrays(path):
    """Return the arrays of a checkpoint by name, and the digest of its game."""
    kept = dict(np.load(path))
    return kept, str(kept.pop("efgc")[1])
