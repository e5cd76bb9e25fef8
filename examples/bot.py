"""A program that takes a seat and plays at random: ``python bot.py LINK [TOKEN]``.

LINK is the link of a table, such as http://127.0.0.1:8000/#mgYeGCeOJ4_A. Without a token the
program plays as a guest. It needs the package websockets; the protocol is in docs/protocol.md.
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
        free = [number for number, one in enumerate(table["seats"]) if not one["taken"]]
        return {"type": "sit", "seat": free[0]} if free else None
    proposal = table["proposal"]
    if proposal and seat not in (proposal["seat"], *proposal["agreed"]):
        return {"type": "answer", "yes": True}
    choices = own["choices"] if own["decision"] >= 0 else []
    plain = [choice for choice in choices if not any(pick["least"] for pick in choice["picks"])]
    if not choices:
        return None
    text = notation(random.choice(plain or choices))
    return {"type": "play", "decision": own["decision"], "text": text}


def play(link, token=""):
    """Play at a table until it is over, and return the scores."""
    house, _, table = link.partition("/#")
    if not token:
        with urllib.request.urlopen(f"{house}/api/guest", b"{}") as response:
            token = json.load(response)["token"]
    query = "protocol=2&whole=1&program=1&language=en"  # whole views instead of changes
    address = f"{house.replace('http', 'ws', 1)}/ws/{table}?{query}"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        view = message = json.loads(socket.recv())
        answered = None
        while view["table"]["status"] not in {"over", "closed"}:
            answer = reply(view)
            question = (view["you"]["seat"], view["own"] and view["own"]["decision"])
            if message["type"] == "refused":
                answered = None  # another try
            if answer and (answer["type"], question) != answered:
                answered = (answer["type"], question)
                time.sleep(0.07)  # the limit is fifteen messages a second
                socket.send(json.dumps(answer))
            message = json.loads(socket.recv())
            view = message if message["type"] == "view" else view
    return view["table"]["scores"]


if __name__ == "__main__":
    print(*play(*sys.argv[1:]))
