"""Secrets and personal data out of text, before anything is stored.

Nothing is compiled when this package is imported: the first text that is
redacted pays for the rules, and it pays once in a process.
"""

from afterwit.redact.ledger import Ledger
from afterwit.redact.redactor import Finding, Redactor, default_scanner, find

__all__ = ["Finding", "Ledger", "Redactor", "default_scanner", "find"]
