"""A person at the page: opens tables and clicks what glows. Knows no game."""

from __future__ import annotations

import random
import time
from typing import Any

TIMEOUT = 180_000
CHOICES = """() => {
  const dialog = document.getElementById("careful");
  if (dialog.open) return { dialog: true };
  if (document.getElementById("fate")?.open) return { out: true };
  if (!document.getElementById("end").hidden) return { over: true };
  if (!document.body.classList.contains("asked")) return null;
  if (document.querySelector(".playing:not([hidden])")) return null; // how it ends is played before it is told
  if (!document.querySelector("#board .can[id], #buttons button")) return null; // not painted yet
  return {
    glowing: [...document.querySelectorAll("#board .can[id]")].map((element) => element.id),
    buttons: [...document.querySelectorAll("#buttons button")].map((_, i) => i),
  };
}"""
TOLD = """({ question: game?.question, legal: game?.legal, chosen, looks: document.body.className,
  data: { ...document.body.dataset }, prompt: document.querySelector(".prompt")?.outerHTML })"""
"""What a page knows that waits for something in vain."""
CLICK = """(id) => {
  const received = document.body.dataset.received ?? "";
  const isButton = typeof id === "number";
  const element = isButton ? document.querySelectorAll("#buttons button")[id] : document.getElementById(id);
  const box = element?.getBoundingClientRect();
  const at = box && { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  if (isButton) element?.click();
  else element?.dispatchEvent(new MouseEvent("click", at));
  return received;
}"""
"""Click a button by its number or a thing by its id, if it is still there: how much had been received before."""
SETTLED = """(before) => document.body.dataset.received !== before || document.querySelector(".chosen")
  || document.getElementById("careful").open || !document.body.dataset.sent"""
"""A click has become a choice on the page or an answer of the server."""
STILL = """(async () => {
  const place = () => JSON.stringify(document.getElementById(given).getBoundingClientRect());
  const before = place();
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go, 100)));
  const runs = ({ playState, effect }) => playState === "running" && effect.getTiming().iterations !== Infinity;
  return place() === before && !document.getAnimations().some(runs);
})()"""
"""What glides or fades in has arrived."""


PARTS = (
    "asked, byId, create, enqueue, fitTexts, followWindow, game, chosen, choose, fillButtons, isAnswered, isWanted, "
    "make, note, offer, glowing, lens, people, present, remember, rowGoesOn, showDialog, skip, socket, speak, stage, "
    "take, tellAll, tellRecap, which"
)
"""What the page's modules offer and tests look at."""
WITH_PARTS = """async (given) => {
  if (document.readyState === "loading") return null; // the modules wait for the whole page
  const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((each) => import(each.href));
  const { %s } = Object.assign({}, ...(await Promise.all(modules)));
  return await (%s);
}"""
AWAITED = """async (given) => {
  const end = performance.now() + 2000;
  for (; performance.now() < end; await new Promise((go) => setTimeout(go, 20))) {
    const value = await (%s)(given);
    if (value) return value;
  }
  return null;
}"""
"""Ask again and again in the page itself: a question from here takes long on a busy machine."""


class Player:
    """One browser with a name; unless told otherwise, it is shown everything at once."""

    def __init__(
        self, browser: Any, url: str, name: str, size: dict[str, int], speed: str = "off", **context: Any
    ) -> None:
        self.url, self.name = url, name
        self.context = browser.new_context(viewport=size, has_touch=size["width"] < 600, **context)
        self.context.add_init_script(f"if (location.host) localStorage.speed ??= {speed!r}")
        self.page = self.context.new_page()
        self.mistakes: list[str] = []
        self.page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(url)
        self.page.fill("#name", name)
        self.page.click("form.name button")

    def _note(self, line: Any) -> None:
        if line.type == "error":
            self.mistakes.append(line.text)

    def call(self, path: str, data: dict[str, Any]) -> Any:
        """A request of this browser's to the server's API."""
        answer = self.context.request.post(self.url + path, data=data, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return answer.json()

    def sit_with_bots(self, game: str, seats: int | None = None, bot: str = "random", **plan: Any) -> str:
        """At a table whose bots do not pause; its id."""
        wanted: dict[str, Any] = {"game": game, "pause": 0, "start": True, **plan}
        if seats is not None:
            wanted["seats"] = seats
        size = seats or self.context.request.get(f"{self.url}/api/games").json()
        if not isinstance(size, int):
            size = next(g["seats"]["usual"] for g in size if g["game"] == game)
        table = str(self.call("/api/tables", {**wanted, "bots": [bot] * (size - 1)})["id"])
        self.open(table)
        return table

    def does(self, expression: str, given: Any = None) -> Any:
        """The value of an expression that may use the parts of the page's own modules."""
        return self.page.evaluate(WITH_PARTS % (PARTS, expression), given)

    def until(self, expression: str, given: Any = None) -> Any:
        """Wait until something is true on the page. (Playwright's own way evaluates text, which the page forbids.)"""
        end, awaited = time.monotonic() + TIMEOUT / 1000, AWAITED % (WITH_PARTS % (PARTS, expression))
        while time.monotonic() < end:
            try:
                if value := self.page.evaluate(awaited, given):
                    return value
            except Exception as error:
                if "context was destroyed" not in str(error):  # the page goes somewhere else just now
                    raise
        told = self.does(TOLD)
        raise AssertionError(f"never true: {expression}; the page asks {self.question()!r}: {told} {self.mistakes}")

    def unplug(self) -> None:
        """The server sends nothing any more: the page shows what a test gives it."""
        self.does("((socket.onclose = null), socket.close())")

    def open(self, table: str) -> None:
        self.page.goto(f"{self.url}/table/{table}")
        self.until("document.getElementById('question')?.textContent || !!document.querySelector('.chairs')")

    def play(self, rnd: random.Random, clicks: int = 4000) -> bool:
        """Click what glows and the prompt's buttons, at random, until the game is over or so many clicks are made."""
        before = ""
        for _ in range(clicks):
            there = self.until(f"({SETTLED})(given) && ({CHOICES})()", before)
            if there.get("over"):
                return True
            if there.get("out"):
                self.page.click("#fate .primary")
                continue
            if there.get("dialog"):
                self.page.click("#careful button[value=yes]")
                continue
            ways = [*there["glowing"], *there["buttons"]]
            before = self.click(rnd.choice(ways))
        self.settle(before)
        return False

    def click(self, way: str | int) -> str:
        """Click what glows or one of the prompt's buttons; how much had been received before."""
        return str(self.page.evaluate(CLICK, way))

    def settle(self, before: str) -> None:
        """Wait until a click has become a choice on the page or an answer of the server."""
        self.until(f"({SETTLED})(given)", before)

    def legal(self, table: str) -> Any:
        """What this person may do now, and the number of the question."""
        return self.context.request.get(f"{self.url}/api/tables/{table}/legal").json()

    def asked(self, table: str) -> Any:
        """The same, once there is something."""
        end = time.monotonic() + TIMEOUT / 1000
        while not (asked := self.legal(table))["legal"]:
            assert time.monotonic() < end, "nothing is asked"
            self.page.wait_for_timeout(20)  # a bot thinks
        return asked

    def answer(self, table: str, asked: Any, move: Any) -> None:
        """Make a move without the page; nothing happens if something else is asked by now."""
        data = {"move": move["code"], "question": asked["question"]}
        path = f"{self.url}/api/tables/{table}/move"
        self.context.request.post(path, data=data, headers={"origin": self.url})

    def status(self, table: str) -> str:
        return str(self.context.request.get(f"{self.url}/api/tables/{table}").json()["status"])

    def sees(self, table: str) -> None:
        """Wait until the page shows what is asked now."""
        self.until(f"game && game.question >= {self.legal(table)['question']}")

    def tap(self, id: str) -> None:
        """A click of a real mouse on something drawn."""
        self.until(
            f"document.getElementById('{id}')?.matches('.can, .chosen, .card') && !document.body.matches('.startled')"
        )
        self.page.evaluate(f"document.getElementById('{id}').scrollIntoView({{ block: 'center' }})")
        x, y = self.middle(id)
        before = self.page.evaluate("document.body.dataset.received ?? ''")
        self.page.mouse.click(x, y)
        self.settle(before)

    def middle(self, id: str) -> tuple[float, float]:
        """Where something drawn is, once it stands still."""
        self.until(STILL, id)
        box = self.page.locator(f"#{id}").first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, text: str) -> None:
        """A click on one of the prompt's buttons."""
        before = self.page.evaluate("document.body.dataset.received ?? ''")
        self.page.locator("#buttons button", has_text=text).first.click()
        self.settle(before)

    def sees_line(self, text: str) -> None:
        """Wait until the log shows a line."""
        self.until(f"document.getElementById('log').textContent.includes({text!r})")

    def question(self) -> str:
        """What is asked; empty where the page asks nothing."""
        return str(self.page.evaluate("document.getElementById('question')?.innerText ?? ''"))

    def close(self) -> None:
        self.context.close()
        assert not self.mistakes, self.mistakes
