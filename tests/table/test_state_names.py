from __future__ import annotations

from pkgutil import iter_modules

from referee.table import states
from referee.table.states.base import UmpireState

# Pages, phones and other clients know these words; a class may be renamed, its word may not.
WORDS = {
    "checking",
    "choosing",
    "collapsing",
    "countasked",
    "counting",
    "diesought",
    "disturbed",
    "faceasked",
    "fallasked",
    "laying",
    "over",
    "placing",
    "resetting",
    "rollawaited",
    "striking",
    "suspecting",
    "tallying",
    "thrownasked",
    "troubled",
}


def states_below(kind: type[UmpireState]) -> list[type[UmpireState]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *states_below(sub))]


def test_the_words_of_the_states_on_the_wire_are_these() -> None:
    for module in iter_modules(states.__path__, "referee.table.states."):
        __import__(module.name)
    # A dataclass with slots is made twice; the first of the two is never used.
    used = {each.__name__: each for each in states_below(UmpireState)}.values()
    last = [each for each in used if not each.__subclasses__()]
    assert sorted(vars(each)["name"] for each in last) == sorted(WORDS)
