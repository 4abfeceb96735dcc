"""Grades as test results that course platforms read: JUnit XML, Gradescope, GitHub Classroom."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from efgc.pipeline.apps.course.grades import GRADE_FORMATS
from efgc.pipeline.apps.course.grading.students import marked
from efgc.pipeline.apps.course.records import Grade, Grades
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.grades import VERDICTS, WHOLE, Fact, FirstDifference, Verdict
from efgc.schemas.parts.problems import Problem
from efgc.schemas.parts.source import Source
from small_games import ARTIFACTS

HOSTILE = 'x\x00\x1b[31m\n\ud800\ufffe]]>&<"é'
SHOWN = 'x\\x00\\x1b[31m\\n\\ud800\\ufffe]]>&<"é'
FIRST = FirstDifference("payoff", (), (), "1", "2", 7, 1, None, (HOSTILE,))
FACTS = ("player", "won")
GRADES = (
    *(Grade(f"{verdict}.efg", verdict, student=verdict) for verdict in VERDICTS),
    Grade(HOSTILE, Verdict.DIFFERENT, difference=FIRST, student=HOSTILE),
    Grade("b.efg", Verdict.UNREADABLE, problems=(Problem(HOSTILE),)),
)
PASSED = ("identical.efg", "equivalent.efg", "right.efg")
PARTS = (
    Grade("ann", Verdict.RIGHT, part="x.py", points=2.0, of=2.0, facts=(Fact("player", "0"),)),
    Grade("ann", Verdict.PARTLY_RIGHT, part="y.py", points=3.0, of=6.0, facts=(Fact("won", "1"),)),
    Grade("ann", Verdict.PARTLY_RIGHT, part=WHOLE, points=5.0, of=8.0),
    Grade("bob", Verdict.UNREADABLE),
)


def unmarked(form, *grades):
    source = Source("map.txt", "0" * 64, "cave-2023", 0)
    return "".join(GRADE_FORMATS[form](Grades("cave", source, ("agent", "miners"), grades=grades)))


def written(form, grades=GRADES, points=1.0):
    source = Source("map.txt", "0" * 64, "cave-2023", 0)
    grades = tuple(marked(one, points, points) for one in grades)
    head = Grades("cave", source, ("agent", "miners"), 2.0, 5, (1, 1), grades, points=points)
    return "".join(GRADE_FORMATS[form](head))


# The elements and attributes that the schema junit-10.xsd of the xUnit plugin of Jenkins allows,
# with the children of each in any number; those with a star are required.
SCHEMA = {
    "testsuites": (("testsuite",), ("name", "time", "tests", "failures", "errors")),
    "testsuite": (
        ("testsuite", "properties", "testcase", "system-out", "system-err"),
        (
            *("name*", "tests*", "failures*", "errors*", "group", "time", "skipped", "timestamp"),
            *("hostname", "id", "package", "file", "log", "url"),
        ),
    ),
    "properties": (("property",), ()),
    "property": ((), ("name*", "value*")),
    "testcase": (
        (
            *("skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure"),
            *("flakyError", "system-out", "system-err"),
        ),
        ("name*", "time", "classname", "group"),
    ),
    "failure": ((), ("type", "message")),
    "error": ((), ("type", "message")),
    "skipped": ((), ("type", "message")),
    "system-out": ((), ()),
}
MIXED = ("failure", "error", "skipped", "system-out")


def hold(element):
    """Hold an element and all below it to the schema."""
    children, attributes = SCHEMA[element.tag]
    assert {child.tag for child in element} <= {*children}, element.tag
    assert {*element.attrib} <= {name.rstrip("*") for name in attributes}, element.tag
    assert {name[:-1] for name in attributes if name.endswith("*")} <= {*element.attrib}
    assert element.tag in MIXED or not (element.text or "").strip(), element.tag
    for child in element:
        assert not (child.tail or "").strip()
        hold(child)


def test_junit_is_valid_and_has_a_case_for_each_hand_in():
    root = ElementTree.fromstring(unmarked("junit", *GRADES).encode())
    assert root.tag == "testsuites"
    hold(root)
    [suite] = root
    assert suite.attrib == {
        **{"name": "cave", "tests": "18", "failures": "12", "errors": "2", "skipped": "1"}
    }
    properties = {one.get("name"): one.get("value") for one in suite.find("properties")}
    assert properties == {"map": "map.txt", "rules": "cave-2023", "nodes": ""}
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases][-2:] == [SHOWN, "b.efg"]
    assert [case.get("classname") for case in cases][-2:] == [SHOWN, "b.efg"]
    outcomes = {case.get("name"): case[0].tag for case in cases}
    assert outcomes["skipped.efg"] == "skipped"
    assert outcomes["not graded.efg"] == outcomes["not solved.efg"] == "error"
    assert all(outcomes[name] == "system-out" for name in PASSED)
    failure = cases[-2].find("failure")
    assert failure.get("type") == "different" and failure.get("message").startswith("line 7: ")
    assert failure.text.startswith(f"{SHOWN}: different, another game\n  reason  ")


def test_gradescope_has_a_test_for_each_hand_in():
    file = json.loads(written("gradescope", points=2.5))
    assert file["output_format"] == "text" and file["output"] == "cave, rules cave-2023\n"
    assert [test["name"] for test in file["tests"]][-2:] == [SHOWN, "b.efg"]
    for test in file["tests"]:
        passed = test["name"] in PASSED
        assert (test["score"], test["max_score"]) == (2.5 * passed, 2.5)
        assert test["status"] == ("passed" if passed else "failed")
        assert (test["output_format"], test["visibility"]) == ("text", "visible")
        assert f"{test['name']}: " in test["output"]


def test_classroom_has_a_test_for_each_hand_in():
    file = json.loads(written("classroom", points=3))
    keys = [
        "name",
        "status",
        "message",
        "line_no",
        "execution_time",
        "score",
        "test_code",
        "filename",
    ]
    assert (file["version"], file["status"], file["max_score"]) == (1, "error", 54)
    assert all(list(test) == keys for test in file["tests"])
    tests = {test["name"]: test for test in file["tests"]}
    assert len(tests) == 18 and tests["skipped.efg"]["status"] == "fail"
    assert {name for name, test in tests.items() if test["status"] == "pass"} == {*PASSED}
    assert {name for name, test in tests.items() if test["score"] == 3} == {*PASSED}
    assert tests[SHOWN]["status"] == "fail" and tests[SHOWN]["line_no"] == 7
    assert tests["not graded.efg"]["status"] == "error"
    assert tests["identical.efg"]["message"] is None
    for grades, status in ((GRADES[:3], "pass"), (GRADES[:4], "fail")):
        assert json.loads(written("classroom", grades))["status"] == status


@pytest.mark.parametrize("form", ["junit", "gradescope", "classroom"])
def test_platforms_get_the_value_of_the_hand_in_and_not_that_of_the_map(form):
    wrong = Grade("a.efg", Verdict.DIFFERENT, value=6.625)
    source = Source("map.txt", "0" * 64, "cave-2023", 0)
    head = Grades("cave", source, ("agent", "miners"), 6.36144578313, 5, (1, 1), (wrong,))
    text = "".join(GRADE_FORMATS[form](head))
    assert "6.625, another than that of the map's game" in text and "6.36" not in text
    assert "6.625, not 6.36144578313" in "".join(GRADE_FORMATS["text"](head))


@pytest.mark.parametrize("form", ["junit", "gradescope", "classroom"])
def test_platforms_do_not_get_the_true_value_of_a_part(form):
    facts = (Fact("player", "0"), Fact("true value", "6.36144578313"))
    part = Grade("ann", Verdict.WRONG, part="x.py", points=0.0, of=2.0, facts=facts)
    source = Source("", "0" * 64, "island-2020", 0)
    head = Grades("maps", source, ("agent", "bandits"), None, None, None, (part,))
    head = replace(head, facts=("player", "true value"))
    assert "6.36" not in "".join(GRADE_FORMATS[form](head))
    assert "6.36144578313" in "".join(GRADE_FORMATS["text"](head))


def test_the_command_that_repeats_a_test_is_quoted():
    name = "hand/Anna Alpha_11_file_/tree.efg"
    [test] = json.loads(written("classroom", (Grade(name, Verdict.DIFFERENT),)))["tests"]
    assert test["test_code"] == f"efgc grade '{name}' --map map.txt"


def with_points(form, points=8.0):
    source = Source("", "0" * 64, "island-2020", 0)
    parts = tuple(marked(one, points, 8.0) for one in PARTS)
    head = Grades("maps", source, ("agent", "bandits"), grades=parts, points=points, facts=FACTS)
    return "".join(GRADE_FORMATS[form](head))


def test_parts_are_tests_with_their_points_and_their_sum_is_none():
    tests = json.loads(with_points("gradescope"))["tests"]
    found = [(test["name"], test["score"], test["max_score"], test["status"]) for test in tests]
    assert found == [
        ("ann, x.py, player 0", 2, 2, "passed"),
        ("ann, y.py", 3, 6, "failed"),
        ("bob", 0, 8, "failed"),
    ]
    file = json.loads(with_points("classroom", 4.0))
    assert file["max_score"] == 8 and [test["score"] for test in file["tests"]] == [1, 1.5, 0]
    assert file["tests"][0]["test_code"] == "efgc grade ann --course island-2020"
    [suite] = ElementTree.fromstring(with_points("junit").encode())
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")


def test_parts_have_their_points_and_facts_in_text_and_table():
    text = with_points("text")
    assert "\nann, y.py: partly right, 3 of 6 points\n  won               1\n" in text
    assert "\nann, all: partly right, 5 of 8 points\n" in text
    rows = list(csv.DictReader(io.StringIO(with_points("csv"))))
    columns = ("part", "points", "of", "player", "won")
    assert [tuple(row[name] for name in columns) for row in rows] == [
        ("x.py", "2", "2", "0", ""),
        ("y.py", "3", "6", "", "1"),
        ("all", "5", "8", "", ""),
        ("", "0", "8", "", ""),
    ]
    [first, *_] = json.loads(with_points("json"))["grades"]
    assert first["points"] == 2.0 and first["facts"] == [{"name": "player", "value": "0"}]


@pytest.mark.parametrize(
    "name, key", [("results.json", "output"), ("classroom.json", "max_score"), ("x.json", "format")]
)
def test_the_whole_name_chooses_the_format(name, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cave = ARTIFACTS / "cave-example" / "cave-example"
    argv = ["grade", f"{cave}.efg", "--map", f"{cave}.txt", "-o", name]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 0
    assert key in json.loads(Path(name).read_text())
    points = [*argv, "--points", "5"]
    assert guarded(lambda: efgc(points, standalone_mode=False)) == 0
    assert "5" in re.findall(r'"(?:points|max_score)": (\d+)', Path(name).read_text())
