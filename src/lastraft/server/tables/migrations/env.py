"""Alembic's way in: the server hands over its own connection (see `store`)."""

from alembic import context

from lastraft.server.tables.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
