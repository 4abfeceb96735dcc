"""Linear programs rewritten by other tools: in another format or order, and without comments."""

import random
import re
import subprocess
import tempfile
from pathlib import Path

from efgc.schemas.linear_program import recognise


def uncommented(text):
    """Return an .lp file without its comments."""
    return re.sub(r"^\\.*\n", "", text, flags=re.MULTILINE)


def shuffled(text, seed=0):
    """Return an .lp file as Pyomo writes it without comments, with its rows and bounds in another
    order.
    """
    head, rows = uncommented(text).split("s.t.\n")
    rows, bounds = rows.split("bounds\n")
    bounds, end = bounds.split("end")
    blocks, lines = rows.strip().split("\n\n"), bounds.strip("\n").split("\n")
    order = random.Random(seed)
    order.shuffle(blocks)
    order.shuffle(lines)
    return (
        head + "s.t.\n\n" + "\n\n".join(blocks) + "\n\nbounds\n" + "\n".join(lines) + f"\nend{end}"
    )


def by_highs(text, format):
    """Return a program as HiGHS writes it."""
    import highspy

    model = highspy.Highs()
    # As we do: HiGHS 1.16 keeps the first number of threads, also in what is forked.
    model.setOptionValue("threads", 1)
    model.setOptionValue("output_flag", False)
    return _through_files(text, format, model.readModel, model.writeModel)


def by_glpk(text, format):
    """Return a program as GLPK writes it."""
    import swiglpk as glpk

    glpk.glp_term_out(glpk.GLP_OFF)
    program = glpk.glp_create_prob()

    def write(path):
        if format == "lp":
            glpk.glp_write_lp(program, None, path)
        else:
            glpk.glp_write_mps(program, glpk.GLP_MPS_FILE, None, path)

    def read(path):
        if path.endswith(".lp"):
            glpk.glp_read_lp(program, None, path)
        else:
            glpk.glp_read_mps(program, glpk.GLP_MPS_FILE, None, path)

    return _through_files(text, format, read, write)


def by_cbc(text, format):
    """Return a program as COIN-OR writes it: CBC's own export drops what presolve removes, that of
    Clp beside it can be told not to.
    """
    import cbcbox

    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder, f"before.{recognise(text)}")
        after = Path(folder, f"after.{format}")
        before.write_text(text)
        clp = Path(cbcbox.cbc_bin_path()).resolve().with_name("clp")
        subprocess.run(
            [clp, before, "-presolve", "off", "-export", after],
            check=True,
            capture_output=True,
            timeout=60,
        )
        return after.read_text()


def by_scip(text, format):
    """Return a program as SCIP writes it."""
    import pyscipopt

    model = pyscipopt.Model()
    model.hideOutput()
    return _through_files(text, format, model.readProblem, model.writeProblem)


def _through_files(text, format, read, write):
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder, f"before.{recognise(text)}")
        after = Path(folder, f"after.{format}")
        before.write_text(text)
        read(str(before))
        write(str(after))
        return after.read_text()


REWRITERS = {
    "uncommented": (None, lambda text, format: uncommented(text), ("lp lp",)),
    "shuffled": (None, lambda text, format: shuffled(text), ("lp lp",)),
    "highs": ("highspy", by_highs, ("lp lp", "mps mps", "lp mps", "mps lp")),
    # In the .mps that they write of a maximum, these two do not say that it is one.
    "glpk": ("swiglpk", by_glpk, ("lp lp", "mps mps", "mps lp")),
    "cbc": ("cbcbox", by_cbc, ("mps mps",)),
    "scip": ("pyscipopt", by_scip, ("lp lp", "mps mps", "lp mps", "mps lp")),
}
"""By name: the package that is needed, the function of a program and a format, and from which
format to which it keeps the program as it is.
"""
WAYS = [(name, way) for name, (_, _, ways) in REWRITERS.items() for way in ways]
