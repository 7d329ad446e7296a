"""The language of a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from ...protocol.translations import LANGUAGES


def language(scope: Mapping[str, Any]) -> str:
    """The reader's language: from the query (`lang`), the cookie, or the Accept-Language header."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    wanted = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [])
    wanted += [each.strip()[5:] for each in headers.get(b"cookie", "").split(";") if each.strip().startswith("lang=")]
    wanted += [each.strip() for each in headers.get(b"accept-language", "").split(",")]
    return next((code for text in wanted if (code := text[:2].lower()) in LANGUAGES), "en")
