"""The action that grades, and the workflows of the page on autograding that call it."""

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from efgc.pipeline.apps.course.commands.grade import grade
from small_games import ARTIFACTS, ROOT

ACTION = yaml.safe_load((ROOT / ".github/actions/grade/action.yml").read_text())
STEPS = {step.get("name"): step for step in ACTION["runs"]["steps"]}
CAVE = ARTIFACTS / "cave-example" / "cave-example"
FORMATS = next(option for option in grade.params if option.name == "format").type.choices


def workflows():
    page = (ROOT / "docs/autograding.md").read_text()
    return [
        yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S)
    ]


def test_the_workflows_call_the_action_by_its_inputs():
    called = [
        step
        for workflow in workflows()
        for job in workflow["jobs"].values()
        for step in job["steps"]
        if step["uses"].endswith("/.github/actions/grade@main")
    ]
    assert len(called) == 2
    required = {name for name, one in ACTION["inputs"].items() if one.get("required")}
    for step in called:
        assert required <= {*step["with"]} <= {*ACTION["inputs"]}


def test_no_input_of_the_action_is_a_part_of_its_scripts():
    scripts = [step["run"] for step in STEPS.values() if "run" in step]
    assert len(scripts) == 2 and not any("${{" in script for script in scripts)
    used = re.findall(r"inputs\.([\w-]+)", json.dumps(ACTION["runs"]))
    assert {*used} == {*ACTION["inputs"]}


def graded(folder, **inputs):
    """Run the action's step with inputs; return its exit code and outputs."""
    step, outputs = STEPS["Grade"], folder / "outputs"
    outputs.write_text("")
    given = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()}
    given |= {"map": f"{CAVE}.txt", **inputs}
    names = {key: re.search(r"inputs\.([\w-]+)", value)[1] for key, value in step["env"].items()}
    variables = {key: given[name] for key, name in names.items()}
    ended = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={
            **os.environ,
            **variables,
            "GITHUB_OUTPUT": str(outputs),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
    )
    return ended.returncode, dict(line.split("=", 1) for line in outputs.read_text().splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_the_action_grades_in_every_format(format, tmp_path):
    code, outputs = graded(tmp_path, handins=f"\n{CAVE}.efg\n", format=format)
    assert (code, outputs["exit-code"]) == (0, "0")
    content = (tmp_path / outputs["file"]).read_bytes()
    assert content and base64.b64decode(outputs["result"]) == content


@pytest.mark.long
def test_the_action_fails_for_wrong_hand_ins_and_wrong_inputs(tmp_path):
    wrong = tmp_path / "$(touch it); x.efg"
    wrong.write_text("EFG")
    inputs = {"handins": f"{wrong.name}\n{CAVE}.efg", "format": "classroom", "points": "3"}
    code, outputs = graded(tmp_path, **inputs)
    assert (code, outputs["exit-code"]) == (1, "1")
    assert not (tmp_path / "it").exists()
    code, outputs = graded(tmp_path, **inputs, fail="false", rules="cave-2023", file="a.json")
    assert (code, outputs["exit-code"], outputs["file"]) == (0, "1", "a.json")
    result = json.loads(base64.b64decode(outputs["result"]))
    assert (result["max_score"], [test["score"] for test in result["tests"]]) == (6, [0, 3])
    code, outputs = graded(tmp_path, **inputs, fail="false", map="nowhere.txt", file="b.json")
    assert (code, outputs) == (1, {"exit-code": "1"})
    code, outputs = graded(tmp_path, **{**inputs, "points": "many"}, fail="false")
    assert (code, outputs) == (2, {"exit-code": "2"})


@pytest.mark.slow
def test_the_action_grades_a_program(tmp_path):
    program = ROOT / "tests/course/programs/right/cave_recursive.py"
    (tmp_path / "main.py").write_text(program.read_text())
    asked = {"handins": ".", "program": "python3 main.py", "rules": "cave-2023"}
    code, outputs = graded(tmp_path, **asked, map=f"{CAVE}.txt", format="gradescope")
    assert code == 0
    [test] = json.loads((tmp_path / outputs["file"]).read_text())["tests"]
    assert (test["score"], test["status"]) == (1, "passed")
