"""Run by alembic with the connection that `migrate` has opened; imported by anybody else it does nothing."""

from alembic import context

from ludus.server.sql_tables import metadata

if hasattr(context, "config"):
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
