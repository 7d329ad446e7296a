"""`lastraft mcp`: an assistant plays at a served table by the Model Context Protocol. Needs the extra `mcp`.

Everything goes through the table's API under the assistant's own identity, as from a browser: what its seat must not
know never arrives here.
"""

from __future__ import annotations

import functools
import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from ...errors import LastRaftError

INSTRUCTIONS = """You play board games of survival at a table with people and bots. Open a table or sit down at one,
then look, move and say something, until the game is over. Moves are given by their text, as `look` lists them. `wait`
comes back when you are asked. You see what your seat may know; keep your secrets, the others read what you say."""
LONGEST_WAIT = 60.0


class Api:
    """A person at a server, as its JSON API knows them."""

    def __init__(self, server: str, name: str) -> None:
        self._server, self._name = server.rstrip("/"), name
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)
        self._named = False

    def get(self, path: str) -> Any:
        return self._send("GET", path, None)

    def post(self, path: str, **data: Any) -> Any:
        if not self._named:
            self._named = True
            self._send("POST", "/api/me", {"name": self._name})
        return self._send("POST", path, data)

    def _send(self, method: str, path: str, data: dict[str, Any] | None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        request = urllib.request.Request(self._server + path, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=30) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            try:
                said = json.loads(error.read())["said"]
            except (ValueError, KeyError, TypeError):
                said = f"HTTP {error.code}"
            raise LastRaftError(f"the table refuses: {said}") from error
        except OSError as error:
            raise LastRaftError(f"no server at {self._server}: {error}") from error


class Player:
    """What the assistant does; each method is a tool."""

    def __init__(self, server: str, name: str) -> None:
        self.api, self.table, self._told = Api(server, name), "", 0

    def list_games(self) -> str:
        """List the games, with how many can play."""
        games = self.api.get("/api/games")
        return json.dumps([{key: each[key] for key in ("game", "title", "seats")} for each in games])

    def open_table(self, game: str, seats: int, bots: str = "greedy") -> str:
        """Open a table with bots in the other seats, and start the game."""
        others = {"bots": [bots] * (seats - 1), "pause": 0}
        lobby = self.api.post("/api/tables", game=game, seats=seats, **others, sit=True, start=True)
        self.table, self._told = lobby["id"], 0
        return self.look()

    def sit_down(self, table: str) -> str:
        """Take a free seat at a table, given by its id or its address."""
        identity = urllib.parse.urlparse(table).path.rstrip("/").rpartition("/")[2]
        self.api.post(f"/api/tables/{urllib.parse.quote(identity, safe='')}/sit")
        self.table, self._told = identity, 0
        return self.look()

    def look(self) -> str:
        """See what your seat knows: what happened since you looked last, the table, the question, your legal moves."""
        seen = self._view()
        lobby, game = seen["table"], seen["game"]
        seats = ", ".join(f"{each['seat']}: {each['name'] or 'free'}" for each in lobby["seats"])
        lines = [f"{lobby['title']}, {lobby['status']}. Seats: {seats}. You are seat {lobby['you']}."]
        for news in seen["news"]:
            if news["number"] > self._told:
                lines += news.get("said", [])
                if news["kind"] == "chat":
                    lines.append(f"{news.get('name', '')} says: {news.get('text', '')}")
        self._told = max([self._told, *(news["number"] for news in seen["news"])])
        if game is not None:
            lines += ["", json.dumps(game["view"], ensure_ascii=False), "", game["prompt"]]
            lines += [f"- {move['text']}: {move['label']}" for move in game["legal"]]
            if game["outcome"] is not None:
                lines.append(game["outcome"]["said"])
        return "\n".join(lines)

    def move(self, move: str) -> str:
        """Make a legal move, given by its text; then see what became of it."""
        seen = self._view()
        question = seen["game"]["question"] if seen["game"] else None
        self.api.post(f"/api/tables/{self.table}/move", move=move, question=question)
        return self.look()

    def say(self, text: str, to: int | None = None) -> str:
        """Say something to all at the table, or whisper it to one seat."""
        self.api.post(f"/api/tables/{self._seated}/chat", text=text, **({} if to is None else {"to": to}))
        return "said"

    def wait(self, seconds: float = 20.0) -> str:
        """Wait until you are asked or the game is over, at most so many seconds (up to 60); then look."""
        end = time.monotonic() + min(max(seconds, 0.0), LONGEST_WAIT)
        while time.monotonic() < end:
            seen = self._view()
            if seen["table"]["status"] == "over" or (seen["game"] and seen["game"]["legal"]):
                break
            time.sleep(0.5)
        return self.look()

    @property
    def _seated(self) -> str:
        if not self.table:
            raise LastRaftError("you sit at no table: open_table or sit_down first")
        return self.table

    def _view(self) -> Any:
        return self.api.get(f"/api/tables/{self._seated}/view")


def make_server(server: str, name: str) -> Any:
    """The MCP server of one assistant."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    from ... import __version__

    player = Player(server, name)
    made = MCPServer("lastraft", title="Last Raft", instructions=INSTRUCTIONS, version=__version__)

    def tool(method: Any) -> None:
        @functools.wraps(method)
        def told(*args: Any, **given: Any) -> str:
            try:
                return str(method(*args, **given))
            except LastRaftError as error:
                raise ToolError(str(error)) from error

        made.add_tool(told)

    for method in (
        player.list_games, player.open_table, player.sit_down, player.look, player.move, player.say, player.wait,
    ):  # fmt: skip
        tool(method)
    made.resource("lastraft://table", title="The table as your seat sees it")(player.look)
    return made


def run(server: str, name: str, port: int | None) -> None:
    """Serve an assistant: over stdio, or over HTTP on a port of this machine."""
    made = make_server(server, name)
    if port is None:
        made.run()
    else:
        made.run("streamable-http", host="127.0.0.1", port=port)
