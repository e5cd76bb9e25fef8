"""Places are shared out fairly: in turn by address and by person, and urgent ones first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from house.running import in_loop

from ludotheque.house.fair_queue import LATER, URGENT, FairQueue
from ludotheque.house.limits import WATCHED_BOTS_PER_UNWATCHED
from ludotheque.house.shares import Client


async def order_of(queue: FairQueue, requests: Sequence[tuple[Client, int]]) -> list[str]:
    """In which order requests get a place that is taken when they come, by person."""
    order: list[str] = []

    async def one(client: Client, urgency: int) -> None:
        async with queue.place(client, urgency):
            order.append(client.person)
            await asyncio.sleep(0)

    async with queue.place(Client()):
        tasks = [asyncio.create_task(one(*request)) for request in requests]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


def urgent(*clients: tuple[str, str]) -> list[tuple[Client, int]]:
    return [(Client(*client), URGENT) for client in clients]


@in_loop
async def test_many_requests_of_one_person_don_t_hold_another_up() -> None:
    requests = urgent(*[("a", "eve")] * 50, ("b", "ada"))
    assert (await order_of(FairQueue(1), requests)).index("ada") == 1


@in_loop
async def test_many_people_at_one_address_don_t_hold_another_up() -> None:
    requests = urgent(*[("a", f"guest {n}") for n in range(50)], ("b", "ada"), ("b", "ada"))
    order = await order_of(FairQueue(1), requests)
    assert [n for n, person in enumerate(order) if person == "ada"] == [1, 3]


@in_loop
async def test_at_one_address_people_take_turns() -> None:
    requests = urgent(("a", "eve"), ("a", "eve"), ("a", "eve"), ("a", "ada"), ("a", "bob"))
    assert await order_of(FairQueue(1), requests) == ["eve", "ada", "bob", "eve", "eve"]


@in_loop
async def test_what_somebody_looks_at_comes_first_and_the_rest_not_never() -> None:
    later = [(Client("a", "later"), LATER)] * 2
    requests = [*later, *urgent(*[("b", "ada")] * 8)]
    order = await order_of(FairQueue(1), requests)
    places = [n for n, person in enumerate(order) if person == "later"]
    assert places == [WATCHED_BOTS_PER_UNWATCHED, 2 * WATCHED_BOTS_PER_UNWATCHED + 1]


@in_loop
async def test_no_more_than_its_places_are_taken() -> None:
    queue, now, most = FairQueue(3), 0, 0

    async def one(number: int) -> None:
        nonlocal now, most
        async with queue.place(Client(f"{number % 4}")):
            now, most = now + 1, max(most, now + 1)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*(one(number) for number in range(40)))
    assert (now, most) == (0, 3)


@in_loop
async def test_who_no_longer_waits_is_skipped_and_no_place_is_lost() -> None:
    queue = FairQueue(1)
    served: list[int] = []

    async def one(number: int) -> None:
        async with queue.place(Client("a", f"{number}")):
            served.append(number)

    async with queue.place(Client()):
        tasks = [asyncio.create_task(one(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
    tasks[0].cancel()  # it has been given the place, but did not run yet
    await asyncio.gather(*tasks, return_exceptions=True)
    assert served == [2, 3]
    async with asyncio.timeout(1), queue.place(Client()):
        pass
