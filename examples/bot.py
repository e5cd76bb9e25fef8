"""A program that takes a seat and plays at random: ``python bot.py LINK [TOKEN]``.

LINK is the link that the page of a table copies: http://127.0.0.1:8000/table/mgYeGCeOJ4_A, or in a
closed house an invitation, http://127.0.0.1:8000/join#TOKEN. Without a token the program plays as a
guest. It needs the package websockets; the protocol is in docs/protocol.md.
"""

# ruff: noqa: S310, S311, T201 - the caller chooses the address, and randomness need not be secret

import json
import random
import sys
import time
import urllib.request

from websockets.sync.client import connect


def notation(choice):
    """A choice as a move in notation: its text, with the required picks or more, at random."""
    words = [choice["text"]]
    for pick in choice["picks"]:
        most = len(pick["targets"])
        count = random.randint(pick["least"], most) if pick["least"] else 0
        names = [pick["targets"][index][1] for index in sorted(random.sample(range(most), count))]
        words += [pick["word"], *names] if pick["word"] and names else names
    return " ".join(words)


def reply(view):
    """The message to send after a view, if any: sit down, agree, or play."""
    table, seat, own = view["table"], view["you"]["seat"], view["own"]
    if seat < 0:
        free = [number for number, seat in enumerate(table["seats"]) if not seat["taken"]]
        return {"type": "sit", "seat": free[0]} if free else None
    if table["proposal"] and seat not in table["proposal"]["agreed"]:
        return {"type": "answer", "yes": True}
    choices = own["choices"] if own["decision"] >= 0 else []
    plain = [choice for choice in choices if not any(pick["least"] for pick in choice["picks"])]
    if not choices:
        return None
    text = notation(random.choice(plain or choices))
    return {"type": "play", "decision": own["decision"], "text": text}


def post(address, token, body):
    """Send a request, and return the answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def enter(link, token):
    """Come in by a link; return the address of the house, the table, and the token to use."""
    house, is_invitation, invitation = link.partition("/join#")
    if is_invitation:
        answer = post(f"{house}/api/invitation/accept", token, {"token": invitation})
        return house, answer["table"], token or answer["token"]
    house, _, table = link.partition("/table/")
    return house, table, token or post(f"{house}/api/guest", token, {})["token"]


def play(link, token=""):
    """Play at a table until it is over, and return the scores."""
    house, table, token = enter(link, token)
    address = f"{house.replace('http', 'ws', 1)}/ws/{table}"
    address += "?protocol=2&program=1&language=en&whole=1"  # whole views instead of changes
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        view, waiting = json.loads(socket.recv()), False
        while view["table"]["status"] not in {"over", "closed"}:
            answer = None if waiting else reply(view)
            if answer:
                time.sleep(0.07)  # the limit is fifteen messages a second
                socket.send(json.dumps(answer))
                waiting = True  # until it is done or refused; after a refusal, another try
            message = json.loads(socket.recv())
            view = message if message["type"] == "view" else view
            waiting = waiting and message["type"] not in {"done", "refused"}
    return view["table"]["scores"]


if __name__ == "__main__":
    print(*play(*sys.argv[1:]))
