"""Run by alembic with the connection that `migrate` has opened."""

from alembic import context

from ludus.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
