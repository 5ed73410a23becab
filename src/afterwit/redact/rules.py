"""The whole table, strongest rules first."""

from afterwit.redact.credentials import CREDENTIALS
from afterwit.redact.neighbours import NEIGHBOURS
from afterwit.redact.personal import PERSONAL_DATA
from afterwit.redact.providers import PROVIDERS
from afterwit.redact.rule import Rule

RULES: tuple[Rule, ...] = (*PROVIDERS, *NEIGHBOURS, *CREDENTIALS, *PERSONAL_DATA)
