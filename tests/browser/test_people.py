"""One person on several devices, in real browsers: passkeys by Chromium's virtual authenticator, and the six words."""

from typing import Any

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_app import until
from tests.server.helpers import Server

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
WAIT = 60_000


class Device:
    """A browser of its own, with an authenticator."""

    def __init__(self, chromium: Any, url: str, name: str, size: dict[str, int]) -> None:
        self.url = url
        self.context = chromium.new_context(viewport=size)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.cdp = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.authenticator = {"authenticatorId": made["authenticatorId"]}
        self.page.goto(url)
        self.page.fill("#name", name)
        self.page.click(".name button")
        self.page.wait_for_selector(".me")

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.cdp.send("WebAuthn.getCredentials", self.authenticator)["credentials"]
        return found

    def name(self) -> str:
        return str(self.context.request.get(f"{self.url}/api/me").json().get("name", ""))


def test_a_passkey_and_six_words_on_other_devices(chromium: Any, server: Server) -> None:
    url = f"http://localhost:{server.port}"
    desk = Device(chromium, url, "Ola", DESKTOP)
    desk.page.goto(f"{url}/me")
    desk.page.click("#add-passkey")
    desk.page.wait_for_selector("#devices .tag")
    (passkey,) = desk.passkeys()
    assert desk.page.locator("#devices").inner_text().count("Passkey") == 1

    # The phone has the passkey from the desk, as browsers share them; its table comes along.
    phone = Device(chromium, url, "Telefon", PHONE)
    phone.page.click(".g-survive button[value=friends]")
    phone.page.wait_for_selector(".chairs")
    phone.cdp.send("WebAuthn.addCredential", {**phone.authenticator, "credential": passkey})
    phone.page.goto(f"{url}/me/sign-in")
    sent: list[Any] = []
    phone.page.on("request", lambda request: sent.append(request) if "/me/sign-in/passkey" in request.url else None)
    phone.cdp.send("WebAuthn.setUserVerified", {**phone.authenticator, "isUserVerified": False})
    phone.page.click("#use-passkey")
    phone.page.wait_for_selector("#notice.shown")
    assert phone.name() == "Telefon", "nobody unlocked the device"
    assert not sent
    phone.cdp.send("WebAuthn.setUserVerified", {**phone.authenticator, "isUserVerified": True})
    phone.page.click("#use-passkey")
    phone.page.wait_for_url(f"{url}/me")
    assert phone.name() == "Ola"
    assert phone.page.locator(".own-tables li").count() == 1
    assert phone.page.locator("#devices .tag").count() == 1

    # What was sent is good once, and for nobody who only listened.
    thief = chromium.new_context()
    body = sent[0].post_data
    again = thief.request.post(sent[0].url, data=body, headers={"content-type": "application/json"})
    assert again.status == 400, again.text()
    options = thief.request.post(f"{url}/me/sign-in/options").json()
    forged = body.replace(sent[0].post_data_json["response"]["clientDataJSON"], client_data(options["challenge"], url))
    wrong = thief.request.post(sent[0].url, data=forged, headers={"content-type": "application/json"})
    assert wrong.status == 403, "the signature is that of another challenge"
    assert "lastraft" not in {cookie["name"] for cookie in thief.cookies()}

    # What they set goes along, at once: also to a table that is open on another device.
    phone.page.click(".own-tables a")
    phone.page.wait_for_selector(".chairs")
    desk.page.goto(f"{url}/settings")
    for setting in ("answers", "careful"):
        with desk.page.expect_response("**/me/settings"):
            desk.page.click(f"[data-key={setting}]")
    until(phone.page, "localStorage.careful === 'no' && document.cookie.includes('answers=no')")

    # Six words on a tablet that nobody used before.
    desk.page.goto(f"{url}/me")
    desk.page.click("form[action$='/me/phrase'] button")
    words = desk.page.locator(".phrase li").all_inner_texts()
    assert len(words) == 6
    desk.page.click(".tools .primary")
    desk.page.wait_for_selector("#devices")
    tablet = chromium.new_context(viewport={"width": 820, "height": 1180})
    page = tablet.new_page()
    page.goto(f"{url}/me/sign-in")
    page.fill("#words", " ".join(word[:4] for word in words))
    page.click("form .primary")
    page.wait_for_url(f"{url}/me")
    assert page.inner_text("h1") == "Ola"
    page.goto(f"{url}/settings")
    assert not page.is_checked("[data-key=answers]")
    assert not page.is_checked("[data-key=careful]")
    desk.page.goto(f"{url}/settings")
    page.click("[data-key=careful]")
    page.click("[data-key=speed] [value=slow]")
    until(phone.page, "localStorage.careful === 'yes' && localStorage.speed === 'slow'")
    desk.page.wait_for_selector("[data-key=speed] [value=slow][aria-pressed=true]")
    assert desk.page.is_checked("[data-key=careful]")
    assert not desk.page.is_checked("[data-key=answers]")
    page.goto(f"{url}/me")
    assert page.locator("#devices .rows form[action*='sign-out']").count() == 3

    # Signed out from the tablet, the phone is nobody's.
    page.click("#devices li:has-text('Chrome'):not(:has(.tag)) button")
    page.wait_for_load_state()
    page.click("#devices li:has-text('Chrome'):not(:has(.tag)) button")
    page.wait_for_load_state()
    phone.page.goto(f"{url}/me")
    phone.page.wait_for_selector("#words")
    for context in (desk.context, phone.context, thief, tablet):
        context.close()


def client_data(challenge: str, origin: str) -> str:
    import base64
    import json

    data = {"type": "webauthn.get", "challenge": challenge, "origin": origin, "crossOrigin": False}
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()
