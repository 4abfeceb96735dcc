"""The stages in panes, in a browser: what belongs together is marked by mouse and by keys."""

import json
import re

import pytest

from browser import until
from report_page import ARTIFACTS, violations


def _pane(page, title):
    """Return a pane by its title, open."""
    pane = page.locator(
        ".stages-pane", has=page.locator("summary b", has_text=re.compile(f"^{title}$"))
    )
    if pane.get_attribute("open") is None:
        pane.locator("summary").click()
    return pane


def _marked(page):
    """Return what is marked: per kind the ids of all elements that are, in order and once."""
    return page.evaluate("""() => {
        const found = {};
        for (const one of document.querySelectorAll("#stages .is-marked")) {
            for (const name of one.getAttributeNames()) {
                if (!name.startsWith("data-mark-")) continue;
                const kind = name.slice(10);
                const id = one.getAttribute(name);
                if (page.marks.now[kind]?.has(id)) (found[kind] ??= new Set()).add(id);
            }
        }
        const sorted = ([kind, ids]) => [kind, [...ids].sort()];
        return Object.fromEntries(Object.entries(found).map(sorted));
    }""")


def _files(page_of, name, **options):
    """Return game and columns as the page itself has them."""
    text = page_of(name, **options).read_text()
    pieces = re.findall(r'<pre data-first="\d+">\n(.*?)</pre>', text, re.DOTALL)
    plain = [
        piece.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") for piece in pieces
    ]
    return [json.loads(piece) for piece in plain if piece.startswith('{"format": "efgc/')]


@pytest.mark.parametrize("name, level", [("cave-example", 0), ("island-1", 0), ("island-2", 2)])
def test_an_information_set_marks_its_nodes_columns_and_rows(page_of, opened, name, level):
    game, columns, _ = _files(page_of, name, level=level)
    with opened(page_of(name, level=level)) as page:
        for infoset in game["information_sets"][1:6]:
            number = infoset["information_set"]
            _pane(page, "Game").locator(f"[data-mark-infoset='{number}']").click()
            found = _marked(page)
            assert found["infoset"] == [str(number)]
            assert found["node"] == sorted(
                str(node["node"]) for node in game["nodes"] if node.get("information_set") == number
            )
            for key in ("columns", "rows"):
                assert found.get(key[:-1], []) == sorted(
                    one[key[:-1]] for one in columns[key] if one["information_set"] == number
                )
            if infoset["player"] == 1:
                assert found["state"] == [infoset["state"]]
            assert page.evaluate("location.hash") == f"#mark=infoset.{number}"


def test_a_column_marks_its_information_set_and_the_stripe_of_the_matrix(page_of, opened):
    whole = {"level": 0, "without": ("single", "endgames")}
    _, columns, _ = _files(page_of, "cave-example", **whole)
    with opened(page_of("cave-example", **whole)) as page:
        pane = _pane(page, "Linear program")
        pane.locator("[data-mark-column=x9][data-mark-row=f8]").click()
        found = _marked(page)
        entry = next(one for one in columns["columns"] if one["column"] == "x9")
        assert found["infoset"] == [str(entry["information_set"])]
        assert found["column"] == ["x9"] and found["row"] == ["f8"]
        assert found["square"] == ["3,3"]
        stripe = page.locator(".stages-matrix .stripe.is-marked")
        assert {one.get_attribute("data-mark-column") for one in stripe.all()} == {"x9", None}
        # Every line of the program that has the column, and no other.
        text = pane.locator(".stages-line.is-chosen").all_inner_texts()
        assert sorted(text) == sorted(
            line
            for line in pane.locator(".stages-line").all_inner_texts()
            if re.search(r"\bx9\b", line)
        )


def test_the_keys_go_through_lines_and_mark(page_of, opened):
    with opened(page_of("cave-example", level=0)) as page:
        pane = _pane(page, "State graph")
        pane.locator(".stages-text").focus()
        line = pane.locator("[data-mark-state=s5]")
        number = int(line.get_attribute("data-line"))
        for _ in range(number - 1):
            page.keyboard.press("ArrowDown")
        assert _active(page) == line.get_attribute("id")
        page.keyboard.press("Enter")
        assert _marked(page)["state"] == ["s5"] and _marked(page)["square"] == ["3,3"]
        page.keyboard.press("ArrowUp")
        assert _marked(page)["state"] == ["s5"]
        page.keyboard.press("Escape")
        assert _marked(page) == {} and page.evaluate("location.hash") in ("", "#")
        page.keyboard.press("Home")
        assert page.locator(f"#{_active(page)}").get_attribute("data-line") == "1"
        page.keyboard.press("Enter")  # A line of the head, which is about nothing.
        assert _marked(page) == {}


def _active(page):
    return page.evaluate("document.activeElement.getAttribute('aria-activedescendant')")


def test_squares_of_the_map_are_chosen_by_keys(page_of, opened):
    with opened(page_of("cave-example", level=0)) as page:
        _pane(page, "Source").locator("[data-mark-square='3,3']").click()
        found = _marked(page)
        assert {"s4", "s5", "s11"} >= set(found["state"]) and found["infoset"]
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#mark=square.2,2"


def test_a_link_marks_and_back_takes_it_away(page_of, opened):
    with opened(page_of("cave-example", level=0), address="mark=node.14") as page:
        assert _marked(page)["node"] == ["14"] and _marked(page)["infoset"] == ["11"]
        box = _pane(page, "Game").locator(".stages-text")
        line = box.locator("[data-mark-node='14']")
        assert _is_inside(line, box)  # The pane went there.
        box.locator("[data-mark-node='12']").click()
        assert _marked(page)["node"] == ["12"]
        page.go_back()
        assert _marked(page)["node"] == ["14"]
        line.click()  # Once more: it is marked no longer.
        assert _marked(page) == {}


@pytest.mark.parametrize(
    "junk",
    ["__proto__.1", "constructor.1", "foreign.1", "square.", "square.x", "square.-1,99", "node.x"],
)
def test_a_link_to_a_missing_element_does_no_harm(page_of, opened, junk):
    with opened(page_of("island-1"), address=f"mark={junk}") as page:  # The console is silent.
        assert page.locator(".marked-square").count() == 0
        assert "NaN" not in page.locator("#map svg").first.inner_html()
        page.evaluate("location.hash = 'mark=infoset.0'")
        until(page, "document.querySelector('.is-marked')")


def _is_inside(element, box):
    inner, outer = element.bounding_box(), box.bounding_box()
    return outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]


@pytest.mark.parametrize("width, most", [(360, 1), (800, 2), (1280, 3)])
def test_as_many_panes_are_open_as_fit(page_of, opened, width, most):
    with opened(page_of("island-1"), width) as page:
        titles = ("Source", "State graph", "Game", "Linear program", "Columns", "Solution")
        for title in titles:
            _pane(page, title)
            until(
                page,
                "most => document.querySelectorAll('.stages-pane[open]').length <= most",
                arg=most,
            )
            assert _pane(page, title).get_attribute("open") is not None


def test_a_command_is_copied_or_at_least_selected(page_of, opened):
    with opened(page_of("island-1")) as page:
        row = page.locator(".stages-table tr", has_text="states.yaml").first
        row.locator("button").click()
        until(
            page, "['copied', 'selected'].includes(document.querySelector('.copier').textContent)"
        )
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        row.locator("button").click()
        command = row.locator("code").inner_text()
        assert page.evaluate("String(getSelection())") == command
        assert command.startswith("efgc parse ")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violations_in_marked_elements(page_of, opened, scheme):
    with opened(page_of("cave-example"), 1280, scheme, "mark=infoset.1") as page:
        _pane(page, "Solution")
        _pane(page, "Source")
        assert violations(page) == []
        roles = page.locator("#stages [role=listbox]")
        assert all(one.get_attribute("aria-label") for one in roles.all()) and roles.count() == 6
        assert page.locator("#stages [role=option][aria-selected=true]").count() > 1


@pytest.mark.parametrize("source", ["droid-duel", "goofspiel-4"])
def test_a_state_is_marked_in_graph_and_solution(page_of, opened, source):
    with opened(page_of(source)) as page:
        lines = _pane(page, "State graph").locator(".chooses")
        line = lines.filter(has_text="actor: joint").first  # Others have no line in the solution.
        line.click()
        (name,) = _marked(page)["state"]
        assert line.get_attribute("data-mark-state") == name
        lines = _pane(page, "Solution").locator(f".is-marked:text({json.dumps(name)})")
        assert lines.count() == 1


def test_a_line_is_marked_on_the_map_and_in_the_tree_too(page_of, opened):
    with opened(page_of("cave-example", level=0)) as page:
        line = _pane(page, "State graph").locator("[data-mark-state=s5]")
        assert "at: [3, 3]" in line.inner_text()
        assert page.locator("#map .marked-square").count() == 0
        line.click()
        assert page.locator("#map .marked-square").count() >= 1
        (node,) = _marked(page)["node"]
        assert page.locator(f"#tree .tree-marked[data-mark-node='{node}']").count() == 1
        page.keyboard.press("Escape")
        assert page.locator("#map .marked-square, #tree .tree-marked").count() == 0
        # And from elsewhere into the panes.
        page.evaluate("page.marks.mark('infoset', '1')")
        assert _marked(page)["infoset"] == ["1"] and _marked(page)["state"] == ["s0"]


def test_a_line_that_is_not_shown_is_given_by_its_number(page_of, opened):
    with opened(page_of("island-3", level=0), address="mark=node.640") as page:
        told = page.locator(".stages-told").inner_text()
        number = int(
            re.search(r"node 640 \(line ([\d,]+) of island-3.game.json", told)[1].replace(",", "")
        )
        text = (ARTIFACTS / "island-3/island-3.game.json").read_text().splitlines()
        assert text[number - 1].startswith('  {"node": 640,')
        assert _pane(page, "Game").locator(".stages-gap").count() >= 1
