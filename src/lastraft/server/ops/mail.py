"""E-mail, where the operator gives a server that takes it."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import make_msgid
from urllib.parse import unquote, urlsplit

from ...errors import BadOption

TIMEOUT = 10
PORTS = {"smtp": 587, "smtps": 465}


def send(smtp: str, contact: str, to: str, subject: str, text: str, unsubscribe: str) -> None:
    """Hand an e-mail in. This blocks.

    :raises OSError: if it was not taken.
    """
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = f"Last Raft <{contact}>", to, subject
    message["Message-ID"] = make_msgid(domain=contact.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message.set_content(text)
    with connect(smtp) as connection:
        connection.send_message(message)


def connect(smtp: str) -> smtplib.SMTP:
    """A connection to the server that takes e-mails, over TLS; without it only on this machine.

    :raises BadOption: if the setting cannot be used.
    :raises OSError: if the server does not answer as it should.
    """
    try:
        url = urlsplit(smtp)
        host, port = url.hostname or "", url.port or PORTS[url.scheme]
        if not host.encode("idna"):
            raise ValueError
    except (KeyError, ValueError) as error:
        raise BadOption("smtp: expected smtp://user:password@mail.example:587 or smtps://...") from error
    context = ssl.create_default_context()
    if url.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=context)
    else:
        connection = smtplib.SMTP(host, port, timeout=TIMEOUT)
    try:
        if url.scheme == "smtp" and host not in ("localhost", "127.0.0.1", "::1"):
            connection.starttls(context=context)
        if url.username:
            connection.login(unquote(url.username), unquote(url.password or ""))
    except BaseException:
        connection.close()
        raise
    return connection
