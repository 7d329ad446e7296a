// Passkeys: make one, and sign in with one. The browser asks; the server checks (people.py).

import { say } from "./common.js";

/** @param {string} text */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * @param {string} path
 * @param {unknown} [body]
 */
async function send(path, body = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.said);
  return said;
}

/**
 * @param {string} id
 * @param {(root: string) => Promise<void>} work
 */
function on(id, work) {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById(id));
  if (!button || !window.PublicKeyCredential || !navigator.credentials) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work(button.dataset.root ?? "");
    } catch (error) {
      const refused = error instanceof DOMException || !(error instanceof Error);
      say(refused ? (button.dataset.failed ?? "") : error.message);
    }
    button.disabled = false;
  });
}

on("add-passkey", async (root) => {
  const options = await send(`${root}/me/passkeys/options`);
  options.challenge = toBytes(options.challenge);
  options.user.id = toBytes(options.user.id);
  for (const known of options.excludeCredentials ?? []) known.id = toBytes(known.id);
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey: options }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  await send(`${root}/me/passkeys`, {
    id: made.id,
    rawId: toText(made.rawId),
    type: made.type,
    response: {
      attestationObject: toText(response.attestationObject),
      clientDataJSON: toText(response.clientDataJSON),
    },
  });
  location.reload();
});

on("use-passkey", async (root) => {
  const options = await send(`${root}/me/sign-in/options`);
  options.challenge = toBytes(options.challenge);
  const given = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey: options }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (given.response);
  const take = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=take]"))?.checked ?? false;
  await send(`${root}/me/sign-in/passkey?take=${take}`, {
    id: given.id,
    rawId: toText(given.rawId),
    type: given.type,
    response: {
      authenticatorData: toText(response.authenticatorData),
      clientDataJSON: toText(response.clientDataJSON),
      signature: toText(response.signature),
      userHandle: response.userHandle && toText(response.userHandle),
    },
  });
  location.assign(`${root}/me`);
});
