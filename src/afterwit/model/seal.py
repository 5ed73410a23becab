"""The seal on what the gates let pass. Only judge/chain.py may import it, and approval.py, which asks for it."""

from typing import final


@final
class Seal:
    """Shows that a value comes from the chain of gates."""


SEAL = Seal()
