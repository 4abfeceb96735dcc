"""The page of a sweep: pictures, and a table with the rows as they are."""

import re
from fractions import Fraction

from efgc.pipeline.apps.sweep import page as page
from efgc.schemas.sweep import Row


def rows(count=3):
    return [
        Row(
            source="maps/<b>.txt",
            p=f"{at}/9",
            value=at / 3,
            fraction=Fraction(at, 3) if at else Fraction(10**60, 3 * 10**60 + 1),
            lower=0.0,
            upper=1.0,
            exploitability=1e-16,
            solver="glpk",
            command=f"efgc run 'maps/<b>.txt' --p {at}/9",
        )
        for at in range(count)
    ]


def test_the_page_is_self_contained_and_escapes_file_names():
    text = "".join(page.write(rows(), "Sweep of <b>.txt"))
    assert "default-src 'none'" in text
    assert "<b>" not in text
    assert not re.search(r"(src|href)=\"(?!#|data:)", text)


def test_the_table_has_the_columns_that_differ_and_lists_constant_ones_once():
    shown = page.table(rows()).fields
    assert [name for name, _ in shown["heads"]] == [
        *("p", "value", "exactly", "exploitability", "command that repeats it")
    ]
    assert shown["same"] == ["source <b>", "solver glpk", "exit code 0"]
    first, second, _ = shown["lines"]
    assert [cell.text for cell in second[:3]] == ["1/9", "0.333333333", "1/3"]
    assert second[0].order == repr(1 / 9)
    assert first[2].text == "10000000000000000… (123 characters)"


def test_swept_constants_of_rules_are_the_first_columns():
    swept = [
        Row("a.rules.yaml", level="2", value=at, let=f"fine=1 noise={at}/9") for at in range(12)
    ]
    shown = page.table(swept).fields
    assert shown["heads"] == [("noise", True), ("value", True)]
    assert shown["same"][0] == "fine 1"
    assert shown["lines"][10][0] == ("10/9", repr(10 / 9), "number")


def test_failures_are_counted():
    failed = Row("a.txt", p="1", exit_code=2, message="no room")
    text = "".join(page.write([*rows(), failed], "a"))
    assert "3 of 4 proved" in text and "no room" in text
    assert page.table([*rows(), failed]).data == {"failed": 1}


def test_a_long_table_is_cut_with_a_note():
    many = [Row("a.txt", p=str(at), value=1.0) for at in range(page.MOST + 7)]
    assert "7 more rows are in" in "".join(page.write(many, "a"))
