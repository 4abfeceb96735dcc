"""What the explorer's server refuses, and that nothing is done then."""

import pytest

from explorer import explorer

MATRIX = "1 -1\n-1 1\n"
ORDER = {"column": 1, "number": 5, "source": MATRIX}


@pytest.fixture(scope="module")
def page():
    with explorer() as page:
        page.number = 5
        page.answer = page.compile(MATRIX)
        yield page


LACKS = "the order lacks {}, a number from 1 to {}"
ORDERS = [
    # order, status, what the line says
    (ORDER | {"column": 3}, 400, LACKS.format("column", 2)),
    (ORDER | {"column": True}, 400, LACKS.format("column", 2)),
    (ORDER | {"number": 0}, 400, LACKS.format("number", 2**53 - 1)),
    (ORDER | {"number": 2**53}, 400, LACKS.format("number", 2**53 - 1)),
    (ORDER | {"number": 1.5}, 400, LACKS.format("number", 2**53 - 1)),
    ({"column": 1, "number": 7}, 400, "the order lacks source, a text"),
    (ORDER | {"source": [MATRIX]}, 400, "the order lacks source, a text"),
    (ORDER | {"source": "1" * 1_000_001}, 413, "the source is larger than 1,000,000 bytes"),
    (ORDER | {"name": 7}, 400, "the name of the source must be a text"),
    (ORDER | {"settings": []}, 400, "the settings must be an object"),
    (
        ORDER | {"settings": {"output": "/tmp"}},
        400,
        "'output' is not a setting; known are p, bandits, ",
    ),
    (
        ORDER | {"settings": {"levels": "/tmp"}},
        400,
        "'levels' is not a setting; known are p, bandits, ",
    ),
    (
        ORDER | {"settings": {"engine": "ray"}},
        400,
        "'engine' is not a setting; known are p, bandits, ",
    ),
    (ORDER | {"settings": {"unroll": "yes"}}, 400, "the setting unroll must be true or false"),
    (ORDER | {"settings": {"without": "single"}}, 400, "the setting without must be a list of sh"),
    (ORDER | {"settings": {"rules": "x" * 1001}}, 400, "the setting rules must be a short text"),
    (ORDER | {"settings": {"bandits": True}}, 400, "the setting bandits must be a number"),
    (ORDER | {"settings": {"level": "2"}}, 400, "the setting level must be a number"),
]


@pytest.mark.parametrize("at", range(len(ORDERS)))
def test_a_wrong_order_is_refused_and_changes_nothing(page, at):
    order, status, said = ORDERS[at]
    found, _, text = page.ask("POST", "/compile", order)
    assert (found, text.startswith(said)) == (status, True), text
    assert page.json("GET", "/state?column=1") == page.answer


KEY = "document"
REQUESTS = [
    # method, path, headers, status
    ("POST", "/compile", {"X_Page_Token": None}, 403),
    ("POST", "/compile", {"Origin": "http://evil.example"}, 403),
    ("POST", "/compile", {"Host": "evil.example"}, 421),
    ("POST", "/compile", {"Content_Type": "text/plain"}, 415),
    ("GET", "/compile", {}, 405),
    ("GET", "/state?column=1", {"X_Page_Token": "guess"}, 403),
    ("GET", "/settings", {"X_Page_Token": None}, 403),
    ("GET", "/state", {}, 400),
    ("GET", "/state?column=0", {}, 400),
    ("GET", "/state?column=1&number=x", {}, 400),
    ("GET", "/state?column=1&number=" + "9" * 5000, {}, 400),
    ("GET", "/document/", {}, 404),
    ("GET", "/document/guess", {}, 410),
    ("GET", "/document/..%2Fsettings", {}, 404),
    ("GET", KEY, {"Sec_Fetch_Site": "cross-site"}, 403),
    ("GET", KEY, {"Sec_Fetch_Site": "same-site"}, 403),
    ("GET", KEY, {"Host": "evil.example"}, 421),
    ("GET", KEY, {"Origin": "http://evil.example"}, 403),
    ("POST", KEY, {}, 405),
]


@pytest.mark.parametrize("method, path, headers, status", REQUESTS)
def test_a_forged_request_is_refused(page, method, path, headers, status):
    path = f"/{page.answer['document']}" if path == KEY else path
    order = ORDER | {"number": 9} if method == "POST" else None
    found, said, text = page.ask(method, path, order, **headers)
    assert (found, text.count("\n")) == (status, 1), text
    assert said["Content-Type"].startswith("text/plain") and said["Cache-Control"] == "no-store"
    assert page.json("GET", "/state?column=1") == page.answer


def test_unknown_sections_are_empty(page):
    status, _, text = page.ask("GET", f"/{page.answer['document']}?only=../x,%00,map")
    assert status == 200 and "<section" not in text


def test_the_page_may_frame_its_own_documents_alone(page):
    policy = page.ask("GET", "/")[1]["Content-Security-Policy"]
    assert "frame-src 'self';" in policy and "frame-ancestors 'none'" in policy


NAMES = {
    "../../etc/passwd": "passwd",
    "C:\\maps\\cave.txt": "cave.txt",
    ".bashrc": "bashrc",
    "-rf": "rf",
    "a\nb.txt": "ab.txt",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_none_of_a_path(page, name):
    answer = page.compile(MATRIX, 2, name)
    headers = page.raw("GET", f"/{answer['document']}?save=1")[1]
    stem = NAMES[name].removesuffix(".txt")
    assert headers["Content-Disposition"] == f"attachment; filename={stem}.zip"
