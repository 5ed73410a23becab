"""Secrets known by where they stand, strongest evidence first."""

from afterwit.redact.assignments import ASSIGNMENTS
from afterwit.redact.blocks import BLOCKS
from afterwit.redact.carriers import CARRIERS
from afterwit.redact.commands import COMMANDS
from afterwit.redact.listings import LISTINGS
from afterwit.redact.logins import LOGINS
from afterwit.redact.rule import Rule
from afterwit.redact.told import TOLD

CREDENTIALS: tuple[Rule, ...] = (*BLOCKS, *CARRIERS, *TOLD, *COMMANDS, *LOGINS, *LISTINGS, *ASSIGNMENTS)
