// The service worker: keeps the page's files and finished games for when there is no connection, and shows what the
// server has to tell. Pages always come from the server while it can be reached, and files have the version in their
// address, so nothing old is ever shown. ROOT, STAMP and FILES stand before this (web/install.py).

/* global ROOT, STAMP, FILES */
const worker = /** @type {any} */ (self);
const own = /** @type {{ ROOT: string, STAMP: string, FILES: string[] }} */ (
  // @ts-ignore: the server writes them
  { ROOT, STAMP, FILES }
);
const SHELL = `shell-${own.STAMP}`;
const GAMES = "games";
const OFFLINE = `${own.ROOT}/offline`;

const keepOffline = async () => (await caches.open(SHELL)).add(OFFLINE);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fill = async () => {
    const shell = await caches.open(SHELL);
    await shell.addAll([OFFLINE, ...own.FILES]);
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== GAMES) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "language") event.waitUntil(keepOffline());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${own.ROOT}/static/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url.pathname));
});

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // a game that was kept with an older version is shown with this one
    const name = new URL(request.url).pathname.split("/").at(-1);
    const newer = await caches.match(`${own.ROOT}/static/${own.STAMP}/${name}`, { cacheName: SHELL });
    if (!newer) throw error;
    return newer;
  }
}

/**
 * @param {Request} request
 * @param {string} path
 */
async function page(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path, { cacheName: GAMES });
    const shown = kept ?? (await caches.match(OFFLINE, { cacheName: SHELL }));
    if (!shown) throw error;
    return shown;
  }
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path, tag, answer, later, waiting, lang } = event.data.json();
  const picture = (/** @type {string} */ name) => `${own.ROOT}/static/${own.STAMP}/${name}`;
  const actions = answer
    ? [
        { action: "answer", title: answer },
        { action: "later", title: later },
      ]
    : [];
  const shown = worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    lang,
    actions,
    icon: picture("icon-192.png"),
    badge: picture("badge.png"),
    data: { path: own.ROOT + path },
  });
  event.waitUntil(Promise.all([shown, worker.navigator.setAppBadge?.(waiting)]));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  if (event.action !== "later") event.waitUntil(visit(event.notification.data.path));
});

/** @param {string} path */
async function visit(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ each) => new URL(each.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}
