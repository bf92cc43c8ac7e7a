"""Run by Alembic: applies the steps on the connection that the program hands over."""

from alembic import context

from referee.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
