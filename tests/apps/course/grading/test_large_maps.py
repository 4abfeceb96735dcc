"""Grading where the textbook tree of the map is too large: here, because few histories may be."""

import json

import pytest
from click.testing import CliRunner

import many_handins
from efgc.pipeline.apps.course.grade import OTHER_VALUE
from efgc.pipeline.cli import efgc
from small_games import ARTIFACTS

MAP = str(ARTIFACTS / "island-1" / "island-1.txt")
TREE = (ARTIFACTS / "island-1" / "island-1.efg").read_text()
LARGE = ("--max-histories", "50")


@pytest.mark.slow
def test_large_maps_get_partial_verdicts(tmp_path):
    luck = TREE.replace('"captured" 1/2 "escaped" 1/2', '"captured" 1/3 "escaped" 2/3')
    # Nobody plays there: a payoff that no equilibrium meets is 1 instead of 0.
    head, _, rest = TREE.partition("{ 0 0 }") if "{ 0 0 }" in TREE else TREE.partition("{ 0, 0 }")
    hopeless = head + "{ 1/100 -1/100 }" + rest
    for name, text in (("right", TREE), ("luck", luck), ("hopeless", hopeless)):
        (tmp_path / f"{name}.efg").write_text(text)
    files = [str(tmp_path / f"{name}.efg") for name in ("right", "luck", "hopeless")]
    asked = ["grade", *files, "--map", MAP, *LARGE]
    told = CliRunner().invoke(efgc, [*asked, "--format", "json"])
    assert told.exit_code == 1
    found = json.loads(told.stdout)
    right, luck, hopeless = found["grades"]
    assert abs(found["value"] - 220 / 31) <= 1e-9 and found["nodes"] == 97
    assert right["verdict"] == "not comparable"
    assert right["proof"] == (
        "the value is right, but the map's tree is too large to compare with: 97 histories"
    )
    assert right["remarks"] == [
        "200 of 200 plays drawn at random follow the map; what players know was not compared"
    ]
    assert (luck["verdict"], luck["proof"]) == ("different", OTHER_VALUE)
    assert any(
        "expected chance: captured 1/2, escaped 1/2; found chance: captured 1/3" in remark
        for remark in luck["remarks"]
    )
    assert any("found the end of play, with payoff 1/100" in said for said in hopeless["remarks"])


def test_imperfect_recall_of_a_hand_in_is_reported(tmp_path):
    (tmp_path / "forgets.efg").write_text(many_handins.forgets())
    asked = ["grade", str(tmp_path / "forgets.efg"), "--map", MAP, *LARGE]
    told = CliRunner().invoke(efgc, asked)
    assert told.exit_code == 1 and "forgets.efg: no perfect recall" in told.output


def test_small_trees_are_compared_whole(tmp_path):
    (tmp_path / "right.efg").write_text(TREE)
    told = CliRunner().invoke(efgc, ["grade", str(tmp_path / "right.efg"), "--map", MAP])
    assert told.exit_code == 0 and "right.efg: identical" in told.output
