"""The database: one schema on SQLite and PostgreSQL, safe with many processes writing at once."""

from afterwit.adapters.database.attempts import SqlAttempts
from afterwit.adapters.database.connect import open_database
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.docket import SqlDocket
from afterwit.adapters.database.event_log import SqlEventLog
from afterwit.adapters.database.history import SqlHistory
from afterwit.adapters.database.ratings import SqlRatings
from afterwit.adapters.database.signals import SqlSignals
from afterwit.adapters.database.turns import SqlTurns

__all__ = [
    "Database",
    "SqlAttempts",
    "SqlDocket",
    "SqlEventLog",
    "SqlHistory",
    "SqlRatings",
    "SqlSignals",
    "SqlTurns",
    "open_database",
]
