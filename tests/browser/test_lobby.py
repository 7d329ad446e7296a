"""The lobby: one click sets everything, and whatever is changed is kept at once."""

from typing import Any

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server


def test_presets_and_rules_are_kept_at_once(chromium: Any, server: Server) -> None:
    host = Player(chromium, server.url, "Ola", DESKTOP)
    page = host.page
    page.click(".g-hellapagos button[value=friends]")
    page.click("[name=preset][value=voice]")
    host.until("document.querySelector('#presets [aria-pressed=true]').value === 'voice'")
    page.click("#all-rules summary")
    page.fill("#find-rule", "club")
    assert page.locator(".row:visible").count() == 1
    page.click("[name='option.club'][value=two_votes]")
    host.until("document.querySelector('#presets [aria-pressed=true]').textContent.includes('Dead, changed')")
    assert page.locator(".row:visible").count() == 1, "what was looked for stays"
    table = page.url.rsplit("/", 1)[1]

    def kept() -> dict[str, str]:
        options = host.context.request.get(f"{server.url}/api/tables/{table}").json()["options"]
        return {name: options[name]["value"] for name in ("club", "voice_of_the_dead")}

    assert kept() == {"club": "two_votes", "voice_of_the_dead": "true"}

    host.context.set_offline(True)
    page.click("[name=printed]")
    page.wait_for_selector(".not-kept", state="visible")
    host.context.set_offline(False)
    page.wait_for_selector(".kept", state="visible")
    assert kept() == {"club": "double_weight", "voice_of_the_dead": "false"}, "it was sent again"
    page.click("form.start button")
    host.until("document.getElementById('question')?.textContent")
    assert kept() == {"club": "double_weight", "voice_of_the_dead": "false"}
    host.mistakes.clear()  # the browser notes the lost connection
    host.close()


def test_everybody_is_asked_for_a_name(chromium: Any, server: Server) -> None:
    """Also a host who said none: the field on their chair waits for it, and the others see it at once."""
    context = chromium.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.goto(server.url)
    page.click(".g-survive button[value=friends]")
    page.wait_for_selector(".chairs")
    assert page.evaluate("document.activeElement.id") == "own-name"
    assert page.input_value("#own-name") == ""
    friend = Player(chromium, server.url, "Jan", PHONE)
    friend.page.goto(page.url)
    friend.page.click("#one-card summary")
    assert "Your turn: three steps" in friend.page.inner_text("#one-card"), "who never played reads meanwhile"

    def late(route: Any) -> None:
        """The host says their name when the friend's page is made, but not connected yet."""
        page.fill("#own-name", "Zofia")
        page.keyboard.press("Tab")
        page.wait_for_selector("#own-name[value=Zofia]")
        route.continue_()

    friend.page.route("**/page.js*", late, times=1)
    friend.page.click("form.stack button.primary")
    friend.until("document.querySelector('.chair.s0').textContent.includes('Zofia')")
    page.reload()
    assert page.input_value("#own-name") == "Zofia"
    page.set_viewport_size(PHONE)
    page.evaluate("void (navigator.share = async ({ url }) => (window.shared = url))")
    page.click("button[data-copy]")
    assert page.evaluate("window.shared") == page.url, "a phone's own sheet"
    friend.page.fill("#own-name", "Zofia")
    friend.page.keyboard.press("Enter")
    friend.until("document.querySelector('#own-name').getAttribute('value') === 'Zofia 2'")
    context.close()
    friend.close()
