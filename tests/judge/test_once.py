"""A view that looks once."""

from afterwit.judge.once import Once
from afterwit.model.event import Event
from tests.judge.views import SESSION, package, skill, view


def test_what_was_shown_is_shown_again_and_only_within_one_judgement() -> None:
    events = [Event(seq=1, kind="user", text="one")]
    seen = view(events)
    once = Once(seen)
    assert once.events(SESSION, 1, 9) is once.events(SESSION, 1, 9)
    assert once.event(SESSION, "e1") is once.event(SESSION, "e1")
    assert once.events(SESSION, 1, 9) == list(seen.events(SESSION, 1, 9))


def test_it_shows_what_the_view_shows() -> None:
    there = skill(package())
    seen = type(view())(skills=[there])
    once = Once(seen)
    assert once.skill(there.name) == seen.skill(there.name)
    assert once.at("active", there.name) == seen.at("active", there.name)
    assert once.at("pending", there.name) is None
    assert once.notes() == seen.notes()
    other = package("rl-other")
    assert once.similar(other, k=3) == seen.similar(other, k=3)
    assert once.search("consumer", k=3, adding=other) == seen.search("consumer", k=3, adding=other)
    assert once.searches(["consumer"], k=3, adding=other) == seen.searches(["consumer"], k=3, adding=other)
