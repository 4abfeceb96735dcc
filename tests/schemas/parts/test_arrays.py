"""Cython, C and Python agree on the types of arrays and on their sizes."""

import re

from efgc.schemas.parts import arrays
from efgc.stages.solve.induction import lanes
from small_games import ROOT

NUMBERS = {"double": "float64", "int8_t": "int8", "int32_t": "int32", "int64_t": "int64"}
NUMBERS |= {f"uint{size}_t": f"uint{size}" for size in (8, 16, 32, 64)}


def test_cython_and_python_have_the_same_types_of_arrays():
    text = (ROOT / "schemas" / "parts" / "arrays.pxd").read_text("utf-8")
    found = re.findall(r"^ctypedef (const )?(\w+)(\[.*\])? (\w+)$", text, re.MULTILINE)
    for constant, number, shape, name in found:
        assert name.startswith("Read") == bool(constant)
        if shape:
            flags = name.endswith("Flags")  # Bytes to Cython.
            assert ("bool" if flags else NUMBERS[number]) in str(getattr(arrays, name))
            assert int((re.findall(r"\d$", name) or [1])[0]) == shape.count(",") + 1
        else:
            assert getattr(arrays, name) is int
    ours = {name for name in vars(arrays) if not name.startswith("_")}
    assert {name for *_, name in found} == ours - {"NDArray", "np"}


def test_all_three_have_the_same_sizes():
    for ending in (".h", ".pxd"):
        text = (ROOT / "stages" / "solve" / "induction" / f"lanes{ending}").read_text("utf-8")
        sizes = dict(re.findall(r"\b(LANES|MOST) (?:= )?(\d+)", text))
        assert sizes == {"LANES": str(lanes.LANES), "MOST": str(lanes.MOST)}
