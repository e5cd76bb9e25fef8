"""Several browsers at one table."""

from __future__ import annotations

from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.playing import Player, Thing
from playwright.sync_api import Browser

MAX_ROUNDS = 3000


def seated(
    browser: Browser, here: House, game: str, people: int, **options: object
) -> list[Player]:
    """People who opened the link of one table and sat down; the game has begun."""
    bots = [""] * people + ["greedy"] * (int(str(options.get("players", people))) - people)
    host = Watched(browser, here.address, DESK)
    host.go("/")
    host.ask("POST", "/api/guest?language=en")
    table = host.ask("POST", "/api/tables", {"game": game, "bots": bots, "options": options})
    guests = [Watched(browser, here.address, PHONE) for _ in range(people - 1)]
    for somebody in [host, *guests]:
        somebody.go(f"/table/{table['table']}")
        sit = somebody.page.get_by_role("button", name="Sit down")
        sit.first.click()
        somebody.page.wait_for_selector(".waiting-room .you")
    host.page.get_by_role("button", name="Begin").click()
    players = [Player(one, f"{game} {i}", never_declines) for i, one in enumerate([host, *guests])]
    for player in players:
        player.page.wait_for_selector(".scene .spot")
    return players


def never_declines(found: list[Thing]) -> list[Thing]:
    """Never decline a bribe or the dice."""
    return [one for one in found if one.text not in {"decline", "refuse", "nodice"}]


def logged_kinds(player: Player) -> set[str]:
    """The kinds of facts in the log of the page."""
    return set(
        player.page.evaluate("[...document.querySelectorAll('.log li')].map(l => l.dataset.kind)")
    )


def play_until(players: list[Player], wanted: set[str]) -> None:
    """All play in turn until everybody's log has all the wanted kinds of facts."""
    for _ in range(MAX_ROUNDS):
        moments = [player.step(100) for player in players]
        if all(wanted <= logged_kinds(player) for player in players):
            return
        assert "over" not in moments, f"over before {wanted} had happened"
    raise AssertionError(f"{wanted} does not happen")


def test_two_quarrel_and_bribe(browser: Browser, here: House) -> None:
    players = seated(browser, here, "zankapfel", 2, players=3, track=50)
    play_until(players, {"offered", "accepted", "dice", "rolled"})
    for player in players:
        player.somebody.close()


def test_three_listen_at_the_same_time(browser: Browser, here: House) -> None:
    players = seated(browser, here, "zapp_zerapp", 3, players=3)
    for player in players:  # everybody takes a barrel before anybody continues
        moment, found = player.look()
        assert moment == "mine"
        player.press(player.choose(found))
        player.page.wait_for_selector(".spot.mark-shakes")
    held = [player.page.locator(".spot.mark-shakes").get_attribute("data-id") for player in players]
    assert len(set(held)) == 3
    play_until(players, {"placed", "moved"})
    for player in players:
        player.somebody.close()
