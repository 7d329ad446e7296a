"""Logs as lines of JSON, for machines, or as plain lines, for people. Nothing secret is ever handed to them."""

from __future__ import annotations

import json
import logging
import sys
import time

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}


class Structured(logging.Formatter):
    """One JSON object a line: when, how bad, where, what, and whatever was said with it."""

    def format(self, record: logging.LogRecord) -> str:
        made = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        made |= {key: value for key, value in record.__dict__.items() if key not in _USUAL}
        if "table" in made:  # enough to tell tables apart, too little to visit one
            made["table"] = str(made["table"])[:6]
        if record.exc_info:
            made["error"] = self.formatException(record.exc_info)
        return json.dumps(made, default=str)


def configure(structured: bool, level: str = "INFO") -> None:
    """Send everything to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured() if structured else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for noisy in ("uvicorn.access", "uvicorn.error", "alembic", "aiosqlite", "sqlalchemy.engine"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
