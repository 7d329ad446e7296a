"""Moments that the table keeps open for everybody, on the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

LIT = "document.getElementById('step').getAttribute('aria-pressed') === '{}'"


def wait_for_others(player: Player) -> None:
    """Until somebody else has the turn; one's own may come first, and so may offers."""
    there = "document.querySelector('#stepping:not([hidden], .parting)')"
    while not player.does(f"Boolean({there})") or player.does("game.beat?.offers.length"):
        ready = "game.beat?.people?.length && !game.beat.asked && !game.beat.done"  # it is waited for
        player.until(f"game.legal.length || game.beat?.offers.length || {there} || ({ready})")
        if player.does(f"!game.legal.length && {ready}"):
            player.page.locator("#buttons button.move.passes").click()
            player.until(f"!({ready})")
            continue
        question = player.does("game.legal.length || game.beat?.offers.length ? game.question : 0")
        if question:
            player.does("make([(game.beat?.offers.at(-1) ?? game.legal[0]).code])")
            player.until(f"!game.legal.length || game.question !== {question}")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_stepping_in(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Nobody is asked in the turns of others; stepping in is a button of its own, as large as a finger, outside the
    prompt, and lets the hand be used."""
    player = Player(chromium, server.url, "Ola", size)
    player.sit_with_bots("hellapagos", bot="greedy", pace=3)
    page = player.page
    wait_for_others(player)
    box = page.locator("#step").bounding_box()
    prompt = page.locator("section.prompt").bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= prompt["y"]
    page.click("#step")
    player.until(f"{LIT.format('true')} || game.legal.length")
    player.until("game.beat?.holding ? game.legal.length : !game.ahead && game.legal.length")
    if player.does("game.beat?.holding"):
        page.click("#step")
        player.until(LIT.format("false"))
    page.locator(".corner-menu summary").click()
    page.select_option("#asks", "never")
    player.until("game.asks === 'never'")
    assert not player.mistakes
    player.close()


def test_the_place_of_a_button_that_goes_is_kept_for_a_moment(chromium: Any, server: Server) -> None:
    """A hand on its way to it meets nothing else there. While it is there, it counts the seconds. Who is asked outright
    has no use for it."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("hellapagos", bot="greedy", pace=3)
    wait_for_others(player)
    seen = player.does("""(async () => {
      const follow = (step) => followWindow({ ...game, legal: [], ahead: false,
        beat: { ...game.beat, step, left: 9, of: 9, held: false, holding: false } });
      follow(true);
      const left = byId("step-left").textContent;
      const { x, y, width, height } = byId("step").getBoundingClientRect();
      follow(false);
      const legal = [{ code: 1, label: "Bullet", clicks: [] }]; // which card one gives
      followWindow({ ...game, legal, beat: { ...game.beat, step: true, holding: true, left: 0, of: 0 } });
      const outright = byId("stepping").matches(".parting");
      const under = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.id;
      const sent = document.body.dataset.sent;
      byId("step").click();
      return [left, outright, under, document.body.dataset.sent === sent];
    })()""")
    assert seen == ["9 s left", True, "step", True]
    player.until("document.getElementById('stepping').hidden")
    player.close()


def test_a_press_on_giving_steps_in_and_begins_it(chromium: Any, server: Server) -> None:
    """Whoever is not asked need not stop the others first; where that cannot be, the button is grey."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos", bot="greedy", pace=3)
    shade = "Number(getComputedStyle(byId('act-offer')).opacity)"
    begun = False
    while not begun:  # one's own turn, or an offer, may come just before the press
        wait_for_others(player)
        player.page.mouse.click(*player.middle("act-give"))
        player.until("game.legal.length || game.beat?.offers.length")
        begun = player.does("Boolean(game.beat?.holding && chosen[0] === 'act-give')")
    player.until("document.querySelectorAll('.castaway.can').length")
    assert player.does(shade) == 1
    player.does("document.body.classList.remove('may-step')")
    assert player.does(shade) < 1
    player.close()


def test_what_is_final_is_chosen_and_then_confirmed(chromium: Any, server: Server) -> None:
    """Also by the prompt's buttons, in the same place: the others stay, and can be chosen instead."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("hellapagos", bot="greedy")
    player.page.evaluate("document.querySelector('dialog[open]')?.close()")
    player.until("game?.question")
    seen = player.does("""(() => {
      const legal = ["fish", "water"].map((name, i) =>
        ({ code: 900 + i, clicks: [`place-${name}`, `place-${name}`], label: name }));
      const buttons = () => [...document.querySelectorAll("#buttons button.move")];
      const [button, other] = [() => buttons()[0], () => buttons()[1]];
      const place = () => JSON.stringify(buttons().map((each) => each.getBoundingClientRect()));
      asked({ ...game, question: 999999, legal, awaited: [], window: false, beat: null }, false);
      const [all, before] = [buttons().length, place()];
      other().click();
      const glowing = () => document.querySelector("#board .chosen")?.id;
      const instead = [glowing(), other().matches(".primary"), buttons().length, place() === before];
      button().click();
      const first = [glowing(), document.body.dataset.sent ?? "", button().matches(".primary")];
      button().click();
      return [all, instead, ...first, document.body.dataset.sent ?? ""];
    })()""")
    all_, instead, chosen, sent, primary, sent_then = seen
    assert instead == ["place-water", True, 2, True]
    assert (all_, chosen, sent, primary) == (2, "place-fish", "", True)
    assert sent_then != ""
    player.does("asked({ ...game, question: 999998 }, false)")
    player.until("document.querySelectorAll('#buttons .move:not(.fresh)').length === 2")
    player.page.click("#buttons button.move >> nth=1")
    pressed = "document.querySelector('#buttons .move[aria-pressed=true]')"
    assert player.does(f"{pressed}.matches('.fresh')"), "it is pressed again, not twice at once"
    player.context.close()


def test_what_can_be_said_stays_where_it_is(chromium: Any, server: Server) -> None:
    """A bot speaks, and more can be said: the row keeps its place, its open menu and the chip under a finger."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("hellapagos", 6)
    player.until("game")
    player.unplug()
    seen = player.does("""(async () => {
      const phrase = (code, menu) => ({ code, menu, label: `${menu} ${code}` });
      const menus = ["Accuse", "Say", "Promise", "Ask for water", "Let us point at", "Thank"];
      const phrases = menus.flatMap((menu, i) => [0, 1, 2, 3, 4].map((n) => phrase(10 * i + n, menu)));
      const beat = { debate: true, people: [0], ready: [], step: true, offers: [], left: 0, of: 0 };
      const legal = [{ code: 1, label: "Do nothing", clicks: [], passes: true }];
      const next = { ...game, legal, beat, phrases };
      const comes = (more) => {
        next.question += 1;
        Object.assign(next, more);
        followWindow(next);
        asked({ ...next }, false);
      };
      const row = () => document.querySelector("#buttons .phrases");
      const chip = (text) => [...row().querySelectorAll(".chip")].find((each) => each.textContent.includes(text));
      const left = (each) => Math.round(each.getBoundingClientRect().left);
      const seen = [];
      const stays = (wanted, ...others) => {
        const [it, x] = [chip(wanted), left(chip(wanted))];
        for (const more of others) comes(more);
        seen.push(chip(wanted) === it && left(it) === x);
      };
      comes({});
      const point = chip("Let us");
      row().scrollLeft = point.offsetLeft - row().offsetLeft;
      await new Promise((go) => setTimeout(go, 50));
      seen.push(row().scrollLeft > 0);
      stays("Let us", {}, { phrases: [phrase(99, "Blame"), ...phrases] }, { phrases });
      stays("Let us", { legal: [] }, { legal });
      point.click();
      stays("Let us point at 43", {}, { phrases: [...phrases, phrase(98, "Say")] });
      stays("Let us point at 43", { beat: { ...beat, debate: false } }, { beat }); // somebody has shot
      return seen;
    })()""")
    assert seen == [True] * 5
    player.close()


def test_words_never_lie_over_words(chromium: Any, server: Server) -> None:
    """All speak at once: what has no room waits until the others have been read, and all of it is shown."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("hellapagos", 6)
    player.until("game && document.getElementById('seat-5')")
    player.unplug()
    seen = player.does("""(async () => {
      const all = new Set();
      let over = 0;
      const look = () => {
        const there = [...document.querySelectorAll(".speech")];
        const boxes = there.map((each) => (all.add(each.textContent), each.getBoundingClientRect()));
        for (const [i, a] of boxes.entries())
          for (const b of boxes.slice(i + 1))
            over += a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      };
      for (let seat = 5; seat > 0; seat--) speak({ seat, text: `Number ${seat} was against me before, and again.` });
      const end = performance.now() + 30000;
      for (; all.size < 5 && performance.now() < end; await new Promise((go) => setTimeout(go, 50))) look();
      return [all.size, over];
    })()""")
    assert seen == [5, 0]
    player.close()
