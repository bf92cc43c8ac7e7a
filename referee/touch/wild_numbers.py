"""Wild numbers of a converter: single samples, or two in a row, that no weight on a plate can make.

All other samples go on unchanged, so that sums of force keep their meaning. Usually a sample goes
on at once; one that jumps waits for the next two. While a hand presses or lets go, a single wild
number is told by the line that the weight follows; two in a row are told from hits only at rest.

A converter averages over four conversions. The shortest hit there is reaches 1, 4 and 1 sixths of
its strength in three samples in a row, or 1, 23, 23 and 1 forty-eighths in four: beside the top
stand a third of how far it stands out, beside two equal tops one twenty-second. Whatever lasts
longer stands out less. Wild numbers leave their neighbours as they are.
"""

from collections import deque
from collections.abc import Sequence
from math import nan

Sample = tuple[float, float]
"""A time in seconds, and grams."""

_ALONE = 8.0
_STANDS_ALONE = ((1, _ALONE), (2, 60.0))
"""How many samples, and how many times as far as the others lie apart they must stand out: well
above the 3 and the 22 of the shortest hit, for a plate that rings may hide what stands beside."""
_NOISES_APART = 2.0
"""Others never count as closer together than this: four samples of white noise lie within two
deviations."""
_MOST_WILD = 2
_BEFORE = 3
"""With three before and those after, half a swing of a soft plate does not stand alone."""


class WildNumbers:
    """Takes in samples and gives them out again, with wild ones replaced by their neighbours.

    While none is `held`, a sample that is close to the last of `before`, or whose jump
    `is_ordinary`, may be appended to `before` and go on at once: that is all `add` does with it.
    """

    def __init__(self) -> None:
        self.before: deque[float] = deque([nan], maxlen=_BEFORE)
        self.held: list[Sample] = []

    def is_ordinary(self, grams: float, least_g: float, noise_g: float) -> bool:
        """Whether this one cannot stand alone, whatever comes after it."""
        if len(self.before) < _BEFORE:
            return True
        first_g, second_g, third_g = self.before
        bend_g = abs(first_g + third_g - 2 * second_g) / 2
        off_g = abs(grams - third_g - (third_g - first_g) / 2)
        # The first of all is no number, and nothing is more than that.
        return not (off_g > least_g and off_g > _ALONE * max(bend_g, _NOISES_APART * noise_g))

    def add(self, t_s: float, grams: float, least_g: float, noise_g: float) -> Sequence[Sample]:
        """One sample, of which a jump by more than `least_g` may be wild; what goes on now."""
        if not self.held and self.is_ordinary(grams, least_g, noise_g):
            self.before.append(grams)
            return ((t_s, grams),)
        self.held.append((t_s, grams))
        passed: list[Sample] = []
        while len(self.held) > 1 and (wild := self._count_wild(least_g, noise_g)) is not None:
            self._mend(wild)
            passed += self._let_go()
        if len(self.held) == 1 and self.is_ordinary(self.held[0][1], least_g, noise_g):
            passed += self._let_go()
        return passed

    def _let_go(self) -> Sequence[Sample]:
        sample = self.held.pop(0)
        self.before.append(sample[1])
        return (sample,)

    def _count_wild(self, least_g: float, noise_g: float) -> int | None:
        """How many of the first held samples stand alone; None if later ones will tell."""
        for count, factor in _STANDS_ALONE:
            wild, others = self._off_line(count)
            low_g, high_g = min(others), max(others)
            apart_g = max(high_g - low_g, _NOISES_APART * noise_g)
            limit_g = max(least_g, factor * apart_g)
            if all(max(low_g - each, each - high_g) > limit_g for each in wild):
                return count if len(self.held) > _MOST_WILD else None
        return 0

    def _off_line(self, count: int) -> tuple[list[float], list[float]]:
        """How far the first held samples, and all others, lie off the line that leads past them."""
        held = [each[1] for each in self.held]
        last_g = self.before[-1]
        # Of two equal tops a line would take one for the way to the other.
        step_g = (held[count] - last_g) / 2 if count == 1 else 0.0
        off_g = [
            each - last_g - number * step_g
            for number, each in enumerate((*self.before, *held), start=1 - _BEFORE)
        ]
        after = _BEFORE + count
        return off_g[_BEFORE:after], off_g[:_BEFORE] + off_g[after:]

    def _mend(self, wild: int) -> None:
        """Let the first held samples lie between the ones around them."""
        if not wild:
            return
        before_g, after_g = self.before[-1], self.held[wild][1]
        for number in range(wild):
            share = (number + 1) / (wild + 1)
            self.held[number] = (
                self.held[number][0],
                before_g + share * (after_g - before_g),
            )

    def finish(self) -> Sequence[Sample]:
        """What was held back, as it came."""
        held, self.held = self.held, []
        return held
