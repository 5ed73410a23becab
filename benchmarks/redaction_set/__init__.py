"""A labelled set of texts with secrets and personal data, and of look-alikes.

It was written from public knowledge of formats, without sight of the rules it
measures. All of it is made at run time from a seed: no file here holds anything
that looks like a live secret, and no value was ever issued to anyone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from . import (
    connections,
    negative_code,
    negative_hashes,
    negative_personal,
    negative_text,
    passwords_code,
    passwords_config,
    passwords_shell,
    personal,
    personal_paths,
    private_keys,
    tokens,
)
from .frames import frame
from .hostile import hostile_inputs
from .key_contexts import BARE, LABELLED
from .key_native import NATIVE
from .model import Case, Template, half_of
from .providers import PROVIDERS, Provider
from .render import render
from .strict import leaks
from .values import Value, expand

__all__ = ["Case", "cases", "hostile_inputs", "leaks"]

_RENDERINGS = 2
_CONTEXTS_PER_PROVIDER = 2
_GROUPS: tuple[tuple[str, str, tuple[Template, ...]], ...] = (
    ("private-key", "", private_keys.TEMPLATES),
    ("jwt", "", tokens.JWT),
    ("bearer", "", tokens.BEARER),
    ("connection-string", "", connections.TEMPLATES),
    ("password", "password-in-", passwords_shell.TEMPLATES),
    ("password", "password-in-", passwords_code.TEMPLATES),
    ("password", "password-in-", passwords_config.TEMPLATES),
    ("email", "", personal.EMAIL),
    ("ip", "", personal.IP),
    ("home-user", "", personal_paths.TEMPLATES),
    ("negative", "negative-", negative_code.TEMPLATES),
    ("negative", "negative-", negative_hashes.TEMPLATES),
    ("negative", "negative-", negative_text.TEMPLATES),
    ("negative", "negative-", negative_personal.TEMPLATES),
)


def cases(seed: int = 0) -> list[Case]:
    """Make the set: the same for the same seed."""
    seen: set[str] = set()
    made = (*_provider_cases(seed), *_group_cases(seed))
    return [case for case in made if not (case.text in seen or seen.add(case.text))]


def _group_cases(seed: int) -> Iterator[Case]:
    met: Counter[str] = Counter()
    for family, prefix, templates in _GROUPS:
        for template in templates:
            kind = prefix + template.kind
            index = met[kind]
            met[kind] += 1
            for turn in range(_RENDERINGS):
                rng = _random(seed, kind, index, turn)
                text, secrets = render(template.text, rng)
                if template.framed:
                    text = frame(text, secrets, rng)
                yield Case(text, secrets, kind, family, half_of(kind, index))


def _provider_cases(seed: int) -> Iterator[Case]:
    for number, provider in enumerate(PROVIDERS):
        kind = provider.kind
        for index, template in enumerate(_contexts(provider, number)):
            rng = _random(seed, kind, index, 0)
            text, secrets = render(template.text, rng, _slots(provider, rng))
            if template.framed:
                text = frame(text, secrets, rng)
            yield Case(text, secrets, kind, "api-key", half_of(kind, index))


def _contexts(provider: Provider, number: int) -> Iterable[Template]:
    yield from (t for t in NATIVE if t.kind == provider.kind)
    if provider.known == "native":
        return
    pool = LABELLED if provider.known == "named" else (*LABELLED, *BARE)
    start = number * _CONTEXTS_PER_PROVIDER
    # A step that shares no factor with the pool's size visits all of the pool.
    for step in range(start, start + _CONTEXTS_PER_PROVIDER):
        yield pool[step * 7 % len(pool)]


def _slots(provider: Provider, rng: Random) -> dict[str, Value]:
    low = provider.variable.lower()
    first, *rest = low.split("_")
    names = {
        "env": provider.variable,
        "low": low,
        "flag": low.replace("_", "-"),
        "camel": first + "".join(word.title() for word in rest),
        "service": provider.service,
    }
    slots = {name: Value(text, ()) for name, text in names.items()}
    return {**slots, "key": expand(provider.shape, rng)}


def _random(seed: int, kind: str, index: int, turn: int) -> Random:
    # Seeded on purpose: the set has to be the same on every run.
    return Random(f"{seed}:{kind}:{index}:{turn}")  # noqa: S311
