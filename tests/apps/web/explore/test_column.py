"""A column whose processes end as they like: here they are no processes."""

import threading
import time

import pytest

from efgc.pipeline.apps.explore.column import NONE, Column, Limits, ProcessEnded
from efgc.pipeline.apps.explore.orders import Order

PATIENCE = 10.0


class Ends:
    """Does what it is told to, and then it is over."""

    def __init__(self, does, warm=True):
        self.does, self.is_alive, self.is_warm = does, True, warm
        self.ended = threading.Event()

    def warm(self):
        if not self.is_warm:
            self.is_alive = False
            raise ProcessEnded("cold")

    def ask(self, work, order, *arguments, seconds=0.0, hear=None):
        hear("parse", 1, 4)
        if isinstance(self.does, ProcessEnded):
            self.is_alive = False
            raise self.does
        if self.does == "long":
            assert self.ended.wait(PATIENCE)
            self.is_alive = False
            raise ProcessEnded("was ended", "stopped")
        if isinstance(self.does, Exception):
            raise self.does
        return {"state": "done", "title": order.source, "apart": order.apart}

    def end(self, why):
        self.ended.set()


class Row:
    """Gives one after the other."""

    limits = Limits()

    def __init__(self, *workers):
        self.workers = list(workers)
        self.taken = 0

    def take(self):
        self.taken += 1
        if not self.workers:
            raise ProcessEnded("there are no more")
        return self.workers.pop(0)


@pytest.fixture
def column_of():
    made = []

    def column(*workers):
        made.append(Column(1, Row(*workers)))
        return made[-1]

    yield column
    for one in made:
        one.close()


def order(number, source="a"):
    return Order(1, number, source)


def test_an_order_whose_solver_crashes_the_process_is_repeated(column_of):
    column = column_of(Ends(ProcessEnded("broke: SIGABRT", broke=True)), Ends("well"))
    answer = column.compile(order(1), PATIENCE)
    assert (answer["state"], answer["apart"]) == ("done", True)


def test_a_job_is_retried_when_earlier_jobs_filled_the_memory(column_of):
    column = column_of(Ends(ProcessEnded("full", worn=True)), Ends("well"))
    answer = column.compile(order(1), PATIENCE)
    assert (answer["state"], answer["apart"]) == ("done", False)


def test_a_job_is_retried_only_once(column_of):
    broke = [Ends(ProcessEnded("broke: SIGABRT", broke=True)) for _ in range(3)]
    answer = column_of(*broke).compile(order(1), PATIENCE)
    assert (answer["state"], answer["text"], answer["stage"]) == (
        *("died", "broke: SIGABRT", "parse"),
    )


def test_an_order_killed_from_outside_is_not_repeated(column_of):
    column = column_of(Ends(ProcessEnded("ended from outside")), Ends("well"))
    assert column.compile(order(1), PATIENCE)["state"] == "died"
    assert column.compile(order(2), PATIENCE)["state"] == "done"


def test_a_process_that_ends_before_it_is_warm_is_replaced(column_of):
    column = column_of(Ends("well", warm=False), Ends("well", warm=False), Ends("well"))
    assert column.compile(order(1), PATIENCE)["state"] == "done"


def test_a_missing_process_is_reported(column_of):
    answer = column_of().compile(order(1), PATIENCE)
    assert (answer["state"], answer["text"]) == ("died", NONE)


def test_an_internal_error_is_reported(column_of):
    column = column_of(Ends(ZeroDivisionError("by 0")))
    answer = column.compile(order(1), PATIENCE)
    assert answer["text"] == "a bug of ours: ZeroDivisionError: by 0"


def test_the_last_of_many_orders_is_the_one_that_is_worked_on(column_of):
    first = Ends("long")
    column = column_of(first, Ends("well"))
    assert column.compile(order(1, "first"), 0.0)["state"] == "working"
    while not column.answer(1, 0.0)["stage"]:
        time.sleep(0.01)
    assert column.answer(1, 0.0)["share"] == 0.25
    threads = [
        threading.Thread(target=column.compile, args=(order(number, f"{number}"), PATIENCE))
        for number in (2, 3)
    ]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    answer = column.compile(order(4, "last"), PATIENCE)
    assert (answer["state"], answer["title"]) == ("done", "last")
    assert first.ended.is_set()
    for thread in threads:
        thread.join(PATIENCE)
    assert column.answer(3, 0.0)["state"] == "replaced"


def test_an_order_stopped_before_its_start_never_starts(column_of, monkeypatch):
    monkeypatch.setattr("efgc.pipeline.apps.explore.column.LONG", PATIENCE)
    monkeypatch.setattr("efgc.pipeline.apps.explore.column.NEARLY", PATIENCE)
    column = column_of(Ends("long"), Ends("well"))
    column.compile(order(1), 0.0)
    while not column.answer(1, 0.0)["stage"]:
        time.sleep(0.001)
    waiting = threading.Thread(target=column.compile, args=(order(2), PATIENCE))
    waiting.start()
    while column._latest != 2:
        time.sleep(0.001)
    assert column.stop(2, PATIENCE)["state"] == "stopped"
    assert column.answer(2, 0.0)["text"] == "stopped"
    column._work.worker.end("enough")
    assert column.compile(order(3, "next"), PATIENCE)["title"] == "next"
    waiting.join(PATIENCE)
