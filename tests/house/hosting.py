"""People of a closed house for the tests: its host, a member, and who is invited to one table."""

from __future__ import annotations

from house.running import House, Visitor

from ludotheque.house.hosting.links import PATH

PASSWORD = "long enough a word"  # noqa: S105 - a test's


def host_token(here: House) -> str:
    """The token of the link that a house printed after its address."""
    assert here.process is not None
    assert here.process.stdout is not None
    for line in here.process.stdout:
        if PATH in line:
            return line.strip().rpartition(PATH)[2]
    raise AssertionError("the house printed no link")


async def joined(here: House, token: str, name: str) -> Visitor:
    """A new account that came in by a link."""
    visitor = Visitor(here, "")
    answer = await visitor.post("/api/invitation/accept", token=token, name=name, password=PASSWORD)
    visitor.token = answer["token"]
    return visitor


async def new_host(here: House) -> Visitor:
    """The host, who came in by the link that the house printed."""
    return await joined(here, host_token(here), "Hostess")


async def new_member(host: Visitor, name: str = "Melusine") -> Visitor:
    """A member whom the host has invited."""
    invitation = await host.post("/api/admin/invitations", uses=1, days=1)
    return await joined(host.house, invitation["token"], name)


async def new_table_guest(member: Visitor, table: str) -> Visitor:
    """A guest whom a member has invited to a table."""
    invitation = await member.post(f"/api/tables/{table}/invitation", uses=1)
    visitor = Visitor(member.house, "")
    answer = await visitor.post("/api/invitation/accept", token=invitation["token"])
    assert answer["table"] == table
    visitor.token = answer["token"]
    return visitor
