"""Running a server: settings, commands, metrics, logs, export."""
