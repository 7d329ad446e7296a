"""A bot at a served table, over its WebSocket: `python examples/table_bot.py http://127.0.0.1:8300 TABLE`.

TABLE is the last part of the table's address; without it the bot opens a table of its own against `--bots`. Nothing
here needs lastraft: any language that speaks HTTP, WebSocket and JSON plays so (docs/bots.md, "At a served table").
"""

import argparse
import json
import sys
import time
import urllib.request

from websockets.sync.client import connect


class Server:
    """The JSON API; the cookie that it sets is who the bot is."""

    def __init__(self, address, name):
        self.address, self.cookie = address.rstrip("/"), ""
        self.post("/api/me", name=name)

    def post(self, path, **body):
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            if cookies := answer.headers.get_all("Set-Cookie"):
                self.cookie = "; ".join(cookie.partition(";")[0] for cookie in cookies)
            return json.load(answer)

    def socket(self, table):
        address = self.address.replace("http", "ws", 1)
        return connect(f"{address}/api/tables/{table}/socket?draw=none", additional_headers={"Cookie": self.cookie})


def choose(game):
    """The move, of game["legal"]: each has a code, a text and a label; game["view"] is the table as data."""
    return max(game["legal"], key=lambda move: len(move["label"]))["code"]


def play(socket):
    """Answer every question until the game is over; how it ended."""
    frame = {}
    for text in socket:
        message = json.loads(text)
        if message["type"] == "refused" and message["code"] == "too-fast":
            time.sleep(0.5)
            socket.send(json.dumps(frame))  # with the same id it is done once
        elif message["type"] == "refused" and message["code"] != "stale":  # stale: the seat is asked something else now
            raise RuntimeError(f"{message['code']}: {message['said']}")
        elif message["type"] == "table" and (game := message["game"]):
            if game["outcome"]:
                return game["outcome"]
            if game["legal"] and game["question"] != frame.get("question"):
                question = game["question"]
                frame = {"do": "move", "id": str(question), "move": choose(game), "question": question}
                socket.send(json.dumps(frame))
    raise RuntimeError("the server hung up")


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", help="such as http://127.0.0.1:8300")
    parser.add_argument("table", nargs="?", help="the id of a table; left out, the bot opens one")
    parser.add_argument("--name", default="Robin", help="what the bot is called there")
    parser.add_argument("--game", default="outlive")
    parser.add_argument("--bots", default="greedy", help="who plays at the bot's own table, with commas between")
    given = parser.parse_args(words)
    server, table = Server(given.server, given.name), given.table
    if table:
        server.post(f"/api/tables/{table}/sit")
    else:
        bots = given.bots.split(",")
        plan = {"game": given.game, "seats": 1 + len(bots), "bots": bots, "pause": 0, "start": True}
        table = server.post("/api/tables", **plan)["id"]
    with server.socket(table) as socket:
        outcome = play(socket)
    print(f"{outcome['said']} Points: {outcome['scores']}, places: {outcome['ranks']}")
    return outcome


if __name__ == "__main__":
    main(sys.argv[1:])
