"""The page as an app: installed, without a connection, and calling people back."""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import TIMEOUT
from tests.server.helpers import Server, serving
from tests.server.push_service import PushService, check_signed

CALLS = {"LASTRAFT_CALL_SECONDS": "0.2", "LASTRAFT_PUSH_ANYWHERE": "true"}
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
SUBSCRIBES = """
(async () => {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const point = await crypto.subtle.exportKey("raw", pair.publicKey);
  const auth = crypto.getRandomValues(new Uint8Array(16)).buffer;
  let device = null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => (device = {
    endpoint: "ENDPOINT",
    options: { applicationServerKey: applicationServerKey.buffer },
    getKey: (name) => (name === "auth" ? auth : point),
    unsubscribe: async () => (device = null),
  });
  PushManager.prototype.getSubscription = async () => device;
  const derived = async (secret, salt, info, length) => {
    const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
    const how = { name: "HKDF", hash: "SHA-256", salt, info: new TextEncoder().encode(info) };
    return new Uint8Array(await crypto.subtle.deriveBits(how, key, 8 * length));
  };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  window.isSigned = async (header) => {
    const { t, k } = Object.fromEntries(header.slice("vapid ".length).split(", ").map((each) => each.split(/=(.*)/)));
    const [head, claims, signature] = t.split(".");
    const how = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes(k), how, false, ["verify"]);
    return crypto.subtle.verify(how, key, bytes(signature), new TextEncoder().encode(`${head}.${claims}`));
  };
  const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...new Uint8Array(part)]));
  window.decrypted = async (body) => {
    const [salt, theirs, text] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)];
    const sender = await crypto.subtle.importKey("raw", theirs, { name: "ECDH", namedCurve: "P-256" }, false, []);
    const secret = await crypto.subtle.deriveBits({ name: "ECDH", public: sender }, pair.privateKey, 256);
    const utf8 = new TextEncoder();
    const info = joined(utf8.encode("WebPush: info\\0"), point, theirs);
    const how = { name: "HKDF", hash: "SHA-256", salt: auth, info };
    const first = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
    const shared = await crypto.subtle.deriveBits(how, first, 256);
    const bits = await derived(shared, salt, "Content-Encoding: aes128gcm\\0", 16);
    const iv = await derived(shared, salt, "Content-Encoding: nonce\\0", 12);
    const key = await crypto.subtle.importKey("raw", bits, "AES-GCM", false, ["decrypt"]);
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, text));
    return new TextDecoder().decode(plain.slice(0, -1));
  };
})();
"""
"""In place of a push service of the browser's maker: ours, with keys of the browser's own cryptography, which also
decrypts what comes there and checks who signed it: a second library beside the server's."""

CLICKED = """async ([action, open]) => {
  const [notification] = await registration.getNotifications();
  const went = [];
  const come = (path) => async () => went.push(path);
  const windows = open ? [{ url: location.origin + notification.data.path, focus: come("open already") }] : [];
  const kept = [clients.matchAll, clients.openWindow];
  clients.matchAll = async () => windows;
  clients.openWindow = async (path) => went.push(path);
  const shown = { close: () => {}, data: notification.data };
  const event = Object.assign(new ExtendableEvent("notificationclick"), { action, notification: shown });
  const done = [];
  event.waitUntil = (what) => done.push(what);
  dispatchEvent(event);
  await Promise.all(done);
  [clients.matchAll, clients.openWindow] = kept;
  return went;
}"""
"""Where a click on a message leads: to the window that shows the table already, or to a new one. (Headless Chromium has
no message that one could click, and opens no window without a click.)"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, **CALLS) as running:
        yield running


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    made = chromium.new_context(viewport=PHONE, service_workers="allow")
    yield made
    made.close()


def until(page: Any, true: str, seconds: float = TIMEOUT / 1000) -> None:
    """Wait for something to become true in the page."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < end, f"never true: {true}"
        page.wait_for_timeout(50)


def finished_game(context: Any, url: str) -> str:
    """A game between bots that is over."""
    post = context.request.post
    post(f"{url}/api/me", data={"name": "Ola"})
    plan = {"game": "driftwood", "seats": 2, "bots": ["random"] * 2, "sit": False, "start": True, "pause": 0}
    table = post(f"{url}/api/tables", data=plan).json()["id"]
    end = time.monotonic() + TIMEOUT / 1000
    while context.request.get(f"{url}/api/tables/{table}").json()["status"] != "over":
        assert time.monotonic() < end, "the bots' game did not end"
    return str(table)


def test_it_can_be_installed(context: Any, server: Server) -> None:
    """Chromium itself finds nothing missing; the manifest speaks the reader's language; the offer comes at the third
    visit, and goes for 60 days."""
    page = context.new_page()
    page.goto(f"{server.url}/?lang=pl")
    until(page, READY)
    session = context.new_cdp_session(page)
    missing = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in missing} <= {"in-incognito"}, "as all contexts of a test are"
    shown = session.send("Page.getAppManifest")
    manifest = json.loads(shown["data"])
    assert not shown["errors"]
    assert (manifest["lang"], manifest["display"], manifest["start_url"]) == ("pl", "standalone", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        answer = httpx.get(server.url + icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            size = "x".join(map(str, struct.unpack(">II", answer.content[16:24])))
            assert size == icon["sizes"]
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/worker.js")
    ask = """() => dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }),
      { prompt: () => (window.prompted = true) }))"""
    for visit in (1, 2, 3):
        page.evaluate(ask)
        assert page.is_visible("#offer-install") == (visit == 3), visit
        if visit < 3:
            page.evaluate("sessionStorage.clear()")
            page.reload()
    page.click("#offer-install [data-yes]")
    assert page.evaluate("window.prompted")
    page.reload()
    page.evaluate(ask)
    page.click("#offer-install [data-not-now]")
    page.reload()
    page.evaluate(ask)
    assert not page.is_visible("#offer-install")
    page.evaluate("localStorage.setItem('offer-install', Date.now() - 61 * 86400000)")
    page.evaluate(ask)
    assert page.is_visible("#offer-install")


def test_without_a_connection(context: Any, own_server: Server) -> None:
    """The server is gone: pages say so in the reader's language, and a finished game that was opened once is played
    again from beginning to end. When it is back, so is the page."""
    table = finished_game(context, own_server.url)
    page = context.new_page()
    page.goto(f"{own_server.url}/?lang=fr")
    page.evaluate("caches.open('shell-old')")
    until(page, READY)
    page.goto(f"{own_server.url}/table/{table}/replay")
    last = int(page.get_attribute("#at-move", "max"))
    until(page, f"caches.match('/table/{table}/replay/whole').then(Boolean)")
    seen = page.evaluate(f"fetch('/table/{table}/replay/{last}?seat=-1').then((answer) => answer.json())")
    own_server.stop()
    page.goto(f"{own_server.url}/")
    assert page.inner_text("h1") == "Pas de connexion"
    page.click("#kept-games a")
    page.wait_for_selector("#board > svg")
    until(page, "/^Coup 0 sur/.test(document.querySelector('#move-text').textContent)")
    page.keyboard.press("ArrowRight")
    until(page, "/^Coup [1-9]\\d* sur/.test(document.querySelector('#move-text').textContent)")
    page.goto(f"{own_server.url}/table/{table}/replay?move={last}")
    until(page, f"document.querySelector('#move-text').textContent === {json.dumps(seen['title'])}")
    for said in seen["said"]:
        assert said in page.inner_text("#move-said")
    page.goto(f"{own_server.url}/table/{table}")
    assert page.inner_text("h1") == "Pas de connexion", "a table itself needs its server"
    own_server.start()
    page.click("text=Réessayer")
    page.wait_for_selector(".games")
    (shell,) = [name for name in page.evaluate("caches.keys()") if name.startswith("shell")]
    assert shell in [f"shell-{page.get_attribute('link[rel=icon]', 'href').split('/')[2]}"]


NEWER = """
from pathlib import Path
from dataclasses import replace
from tests.driftwood import GAME
GAME.picture = replace(GAME.picture, folder=Path(__file__).parent)
"""


def test_a_newer_version(context: Any, own_server: Server, tmp_path: Path) -> None:
    """The server comes back with another version while a table is open: the page says so, goes on meanwhile, and is
    the new one after a click; one that nobody looks at becomes that by itself, unless it is covered. Nothing old is
    kept."""
    post = context.request.post
    post(f"{own_server.url}/api/me", data={"name": "Ola"})
    plan = {"game": "driftwood", "seats": 2, "bots": ["random"], "start": True, "pause": 0}
    table = post(f"{own_server.url}/api/tables", data=plan).json()["id"]
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(f"{own_server.url}/table/{table}")
        until(page, READY)
        page.wait_for_selector("#buttons button")
    seen, hidden, covered = pages
    for page in (hidden, covered):
        page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    covered.evaluate("document.querySelector('#covered').hidden = false")
    (tmp_path / "newer.py").write_text(NEWER)
    (tmp_path / "style.css").write_text(".newer-than-before {}")
    own_server.stop()
    own_server.environment |= {
        "LASTRAFT_GAMES": "newer",
        "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}",
    }
    own_server.start()
    stamp = httpx.get(f"{own_server.url}/calls/waiting", timeout=30).headers["stamp"]
    seen.wait_for_selector("#newer:visible")
    until(covered, "!document.querySelector('#newer').hidden && !document.querySelector('#covered').hidden")
    seen.click("#buttons button >> nth=0")
    until(seen, "!document.body.dataset.sent")
    seen.click("#newer")
    stamps = "[...document.querySelectorAll('[src*=static], [href*=static]')].map((each) => (each.src ?? each.href)"
    for page in (seen, hidden):
        until(page, f"{stamps}).every((each) => each.includes('/{stamp}/'))")
        until(page, f"caches.keys().then((all) => String(all.filter((each) => each !== 'games')) === 'shell-{stamp}')")
        assert not page.is_visible("#newer")


def test_another_person_on_the_device(context: Any, own_server: Server) -> None:
    """Whoever signs in after somebody finds neither the games that the device kept for them nor their calls."""
    endpoint = "https://push.example/phone"
    context.grant_permissions(["notifications"], origin=own_server.url)
    context.add_init_script(SUBSCRIBES.replace("ENDPOINT", endpoint))
    table = finished_game(context, own_server.url)
    page = context.new_page()
    page.goto(f"{own_server.url}/settings")
    until(page, READY)
    page.click("#device")
    page.wait_for_selector("#device:enabled:checked")
    page.goto(f"{own_server.url}/table/{table}/replay")
    until(page, f"caches.match('/table/{table}/replay/whole').then(Boolean)")
    page.goto(f"{own_server.url}/")
    assert page.evaluate("caches.has('games')"), "the same person"
    known = {"data": {"endpoint": endpoint}}
    assert context.request.post(f"{own_server.url}/calls/device/known", **known).json() == {"known": True}
    context.clear_cookies()
    context.request.post(f"{own_server.url}/api/me", data={"name": "Ben"})
    ended = f"""navigator.serviceWorker.ready.then(({{ pushManager }}) => pushManager.subscribe({{
      userVisibleOnly: true, applicationServerKey: new Uint8Array(65) }}))
      .then((device) => (device.unsubscribe = () => (window.ended = '{endpoint}')))"""
    page.add_init_script(ended)
    page.goto(f"{own_server.url}/")
    until(page, "window.ended && caches.has('games').then((kept) => !kept)")
    assert context.request.post(f"{own_server.url}/calls/device/known", **known).json() == {"known": False}


def test_it_calls_back(chromium: Any, own_server: Server) -> None:
    """Somebody turns calls on and goes away. Their turn comes as an encrypted message, which the browser's own
    cryptography reads; the service worker shows it once, however often it comes; title and badge count the tables."""
    service = PushService()
    context = chromium.new_context(viewport=DESKTOP, service_workers="allow")
    context.grant_permissions(["notifications"], origin=own_server.url)
    context.add_init_script(SUBSCRIBES.replace("ENDPOINT", f"{service.url}/phone"))
    context.request.post(f"{own_server.url}/api/me", data={"name": "Ola"})
    page = context.new_page()
    page.goto(f"{own_server.url}/settings")
    until(page, READY)
    page.wait_for_selector("#device:enabled")
    page.click("#device")
    page.wait_for_selector("#device:enabled:checked")
    for field in ("from", "until"):
        page.fill(f"[name={field}]", "00:00")
        page.dispatch_event(f"[name={field}]", "change")
    calls = context.request.get(f"{own_server.url}/calls")
    assert calls.json()["devices"] == 1
    plan = {"game": "driftwood", "seats": 2, "bots": ["random"], "start": True, "pause": 0}
    table = context.request.post(f"{own_server.url}/api/tables", data=plan).json()["id"]
    came = service.await_messages("/phone", 1)[0]
    check_signed(came, calls.json()["key"], service)
    assert page.evaluate("(header) => isSigned(header)", came.headers["authorization"])
    text = page.evaluate("(body) => decrypted(new Uint8Array(body))", list(came.body))
    assert json.loads(text)["tag"] == table
    session = context.new_cdp_session(page)
    registrations: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    end = time.monotonic() + TIMEOUT / 1000
    while not registrations:
        assert time.monotonic() < end, "no worker is registered"
        page.wait_for_timeout(20)
    known = registrations[0]["registrationId"]
    message = {"origin": own_server.url, "registrationId": known, "data": text}
    for _ in range(2):
        session.send("ServiceWorker.deliverPushMessage", message)
    notices = """navigator.serviceWorker.ready.then((found) => found.getNotifications())
      .then((all) => all.map(({ title, body, tag, data, actions }) => ({ title, body, tag, data, actions })))"""
    until(page, f"{notices}.then((all) => all.length)")
    (notice,) = page.evaluate(notices)
    assert notice["title"] == "Your turn at Driftwood"
    assert notice["data"] == {"path": f"/table/{table}"}
    assert [each["title"] for each in notice["actions"]] == ["Choose", "Later"]
    worker = context.service_workers[0]
    assert worker.evaluate(CLICKED, ["later", False]) == []
    assert worker.evaluate(CLICKED, ["answer", False]) == [f"/table/{table}"]
    assert worker.evaluate(CLICKED, ["", True]) == ["open already"]
    page.add_init_script("navigator.setAppBadge = async (waiting) => (window.badge = waiting)")
    page.goto(f"{own_server.url}/")
    until(page, "document.title.startsWith('(1) ') && window.badge === 1")
    page.goto(f"{own_server.url}/table/{table}")
    until(page, "document.title.startsWith('(1) ')")
    until(page, f"{notices}.then((all) => !all.length)")
    context.close()
    service.close()
