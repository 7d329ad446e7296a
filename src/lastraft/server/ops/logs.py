"""Logging as lines of JSON or as plain text. Secrets are never passed to it."""

import json
import logging
import sys
import time

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}


class Structured(logging.Formatter):
    """One JSON object per line: time, level, logger, message, and the extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        fields |= {key: value for key, value in record.__dict__.items() if key not in _USUAL}
        if "table" in fields:  # enough to tell tables apart, too little to visit one
            fields["table"] = str(fields["table"])[:6]
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


def configure(structured: bool, level: str = "INFO") -> None:
    """Log to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured() if structured else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for noisy in ("uvicorn.access", "uvicorn.error", "alembic", "aiosqlite", "sqlalchemy.engine"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
