"""The OpenAPI document says what is really answered."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx

from tests.server.helpers import Data, Person, Server, play_on


def check(document: Data, schema: Data, value: Any, where: str) -> None:
    """Whether a value is what a schema says: all that is required, and nothing else."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return check(document, document["components"]["schemas"][name], value, f"{where} ({name})")
    if "oneOf" in schema:
        fitting = [one for one in schema["oneOf"] if (one.get("type") == "null") == (value is None)]
        return check(document, fitting[0], value, where)
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    kind = schema.get("type")
    if kind == "number":
        assert isinstance(value, (int, float)), (where, value)
    elif kind is not None:
        assert type(value) is kinds[kind], (where, kind, value)
    if "properties" in schema:
        assert set(schema["required"]) <= set(value) <= set(schema["properties"]), (where, set(value))
        for key, item in value.items():
            check(document, schema["properties"][key], item, f"{where}.{key}")
    for item in value if kind == "array" else ():
        check(document, schema.get("items", {}), item, f"{where}[]")
    for key, item in value.items() if isinstance(schema.get("additionalProperties"), dict) else ():
        check(document, schema["additionalProperties"], item, f"{where}.{key}")


class Checked(Person):
    """Somebody who compares every answer with the document."""

    document: Data
    seen: set[tuple[str, str, int]]

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        answer = await self.http.request(method, path, **options)
        return self.compare(method, path, answer)

    def compare(self, method: str, path: str, answer: httpx.Response) -> Any:
        parts = path.partition("?")[0].split("/")
        if len(parts) > 3 and parts[2] == "tables":
            parts[3] = "{table}"
        if len(parts) > 5:
            parts[5] = "{seat}"
        operation = self.document["paths"]["/".join(parts)][method.lower()]
        said = operation["responses"][str(answer.status_code)]["content"]
        kind = answer.headers["content-type"].partition(";")[0]
        body = answer.json() if kind == "application/json" else answer.text
        check(self.document, said[kind]["schema"], body, f"{method} {'/'.join(parts)} {answer.status_code}")
        self.seen.add((method.lower(), "/".join(parts), answer.status_code))
        return body


def test_every_answer_is_as_documented(lone_server: Server) -> None:
    """All requests, done and refused, before, during and after a game of each kind."""
    document: Data = httpx.get(f"{lone_server.url}/api/openapi.json").json()
    Checked.document, Checked.seen = document, set()

    async def play(game: str) -> None:
        ada, ben = Checked(lone_server), Checked(lone_server)
        await ada.get("/api/me")
        await ada.post("/api/me", name="<")
        for person in (ada, ben):
            await person.post("/api/me", name="Somebody")
        await ada.get("/api/games")
        table = (await ada.post("/api/tables", game=game, seats=3, listed=True, games=2, grace=1, pause=0))["id"]
        at = f"/api/tables/{table}"
        await ada.post("/api/tables", game="chess")
        await ben.get("/api/tables")
        await ben.get("/api/tables/none")
        await ben.post(f"{at}/options", listed=False)
        await ada.post(f"{at}/options", clock={"kind": "bank", "amount": 3000, "extra": 1})
        link = await ada.post(f"{at}/seats/1/link")
        await ada.ask("DELETE", f"{at}/seats/1/link")
        await ben.post(f"{at}/sit", token=link["token"])
        await ben.post(f"{at}/sit")
        await ben.post(f"{at}/name", name="Benno")
        await ben.post(f"{at}/name", name="<")
        await ada.post(f"{at}/seats/2/bot", bot="random")
        await ada.post(f"{at}/seats/2/back")
        await ada.post(f"{at}/seats/2/bot", bot="random")
        await ada.post(f"{at}/seats/2/free")
        await ben.post(f"{at}/leave")
        await ben.post(f"{at}/sit")
        await ada.post(f"{at}/seats/2/bot", bot="random")
        await ada.get(f"{at}/record")
        await ada.post(f"{at}/host")
        await ada.post(f"{at}/start")
        await ada.post(f"{at}/chat", text="ahoy", to=1)
        await ben.post(f"{at}/hand")
        await ben.post(f"{at}/undo")
        for person in (ada, ben):
            for move in (await person.get(f"{at}/legal"))["legal"][:1]:
                await person.post(f"{at}/move", move=move["code"])
                await person.post(f"{at}/undo")
            await person.post(f"{at}/move", move="nonsense")
        guest = Checked(lone_server)
        await guest.post("/api/me", name="Guest")
        for answer in ("decline", "agree"):
            link = await ada.post(f"{at}/seats/2/link")
            await guest.post(f"{at}/sit", token=link["token"])
            await ben.post(f"{at}/seats/2/{answer}")
        await guest.post(f"{at}/leave")
        await ada.post(f"{at}/seats/1/report", text="shouts")
        await guest.get("/api/me/data")
        await guest.ask("DELETE", "/api/me")
        await ada.post(f"{at}/rematch")
        async with ada.socket(table, draw="none") as a, ben.socket(table, draw="none") as b:
            for each in (await ada.get(f"{at}/view"), await Checked(lone_server).get(f"{at}/view"), a.state):
                check(document, {"$ref": "/Message"}, each, "message")
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            for message in (*a.messages, *b.messages):
                check(document, {"$ref": "/Message"}, message, "message")
        await ada.get(f"{at}/view")
        await ada.get(f"{at}/record")
        await ada.post(f"{at}/end")
        again = (await ada.post(f"{at}/rematch"))["table"]
        await ada.get(f"/api/tables/{again}")
        await ada.post(f"/api/tables/{again}/end")
        await ada.get("/api/me")

    for game in ("driftwood", "hellapagos", "survive", "outlive"):
        asyncio.run(play(game))
    well = {(method, path) for method, path, status in Checked.seen if status < 300}
    every = {(method, path) for path, methods in document["paths"].items() for method in methods}
    by_chance = {("post", "/api/tables/{table}/hand"), ("post", "/api/tables/{table}/undo")}
    assert every - well - by_chance == {("get", "/api/tables/{table}/stream")}
