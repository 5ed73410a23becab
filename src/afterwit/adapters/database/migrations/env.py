"""Alembic's entry: runs on the connection it is given, inside that connection's transaction."""

from alembic import context

from afterwit.adapters.database.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
