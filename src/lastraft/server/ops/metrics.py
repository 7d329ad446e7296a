"""Metrics for Prometheus; they name no person and no table."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)  # memory, CPU time and open files, on Linux
GCCollector(registry=REGISTRY)

LOADED = Gauge("lastraft_tables_loaded", "Tables in memory.", registry=REGISTRY)
CONNECTED = Gauge("lastraft_connections", "Open sockets and streams.", registry=REGISTRY)
APPENDED = Counter("lastraft_entries", "Entries appended to logs.", ["kind"], registry=REGISTRY)
CONFLICTS = Counter("lastraft_conflicts", "Appends where another server was first.", registry=REGISTRY)
REFUSED = Counter("lastraft_refused", "Actions that were refused.", ["code"], registry=REGISTRY)
SENT = Counter("lastraft_sent_bytes", "Bytes of messages sent.", registry=REGISTRY)
REQUESTS = Counter("lastraft_requests", "HTTP requests.", ["route", "status"], registry=REGISTRY)
BOT_MOVES = Counter("lastraft_bot_moves", "Moves made by bots.", registry=REGISTRY)
TIMEOUTS = Counter("lastraft_timeouts", "Moves made by the clock.", registry=REGISTRY)
LEASES = Gauge("lastraft_leases", "Tables whose bots and clocks this process looks after.", registry=REGISTRY)
FAILED_WRITES = Counter("lastraft_failed_writes", "Writes that the database refused.", registry=REGISTRY)
WRITABLE = Gauge("lastraft_writable", "Whether the last write to the database worked.", registry=REGISTRY)
WRITABLE.set(1)
CALLED = Counter("lastraft_calls", "Messages to people who are asked and away.", ["how"], registry=REGISTRY)
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
ACKNOWLEDGED = Histogram(
    "lastraft_acknowledged_seconds", "From a move's arrival to its acknowledgement.", buckets=BOUNDS, registry=REGISTRY
)
LOOP_DELAY = Histogram(
    "lastraft_loop_delay_seconds",
    "How late the event loop came to the clock, which it does four times a second.",
    buckets=BOUNDS,
    registry=REGISTRY,
)


def moves_made() -> int:
    """How many moves this process has written to logs since it started."""
    return sum(
        int(sample.value)
        for metric in APPENDED.collect()
        for sample in metric.samples
        if sample.name.endswith("_total") and sample.labels["kind"] == "moved"
    )


def acknowledged_within() -> list[int]:
    """How many moves of this process were acknowledged within each of `BOUNDS`; the last number: all."""
    (metric,) = ACKNOWLEDGED.collect()
    return [int(sample.value) for sample in metric.samples if sample.name.endswith("_bucket")]
