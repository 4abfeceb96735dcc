"""What the tests of pages share: pages, and a browser that opens them."""

from functools import partial

import pytest

import report_page


@pytest.fixture(scope="session")
def page_of(tmp_path_factory):
    """Return what makes a page of a source, once: see `report_page.Pages`."""
    return report_page.Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture
def opened(browser, tmp_path):
    """Return what opens a page: see `report_page.opened`."""
    return partial(report_page.opened, browser, folder=tmp_path)
