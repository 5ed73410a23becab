"""The database: one schema on SQLite and PostgreSQL, safe with many processes writing at once."""

from afterwit.adapters.database.connect import open_database
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.event_log import SqlEventLog

__all__ = ["Database", "SqlEventLog", "open_database"]
