"""Who somebody is on several devices: sign in by a recovery phrase or a passkey, sign out, join what a browser had.

Somebody who has neither is known by a signed cookie alone. From the first phrase or passkey on they are *kept*: every
cookie of theirs names a device, and those that name none or one that was signed out are not accepted.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...protocol.translations import N_
from ..tables.actions import Refused
from ..tables.schema import challenges, devices, ended, passkeys, players, subscriptions
from ..tables.store import Store, StoreDown
from .phrases import hash_phrase, new_phrase, read_phrase

CEREMONY_SECONDS = 300
MOST_DEVICES = 50
MOST_PASSKEYS = 20
MOST_WAITING = 20
"""So many phrases may wait to be hashed, one after the other."""
SALT = "phrase"
"""The setting with which phrases are hashed."""
SEEN_SECONDS = 3600
WRONG = N_("No one here has these words, or that passkey.")


class SignedIn(NamedTuple):
    """A person on a new device."""

    person: str
    name: str
    made: float
    device: str
    settings: dict[str, str]


class Site(NamedTuple):
    """Where a passkey belongs: the name of this server, and the origins of its pages."""

    id: str
    origins: list[str]


class Accounts:
    """The people of one database who can sign in; `refresh` reads what other processes changed.

    A person is kept when their browser first comes back with the new cookie, so that none who loses the response is
    locked out.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: dict[str, str] = {}
        """By person: their name."""
        self._settings: dict[str, str] = {}
        """By person: what they set, as it is stored."""
        self._ended: set[str] = set()
        self._read = 0.0
        self._salts: list[str] = []
        """This server's own, then those of servers whose people were imported."""
        self._hashing = asyncio.Lock()
        self._waiting = 0
        self._seen: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def refresh(self) -> None:
        """Read who is kept and which cookies have ended since the last time."""
        since, now = self._read - 120, time.time()  # clocks of several machines differ
        own = self._salts[0] if self._salts else await self.store.secret(SALT)
        self._salts = [own, *await self.store.other_secrets(SALT)]
        known = sa.select(players.c.person, players.c.name, players.c.settings)
        async with self.store.reading() as c:
            for row in await c.execute(known.where(players.c.kept.is_not(None), players.c.changed > since)):
                self._kept[row.person], self._settings[row.person] = row.name, row.settings
            self._ended.update([row[0] for row in await c.execute(sa.select(ended.c.id).where(ended.c.at > since))])
        self._read = now

    def accepts(self, person: str, device: str) -> bool:
        """Whether a cookie for this person and device is still good."""
        if person in self._ended or device in self._ended:
            return False
        return bool(device) or person not in self._kept

    def name(self, person: str) -> str:
        """The name of somebody who is kept, the same on all devices; empty for others."""
        return self._kept.get(person, "")

    def rename(self, person: str, name: str) -> None:
        """Note that somebody has another name."""
        if person in self._kept and self._kept[person] != name:
            self._kept[person] = name
            self._spawn(players, players.c.person == person, name=name, changed=time.time())

    def see(self, device: str) -> None:
        """Note that a device is in use, once an hour."""
        now = time.time()
        if device and self._seen.get(device, 0) < now - SEEN_SECONDS:
            self._seen[device] = now
            self._spawn(devices, devices.c.id == device, seen=now)

    def _spawn(self, table: sa.Table, where: sa.ColumnElement[bool], **values: Any) -> None:
        async def write() -> None:
            try:
                async with self.store.writing() as c:
                    await c.execute(sa.update(table).where(where).values(**values))
            except StoreDown:
                pass

        task = asyncio.create_task(write())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def handle(self, person: str, name: str, made: float = 0) -> str:
        """The handle of a person, under which others find their page."""
        async with self.store.writing() as c:
            await self._insert_player(c, person, name, made)
            return str((await c.execute(sa.select(players.c.handle).where(players.c.person == person))).scalar_one())

    async def _insert_player(self, c: AsyncConnection, person: str, name: str, made: float) -> None:
        row = new_player(person, name, made)
        await c.execute(self.store.insert(players).values(**row).on_conflict_do_nothing())

    async def new_phrase(self, person: str, name: str, made: float) -> str:
        """A new recovery phrase for a person, in place of an earlier one. Nobody can read it again."""
        phrase = new_phrase()
        hashed = await self._hash(phrase, self._salts[0])
        now = time.time()
        async with self.store.writing() as c:
            await self._insert_player(c, person, name, made)
            change = sa.update(players).where(players.c.person == person)
            await c.execute(change.values(phrase=hashed, phrase_at=now))
        return phrase

    async def by_phrase(self, text: str) -> str:
        """The person who has a phrase.

        :raises Refused: if nobody has.
        """
        phrase = read_phrase(text)
        hashes = [await self._hash(phrase, salt) for salt in self._salts]
        async with self.store.reading() as c:
            person = (await c.execute(sa.select(players.c.person).where(players.c.phrase.in_(hashes)))).scalar()
        if person is None:
            raise Refused("wrong", WRONG)
        return str(person)

    async def _hash(self, phrase: str, salt: str) -> str:
        if self._waiting >= MOST_WAITING:
            raise Refused("too-much", "Too many sign in at the same time; try again in a moment.")
        self._waiting += 1
        try:
            async with self._hashing:
                return await asyncio.to_thread(hash_phrase, phrase, salt)
        finally:
            self._waiting -= 1

    def confirm(self, person: str, name: str) -> None:
        """Keep a person whose browser came back with a cookie that names a device: those that name none end."""
        if person not in self._kept:
            self._kept[person] = name
            now = time.time()
            self._spawn(players, players.c.person == person, name=name, kept=now, changed=now)

    async def sign_in(self, person: str, device: str) -> SignedIn:
        """Add a device to a person's."""
        now, id = time.time(), secrets.token_urlsafe(16)
        async with self.store.writing() as c:
            row = (await c.execute(sa.select(players).where(players.c.person == person))).mappings().one()
            mine = sa.select(devices.c.id).where(devices.c.person == person).order_by(devices.c.seen.desc())
            too_many = [each for (each,) in await c.execute(mine.offset(MOST_DEVICES - 1))]
            await self._end(c, too_many)
            await c.execute(sa.insert(devices).values(id=id, person=person, name=device[:80], made=now, seen=now))
            called = sa.update(subscriptions).where(subscriptions.c.person == person, subscriptions.c.device == "")
            await c.execute(called.values(device=id))  # this browser takes push messages from before
        return SignedIn(person, row["name"], row["made"], id, json.loads(row["settings"]))

    async def sign_out(self, person: str, device: str) -> None:
        """End a device of a person.

        :raises Refused: if it is none of theirs.
        """
        if device not in {row["id"] for row in await self.devices(person)}:
            raise Refused("not-found", "You have no such device.")
        async with self.store.writing() as c:
            await self._end(c, [device])

    async def _end(self, c: AsyncConnection, ids: list[str]) -> None:
        if ids:
            await c.execute(sa.delete(devices).where(devices.c.id.in_(ids)))
            await c.execute(sa.delete(subscriptions).where(subscriptions.c.device.in_(ids)))
            await end_cookies(self.store, c, ids)
            self._ended.update(ids)

    def ended_here(self, *ids: str) -> None:
        """Accept no cookie of these people or devices any more, whose rows are written."""
        self._ended.update(ids)
        for id in ids:
            self._kept.pop(id, None)
            self._settings.pop(id, None)

    async def became(self, person: str) -> str:
        """Who a person is since they signed in as somebody and took their tables along."""
        async with self.store.reading() as c:
            joined = (await c.execute(sa.select(ended.c.joined).where(ended.c.id == person))).scalar()
        return str(joined or person)

    async def tidy(self, before: float) -> None:
        """Delete devices that have not been seen since, and ended cookies that have expired."""
        async with self.store.writing() as c:
            unseen = sa.select(devices.c.id).where(devices.c.seen < before)
            await c.execute(sa.delete(subscriptions).where(subscriptions.c.device.in_(unseen)))
            await c.execute(sa.delete(devices).where(devices.c.seen < before))
            await c.execute(sa.delete(ended).where(ended.c.at < before, ended.c.joined == ""))

    async def devices(self, person: str) -> list[dict[str, Any]]:
        return await self._rows(devices, person, devices.c.seen.desc())

    async def passkeys(self, person: str) -> list[dict[str, Any]]:
        return await self._rows(passkeys, person, passkeys.c.made)

    async def _rows(self, table: sa.Table, person: str, order: Any) -> list[dict[str, Any]]:
        async with self.store.reading() as c:
            query = sa.select(table).where(table.c.person == person).order_by(order)
            return [dict(row) for row in (await c.execute(query)).mappings()]

    async def player(self, person: str) -> dict[str, Any] | None:
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(players).where(players.c.person == person))).mappings().first()
        return dict(row) if row else None

    def settings_version(self, person: str) -> str:
        """What changes with the settings of somebody who is kept; empty for others."""
        return f"{zlib.crc32(self._settings.get(person, '{}').encode()):x}" if person in self._kept else ""

    async def change_settings(self, person: str, changed: dict[str, str], first: dict[str, str]) -> dict[str, str]:
        """Change some of a person's settings for all their devices and return all of them. ``first`` are those of a
        device that comes before any was kept.

        :raises Refused: if there is no such person any more.
        """
        async with self.store.writing() as c:
            query = sa.select(players.c.settings).where(players.c.person == person).with_for_update()
            before = (await c.execute(query)).scalar()
            if before is None:  # their data was deleted, perhaps by another process
                raise Refused("nobody", "You are signed out on this device.")
            settings = {**(json.loads(before) or first), **changed}
            after = json.dumps(settings, sort_keys=True)
            if after != before:
                change = sa.update(players).where(players.c.person == person)
                await c.execute(change.values(settings=after, changed=time.time()))
        self._settings[person] = after
        return settings

    async def registration(self, site: Site, person: str, name: str, made: float) -> str:
        """The options for making a passkey, as JSON for the browser."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers import structs as s

        known = await self.passkeys(person)
        if len(known) >= MOST_PASSKEYS:
            raise Refused("too-much", "You have as many passkeys as one may have; remove one first.")
        options = generate_registration_options(
            rp_id=site.id,
            rp_name="Last Raft",
            user_id=(await self.handle(person, name, made)).encode(),
            user_name=name,
            user_display_name=name,
            exclude_credentials=[s.PublicKeyCredentialDescriptor(id=base64url_to_bytes(row["id"])) for row in known],
            authenticator_selection=s.AuthenticatorSelectionCriteria(
                resident_key=s.ResidentKeyRequirement.REQUIRED, user_verification=s.UserVerificationRequirement.REQUIRED
            ),
        )
        await self._remember(options.challenge, person)
        return options_to_json(options)

    async def authentication(self, site: Site) -> str:
        """The options for signing in with any passkey of this server, as JSON for the browser."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(rp_id=site.id, user_verification=UserVerificationRequirement.REQUIRED)
        await self._remember(options.challenge, "")
        return options_to_json(options)

    async def add_passkey(self, site: Site, person: str, name: str, credential: dict[str, Any]) -> None:
        """Add the passkey that a browser made.

        :raises Refused: if it does not answer our challenge to this person.
        """
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url, parse_registration_credential_json
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            given = parse_registration_credential_json(credential)
            challenge = await self._take(given.response.client_data_json, person)
            verified = verify_registration_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origins,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise Refused("invalid", "That passkey could not be read; try again.") from error
        now = time.time()
        row = {
            "id": bytes_to_base64url(verified.credential_id),
            "person": person,
            "public_key": bytes_to_base64url(verified.credential_public_key),
            "sign_count": verified.sign_count,
            "name": name[:80],
            "made": now,
            "used": now,
        }
        async with self.store.writing() as c:
            added = self.store.insert(passkeys).values(**row).on_conflict_do_nothing().returning(passkeys.c.id)
            if (await c.execute(added)).first() is None:
                raise Refused("invalid", "That passkey is known already.")

    async def by_passkey(self, site: Site, credential: dict[str, Any]) -> str:
        """The person who has a passkey.

        :raises Refused: if nobody has, or the browser's answer is not right.
        """
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            given = parse_authentication_credential_json(credential)
            challenge = await self._take(given.response.client_data_json, "")
            id = bytes_to_base64url(given.raw_id)
            async with self.store.reading() as c:
                row = (await c.execute(sa.select(passkeys).where(passkeys.c.id == id))).mappings().first()
            if row is None:
                raise Refused("wrong", WRONG)
            verified = verify_authentication_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origins,
                credential_public_key=base64url_to_bytes(row["public_key"]),
                credential_current_sign_count=row["sign_count"],
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise Refused("wrong", WRONG) from error
        async with self.store.writing() as c:
            used = sa.update(passkeys).where(passkeys.c.id == id)
            await c.execute(used.values(sign_count=verified.new_sign_count, used=time.time()))
        return str(row["person"])

    async def remove_passkey(self, person: str, id: str) -> None:
        """
        :raises Refused: if it is none of theirs.
        """
        if id not in {row["id"] for row in await self.passkeys(person)}:
            raise Refused("not-found", "You have no such passkey.")
        async with self.store.writing() as c:
            await c.execute(sa.delete(passkeys).where(passkeys.c.id == id, passkeys.c.person == person))

    async def _remember(self, challenge: bytes, person: str) -> None:
        from webauthn.helpers import bytes_to_base64url

        now = time.time()
        async with self.store.writing() as c:
            await c.execute(sa.delete(challenges).where(challenges.c.until < now))
            row = {"challenge": bytes_to_base64url(challenge), "person": person, "until": now + CEREMONY_SECONDS}
            await c.execute(sa.insert(challenges).values(**row))

    async def _take(self, client_data: bytes, person: str) -> bytes:
        """The challenge that a browser answers, which must be one of ours for this person; each is taken once."""
        from webauthn.helpers import base64url_to_bytes

        challenge = str(json.loads(client_data)["challenge"])
        if not re.fullmatch(r"[\w-]{1,100}", challenge, re.ASCII):
            raise ValueError("no challenge of ours")  # PostgreSQL fails at some letters
        mine = (challenges.c.challenge == challenge) & (challenges.c.person == person)
        async with self.store.writing() as c:
            taken = sa.delete(challenges).where(mine, challenges.c.until > time.time())
            if (await c.execute(taken.returning(challenges.c.challenge))).first() is None:
                raise Refused("invalid", "That took too long; try again.")
        return base64url_to_bytes(challenge)


def new_player(person: str, name: str, made: float) -> dict[str, Any]:
    """The row of a player who has none."""
    now = time.time()
    return {"person": person, "handle": secrets.token_urlsafe(16), "name": name, "made": made or now, "changed": now}


async def end_cookies(store: Store, c: AsyncConnection, ids: Iterable[str], joined: str = "") -> None:
    """Accept no cookie of some people or devices any more."""
    rows = [{"id": id, "at": time.time(), "joined": joined} for id in ids]
    await c.execute(store.insert(ended).on_conflict_do_nothing(), rows)


def site(host: str) -> Site:
    """Where the passkeys of a server belong that is asked under a name.

    :raises Refused: if it is asked under an address, for which browsers make none.
    """
    name, _, _ = host.lower().partition(":")
    if not name or name.startswith("[") or name.replace(".", "").isdigit():
        raise Refused("invalid", "Passkeys need a server with a name; this one is asked by its address.")
    origins = [f"https://{host.lower()}"]
    return Site(name, [*origins, f"http://{host.lower()}"] if name == "localhost" else origins)
