"""HTTP, WebSocket and pages."""
