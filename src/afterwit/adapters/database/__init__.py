"""The database: one schema on SQLite and PostgreSQL, safe with many processes writing at once."""

from afterwit.adapters.database.connect import Database, open_database
from afterwit.adapters.database.event_log import SqlEventLog

__all__ = ["Database", "SqlEventLog", "open_database"]
