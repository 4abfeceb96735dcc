"""The tree on the page: laid out as in the pictures, folded, searched, marked and linked to."""

import re

import pytest

from card_games import kuhn, leduc
from efgc.schemas.game import write
from efgc.stages.draw.trees import tree_of
from efgc.stages.draw.trees.layout import lay_out
from efgc.stages.page.tree import FIRST, WHOLE
from report_page import ANY_BYTES, WIDTHS, violations
from small_games import ARTIFACTS, game_of, solved

NODES = "#tree .tree-node"
CHOSEN = '#tree .tree-node[aria-selected="true"]'


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return the paths of games of cards."""
    folder = tmp_path_factory.mktemp("games")
    found = {}
    for name, game in {"kuhn": kuhn(), "leduc": leduc()}.items():
        found[name] = folder / f"{name}.game.json"
        found[name].write_text("".join(write(game)))
    return found


@pytest.fixture
def cards(page_of, files):
    return page_of(files["kuhn"])


def node(page, history):
    return page.locator(f'#tree .tree-node[data-history="{history}"]')


def histories(page):
    return page.locator(NODES).evaluate_all("all => all.map(one => one.dataset.history)")


def chosen(page):
    return page.locator(CHOSEN).get_attribute("data-history")


@pytest.mark.parametrize("name", ["kuhn", "maze", "leduc"])
def test_it_is_laid_out_as_in_pictures(page_of, files, opened, name):
    games = {"kuhn": kuhn, "leduc": leduc, "maze": _maze}
    report = solved(games[name]())
    tree = tree_of(report.game, report.strategies, likeliest=WHOLE if name == "kuhn" else FIRST)
    with opened(page_of(files.get(name, name))) as page:
        for direction in ("right", "down"):
            if (
                page.locator(".tree-direction").get_attribute("aria-pressed")
                != str(direction == "right").lower()
            ):
                page.locator(".tree-direction").click()
            expected = lay_out(tree, direction)
            found = page.locator("#tree .tree-halo").evaluate_all(
                "all => all.map(({x, y, width, height}) => [x, y, width, height]"
                ".map(one => one.baseVal.value)).map(([x, y, w, h]) => [x + w / 2, y + h / 2])"
            )
            assert len(found) == len(tree.nodes)
            for point, other in zip(found, expected.points, strict=True):
                assert point == pytest.approx(other, abs=0.02)
            drawing = page.locator("#tree .tree-drawing svg")
            size = [float(drawing.get_attribute(name)) for name in ("width", "height")]
            assert size == pytest.approx([expected.width, expected.height], abs=0.02)
            texts = page.locator("#tree .tree-drawing text")
            assert texts.count() == "".join(_texts(tree, direction)).count("<text")


def _maze():
    return game_of((ARTIFACTS / "maze/maze.txt").read_text(), level=2)


def _texts(tree, direction):
    from efgc.stages.draw import svg
    from efgc.stages.draw.trees import bare_scene

    return svg.embedded(bare_scene(tree, direction=direction))


def test_a_click_folds_and_unfolds_and_back_takes_it_back(cards, opened):
    with opened(cards) as page:
        everything = histories(page)
        node(page, "1").click()
        folded = histories(page)
        assert folded == [one for one in everything if not one.startswith("1.")]
        assert node(page, "1").get_attribute("aria-expanded") == "false"
        assert "+8" in node(page, "1").text_content()
        assert "tree=" in page.url
        page.go_back()
        assert histories(page) == everything
        page.go_forward()
        assert histories(page) == folded
        node(page, "1").click()
        assert histories(page) == everything


def test_keys_move_fold_and_make_a_root(cards, opened):
    with opened(cards, address="tree=right") as page:
        node(page, "").focus()
        for key, history in (
            ("ArrowRight", "0"),
            ("ArrowDown", "1"),
            ("ArrowRight", "1.0"),
            ("ArrowDown", "1.1"),
            ("ArrowUp", "1.0"),
            ("ArrowLeft", "1"),
        ):
            page.keyboard.press(key)
            assert chosen(page) == history
            assert page.evaluate("document.activeElement.dataset.history") == history
        page.keyboard.press("Enter")
        assert "1.0" not in histories(page) and chosen(page) == "1"
        page.keyboard.press("ArrowRight")  # Unfolds, and goes there.
        assert chosen(page) == "1.0"
        page.keyboard.press("r")
        assert all(one == "1.0" or one.startswith("1.0.") for one in histories(page))
        assert page.locator(".tree-way").inner_text().split("›")[-1].strip() == "p"
        page.keyboard.press("Home")
        assert chosen(page) == "" and len(histories(page)) == 55
        assert page.locator(f"{NODES}[tabindex='0']").count() == 1


def test_a_link_restores_the_view(cards, opened):
    with opened(cards) as page:
        node(page, "2").click()
        node(page, "4.1").click()
        node(page, "4.0").focus()
        page.keyboard.press("R")
        page.locator(".tree-direction").click()
        address, seen = page.url.partition("#")[2], histories(page)
        drawing = page.locator(".tree-drawing svg").bounding_box()
    with opened(cards, address=address) as page:
        assert histories(page) == seen and seen[0] == "4.0"
        assert page.locator(".tree-drawing svg").bounding_box()["width"] == drawing["width"]
        assert chosen(page) == "4.0"


def test_a_link_to_a_history_draws_its_likely_continuations(page_of, files, opened):
    with opened(page_of(files["leduc"]), address="tree=r0.1") as page:
        assert histories(page)[0] == "0.1" and len(histories(page)) > 20


def test_forced_continuations_are_unfolded_at_once(page_of, opened):
    forced = ",".join(f"f0.0{'.0' * at}" for at in range(3))
    with opened(page_of("cave-example", level=0), address=f"tree={forced}") as page:
        assert "0.0" in histories(page) and "0.0.0" not in histories(page)
        node(page, "0.0").click()
        # Down, right, right: then the miners choose.
        assert {"0.0.0", "0.0.0.0", "0.0.0.0.0"} < {*histories(page)}


@pytest.mark.parametrize("address", ["tree=", "tree=r9.9,s7,oX,f", "tree=s0.0.0.0.0.0", "tree=%00"])
def test_an_invalid_address_shows_the_start(cards, opened, address):
    with opened(cards, address=address) as page:
        assert histories(page)[0] == "" and page.locator(CHOSEN).count() == 1


def test_the_search_unfolds_the_tree_to_its_hits(page_of, files, opened):
    with opened(page_of(files["leduc"])) as page:
        before = histories(page)
        field, told = page.locator(".tree-search"), page.locator(".tree-hits")
        field.fill("set 2")
        number = int(re.match(r"\d+", told.inner_text())[0])
        assert number > 0
        seen = set()
        for step in range(number):
            field.press("Enter")
            assert told.inner_text() == f"{step + 1} of {number}"
            assert page.locator(CHOSEN).get_attribute("data-mark-infoset") == "2"
            seen.add(chosen(page))
        assert len(seen) == number and set(histories(page)) > set(before)
        field.press("Shift+Enter")
        assert told.inner_text() == f"{number - 1} of {number}" or number == 1
        field.fill("node 17")
        page.locator(".tree-after").click()
        assert page.locator(CHOSEN).get_attribute("data-mark-node") == "17"
        field.fill("no such thing")
        assert told.inner_text() == "nothing found"
        field.fill("K2")
        assert int(re.match(r"\d+", told.inner_text())[0]) > 1


def test_hovering_highlights_an_information_set_and_shows_its_details(
    cards, opened, page_of, files
):
    report = page_of.report(files["kuhn"])
    with opened(cards) as page:
        node(page, "0").hover()
        same = page.locator("#tree .tree-same[data-history]").evaluate_all(
            "all => all.map(one => one.dataset.history)"
        )
        assert same == ["0", "1"]
        panel = page.locator(".tree-panel").inner_text()
        entry = report["strategies"][0][0]
        assert "player 1, information set 0" in panel
        assert f"play comes to the set {entry['reach']:.6f}" in panel
        for probability in entry["probabilities"].values():
            assert f"{probability:.6f}" in panel
        assert "worth to player 1" in panel


def test_marks_go_both_ways(cards, opened):
    with opened(cards) as page:
        page.evaluate("page.marks.mark('infoset', '8')")
        marked = page.locator("#tree .tree-marked").evaluate_all(
            "all => all.map(one => one.dataset.history)"
        )
        assert marked == ["2.0.1", "3.0.1"]
        page.evaluate("page.marks.mark('node', '0')")
        assert page.locator("#tree .tree-marked").get_attribute("data-history") == ""
        page.evaluate("page.marks.hear(now => { window.heard = [...now.node][0] })")
        node(page, "3").focus()
        assert page.evaluate("window.heard") == node(page, "3").get_attribute("data-mark-node")


def test_marked_nodes_that_are_folded_are_counted_and_found(cards, opened):
    with opened(cards) as page:
        node(page, "2").click()
        page.evaluate("page.marks.mark('infoset', '8')")
        assert page.locator(".tree-hits").inner_text() == "1 of 2 marked drawn"
        page.locator(".tree-after").click()
        assert chosen(page) == "2.0.1"


def test_omitted_nodes_are_reported_with_the_command_that_draws_them(page_of, files, opened):
    path = page_of(files["leduc"])
    assert path.stat().st_size < ANY_BYTES
    with opened(path) as page:
        told = page.locator(".tree-told").inner_text()
        assert "of 9,457 nodes are in this page" in told
        assert "efgc draw leduc.game.json --from HISTORY" in told
        left = page.evaluate("Object.keys(page.data('tree').left)[0]")
        page.locator(".tree-search").fill(f"node {left}")
        page.locator(".tree-after").click()
        command = page.locator(".tree-panel code").inner_text()
        assert command.startswith("efgc draw leduc.game.json --from '")
        assert violations(page, "#tree") == []


@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_there_without_a_script(cards, opened, width):
    with opened(cards, WIDTHS[width], java_script_enabled=False) as page:
        drawing = page.locator("#tree .tree-drawing svg")
        assert drawing.locator("polyline").count() > 50
        assert page.locator(".tree-tools").is_hidden() and page.locator(".tree-panel").is_hidden()
